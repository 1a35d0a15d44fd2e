/**
 * Request ids: every response has an id in `X-Request-Id`, all log lines of the request contain it, and one
 * line records the response. Invariant: that line contains no values of a query, a body or a credential.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "../../platform/log/log.ts";
import { type Trace, withTrace } from "../../platform/log/trace.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { RandomText } from "../../platform/random/random.ts";
import type { Metrics } from "../../platform/metrics/index.ts";
import { surfaceOf } from "../door/index.ts";

export const REQUEST_ID_HEADER = "x-request-id";

/**
 * The form of an id that a proxy or a caller may send. Other texts are replaced, so that callers can't write
 * into the log, and no API key that was sent in the wrong header stands there.
 */
const REQUEST_ID = /^(?!.*svc_)[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;
/** W3C Trace Context, section 3.2: version, trace id, parent id, flags. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;
const NO_TRACE = "0".repeat(32);
const RANDOM_LENGTH = 20;

/** Makes a request id. */
export function newRequestId(random: RandomText): string {
  return `req_${random(RANDOM_LENGTH)}`;
}

/** The request's own id when it is well-formed, else a new one, and its caller's trace. */
function traceOf(headers: FastifyRequest["headers"], random: RandomText): Trace {
  const given = headers[REQUEST_ID_HEADER];
  const request_id = typeof given === "string" && REQUEST_ID.test(given) ? given : newRequestId(random);
  const { traceparent } = headers;
  const [, trace_id = NO_TRACE] = (typeof traceparent === "string" && TRACEPARENT.exec(traceparent)) || [];
  return trace_id === NO_TRACE ? { request_id } : { request_id, trace_id };
}

export interface Follower {
  readonly log: Log;
  readonly random: RandomText;
  /** Milliseconds of a monotonic clock: Fastify measures nothing without a logger of its own. */
  readonly elapsedMs: Clock["elapsedMs"];
  /** Called with each answer. */
  readonly answered: Metrics["countAnswer"];
}

/** Gives a request its id, and has its answer logged when it was sent or its caller has gone. Returns the id and trace. */
export function follow(
  request: FastifyRequest,
  reply: FastifyReply,
  { log, random, elapsedMs, answered }: Follower,
): Trace {
  const trace = traceOf(request.headers, random);
  const began = elapsedMs();
  reply.header(REQUEST_ID_HEADER, trace.request_id);
  reply.raw.once("close", () => {
    const { exchange, method, routeOptions } = request;
    const { statusCode: status } = reply;
    const takenMs = elapsedMs() - began;
    const { url: route = null } = routeOptions;
    const operation =
      exchange?.arrival.bound?.operation.id ?? (route === null ? "unknown" : `${method} ${route}`);
    const surface = surfaceOf(request);
    answered({ operation, surface, status, seconds: takenMs / 1_000 });
    // They would fill the log with the questions of machines.
    if (surface === "health") return;
    const identity = exchange?.identity;
    const caller = identity
      ? {
          company: identity.company_id,
          ...(identity.key_id === null ? { user: identity.user_id } : { key: identity.key_id }),
        }
      : {};
    const duration_ms = Math.round(takenMs * 10) / 10;
    log.info({ ...trace, operation, status, duration_ms, ...caller }, "answered");
  });
  return trace;
}

/** Follows every request that has a path. */
export function followRequests(app: FastifyInstance, follower: Follower): void {
  app.addHook("onRequest", (request, reply, done) => withTrace(follow(request, reply, follower), done));
}
