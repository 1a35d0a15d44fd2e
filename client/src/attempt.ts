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
  readonly init: RequestInit;
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
  const timer = setTimeout(() => {
    controller.abort(new TimeoutError(`The server did not answer completely within ${timeoutMs} ms.`));
  }, timeoutMs);
  const aborted = rejection(controller.signal);
  try {
    const request = sent.fetch(sent.url, { ...sent.init, redirect: "manual", signal: controller.signal });
    const response = await Promise.race([request, aborted]);
    refuseRedirect(response);
    return await Promise.race([read(response, controller), aborted]);
  } catch (error) {
    if (!controller.signal.aborted) controller.abort();
    else if (error !== controller.signal.reason) throw controller.signal.reason;
    throw signal?.aborted || isOurs(error)
      ? error
      : new ConnectionError("The connection to the server failed.", error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
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
    body = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw problem("json", "The answer is not valid JSON");
  }
  if (status >= 200 && status < 300) return { status, headers, body };
  const error = errorBody(body);
  if (error === null)
    throw problem(status < 400 ? "status" : "envelope", "The answer is not one of this API");
  const Class = ERROR_CLASSES[error.code as ErrorCode] ?? ApiError;
  throw new Class(status, error, requestId);
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
