/**
 * The control socket's server: runs commands of the command line in the process that holds the embedded
 * database. Whoever can open the socket is the user that owns the folder; still every request is
 * checked as a command line is. A client that goes away ends its command, which is then rolled back.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Progress } from "../../core/progress.ts";
import { leaveControlSocket, listenPrivately } from "../../platform/machine/control-socket.ts";
import { within } from "../../platform/time/timer.ts";
import { checkArgs } from "./check-args.ts";
import type { Command, DatabaseCommand } from "./command.ts";
import { CANCEL_PATH, CONTROL_PATH, CONTROL_PROTOCOL, CONTROL_REQUEST_BYTES, type ControlLine, type ControlRequest } from "./control-protocol.ts";
import { UsageProblem } from "./fields.ts";
import { explain } from "./problems.ts";
import { type CommandServices, Interrupted } from "./services.ts";
import { Told } from "./told.ts";

export interface ControlServer {
  /** Takes no more commands, interrupts those that run and waits for them, at most `ms` milliseconds. */
  close(ms: number): Promise<void>;
}

/** The least time between two lines of progress. */
const PROGRESS_MS = 100;

/** Serves the socket at `path` to the commands of other processes. The caller holds the lock of the home folder. */
export async function serveControl(path: string, app: CommandServices, commands: readonly Command[]): Promise<ControlServer> {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const calls = new Map<string, AbortController>();
  const server = createServer((request, response) => {
    if (request.url?.startsWith(CANCEL_PATH)) {
      calls.get(request.url.slice(CANCEL_PATH.length))?.abort();
      response.end();
      return;
    }
    const run = answer(request, response, { app, commands, stopping: stopping.signal, calls });
    running.add(run);
    void run.finally(() => running.delete(run));
  });
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

interface Served {
  readonly app: CommandServices;
  readonly commands: readonly Command[];
  readonly stopping: AbortSignal;
  /** Calls under way, each with what ends it. */
  readonly calls: Map<string, AbortController>;
}

async function answer(request: IncomingMessage, response: ServerResponse, { app, commands, stopping, calls }: Served): Promise<void> {
  const gone = new AbortController();
  let known = "";
  // A client that goes away takes its answer with it, which is no fault of ours.
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
    const { call, command, args } = await readRequest(request, commands);
    known = call;
    calls.set(call, gone);
    app.log.info({ command: command.name }, "a command came over the control socket");
    send({ kind: "result", result: (await command.run(app, args, report, signal)) ?? null });
  } catch (thrown) {
    const error = stopping.aborted
      ? new Interrupted("The server is stopping, so the command was ended and rolled back.")
      : gone.signal.aborted
        ? new Interrupted("Interrupted; what was begun was rolled back.")
        : thrown;
    if (error instanceof Error) app.log.debug({ stack: error.stack }, "a command failed");
    send({ kind: "problem", problem: explain(error, app.config.databaseUrl) });
  }
  calls.delete(known);
  response.end();
}

async function readRequest(request: IncomingMessage, commands: readonly Command[]): Promise<{ call: string; command: DatabaseCommand; args: Readonly<Record<string, never>> }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > CONTROL_REQUEST_BYTES) throw new UsageProblem("The arguments are too long.");
    chunks.push(chunk);
  }
  const { protocol, call, command: name, args } = parseRequest(Buffer.concat(chunks).toString("utf8"), request);
  if (protocol !== CONTROL_PROTOCOL) {
    throw new Told({
      exit: "database",
      code: "other_version",
      message: `The running server speaks version ${CONTROL_PROTOCOL} of the control protocol, this command version ${protocol}. Stop the server and start it again with the version of this command.`,
    });
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command?.place !== "database") throw new UsageProblem(`The running server knows no command ${JSON.stringify(name)}.`);
  const checked = checkArgs(command.fields, args);
  const reads = Object.entries(command.fields).some(([field, { kind }]) => kind.source && checked[field] === "-");
  if (reads) throw new UsageProblem("The running server can't read the standard input of this command.");
  return { call, command, args: checked as Record<string, never> };
}

function parseRequest(text: string, { method, url }: IncomingMessage): ControlRequest {
  if (method !== "POST" || url !== CONTROL_PATH) throw new UsageProblem("The control socket takes commands of daybook only.");
  try {
    const { protocol, call = "", command, args } = JSON.parse(text) as Partial<ControlRequest>;
    if (typeof protocol === "number" && typeof command === "string" && typeof call === "string") return { protocol, call, command, args };
  } catch {
    // Told below, together with what parses but is no request.
  }
  throw new UsageProblem("The control socket was sent what is no request.");
}
