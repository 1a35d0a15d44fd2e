/**
 * The console's one way to the service: the operations of the API with the session of the browser. Every
 * request names its company; one that changes something carries the token of the page, and an
 * `Idempotency-Key`, so that it can be sent again.
 */

const ROOT = "/app/api";

/** A request that the service refused, or that got no answer (`status` 0). */
export class RequestFailure extends Error {
  override readonly name = "RequestFailure";
  readonly status: number;
  /** A code of the error table; `unreachable` if there was no answer. */
  readonly code: string;
  readonly param: string | null;
  /** Seconds after which the request may be sent again, if the service says so. */
  readonly retryAfter: number | null;
  constructor(failure: Pick<RequestFailure, "status" | "code" | "param" | "retryAfter" | "message">) {
    super(failure.message);
    this.status = failure.status;
    this.code = failure.code;
    this.param = failure.param;
    this.retryAfter = failure.retryAfter;
  }
}

export interface Answer<Body> {
  readonly body: Body;
  /** When the service answered, by its own clock, in milliseconds; null if it does not say. */
  readonly at: number | null;
}

export interface Request {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  readonly company?: string;
  readonly query?: Readonly<Record<string, string | number | null | undefined>>;
  readonly body?: object;
  /** Of a POST; by default a new one. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

function metaOf(name: string): string {
  return document.querySelector(`meta[name="daybook-${name}"]`)?.getAttribute("content") ?? "";
}

/** The nonce of the page's styles. */
export const STYLE_NONCE = metaOf("nonce");
const TOKEN = metaOf("token");

/** A text that no other request has. Pages without TLS lack `crypto.randomUUID`. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** Calls an operation of the API. Throws `RequestFailure`. */
export function callApi<Body>(path: string, request: Request = {}): Promise<Answer<Body>> {
  return call(`${ROOT}/v1${path}`, request);
}

/** Calls an operation that only the console has. Throws `RequestFailure`. */
export function callConsole<Body>(path: string, request: Request = {}): Promise<Answer<Body>> {
  return call(`${ROOT}${path}`, request);
}

async function call<Body>(path: string, request: Request): Promise<Answer<Body>> {
  const { method = "GET", company, query = {}, body, idempotencyKey, signal } = request;
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  );
  const headers = {
    ...(company === undefined ? {} : { "Daybook-Company": company }),
    ...(method === "GET" ? {} : { "X-CSRF-Token": TOKEN }),
    ...(method === "POST" ? { "Idempotency-Key": idempotencyKey ?? newKey() } : {}),
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
  };
  const target = given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
  const response = await fetch(target, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new RequestFailure({
      status: 0,
      code: "unreachable",
      message: "The service does not answer.",
      param: null,
      retryAfter: null,
    });
  });
  if (!response.ok) throw await failureOf(response);
  const date = Date.parse(response.headers.get("date") ?? "");
  const at = Number.isNaN(date) ? null : date;
  return { body: (response.status === 204 ? null : await response.json()) as Body, at };
}

async function failureOf(response: Response): Promise<RequestFailure> {
  const { error = {} } = (await response.json().catch(() => ({}))) as {
    readonly error?: { readonly code?: string; readonly message?: string; readonly param?: string };
  };
  const seconds = Number(response.headers.get("retry-after"));
  return new RequestFailure({
    status: response.status,
    code: error.code ?? "unreadable",
    message: error.message ?? "The service gave an answer that can't be read.",
    param: error.param ?? null,
    retryAfter: Number.isFinite(seconds) && seconds > 0 ? seconds : null,
  });
}
