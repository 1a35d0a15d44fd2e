/**
 * The control socket's server: runs commands of the command line in a process that has the database open.
 * Whoever can open the socket is the user that owns its folder; still every request is checked as a command
 * line is. A client that goes away ends its command, which is then rolled back.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Progress } from "../../core/progress.ts";
import { leaveControlSocket, listenPrivately } from "../../platform/machine/control-socket.ts";
import { within } from "../../platform/time/timer.ts";
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
  /** Takes no more commands, interrupts those that run and waits for them, at most `ms` milliseconds. */
  close(ms: number): Promise<void>;
}

/** The user name of a person who runs commands. */
const NAME = textKind("name");
/** The least time between two lines of progress. */
const PROGRESS_MS = 100;

/** Serves the socket at `path`, which the caller has to itself, to the commands of other processes. */
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
  // A request stays open for as long as its command runs, so that a wish to stop can follow.
  server.requestTimeout = 0;
  await listenPrivately(server, path);
  return {
    async close(ms) {
      stopping.abort();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      await within(ms, Promise.all(running));
      server.closeAllConnections();
      await closed;
      leaveControlSocket(path);
    },
  };
}

interface SocketServices {
  readonly app: CommandServices;
  readonly commands: readonly Command[];
  readonly stopping: AbortSignal;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { app, commands, stopping }: SocketServices,
): Promise<void> {
  const gone = new AbortController();
  // A client that disconnects gets no answer, which is not our error.
  response.on("error", () => {}).on("close", () => gone.abort());
  const signal = AbortSignal.any([gone.signal, stopping]);
  response.writeHead(200, { "content-type": "application/x-ndjson", connection: "close" });
  response.flushHeaders();
  const send = (line: ControlLine) => response.write(`${JSON.stringify(line)}\n`);
  let last = 0;
  const report = (progress: Progress): void => {
    signal.throwIfAborted();
    const now = app.clock.elapsedMs();
    if (now - last < PROGRESS_MS) return;
    last = now;
    send({ kind: "progress", progress });
  };
  try {
    const { command, args, operator } = await readRequest(request, commands, () => gone.abort());
    app.log.info({ command: command.name }, "a command came over the control socket");
    send({
      kind: "result",
      result: (await runDatabaseCommand(command, app, args, { report, signal, operator })) ?? null,
    });
  } catch (thrown) {
    const error = stopping.aborted
      ? new Interrupted("The server is stopping, so the command was stopped and rolled back.")
      : gone.signal.aborted
        ? new Interrupted("Interrupted; the change was rolled back.")
        : thrown;
    if (error instanceof Error) app.log.debug({ stack: error.stack }, "a command failed");
    send({ kind: "problem", problem: explain(error, app.config.databaseUrl) });
  }
  response.end();
}

/** Reads the line with the command; `wished` is called if any byte follows it. */
async function readRequest(
  request: IncomingMessage,
  commands: readonly Command[],
  wished: () => void,
): Promise<{ command: DatabaseCommand; args: Readonly<Record<string, never>>; operator: string }> {
  const text = await firstLine(request, wished);
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
  const checked = checkArgs(command.fields, args);
  const reads = Object.entries(command.fields).some(
    ([field, { kind }]) => kind.source && checked[field] === "-",
  );
  if (reads) throw new UsageProblem("The running server can't read the standard input of this command.");
  return { command, args: checked as Record<string, never>, operator };
}

/** Reads the body up to its first line end, or all of it; `behind` is called if any byte follows. */
function firstLine(request: IncomingMessage, behind: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    let whole = false;
    request.setEncoding("utf8");
    request.on("data", (part: string) => {
      if (whole) {
        behind();
        return;
      }
      text += part;
      const end = text.indexOf("\n");
      if (end >= 0) {
        whole = true;
        resolve(text.slice(0, end));
        if (end + 1 < text.length) behind();
      } else if (text.length > CONTROL_REQUEST_BYTES) {
        whole = true;
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
    // A request of another version may have no name; the reply says so.
    const isNamed = protocol !== CONTROL_PROTOCOL || isOf(NAME, operator);
    if (typeof protocol === "number" && typeof command === "string" && isNamed)
      return { protocol, command, args, operator: operator ?? "" };
  } catch {
    // Reported below, together with JSON that is not a request.
  }
  throw new UsageProblem("The control socket received an invalid request.");
}
