/**
 * Load over HTTP from this process: connections that stay open, each sending the next request when the
 * answer to the last one is there. It writes and reads bytes itself, because a client library would take
 * more of the machine than the server that is measured.
 */
import { connect, type Socket } from "node:net";

export interface Request {
  /** Address of the server, such as `http://127.0.0.1:4100`. */
  readonly origin: string;
  readonly path: string;
  /** Null sends none. */
  readonly key: string | null;
  /** Sent as JSON. */
  readonly body?: object;
  /** GET without a body, and PATCH with one, where none is named. */
  readonly method?: string;
  /** What the caller can read; anything by default. */
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The tag of an answer that the caller has: the answer must be a 304 then, otherwise a 200. */
  readonly tag?: string;
  /** True to accept any status. */
  readonly anyAnswer?: boolean;
}

/** An answer as it came. */
export interface Answer {
  readonly head: string;
  readonly body: Buffer;
}

function bytesOf({ origin, path, key, body, method, tag, accept = "*/*", headers = {} }: Request): Buffer {
  const text = body === undefined ? "" : JSON.stringify(body);
  const about = [
    ...(body === undefined
      ? []
      : [`content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`]),
    ...(key === null ? [] : [`authorization: Bearer ${key}\r\n`]),
    ...(tag === undefined ? [] : [`if-none-match: ${tag}\r\n`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`),
  ].join("");
  return Buffer.from(
    `${method ?? (body === undefined ? "GET" : "PATCH")} ${path} HTTP/1.1\r\nhost: ${new URL(origin).host}\r\naccept: ${accept}\r\n${about}\r\n${text}`,
  );
}

const [OK, NOT_MODIFIED] = ["HTTP/1.1 200 ", "HTTP/1.1 304 "];
/** Answers that have no body and state no length. */
const EMPTY = /^HTTP\/1\.1 [23]04 /;

/** A connection that stays open and takes one request at a time. */
class Connection {
  readonly #socket: Socket;
  #parts: Buffer[] = [];
  #received = 0;
  #wanted: number | null = null;
  #done: ((answer: Answer) => void) | null = null;
  #failed: ((error: Error) => void) | null = null;
  #head = "";

  constructor(origin: string) {
    const { hostname, port } = new URL(origin);
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on("data", (part) => this.#take(part));
    this.#socket.on("error", (error) => this.#failed?.(error));
    this.#socket.on("close", () => this.#failed?.(new Error("the server closed the connection")));
  }

  ask(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#failed = reject;
      this.#socket.write(request);
    });
  }

  #take(part: Buffer): void {
    this.#parts.push(part);
    this.#received += part.length;
    if (this.#wanted === null) {
      const all = Buffer.concat(this.#parts);
      const end = all.indexOf("\r\n\r\n");
      if (end < 0) return;
      this.#head = all.toString("latin1", 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1];
      if (length === undefined && !EMPTY.test(this.#head)) {
        this.#failed?.(new Error(`an answer without a length: ${this.#head}`));
        return;
      }
      this.#wanted = end + 4 + Number(length ?? 0);
    }
    if (this.#received < this.#wanted) return;
    const body = Buffer.concat(this.#parts).subarray(this.#head.length + 4);
    this.#parts = [];
    this.#received = 0;
    this.#wanted = null;
    this.#done?.({ head: this.#head, body });
  }

  close(): void {
    this.#failed = null;
    this.#socket.destroy();
  }
}

/** Sends one request. */
export async function askOnce(request: Request): Promise<Answer> {
  const connection = new Connection(request.origin);
  try {
    return await connection.ask(bytesOf(request));
  } finally {
    connection.close();
  }
}

/**
 * Sends requests one after another over one connection. `next` makes each request from the last response, and
 * null ends the series. Throws if a response is not 200.
 */
export async function follow(first: Request, next: (answer: Answer) => Request | null): Promise<void> {
  const connection = new Connection(first.origin);
  try {
    for (let request: Request | null = first; request !== null;) {
      const answer: Answer = await connection.ask(bytesOf(request));
      if (!answer.head.startsWith(OK))
        throw new Error(`${request.path}: ${answer.head.split("\r\n")[0]} ${answer.body.toString()}`);
      request = next(answer);
    }
  } finally {
    connection.close();
  }
}

/**
 * Sends `count` of the requests in turn over `connections`, or as many as begin within `longestMs`; throws at
 * an answer other than 200, or than 304 to a request with a tag, unless any answer will do. Returns the
 * milliseconds that each took.
 */
export async function load(
  requests: readonly Request[],
  count: number,
  connections: number,
  longestMs = Infinity,
): Promise<number[]> {
  const [first] = requests;
  if (!first) throw new Error("there is nothing to ask for");
  const bytes = requests.map(bytesOf);
  const taken: number[] = [];
  const until = performance.now() + longestMs;
  let left = count;
  const one = async (): Promise<void> => {
    const connection = new Connection(first.origin);
    try {
      while (left > 0 && performance.now() < until) {
        left -= 1;
        const which = left % requests.length;
        const start = performance.now();
        const { head, body } = await connection.ask(bytes[which] ?? Buffer.alloc(0));
        taken.push(performance.now() - start);
        const { tag, anyAnswer = false, path } = requests[which] ?? first;
        if (!anyAnswer && !head.startsWith(tag === undefined ? OK : NOT_MODIFIED))
          throw new Error(`${path}: ${head.split("\r\n")[0]} ${body.toString()}`);
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return taken;
}
