/**
 * The front door: every request of every path passes it first, also on the port of the metrics. It decides by
 * the table of paths whether the request was meant for this service, comes from one of its pages and is
 * within the burst of its address. Invariants: a route without a row can't be added; nothing of a request is
 * read before the door has let it in; what the door counts is counted in this process, whose time it
 * protects, so that no other program is asked.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AssertionFailed } from "@daybook/words/assert";
import { type Refusal, refuse } from "../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { allowanceAfter, countedAddress, windowOf } from "../../modules/tenants/usage/index.ts";
import type { Counters } from "../../platform/counters/index.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { runAfter } from "../../platform/time/timer.ts";
import { isAllowedOrigin, isLoopback, isLoopbackHost, isOwnHost, type Known } from "./hosts.ts";
import { type DoorBurst, type Row, rowOf, UNKNOWN } from "./paths.ts";
import { remoteAddress, timesGiven } from "./remote.ts";

export { isOwnOrigin } from "./hosts.ts";
export { believed, remoteAddress, timesGiven } from "./remote.ts";

export interface DoorServices extends Known {
  readonly clock: Pick<Clock, "now">;
  readonly count: Counters["count"];
  /** True if other machines may read the metrics of this server. */
  readonly hasOpenMetrics?: boolean;
  /** How late a request beyond its burst is answered; by default the limit of that name. */
  readonly lateMs?: number;
}

const BURSTS: Readonly<Record<DoorBurst, number>> = {
  metrics: LIMITS.metrics_burst_requests.value,
  page: LIMITS.page_burst_requests.value,
  probe: LIMITS.probe_burst_requests.value,
};

const WRONG_HOST =
  "This name is not one of this service. An operator sets PUBLIC_URL to the address under which people reach it, or adds the name to ALLOWED_HOSTS.";
const UNLISTED_ORIGIN =
  "Pages of this origin may not call this service. An operator lists it in CORS_ORIGINS.";

/** Lets a request in, or throws its refusal: at once, or when it was counted if its path has a burst. */
export type FrontDoor = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | void;

/** Makes the door. */
export function makeDoor(services: DoorServices): FrontDoor {
  return (request, reply) => {
    const row = rowFor(request);
    const refusal = hostRefusal(request, services) ?? placeRefusal(request, row, services);
    if (refusal !== null) throw refusal;
    return row.burst === null ? undefined : countIn(row.burst, request, reply, services);
  };
}

async function countIn(
  burst: DoorBurst,
  request: FastifyRequest,
  reply: FastifyReply,
  { clock, count }: DoorServices,
): Promise<void> {
  const now = clock.now();
  const counted = await count(`${burst}:${countedName(request)}`, windowOf(now));
  const { exceeded, reset } = allowanceAfter(counted, BURSTS[burst], now);
  if (!exceeded) return;
  reply.header("retry-after", String(Math.max(1, reset - now)));
  throw refuse("rate_limit_exceeded", { message: "Too many requests from this address in this minute." });
}

/**
 * Puts the door before every route that is added to a server from now on. `isKnown` tells of a request with a
 * key or a session: others that asked too often are answered late, so that asking on costs the caller time
 * and the service nothing.
 */
export function putDoor(
  app: FastifyInstance,
  door: FrontDoor,
  isKnown: (request: FastifyRequest) => boolean,
  lateMs: number = LIMITS.late_refusal_ms.value,
): void {
  app.addHook("onRoute", ({ method, url }) => {
    const missing = [method].flat().find((each) => rowOf(each, url) === null);
    if (missing !== undefined)
      throw new AssertionFailed(`the table of the door has no row for ${missing} ${url}`);
  });
  // The hooks wait only where there is something to wait for: each wait costs a hundredth of a short request.
  app.addHook("onRequest", (request, reply, done) => {
    const counting = door(request, reply);
    if (counting) counting.then(() => done(), done);
    else done();
  });
  let late = 0;
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (reply.statusCode !== 429 || isKnown(request) || late >= LIMITS.late_refusals.value) {
      done();
      return;
    }
    late += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = runAfter(lateMs, resolve);
    reply.raw.once("close", () => {
      cancel();
      resolve();
    });
    void promise.then(() => {
      late -= 1;
      done();
    });
  });
}

function rowFor({ method, routeOptions }: FastifyRequest): Row {
  return (routeOptions.url === undefined ? null : rowOf(method, routeOptions.url)) ?? UNKNOWN;
}

/** The surface of a request, as metrics name it. */
export function surfaceOf(request: FastifyRequest): string {
  return rowFor(request).surface;
}

function hostRefusal(request: FastifyRequest, services: DoorServices): Refusal | null {
  const { host } = request.headers;
  if (host === undefined)
    return request.raw.httpVersion === "1.1"
      ? refuse("invalid_request", { message: "The `Host` header is missing." })
      : null;
  if (timesGiven(request, "host") > 1)
    return refuse("invalid_request", { message: "The `Host` header is given more than once." });
  // A trusted proxy may say another one, with which answers are written.
  return isOwnHost(host, services) && (request.host === host || isOwnHost(request.host, services))
    ? null
    : refuse("host_unknown", { message: WRONG_HOST });
}

/**
 * The name under which a caller is counted. Those behind a proxy that is not trusted are counted together,
 * and apart from the proxy itself: otherwise any of them could use up the burst of its health checks.
 */
function countedName(request: FastifyRequest): string {
  const address = remoteAddress(request);
  const isPassedOn =
    request.headers["x-forwarded-for"] !== undefined && address === request.socket.remoteAddress;
  return `${countedAddress(address)}${isPassedOn ? " by proxy" : ""}`;
}

/** Refuses what only programs of this machine, or only some pages, may ask for. */
function placeRefusal(
  request: FastifyRequest,
  { pages, isLocal = false }: Row,
  services: DoorServices,
): Refusal | null {
  const { host, origin } = request.headers;
  if (isLocal && services.hasOpenMetrics !== true && !isFromHere(request)) return refuse("local_only");
  if (isAllowedOrigin(pages, origin, host, services)) return null;
  return refuse("foreign_request", pages === "listed" ? { message: UNLISTED_ORIGIN } : {});
}

/** True if a program of this machine sent the request, and no proxy of it for another machine. */
function isFromHere({ socket, headers }: FastifyRequest): boolean {
  return (
    isLoopback(socket.remoteAddress ?? "") &&
    headers.forwarded === undefined &&
    headers["x-forwarded-for"] === undefined &&
    isLoopbackHost(headers.host ?? "localhost")
  );
}
