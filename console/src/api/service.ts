/**
 * The console's one way to the service: the client that programs use, with the session of the browser in
 * place of a key. Every request names its company and carries the token of the page, without which the
 * service changes nothing.
 */
import {
  ApiError,
  type ApiErrorBody,
  type Client,
  ConnectionError,
  createClient,
  TimeoutError,
} from "@daybook/client";

const ROOT = "/app/api";

function metaOf(name: string): string {
  return document.querySelector(`meta[name="daybook-${name}"]`)?.getAttribute("content") ?? "";
}

/** The nonce of the page's styles. */
export const STYLE_NONCE = metaOf("nonce");
const PROOF = { "X-CSRF-Token": metaOf("token") } as const;

/** Longer pauses that the service asks for are shown to the person, who may not want to wait. */
const LONGEST_PAUSE_MS = 3_000;

const clients = new Map<string, Client>();

/** The client of a company. */
export function clientOf(company: string): Client {
  const known = clients.get(company);
  if (known) return known;
  const headers = { ...PROOF, "Daybook-Company": company };
  const client = createClient({
    baseUrl: `${ROOT}/v1`,
    authorize: () => headers,
    retries: 2,
    longestPauseMs: LONGEST_PAUSE_MS,
  });
  clients.set(company, client);
  return client;
}

/** A request to an operation that only the console has, for a company or for none. */
export interface OwnRequest {
  readonly method?: "GET" | "DELETE";
  readonly company?: string;
  readonly signal?: AbortSignal;
}

/** Calls an operation that only the console has. Throws what the client throws. */
export async function callOwn<Body>(path: string, request: OwnRequest = {}): Promise<Body> {
  const { method = "GET", company, signal } = request;
  const response = await fetch(`${ROOT}${path}`, {
    method,
    headers: { ...PROOF, ...(company === undefined ? {} : { "Daybook-Company": company }) },
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : new ConnectionError("The service does not answer.", error);
  });
  if (!response.ok) {
    const { error } = (await response.json().catch(() => ({}))) as { readonly error?: ApiErrorBody };
    throw new ApiError(
      response.status,
      error ?? {
        type: "api_error",
        code: "unreadable",
        message: "The service gave an answer that can't be read.",
      },
      response.headers.get("x-request-id"),
    );
  }
  return (response.status === 204 ? null : await response.json()) as Body;
}

/** The code of an error of the service; `unreachable` if it gave no answer, null for any other error. */
export function codeOf(error: unknown): string | null {
  if (error instanceof ApiError) return error.code;
  return error instanceof ConnectionError || error instanceof TimeoutError ? "unreachable" : null;
}
