/**
 * Requests to an S3 server: signed, and sent again while the server is unavailable or its answers prove
 * nothing. Invariants: every body is sent with its hash; all attempts of a request end before one deadline;
 * error messages contain no secrets.
 */
import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { pause } from "../time/timer.ts";
import { type ContentFile, StorageProblem } from "./objects.ts";

export interface S3Options {
  /** The server's URL, such as `https://s3.eu-central-1.amazonaws.com`. Links lead there too. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** True if the bucket's name begins the path of URLs, false if it begins the server's name. */
  readonly pathStyle: boolean;
  /** The machine's clock. The server refuses signatures whose time differs much from its own clock. */
  readonly now: () => UnixSeconds;
  /** The longest time of one attempt. */
  readonly attemptMs?: number;
  /** The longest time of all attempts of one call together. */
  readonly deadlineMs?: number;
  /** The pause before the second attempt, which doubles before each further one. */
  readonly pauseMs?: number;
  /** The number of keys in one page of a listing. */
  readonly pageKeys?: number;
}

/** A request to the server. */
interface Call {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** The key of an object; empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | ContentFile;
  readonly signal?: AbortSignal;
}

/** A response with its complete body. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

const ATTEMPTS = 4;
/** Enough for the largest object on a slow connection. */
const ATTEMPT_MS = 30_000;
/** Callers and the proxies before the service wait a minute at most, and get an answer before. */
const DEADLINE_MS = 45_000;
const PAUSE_MS = 250;
const TOO_MANY_REQUESTS = 429;
/** Sends requests to the server of a bucket. */
export function s3Requests(options: S3Options) {
  const { attemptMs = ATTEMPT_MS, deadlineMs = DEADLINE_MS, pauseMs = PAUSE_MS } = options;
  const root = new URL(options.endpoint);
  if (!options.pathStyle) root.hostname = `${options.bucket}.${root.hostname}`;
  const where = `the bucket ${options.bucket} at ${new URL(options.endpoint).host}`;
  const signing = {
    service: "s3",
    region: options.region,
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
  };

  function addressOf(key: string, query: Readonly<Record<string, string>>): URL {
    const address = new URL(`${options.pathStyle ? `/${options.bucket}` : ""}/${key}`, root);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    return address;
  }

  /** Signs and sends a request once. Returns the response as soon as its headers have arrived. */
  async function begin(
    { method, key, query = {}, headers = {}, body, signal }: Call,
    timeoutMs: number,
  ): Promise<Response> {
    const isFile = body !== undefined && !(body instanceof Uint8Array);
    const hash = isFile ? body.sha256 : hashOf(body ?? "");
    const { url, headers: signed } = await new AwsV4Signer({
      ...signing,
      method,
      url: hrefOf(addressOf(key, query)),
      headers: { ...headers, "x-amz-content-sha256": hash },
    }).sign();
    const timeout = AbortSignal.timeout(Math.ceil(timeoutMs));
    if (isFile) signed.set("content-length", String(body.size));
    return fetch(hrefOf(url), {
      method,
      headers: signed,
      redirect: "manual",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body === undefined ? {} : isFile ? { body: body.read(), duplex: "half" } : { body }),
    });
  }

  async function attempt(call: Call, timeoutMs: number): Promise<Reply> {
    return replyOf(await begin(call, timeoutMs));
  }

  /**
   * Sends a request, with several attempts if the server is unavailable or overloaded, or if `doubt` finds
   * that an answer proves nothing. All requests are idempotent. `action` names the request in an error
   * message.
   */
  async function send(
    call: Call,
    action: string,
    doubt: (reply: Reply, leftMs: () => number) => string | null | Promise<string | null> = strangeness,
  ): Promise<Reply> {
    const end = performance.now() + deadlineMs;
    const leftMs = (): number => Math.max(1, Math.min(attemptMs, end - performance.now()));
    for (let count = 1; ; count += 1) {
      call.signal?.throwIfAborted();
      const timeoutMs = leftMs();
      let failure: string | null;
      try {
        const reply = await attempt(call, timeoutMs);
        const isFailing = reply.status >= 500 || reply.status === TOO_MANY_REQUESTS;
        failure = isFailing ? describeReply(reply) : await doubt(reply, leftMs);
        if (failure === null) return reply;
      } catch (error) {
        call.signal?.throwIfAborted();
        failure = reasonOf(error, timeoutMs);
      }
      const waitMs = pauseMs * 2 ** (count - 1);
      if (count === ATTEMPTS || performance.now() + waitMs >= end)
        throw new StorageProblem(`${action} failed in ${where}, tried ${timesText(count)}: ${failure}.`);
      await pause(waitMs);
    }
  }

  return { where, signing, addressOf, begin, attempt, send, deadlineMs };
}

/** Reads the complete body of a response. */
export async function replyOf(response: Response): Promise<Reply> {
  const { status, headers } = response;
  return { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
}

/** Returns a URL with blanks as `%20`, because not every server reads a `+` in a query as a blank. */
export function hrefOf(address: URL): string {
  return address.href.replaceAll("+", "%20");
}

/** The SHA-256 in hexadecimal digits. */
export function hashOf(body: Uint8Array | string): string {
  return createHash("sha256").update(body).digest("hex");
}

export const STRANGE = "it answered 200 with what is no answer of an S3 server, as a proxy before it does";

/** Describes an answer about an object that no S3 server gives: each of its answers has a tag. */
export function strangeness({ status, headers }: Reply): string | null {
  return status === 200 && !headers.has("etag") ? STRANGE : null;
}

function timesText(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

/** Yields a body piece by piece. `fail` throws the problem of a body that ends early. */
export async function* piecesOf(
  body: AsyncIterable<Uint8Array>,
  fail: (error: unknown) => never,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await pieces.next().catch(fail);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await pieces.return?.();
  }
}

export function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/**
 * Returns the text of the first element with a name, if the element contains only text. The XML of S3 replies
 * is so simple that no XML parser is needed.
 */
export function elementOf(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text === undefined
    ? null
    : text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => ENTITIES[entity] ?? "");
}

export function errorOf(body: Uint8Array): { readonly code: string | null; readonly message: string | null } {
  const xml = textOf(body.subarray(0, 10_000));
  return { code: elementOf(xml, "Code"), message: elementOf(xml, "Message") };
}

/**
 * Returns the status, code and message of an error reply. Its other elements repeat the signed text and are
 * left out.
 */
export function describeReply({ status, body }: Reply): string {
  const { code, message } = errorOf(body);
  return [String(status), code, message === null ? null : `(${message.replace(/\.$/, "")})`]
    .filter((part) => part !== null)
    .join(" ");
}

export function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof DOMException && error.name === "TimeoutError")
    return `no answer within ${Number((timeoutMs / 1000).toFixed(2))} seconds`;
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error
    ? cause.message || ("code" in cause ? String(cause.code) : cause.name)
    : String(error);
}
