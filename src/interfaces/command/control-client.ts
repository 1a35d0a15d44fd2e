/**
 * The control socket's client: sends a command to the process that holds the folder, and follows its
 * progress. Invariant: the command itself is sent only after the other side has answered, so what we
 * gave up waiting for is never run behind our back.
 */
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import type { Report } from "../../core/progress.ts";
import { operatorName } from "../../platform/machine/operator.ts";
import { after } from "../../platform/time/timer.ts";
import { CONTROL_PATH, CONTROL_PROTOCOL, type ControlLine, type ControlRequest } from "./control-protocol.ts";
import { Interrupted } from "./services.ts";
import { Told } from "./told.ts";

/**
 * How long the other side may take to say that it has heard us. It is long, because one large statement of
 * the embedded database keeps its process from answering anybody.
 */
const ANSWER_MS = 60_000;
/** After this long without an answer the user sees what the command waits for. */
const QUIET_MS = 3_000;

/** What became of a command that was sent. */
export type Sent =
  | { readonly reached: true; readonly result: unknown }
  /** Nobody listens there: the socket is missing, or left from a process that was killed. */
  | { readonly reached: false; readonly silent: boolean };

/** The sender of a command, and its callbacks. */
export interface Sender {
  readonly report: Report;
  /** Said once, when the other side lets us wait. */
  readonly note: (text: string) => void;
  /** The wish to stop, which ends the command. */
  readonly wished: Promise<void>;
}

/** Sends a command. Throws the other side's errors, and those of `report`. */
export async function callHolder(
  socket: string,
  command: string,
  args: unknown,
  { report, note, wished }: Sender,
): Promise<Sent> {
  const body: ControlRequest = { protocol: CONTROL_PROTOCOL, command, args, operator: operatorName() };
  const outgoing = request({
    socketPath: socket,
    path: CONTROL_PATH,
    method: "POST",
    headers: { "content-type": "application/json" },
    agent: false,
    timeout: ANSWER_MS,
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
    sent = true;
    answered();
    return "reached" in incoming ? incoming : { reached: true, result: await follow(incoming, report) };
  } catch (error) {
    if (interrupted && !sent) throw new Interrupted("Interrupted before anything started.");
    if (interrupted && error instanceof Told && error.problem.exit === "interrupted")
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
): Promise<IncomingMessage | (Sent & { reached: false })> {
  return new Promise((resolve, reject) => {
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
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED" || error.code === "ENOENT")
        resolve({ reached: false, silent: false });
      else reject(lost());
    });
    outgoing.flushHeaders();
  });
}

async function follow(incoming: IncomingMessage, report: Report): Promise<unknown> {
  try {
    for await (const text of createInterface({ input: incoming, crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = JSON.parse(text) as ControlLine;
      if (line.kind === "result") return line.result;
      if (line.kind === "problem") throw new Told(line.problem);
      report(line.progress);
    }
  } catch (error) {
    if (error instanceof Told || error instanceof Interrupted) throw error;
  }
  throw lost();
}

function lost(): Told {
  return new Told({
    exit: "failure",
    code: "connection_lost",
    message:
      "The running server closed the connection before the command finished. It may have taken effect; check before you repeat it.",
  });
}
