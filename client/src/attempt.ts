/**
 * One request and its answer. Invariants: it always ends, by an answer, an error or the timeout, whatever the
 * server does and even if `fetch` ignores its signal; no redirect is followed, so that the key reaches no
 * other address; no more than the bound of bytes is kept.
 */
import { ApiError, type ApiErrorBody, ConnectionError, ProtocolError, TimeoutError } from "./errors.ts";
import { ERROR_CLASSES, type ErrorCode } from "./generated/errors.ts";

/** A request as it is sent. */
export interface Sent {
  readonly url: string;
  /** Makes the request. What it throws is thrown as it is, because the caller's own functions run in it. */
  readonly init: () => RequestInit | Promise<RequestInit>;
  readonly fetch: typeof fetch;
  /** The longest time until the answer is complete, or until the stream of a download begins. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** An answer with its body. */
export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

const REQUEST_ID = "x-request-id";
const NOT_MODIFIED = 304;

export const requestIdOf = (headers: Headers): string | null => headers.get(REQUEST_ID);

/**
 * Sends a request and reads its answer with `read`. `signal` ends it with the signal's own reason. The
 * connection is closed if anything fails.
 */
export async function exchange<Result>(
  sent: Sent,
  read: (response: Response, controller: AbortController) => Promise<Result>,
): Promise<Result> {
  const { signal, timeoutMs } = sent;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  const timer = after(timeoutMs, () => {
    controller.abort(new TimeoutError(`There was no complete answer within ${timeoutMs} ms.`));
  });
  const aborted = rejection(controller.signal);
  let init: RequestInit | undefined;
  try {
    init = await Promise.race([Promise.resolve().then(sent.init), aborted]);
    const request = sent.fetch(sent.url, { ...init, redirect: "manual", signal: controller.signal });
    const response = await Promise.race([request, aborted]);
    refuseRedirect(response);
    return await Promise.race([read(response, controller), aborted]);
  } catch (error) {
    if (!controller.signal.aborted) controller.abort();
    else if (error !== controller.signal.reason) throw controller.signal.reason;
    throw signal?.aborted || init === undefined || isOurs(error)
      ? error
      : new ConnectionError("The connection to the server failed.", withoutSecrets(error, sent.url, init));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** The longest time that timers of runtimes know; a longer one would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Runs `work` after a time, of any length. */
export function after(milliseconds: number, work: () => void): ReturnType<typeof setTimeout> {
  return setTimeout(work, Math.min(milliseconds, LONGEST_TIMER_MS));
}

const DEEPEST_CAUSE = 8;

/** The texts of an error, and of the errors that caused it. */
function textsOf(value: unknown, depth = 0): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || depth > DEEPEST_CAUSE) return "";
  const names = Object.getOwnPropertyNames(value);
  return names.map((name) => textsOf((value as Record<string, unknown>)[name], depth + 1)).join(" ");
}

/**
 * Returns a runtime's error as a cause, or only its code if it repeats the address or a header of the
 * request: a link gives its file to everyone, and a header may hold the key.
 */
function withoutSecrets(error: unknown, url: string, init: RequestInit): unknown {
  const { pathname, search } = new URL(url, "http://page");
  const headers = [...new Headers(init.headers)].map(([, value]) => value);
  const text = textsOf(error);
  const isTold = [`${pathname}${search}`, search, ...headers].some(
    (secret) => secret.length > 1 && text.includes(secret),
  );
  if (!isTold) return error;
  const { code } = error as { readonly code?: unknown };
  return Object.assign(new Error("The runtime's error repeats the request, so it is not shown."), { code });
}

/** A promise that is rejected with the signal's reason. It may stay pending for ever. */
function rejection(signal: AbortSignal): Promise<never> {
  const rejected = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  rejected.catch(() => {});
  return rejected;
}

const isOurs = (error: unknown): boolean =>
  error instanceof ApiError || error instanceof ProtocolError || error instanceof TimeoutError;

function refuseRedirect({ type, status, headers }: Response): void {
  // In browsers a redirect that is not followed is opaque and has the status 0.
  const isRedirect = type === "opaqueredirect" || (status >= 300 && status < 400 && status !== NOT_MODIFIED);
  if (!isRedirect) return;
  throw new ProtocolError(
    "redirect",
    "The server answered with a redirect, which is not followed. Is the base URL right?",
    status,
    requestIdOf(headers),
  );
}

/** Reads an answer of the API: its JSON, or null without a body. Throws the refusal of an error answer. */
export async function readJson(response: Response, maxBodyBytes: number): Promise<Answer<unknown>> {
  const { status, headers } = response;
  if (status === 204 || status === NOT_MODIFIED) {
    await response.body?.cancel();
    return { status, headers, body: null };
  }
  const requestId = requestIdOf(headers);
  const problem = (kind: "content_type" | "json" | "envelope" | "status", what: string): ProtocolError =>
    new ProtocolError(kind, `${what} (status ${status}). Is the base URL right?`, status, requestId);
  const type = headers.get("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw problem("content_type", "The answer is not JSON");
  const bytes = await readBytes(response, maxBodyBytes);
  let body: unknown;
  try {
    body = parse(bytes);
  } catch {
    throw problem("json", "The answer is not valid JSON");
  }
  if (status >= 200 && status < 300) return { status, headers, body };
  const error = errorBody(body);
  if (error === null)
    throw problem(status < 400 ? "status" : "envelope", "The answer is not one of this API");
  const isKnown = Object.hasOwn(ERROR_CLASSES, error.code);
  const Class = isKnown ? ERROR_CLASSES[error.code as ErrorCode] : ApiError;
  throw new Class(status, error, requestId);
}

/** Bytes that are decoded at once. V8 keeps longer texts apart, and making one takes longer than parsing it. */
const PIECE_BYTES = 65_536;

function decoded(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** Parses JSON. */
function parse(bytes: Uint8Array): unknown {
  if (bytes.length > 2 * PIECE_BYTES)
    try {
      const list = parseList(bytes);
      if (list !== null) return list;
    } catch {
      // It is cut at a place that is not between two records, or it is no JSON, which is found out below.
    }
  return JSON.parse(decoded(bytes));
}

/**
 * Parses the answer of a list in pieces of whole records. Returns null if its records are not in `data`.
 * Throws `SyntaxError` if a cut is not between two records of it, because then a piece is not valid JSON.
 */
function parseList(bytes: Uint8Array): object | null {
  const pieces: string[] = [];
  for (let end = bytes.length; end > 0;) {
    const cut = cutBefore(bytes, end - PIECE_BYTES);
    pieces.unshift(decoded(bytes.subarray(cut + 1, end)));
    end = cut;
  }
  const [first, last] = [pieces.shift(), pieces.pop()];
  if (last === undefined) return null;
  const head = JSON.parse(`${first}]}`) as { readonly data?: unknown };
  if (Object.keys(head).at(-1) !== "data") return null;
  const tail = JSON.parse(`{"data":[${last}`) as { readonly data: unknown };
  const middle = pieces.map((piece) => JSON.parse(`[${piece}]`) as unknown);
  return { ...head, ...tail, data: [head.data, ...middle, tail.data].flat() };
}

const [COMMA, OPEN, CLOSED] = [0x2c, 0x7b, 0x7d];

/** Returns the index of the last comma between two objects, at `end` or before; -1 if there is none. */
function cutBefore(bytes: Uint8Array, end: number): number {
  let at = Math.max(end, -1);
  while (at >= 0 && !(bytes[at] === COMMA && bytes[at - 1] === CLOSED && bytes[at + 1] === OPEN)) at -= 1;
  return at;
}

function errorBody(body: unknown): ApiErrorBody | null {
  if (!isObject(body) || !isObject(body["error"])) return null;
  const { type, code, message, param = "", doc_url = "" } = body["error"];
  const isWhole = [type, code, message, param, doc_url].every((member) => typeof member === "string");
  return isWhole ? (body["error"] as unknown as ApiErrorBody) : null;
}

/** True for a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads the whole body. Throws before more than `most` bytes are kept. */
async function readBytes(response: Response, most: number): Promise<Uint8Array> {
  const { status, headers, body } = response;
  const tooLarge = (): ProtocolError =>
    new ProtocolError("size", `The answer has more than ${most} bytes.`, status, requestIdOf(headers));
  if (Number(headers.get("content-length") ?? 0) > most) throw tooLarge();
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = (body as ReadableStream<Uint8Array> | null)?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (piece === undefined || piece.done) break;
    length += piece.value.byteLength;
    if (length > most) throw tooLarge();
    pieces.push(piece.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}
