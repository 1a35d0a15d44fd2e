/**
 * How a request of HTTP arrives in the pipeline: its operation, its parameters and its credential, which is
 * an API key or, at the addresses of the web console, the session of the browser. It makes no decisions.
 */
import type { FastifyRequest } from "fastify";
import type { Bound } from "../../contract/operation.ts";
import type { RawValue } from "../../contract/params.ts";
import { losAngelesDate } from "@daybook/words/civil-date";
import { formToken } from "../../modules/tenants/sign-in/index.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { isSame, sessionOf } from "../app/index.ts";
import { Exchange, type SessionArrival } from "../dispatch/exchange.ts";
import { isOwnOrigin, remoteAddress, timesGiven } from "../door/index.ts";

/** Headers of requests of the web console: the company, and the token of the session's pages. */
const COMPANY_HEADER = "daybook-company";
const TOKEN_HEADER = "x-csrf-token";

export interface ArrivalServices {
  readonly clock: Clock;
  readonly console: { readonly publicUrl: string | null };
}

/** The two ways into the pipeline: with a key from anywhere, or with a session from the web console. */
export type Credential = "key" | "session";

/** The clock is read once, so that midnight can't fall between the request's instant and its day. */
export function arrive(
  request: FastifyRequest,
  bound: Bound | null,
  { clock, console: { publicUrl } }: ArrivalServices,
  credential: Credential = "key",
): Exchange {
  const now = clock.now();
  return new Exchange(
    {
      ...sourceOf(request),
      ...(credential === "session" ? { session: sessionArrival(request, publicUrl) } : {}),
      bound,
      pathParams: request.params as Record<string, string>,
      query: request.query as Record<string, RawValue>,
      idempotencyKeys:
        request.headers["idempotency-key"] === undefined ? [] : valuesOf(request, "idempotency-key"),
      ifNoneMatch: request.headers["if-none-match"],
    },
    now,
    losAngelesDate(now),
  );
}

/** Browsers send the cookie of a session from wherever it is asked, so what changes something is proved apart. */
function sessionArrival(request: FastifyRequest, publicUrl: string | null): SessionArrival {
  const token = sessionOf(request, publicUrl);
  const company = timesGiven(request, COMPANY_HEADER) === 1 ? request.headers[COMPANY_HEADER] : undefined;
  const proof = timesGiven(request, TOKEN_HEADER) === 1 ? request.headers[TOKEN_HEADER] : undefined;
  const isRead = request.method === "GET" || request.method === "HEAD";
  const isProved =
    token !== null &&
    typeof proof === "string" &&
    isSame(proof, formToken(token)) &&
    isOwnOrigin(request.headers.origin, request.headers.host, publicUrl);
  return { token, company: typeof company === "string" ? company : null, isTrusted: isRead || isProved };
}

/** Who sent a request, and with which key. */
export function sourceOf(request: FastifyRequest) {
  return {
    // If there are two keys, Node.js keeps the first, but a proxy may have read the second: so neither is
    // accepted.
    authorization: timesGiven(request, "authorization") > 1 ? undefined : request.headers.authorization,
    remoteAddress: remoteAddress(request),
    isWanted: () => !request.socket.destroyed,
  };
}

/** An OPTIONS that asks nothing for a web page: it is refused as where no pages may call the operations. */
export function isBareOptions({ method, headers }: FastifyRequest): boolean {
  return (
    method === "OPTIONS" &&
    (headers.origin === undefined || headers["access-control-request-method"] === undefined)
  );
}

/** All values of a header in the request. */
function valuesOf(request: FastifyRequest, name: string): string[] {
  return request.raw.rawHeaders.filter((_, at, all) => at % 2 === 1 && all[at - 1]?.toLowerCase() === name);
}
