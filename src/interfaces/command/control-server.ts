/**
 * The control socket's server. Through this Unix socket other processes have their commands run in this
 * process, which has the database open. Only the user who owns the socket's folder can open the socket; still
 * every request is checked like a command line. If a client disconnects, its command is stopped and rolled
 * back.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Progress } from "../../core/progress.ts";
import { removeSocketFolder, listenPrivately } from "../../platform/machine/control-socket.ts";
import { endsWithin } from "../../platform/time/timer.ts";
import { checkArgs } from "./check-args.ts";
import { type Command, type DatabaseCommand, runDatabaseCommand } from "./command.ts";
import {
  CONTROL_PATH,
  CONTROL_PROTOCOL,
  CONTROL_REQUEST_BYTES,
  type ControlLine,
  type ControlRequest,
} from "./control-protocol.ts";
import { isOf, text as textKind, UsageProblem } from "./fields.ts";
import { explain } from "./problems.ts";
import { type CommandServices, Interrupted } from "./services.ts";
import { UserFacingError } from "./problem.ts";

export interface ControlServer {
  /** Accepts no more commands, interrupts the running ones and waits for them, at most `ms` milliseconds. */
  close(ms: number): Promise<void>;
}

/** The valid user names of operators, the people who run commands. */
const OPERATOR_NAME = textKind("name");
/** The shortest time between two lines of progress. */
const PROGRESS_MS = 100;

/**
 * Listens on the socket at `path` and runs the commands of other processes. No other process may use `path`.
 */
export async function serveControl(
  path: string,
  app: CommandServices,
  commands: readonly Command[],
): Promise<ControlServer> {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const run = answer(request, response, { app, commands, stopping: stopping.signal });
    running.add(run);
    void run.finally(() => running.delete(run));
  });
  // A request stays open while its command runs, because the client asks the command to stop by sending
  // another byte. So Node.js must not limit the time in which a request arrives.
  server.requestTimeout = 0;
  await listenPrivately(server, path);
  return {
    async close(ms) {
      stopping.abort();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      await endsWithin(ms, Promise.all(running));
      server.closeAllConnections();
      await closed;
      removeSocketFolder(path);
    },
  };
}

/** What the requests of a socket share. */
interface SocketServices {
  readonly app: CommandServices;
  readonly commands: readonly Command[];
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

/** Runs the command of one request. Every outcome is sent as a line; nothing is thrown. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { app, commands, stopping }: SocketServices,
): Promise<void> {
  const clientGone = new AbortController();
  // Writing to a client that has disconnected fails, which is no error of this server.
  response.on("error", () => {}).on("close", () => clientGone.abort());
  const signal = AbortSignal.any([clientGone.signal, stopping]);
  response.writeHead(200, { "content-type": "application/x-ndjson", connection: "close" });
  response.flushHeaders();
  const send = (line: ControlLine) => response.write(`${JSON.stringify(line)}\n`);
  let lastProgressMs = 0;
  const report = (progress: Progress): void => {
    signal.throwIfAborted();
    const now = app.clock.elapsedMs();
    if (now - lastProgressMs < PROGRESS_MS) return;
    lastProgressMs = now;
    send({ kind: "progress", progress });
  };
  try {
    const { command, args, operator } = await readRequest(request, commands, () => clientGone.abort());
    app.log.info({ command: command.name }, "a command came over the control socket");
    send({
      kind: "result",
      result: (await runDatabaseCommand(command, app, args, { report, signal, operator })) ?? null,
    });
  } catch (thrown) {
    const error = stopping.aborted
      ? new Interrupted("The server is stopping, so the command was stopped and rolled back.")
      : clientGone.signal.aborted
        ? new Interrupted("Interrupted; the change was rolled back.")
        : thrown;
    if (error instanceof Error) app.log.debug({ stack: error.stack }, "a command failed");
    send({ kind: "problem", problem: explain(error, app.config.databaseUrl) });
  }
  response.end();
}

/**
 * Reads the line with the command. `onStopRequest` is called if any byte follows that line: the client asks
 * the command to stop.
 */
async function readRequest(
  request: IncomingMessage,
  commands: readonly Command[],
  onStopRequest: () => void,
): Promise<{ command: DatabaseCommand; args: Readonly<Record<string, never>>; operator: string }> {
  const text = await firstLine(request, onStopRequest);
  const { protocol, command: name, args, operator } = parseRequest(text, request);
  if (protocol !== CONTROL_PROTOCOL) {
    throw new UserFacingError({
      exit: "database",
      code: "other_version",
      message: `The running server uses version ${CONTROL_PROTOCOL} of the control protocol, this command version ${protocol}. Stop the server and start it again with the version of this command.`,
    });
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command?.place !== "database")
    throw new UsageProblem(`The running server has no command ${JSON.stringify(name)}.`);
  const validArgs = checkArgs(command.fields, args);
  const readsStandardInput = Object.entries(command.fields).some(
    ([field, { kind }]) => kind.source && validArgs[field] === "-",
  );
  if (readsStandardInput)
    throw new UsageProblem("The running server can't read the standard input of this command.");
  return { command, args: validArgs as Record<string, never>, operator };
}

/**
 * Returns the first line of the body, or the whole body if it has no line end. `onFurtherBytes` is called if
 * any byte follows that line.
 */
function firstLine(request: IncomingMessage, onFurtherBytes: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    let isSettled = false;
    request.setEncoding("utf8");
    request.on("data", (part: string) => {
      if (isSettled) {
        onFurtherBytes();
        return;
      }
      text += part;
      const end = text.indexOf("\n");
      if (end >= 0) {
        isSettled = true;
        resolve(text.slice(0, end));
        if (end + 1 < text.length) onFurtherBytes();
      } else if (text.length > CONTROL_REQUEST_BYTES) {
        isSettled = true;
        reject(new UsageProblem("The arguments are too long."));
      }
    });
    request.on("end", () => resolve(text));
    request.on("error", reject);
  });
}

function parseRequest(text: string, { method, url }: IncomingMessage): ControlRequest {
  if (method !== "POST" || url !== CONTROL_PATH)
    throw new UsageProblem("The control socket accepts only commands of daybook.");
  try {
    const { protocol, command, args, operator } = JSON.parse(text) as Partial<ControlRequest>;
    // A client of another protocol version may send no operator. It is accepted here, so that it gets the
    // error about the version.
    const hasOperator = protocol !== CONTROL_PROTOCOL || isOf(OPERATOR_NAME, operator);
    if (typeof protocol === "number" && typeof command === "string" && hasOperator)
      return { protocol, command, args, operator: operator ?? "" };
  } catch {
    // Invalid JSON is refused below, like JSON that is not a request.
  }
  throw new UsageProblem("The control socket received an invalid request.");
}
