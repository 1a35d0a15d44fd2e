/**
 * The protocol of a thread's program: it receives requests, sends one answer for each, and may ask the caller
 * questions meanwhile. Invariant: each request gets one answer, or the thread dies.
 */
import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { present } from "../../core/assert.ts";

export type ToThread<Request> = { readonly request: Request } | { readonly reply: unknown };
export type FromThread<Answer> =
  | { readonly answer: Answer }
  | { readonly problem: string }
  | { readonly question: unknown };

/** Asks the job's caller a question, and waits for the answer. */
export type Ask = (question: unknown) => Promise<unknown>;

/**
 * Answers each request of this thread by `run`, which may ask its caller. Buffers that `handOver` names are
 * moved, not copied.
 */
export function answerJobs<Answer>(
  run: (request: never, ask: Ask) => Promise<Answer>,
  handOver: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  const port = present(parentPort, "this file runs in a thread");
  giveWay();
  let replied: ((reply: unknown) => void) | null = null;
  const ask: Ask = async (question) =>
    new Promise((resolve) => {
      replied = resolve;
      port.postMessage({ question } satisfies FromThread<Answer>);
    });
  const answer = async (request: never): Promise<void> => {
    try {
      const made = await run(request, ask);
      port.postMessage({ answer: made } satisfies FromThread<Answer>, handOver(made));
    } catch (error) {
      port.postMessage({
        problem: error instanceof Error ? (error.stack ?? error.message) : String(error),
      } satisfies FromThread<Answer>);
    }
  };
  port.on("message", (message: ToThread<never>) => {
    if ("request" in message) void answer(message.request);
    else {
      const resolve = replied;
      replied = null;
      resolve?.(message.reply);
    }
  });
}

/** Lowers the priority of this thread, so that requests go first. Only Linux has priorities of threads. */
function giveWay(): void {
  try {
    // Read by this very thread: "<process>/task/<thread>".
    setPriority(
      Number(readlinkSync("/proc/thread-self").split("/").at(-1)),
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // No such file, or not allowed: it goes on as it is.
  }
}
