/**
 * The control socket's client: sends a command to the process that has the database open (the holder), and
 * reports its progress. Invariant: the command is sent only after the holder has sent its response headers,
 * so a command that this process gave up on never runs later.
 */
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import type { ReportProgress } from "../../core/progress.ts";
import { operatorName } from "../../platform/machine/operator.ts";
import { runAfter } from "../../platform/time/timer.ts";
import { CONTROL_PATH, CONTROL_PROTOCOL, type ControlLine, type ControlRequest } from "./control-protocol.ts";
import { Interrupted } from "./services.ts";
import { UserFacingError } from "./problem.ts";

/**
 * The longest wait for the holder's response headers. It is long, because a large SQL statement on the
 * embedded database blocks the holder.
 */
const ANSWER_MS = 60_000;
/** After this time without response headers, a note says what the command waits for. */
const BUSY_NOTE_MS = 3_000;

/** The result of sending a command. */
export type CommandOutcome =
  | { readonly reached: true; readonly result: unknown }
  /**
   * The command did not run. `silent` is true if a process has the socket but did not answer in time.
   * Otherwise no process has it: the socket does not exist, was left by a killed process, or belongs to one
   * that is ending.
   */
  | { readonly reached: false; readonly silent: boolean };

/** The callbacks of a caller that sends a command. */
export interface Sender {
  readonly report: ReportProgress;
  /** Prints a note. Called once if the holder takes long to answer. */
  readonly note: (text: string) => void;
  /** Resolves when the user asks to stop, which ends the command. */
  readonly whenStopRequested: Promise<void>;
}

/**
 * Sends a command to the holder that listens on `socket`, and waits at most `answerMs` milliseconds until the
 * holder answers, then without limit for the result. Throws `UserFacingError` for an error of the command,
 * `Interrupted`, and what `report` throws.
 */
export async function callHolder(
  socket: string,
  command: string,
  args: unknown,
  { report, note, whenStopRequested }: Sender,
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
  const cancelBusyNote = runAfter(BUSY_NOTE_MS, () =>
    note("The process that holds the data folder is busy; waiting for it."),
  );
  let interrupted = false;
  let sent = false;
  void whenStopRequested.then(() => {
    interrupted = true;
    // A command that was sent may have finished already, which only its result shows. So the holder is asked
    // to stop it (any byte after the first line), and the result is still awaited.
    if (sent) outgoing.end("stop\n");
    else outgoing.destroy();
  });
  try {
    const incoming = await waitForResponse(outgoing, `${JSON.stringify(body)}\n`);
    if ("reached" in incoming) {
      if (interrupted) throw new Interrupted("Interrupted before anything started.");
      return incoming;
    }
    sent = true;
    cancelBusyNote();
    return { reached: true, result: await follow(incoming, report) };
  } catch (error) {
    if (interrupted && error instanceof UserFacingError && error.problem.exit === "interrupted")
      throw new Interrupted(error.problem.message);
    throw error;
  } finally {
    cancelBusyNote();
    outgoing.destroy();
  }
}

/** Sends the headers, and the body once the response has begun. */
function waitForResponse(
  outgoing: ClientRequest,
  body: string,
): Promise<IncomingMessage | (CommandOutcome & { reached: false })> {
  return new Promise((resolve) => {
    outgoing.on("response", (incoming) => {
      // A command may take any time.
      outgoing.setTimeout(0);
      outgoing.write(body);
      resolve(incoming);
    });
    outgoing.on("timeout", () => {
      resolve({ reached: false, silent: true });
      outgoing.destroy();
    });
    // The command has not been sent yet, so it has not run.
    outgoing.on("error", () => resolve({ reached: false, silent: false }));
    outgoing.flushHeaders();
  });
}

/** Reads the lines of the response until the result. */
async function follow(incoming: IncomingMessage, report: ReportProgress): Promise<unknown> {
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
  throw connectionLost();
}

function connectionLost(): UserFacingError {
  return new UserFacingError({
    exit: "failure",
    code: "connection_lost",
    message:
      "The running server closed the connection before the command finished. It may have taken effect; check before you repeat it.",
  });
}
