/**
 * The protocol of a thread's program: the program receives requests, sends one answer for each, and may ask
 * the caller questions meanwhile. Invariant: each request gets one answer, or the thread dies.
 */
import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { present } from "@daybook/words/assert";

export type ToThread<Request> = { readonly request: Request } | { readonly reply: unknown };
export type FromThread<Answer> =
  | { readonly answer: Answer }
  | { readonly problem: string }
  | { readonly question: unknown };

/** Asks the job's caller a question and waits for the answer. */
export type Ask = (question: unknown) => Promise<unknown>;

/**
 * Answers each request of this thread with the result of `run`, which may ask the caller questions. The
 * buffers that `transferred` returns are moved to the caller, not copied.
 */
export function answerJobs<Answer>(
  run: (request: never, ask: Ask) => Promise<Answer>,
  transferred: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  const port = present(parentPort, "this file runs in a thread");
  lowerPriority();
  let resolveReply: ((reply: unknown) => void) | null = null;
  const ask: Ask = async (question) =>
    new Promise((resolve) => {
      resolveReply = resolve;
      port.postMessage({ question } satisfies FromThread<Answer>);
    });
  const answer = async (request: never): Promise<void> => {
    try {
      const made = await run(request, ask);
      port.postMessage({ answer: made } satisfies FromThread<Answer>, transferred(made));
    } catch (error) {
      port.postMessage({
        problem: error instanceof Error ? (error.stack ?? error.message) : String(error),
      } satisfies FromThread<Answer>);
    }
  };
  port.on("message", (message: ToThread<never>) => {
    if ("request" in message) void answer(message.request);
    else {
      const resolve = resolveReply;
      resolveReply = null;
      resolve?.(message.reply);
    }
  });
}

/** Lowers the priority of this thread, so that requests go first. Only Linux has thread priorities. */
function lowerPriority(): void {
  try {
    // The link points to "<process>/task/<thread>" of the thread that reads it.
    setPriority(
      Number(readlinkSync("/proc/thread-self").split("/").at(-1)),
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // The file is missing or the change is forbidden: the priority stays as it is.
  }
}
