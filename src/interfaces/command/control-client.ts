/**
 * The control socket's client: sends a command to the process that has the database open, and follows its
 * progress. Invariant: the command itself is sent only after the other side has answered, so a command that
 * we gave up on never runs later.
 */
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import type { Report } from "../../core/progress.ts";
import { operatorName } from "../../platform/machine/operator.ts";
import { after } from "../../platform/time/timer.ts";
import { CONTROL_PATH, CONTROL_PROTOCOL, type ControlLine, type ControlRequest } from "./control-protocol.ts";
import { Interrupted } from "./services.ts";
import { UserFacingError } from "./problem.ts";

/**
 * The longest wait for the other side's first response. It is long, because a large statement of the embedded
 * database blocks its process.
 */
const ANSWER_MS = 60_000;
/** After this long without an answer the user sees what the command waits for. */
const QUIET_MS = 3_000;

/** The result of sending a command. */
export type CommandOutcome =
  | { readonly reached: true; readonly result: unknown }
  /** No process took it: the socket is missing, a killed process left it, or its process is just ending. */
  | { readonly reached: false; readonly silent: boolean };

/** The sender of a command, and its callbacks. */
export interface Sender {
  readonly report: Report;
  /** Prints a note, once, when the other side takes long to answer. */
  readonly note: (text: string) => void;
  /** The wish to stop, which ends the command. */
  readonly wished: Promise<void>;
}

/**
 * Sends a command, and waits at most `answerMs` for the other side to take it. Throws the other side's
 * errors, and those of `report`.
 */
export async function callHolder(
  socket: string,
  command: string,
  args: unknown,
  { report, note, wished }: Sender,
  answerMs = ANSWER_MS,
): Promise<CommandOutcome> {
  const body: ControlRequest = { protocol: CONTROL_PROTOCOL, command, args, operator: operatorName() };
  const outgoing = request({
    socketPath: socket,
    path: CONTROL_PATH,
    method: "POST",
    headers: { "content-type": "application/json" },
    agent: false,
    timeout: answerMs,
  });
  const answered = after(QUIET_MS, () =>
    note("The process that holds the data folder is busy; waiting for it."),
  );
  let interrupted = false;
  let sent = false;
  void wished.then(() => {
    interrupted = true;
    // The command may have been carried out already: only its answer shows it.
    if (sent) outgoing.end("stop\n");
    else outgoing.destroy();
  });
  try {
    const incoming = await response(outgoing, `${JSON.stringify(body)}\n`);
    if ("reached" in incoming) {
      if (interrupted) throw new Interrupted("Interrupted before anything started.");
      return incoming;
    }
    sent = true;
    answered();
    return { reached: true, result: await follow(incoming, report) };
  } catch (error) {
    if (interrupted && error instanceof UserFacingError && error.problem.exit === "interrupted")
      throw new Interrupted(error.problem.message);
    throw error;
  } finally {
    answered();
    outgoing.destroy();
  }
}

function response(
  outgoing: ClientRequest,
  body: string,
): Promise<IncomingMessage | (CommandOutcome & { reached: false })> {
  return new Promise((resolve) => {
    outgoing.on("response", (incoming) => {
      // From here on the work may take as long as it takes.
      outgoing.setTimeout(0);
      outgoing.write(body);
      resolve(incoming);
    });
    outgoing.on("timeout", () => {
      resolve({ reached: false, silent: true });
      outgoing.destroy();
    });
    // Nothing was sent yet, so whatever went wrong, nothing has run.
    outgoing.on("error", () => resolve({ reached: false, silent: false }));
    outgoing.flushHeaders();
  });
}

async function follow(incoming: IncomingMessage, report: Report): Promise<unknown> {
  try {
    for await (const text of createInterface({ input: incoming, crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = JSON.parse(text) as ControlLine;
      if (line.kind === "result") return line.result;
      if (line.kind === "problem") throw new UserFacingError(line.problem);
      report(line.progress);
    }
  } catch (error) {
    if (error instanceof UserFacingError || error instanceof Interrupted) throw error;
  }
  throw lost();
}

function lost(): UserFacingError {
  return new UserFacingError({
    exit: "failure",
    code: "connection_lost",
    message:
      "The running server closed the connection before the command finished. It may have taken effect; check before you repeat it.",
  });
}
