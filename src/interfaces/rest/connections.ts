/**
 * Connections of the HTTP server that have a request under way. Invariants: the requests of a connection are
 * answered one after another, and the next begins when the operating system has all of the former answer; an
 * answer that its caller does not read holds its connection and its memory for a bounded time only; a server
 * that is about to stop says with each answer that the connection ends, and one that stops does so and
 * answers the requests that are on their way on open connections; after a moment of grace no connection
 * outlives the answer that it is waiting for.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { LIMITS } from "@daybook/words/limits";
import { runAfter, runEvery, runSoon } from "../../platform/time/timer.ts";

export interface ConnectionBounds {
  /** The longest time without progress of a response, in milliseconds. */
  readonly stallMs: number;
  /** Most bytes of answers that wait to be read, over all connections. */
  readonly answerBytes: number;
  /** Most requests that wait for the one before them on their connection, over all connections. */
  readonly pipelined: number;
  /** How long a server that stops waits for requests on idle connections, in milliseconds. */
  readonly graceMs: number;
}

const BOUNDS: ConnectionBounds = {
  stallMs: LIMITS.answer_stall_ms.value,
  answerBytes: LIMITS.answer_bytes.value,
  pipelined: LIMITS.pipelined_requests.value,
  graceMs: LIMITS.stop_grace_ms.value,
};

/** The number of checks of the connections within `stallMs`. */
const LOOKS = 6;

/** An entry that waits on a connection: a request, or the refusal of invalid bytes. */
interface Waiting {
  readonly response: ServerResponse | null;
  readonly begin: () => void;
}

interface Connection {
  readonly socket: Socket;
  /** The answer under way. */
  response: ServerResponse;
  readonly waiting: Waiting[];
  /** Bytes of the answer under way. */
  bytes: number;
  /** Called when the answer was sent, or its caller has gone. */
  sent: (() => void) | null;
  /** True if the socket's timeout watches the answer. */
  watched: boolean;
}

/** True if an answer says, or is going to say, that its connection ends. */
function endsConnection(response: ServerResponse): boolean {
  return response.getHeader("connection") === "close";
}

export class Connections {
  readonly #bounds: ConnectionBounds;
  /** Those with a request under way, by when it began. */
  readonly #busy = new Map<Socket, Connection>();
  /** Those on which no request has come yet, which Node.js does not count as idle. */
  readonly #fresh = new Set<Socket>();
  readonly #open = new Set<Socket>();
  #bytes = 0;
  #pipelined = 0;
  #isDrained = false;
  /** Ends the grace of a server that stops; null before it stops. */
  #endGrace: (() => void) | null = null;
  readonly #endLooks: () => void;
  readonly #isStopping: () => boolean;

  /** `isStopping` is true from the moment on at which the server is about to stop. */
  constructor(bounds: Partial<ConnectionBounds> = {}, isStopping: () => boolean = () => false) {
    this.#isStopping = isStopping;
    this.#bounds = { ...BOUNDS, ...bounds };
    this.#endLooks = runEvery(this.#bounds.stallMs / LOOKS, () => this.#look());
  }

  /** Takes note of a new connection. */
  open(socket: Socket): void {
    this.#fresh.add(socket);
    this.#open.add(socket);
    socket.once("close", () => {
      this.#fresh.delete(socket);
      this.#open.delete(socket);
      this.#endGraceIfIdle();
    });
  }

  /** Begins a request: now, or when those before it on its connection are answered. */
  enter(response: ServerResponse, begin: () => void): void {
    const { socket } = response.req;
    const connection = this.#busy.get(socket);
    if (connection !== undefined) {
      // A connection that was ended still gives the requests of which all bytes had been read.
      if (socket.destroyed) return;
      connection.waiting.push({ response, begin });
      this.#pipelined += 1;
      this.#rest(connection);
      if (this.#pipelined > this.#bounds.pipelined) this.#endLongest();
      return;
    }
    this.#fresh.delete(socket);
    this.#begin({ socket, response, waiting: [], bytes: 0, sent: null, watched: false }, response, begin);
  }

  /** Counts the bytes of an answer that is about to be sent; `sent` is called when they are gone. */
  hold(response: ServerResponse, bytes: number, sent: () => void): void {
    const connection = this.#busy.get(response.req.socket);
    if (connection?.response !== response) {
      sent();
      return;
    }
    connection.bytes = bytes;
    connection.sent = sent;
    this.#bytes += bytes;
    for (const other of this.#busy.values()) {
      if (this.#bytes <= this.#bounds.answerBytes) return;
      if (other === connection || other.bytes === 0) continue;
      other.socket.destroy();
      this.#release(other);
    }
  }

  /**
   * Refuses bytes that are not a valid request: now, or when the requests before them are answered. `act`
   * answers and closes the connection. This happens once for each connection; later errors are ignored.
   */
  refuse(socket: Socket, act: () => void): void {
    const connection = this.#busy.get(socket);
    // If the current request itself is cut off, it never ends without this.
    if (connection === undefined || !connection.response.req.complete) {
      act();
      return;
    }
    const last = connection.waiting.at(-1);
    if (last?.response === null) return;
    if (last?.response.req.complete === false) {
      connection.waiting.pop();
      this.#pipelined -= 1;
    }
    connection.waiting.push({ response: null, begin: act });
    this.#pipelined += 1;
  }

  /** True if a connection has a request under way. */
  isBusy(socket: Socket): boolean {
    return this.#busy.has(socket);
  }

  /**
   * Ends every connection after an answer that says so. A request may be on its way on an idle connection, so
   * those have a moment of grace, which ends early if there are none. Then the caller closes what is idle.
   */
  async stop(): Promise<void> {
    for (const { response } of this.#busy.values())
      if (!response.headersSent) response.setHeader("connection", "close");
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = runAfter(this.#bounds.graceMs, resolve);
    this.#endGrace = resolve;
    this.#endGraceIfIdle();
    await promise;
    cancel();
    this.#isDrained = true;
    for (const socket of this.#fresh) if (socket.bytesRead === 0) socket.destroy();
  }

  /** Ends the grace when all that is open will end with an answer. */
  #endGraceIfIdle(): void {
    if (this.#endGrace !== null && [...this.#open].every((socket) => this.#isEnding(socket)))
      this.#endGrace();
  }

  #isEnding(socket: Socket): boolean {
    const response = this.#busy.get(socket)?.response;
    return response !== undefined && endsConnection(response);
  }

  /** Ends the looks at connections, which are gone by now. */
  close(): void {
    this.#endLooks();
  }

  #begin(connection: Connection, response: ServerResponse, begin: () => void): void {
    connection.response = response;
    // Deleted and added again, so that connections are in the order in which their requests began.
    this.#busy.delete(connection.socket);
    this.#busy.set(connection.socket, connection);
    response.once("close", () => this.#next(connection));
    if (this.#endGrace !== null || this.#isStopping()) response.setHeader("connection", "close");
    this.#endGraceIfIdle();
    begin();
  }

  #next(connection: Connection): void {
    const { socket, waiting } = connection;
    this.#release(connection);
    if (this.#endGrace !== null && (this.#isDrained || endsConnection(connection.response)))
      socket.destroySoon();
    const next = socket.writable ? waiting.shift() : undefined;
    if (next === undefined) {
      this.#drop(waiting);
      this.#busy.delete(socket);
      return;
    }
    this.#pipelined -= 1;
    if (connection.watched) socket.setTimeout(0);
    connection.watched = false;
    if (waiting.length > 0) this.#rest(connection);
    else socket.resume();
    if (next.response !== null) {
      this.#begin(connection, next.response, next.begin);
      return;
    }
    this.#busy.delete(socket);
    next.begin();
  }

  #release(connection: Connection): void {
    this.#bytes -= connection.bytes;
    connection.bytes = 0;
    connection.sent?.();
    connection.sent = null;
  }

  /**
   * Reads nothing more from a connection on which requests wait. Node.js resumes reading after each message
   * of what it has read, so this comes after all of them.
   */
  #rest({ socket, waiting }: Connection): void {
    runSoon(() => {
      if (waiting.length > 0) socket.pause();
    });
  }

  #endLongest(): void {
    let longest: Connection | undefined;
    for (const each of this.#busy.values())
      if (longest === undefined || each.waiting.length > longest.waiting.length) longest = each;
    longest?.socket.destroy();
    this.#drop(longest?.waiting ?? []);
  }

  #drop(waiting: Waiting[]): void {
    this.#pipelined -= waiting.length;
    waiting.length = 0;
  }

  /**
   * Sets the socket's own timeout for each response that waits to be read; it restarts whenever the client
   * reads some of it.
   */
  #look(): void {
    for (const connection of this.#busy.values()) {
      if (connection.watched || !(connection.socket.writableLength > 0)) continue;
      connection.watched = true;
      connection.socket.setTimeout(this.#bounds.stallMs);
    }
  }
}
