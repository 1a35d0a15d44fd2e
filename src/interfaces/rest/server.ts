/**
 * REST: binds the operations to HTTP. It only translates; every decision is the pipeline's. Answers to
 * whatever can't be read as a request are made here too, with the same error body.
 */
import { type IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import compress, { type FastifyCompressOptions } from "@fastify/compress";
import cors, { type FastifyCorsOptions } from "@fastify/cors";
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { API_ROOT, bodyLimitOf, type Bound, CONSOLE_API_ROOT } from "../../contract/operation.ts";
import { WrittenPage } from "../../contract/written.ts";
import { programVoice } from "../../core/advice.ts";
import { AssertionFailed } from "@daybook/words/assert";
import { errorBody, type Refusal, Refusal as RefusalClass, refuse } from "../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { Log } from "../../platform/log/log.ts";
import { withTrace } from "../../platform/log/trace.ts";
import type { ServedObjects } from "../../platform/objects/index.ts";
import type { RandomText } from "../../platform/random/random.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { appRoutes, CONSOLE_VOICE, type ConsoleServices } from "../app/index.ts";
import { docsRoutes, type DocsTexts } from "../docs/index.ts";
import type { Exchange } from "../dispatch/exchange.ts";
import { failureRefusal } from "../dispatch/failures.ts";
import { type PipelineServices, runPhase } from "../dispatch/pipeline.ts";
import { undeclaredRefusal } from "../dispatch/response-check.ts";
import { believed, type DoorServices, type FrontDoor, makeDoor, putDoor } from "../door/index.ts";
import { healthRoutes, type HealthServices } from "../health/index.ts";
import { mcpRoutes, type McpServices } from "../mcp/index.ts";
import { objectsRoutes } from "../objects/index.ts";
import { arrive, type Credential, isBareOptions, sourceOf } from "./arrival.ts";
import { type ConnectionBounds, Connections } from "./connections.ts";
import { watchDescriptors } from "./descriptors.ts";
import { follow, type Follower, followRequests, newRequestId, REQUEST_ID_HEADER } from "./follow.ts";
import { parseQuery } from "./query.ts";
import { isKnown, tagged } from "./tags.ts";

export interface RestServices extends PipelineServices {
  readonly operations: readonly Bound[];
  /** What only the web console calls, with a session. */
  readonly consoleOperations: readonly Bound[];
  /** What `/mcp` shows of transactions before a change, and of live feeds. */
  readonly transactions: McpServices["transactions"];
  readonly integrations: McpServices["integrations"];
  readonly company: McpServices["company"];
  readonly clock: Clock;
  readonly log: Log;
  /** Address of the reference site, asked at each error, because a port of 0 is known only once listening. */
  readonly docsUrl: () => string;
  /** Texts of the reference site, read when its first page is asked for. */
  readonly docsTexts: () => Promise<DocsTexts>;
  readonly console: ConsoleServices;
  /** Origins of web pages that may call the operations; null for none. */
  readonly corsOrigins: readonly string[] | null;
  /** The files behind signed links; null if another server answers those. */
  readonly objects: ServedObjects | null;
  /** The longest time in which a request must arrive completely; by default the limit of that name. */
  readonly requestTimeoutMs?: number;
  /** Bounds of connections; by default the limits of those names. */
  readonly connections?: Partial<ConnectionBounds>;
  /** Makes the ids of requests that bring none. */
  readonly random: RandomText;
  /** Told of each answer, for the figures of the process. */
  readonly answered?: Follower["answered"];
  readonly health?: HealthServices;
  /** Further names of the service, and how the front door counts. */
  readonly door: Pick<DoorServices, "count" | "lateMs" | "names">;
  /** The trusted proxies: their number in a row, or their addresses; by default none. */
  readonly trustProxy?: number | readonly string[];
  /** Bounds of calls of `/mcp` that wait for a person; by default the limits of those names. */
  readonly questionBounds?: McpServices["questionBounds"];
  /** Told of every answer that a card does not declare; tests make it fail the run. */
  readonly onUndeclared?: (problem: string) => void;
}

/** Shorter answers fit into one packet as they are. */
const COMPRESSED_FROM = 1_024;
const COMPRESSION: FastifyCompressOptions = {
  encodings: ["br", "gzip"],
  threshold: COMPRESSED_FROM,
  globalDecompression: false,
};

declare module "fastify" {
  interface FastifyRequest {
    exchange: Exchange | null;
  }
}

/** Makes the HTTP application; it listens when `listen` is called. */
export function restServer(services: RestServices): FastifyInstance {
  const { requestTimeoutMs = LIMITS.request_timeout_ms.value } = services;
  const connections = new Connections(services.connections, services.health?.isStopping);
  const { clock, corsOrigins, console } = services;
  const door = makeDoor({ ...services.door, clock, corsOrigins, publicUrl: console.publicUrl });
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: true,
    bodyLimit: LIMITS.json_body_bytes.value,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: "idle",
    trustProxy: believed(services.trustProxy ?? 0),
    return503OnClosing: false,
    routerOptions: { maxParamLength: LIMITS.url_bytes.value, querystringParser: parseQuery },
    http: {
      maxHeaderSize: LIMITS.header_bytes.value,
      requireHostHeader: false,
      // A head may take no longer than the whole, or Node would let a body take as long as its own limit for
      // heads.
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: requestTimeoutMs / 10,
    },
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) =>
      refuseRaw(error, socket, connections, services),
    frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      connections.enter(reply.raw, () => void unroutable(request, reply, door, services)),
  });
  app.decorateRequest("exchange", null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, services));
  app.addHook("onRequest", (_request, { raw }, done) => connections.enter(raw, done));
  followRequests(app, followerOf(services));
  putDoor(app, door, ({ exchange }) => exchange?.isKnown ?? false, services.door.lateMs);
  app.addHook("onSend", ({ exchange }, { raw }, payload, done) => {
    const bytes =
      typeof payload === "string"
        ? Buffer.byteLength(payload)
        : Buffer.isBuffer(payload)
          ? payload.length
          : 0;
    exchange?.turn?.answered(bytes);
    connections.hold(raw, bytes, () => exchange?.turn?.sent());
    done();
  });
  app.addHook("preClose", () => connections.stop());
  const unwatch = watchDescriptors(services.log);
  app.addHook("onClose", async () => {
    connections.close();
    unwatch();
  });
  // Before the body is read, so that an unknown path is refused in the order of the pipeline too.
  app.addHook("onRequest", (request, _reply, done) => {
    if (!request.is404 && !isBareOptions(request)) {
      done();
      return;
    }
    request.exchange = arrive(request, null, services);
    runPhase("head", request.exchange, services).then(() => done(), done);
  });
  app.setNotFoundHandler(() => {
    throw refuse("resource_missing");
  });
  app.server.on("connection", (socket) => connections.open(socket));
  // An unknown expectation is no reason to refuse (RFC 9110, section 10.1.1, allows either).
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.server.on("connect", (request, socket) => answerConnect(app, request, socket as Socket, connections));
  addRoutes(app, services);
  return app;
}

/**
 * Pages of the console are not compressed: they hold the token of a session beside texts that others may
 * choose, and the length of a compressed page would tell of the token.
 */
function addRoutes(app: FastifyInstance, services: RestServices): void {
  // A plugin sees only the routes that are added to its scope after it.
  void app.register(async (operations) => {
    await operations.register(compress, COMPRESSION);
    if (services.corsOrigins !== null) await operations.register(cors, corsOptions(services));
    addOperations(operations, services, API_DOOR);
    mcpRoutes(operations, { ...services, publicUrl: services.console.publicUrl, sourceOf });
  });
  docsRoutes(app, {
    operations: services.operations,
    texts: services.docsTexts,
    docsUrl: services.docsUrl,
    publicUrl: services.console.publicUrl,
  });
  addConsoleApi(app, services);
  if (services.health) healthRoutes(app, services.health);
  appRoutes(app, services.console, services.log);
  objectsRoutes(app, { served: services.objects, clock: services.clock, log: services.log });
}

/** Where operations are found, and how their callers prove who they are. */
interface Door {
  readonly root: string;
  readonly operations: (services: RestServices) => readonly Bound[];
  readonly credential: Credential;
}

const API_DOOR: Door = { root: API_ROOT, operations: ({ operations }) => operations, credential: "key" };
const CONSOLE_DOORS: readonly Door[] = [
  { ...API_DOOR, root: `${CONSOLE_API_ROOT}/v1`, credential: "session" },
  {
    root: CONSOLE_API_ROOT,
    operations: ({ consoleOperations }) => consoleOperations,
    credential: "session",
  },
];

/**
 * The operations for the web console, by the session of its pages. Their answers hold no token, so they may
 * be compressed; no page of another origin may call them.
 */
function addConsoleApi(app: FastifyInstance, services: RestServices): void {
  void app.register(async (scope) => {
    await scope.register(compress, COMPRESSION);
    for (const door of CONSOLE_DOORS) addOperations(scope, services, door);
    scope.all(`${CONSOLE_API_ROOT}/*`, {
      onRequest: async (request) => {
        request.exchange = arrive(request, null, services, "session");
        await runPhase("head", request.exchange, services);
      },
      handler: () => {
        throw refuse("resource_missing");
      },
    });
  });
}

function addOperations(app: FastifyInstance, services: RestServices, door: Door): void {
  const [streamed, whole] = [true, false].map((isStreamed) =>
    door.operations(services).filter(({ operation }) => (operation.body.mode === "stream") === isStreamed),
  );
  for (const bound of whole ?? []) addRoute(app, bound, services, door);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Nothing of the body is read before the handler does.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    for (const bound of streamed ?? []) addRoute(scope, bound, services, door);
  });
}

/** Pages of these origins may call the operations. They send API keys themselves, so no cookie is allowed. */
function corsOptions({ corsOrigins, operations }: RestServices): FastifyCorsOptions {
  const origins = corsOrigins ?? [];
  return {
    origin: origins.includes("*") ? "*" : [...origins],
    methods: ["GET", "HEAD", "POST", "PATCH", "DELETE"],
    allowedHeaders: [
      "Authorization",
      "Content-Type",
      "Idempotency-Key",
      "If-None-Match",
      "MCP-Protocol-Version",
      "Mcp-Method",
      "Mcp-Name",
      "Mcp-Session-Id",
      "X-Request-Id",
      "traceparent",
    ],
    exposedHeaders: [
      "ETag",
      "Idempotent-Replayed",
      "Location",
      "Mcp-Session-Id",
      "Retry-After",
      "WWW-Authenticate",
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "X-RateLimit-Reset",
      "X-Request-Id",
      ...operations.flatMap(({ operation }) => Object.keys(operation.success.headers ?? {})),
    ],
    maxAge: 600,
  };
}

function followerOf({ log, random, clock, answered = () => {} }: RestServices): Follower {
  return { log, random, elapsedMs: clock.elapsedMs, answered };
}

function addRoute(app: FastifyInstance, bound: Bound, services: RestServices, door: Door): void {
  const { operation } = bound;
  const bodyLimit = LIMITS[bodyLimitOf(operation)].value;
  app.route({
    method: operation.method,
    bodyLimit,
    url: `${door.root}${operation.path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
    onRequest: async (request) => {
      request.exchange = arrive(request, bound, services, door.credential);
      await runPhase("head", request.exchange, services);
      if ((request.raw.url ?? "").length > LIMITS.url_bytes.value) {
        throw refuse("invalid_request", {
          message: `The request target is longer than ${LIMITS.url_bytes.value} bytes.`,
        });
      }
      // Fastify refuses bodies that it reads, which are not those of GET and HEAD.
      if (Number(request.headers["content-length"] ?? 0) > bodyLimit) throw bodyTooLarge(bodyLimit);
    },
    handler: async (request, reply) => {
      const { exchange } = request;
      if (!exchange) throw new AssertionFailed("a request reached its handler without an exchange");
      const contentType = request.headers["content-type"];
      if (operation.body.mode === "stream") await runStreamed(request, exchange, services);
      else {
        exchange.body = { bytes: Buffer.isBuffer(request.body) ? request.body : null, contentType };
        await runPhase("body", exchange, services);
      }
      const { status, knownTag } = exchange;
      tellAllowance(reply, exchange);
      if (knownTag !== null) return tagged(reply, knownTag).code(304).send();
      if (exchange.isRetry) reply.header("idempotent-replayed", "true");
      const { location } = operation.success;
      if (location !== undefined)
        reply.header("location", `${door.root}${filledIn(location, exchange.output)}`);
      if (status === 204) return reply.code(204).send();
      const { output } = exchange;
      if (!(output instanceof WrittenPage)) {
        const text = JSON.stringify(output);
        return operation.tagged && isKnown(exchange, reply, text)
          ? reply.code(304).send()
          : send(reply, status, text);
      }
      // By now the operating system has all of it. If the connection ended earlier, the buffer may still be
      // in use, so it is not reused.
      reply.raw.once("finish", () => output.json.release());
      reply.headers(output.headers);
      if (operation.tagged && isKnown(exchange, reply, output.json.bytes)) return reply.code(304).send();
      return send(reply, status, output.json.bytes);
    },
  });
}

/**
 * Runs the stages after the head with a body that is still arriving. The unread rest is discarded, so that
 * the client can read the response.
 */
async function runStreamed(
  { raw, headers }: FastifyRequest,
  exchange: Exchange,
  services: RestServices,
): Promise<void> {
  const reading = new AbortController();
  exchange.body = {
    bytes: null,
    arriving: { content: contentOf(raw), signal: reading.signal },
    contentType: headers["content-type"],
  };
  try {
    await runPhase("body", exchange, services);
  } finally {
    reading.abort();
    raw.resume();
  }
}

/** A body piece by piece. A reader that stops early leaves the connection open for the answer. */
async function* contentOf(raw: IncomingMessage): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const piece of raw.iterator({ destroyOnReturn: false })) yield piece as Uint8Array;
  } finally {
    raw.resume();
  }
}

/** A path with the members of an answer that it names. */
function filledIn(path: string, output: unknown): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((output as Readonly<Record<string, unknown>>)[name])),
  );
}

/** The path can't even be decoded, so no operation has it. Authentication comes first all the same. */
async function unroutable(
  request: FastifyRequest,
  reply: FastifyReply,
  door: FrontDoor,
  services: RestServices,
): Promise<void> {
  await withTrace(follow(request, reply, followerOf(services)), async () => {
    try {
      await door(request, reply);
      request.exchange = arrive(request, null, services);
      await runPhase("head", request.exchange, services);
      throw refuse("resource_missing");
    } catch (error) {
      await answerError(error, request, reply, services);
    }
  });
}

function send(reply: FastifyReply, status: number, body: string | Buffer): FastifyReply {
  return reply
    .code(status)
    .header("content-type", "application/json; charset=utf-8")
    .header("cache-control", "no-store")
    .header("x-content-type-options", "nosniff")
    .send(body);
}

function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  services: RestServices,
): FastifyReply {
  const refusal = refusalOf(error, request, services.log);
  const bound = request.exchange?.arrival.bound;
  const undeclared = bound ? undeclaredRefusal(bound.operation, refusal) : null;
  if (undeclared !== null) {
    services.log.error({ undeclared }, "an answer is not declared");
    services.onUndeclared?.(undeclared);
  }
  tellAllowance(reply, request.exchange);
  const allowance = request.exchange?.allowance;
  if (refusal.code === "rate_limit_exceeded" && allowance)
    reply.header("retry-after", String(Math.max(1, allowance.reset - (request.exchange?.now ?? 0))));
  else if (refusal.retryAfterS !== undefined) reply.header("retry-after", String(refusal.retryAfterS));
  const voice = request.exchange?.arrival.session ? CONSOLE_VOICE : programVoice(services.operations);
  return send(reply, refusal.status, JSON.stringify(errorBody(refusal, services.docsUrl(), voice)));
}

/** Adds the headers about the burst, if it is known. */
function tellAllowance(reply: FastifyReply, exchange: Exchange | null): void {
  const allowance = exchange?.allowance;
  if (!allowance) return;
  reply
    .header("x-ratelimit-limit", String(allowance.limit))
    .header("x-ratelimit-remaining", String(allowance.remaining))
    .header("x-ratelimit-reset", String(allowance.reset));
}

function bodyTooLarge(bytes: number): Refusal {
  return refuse("invalid_request", { message: `The request body is larger than ${bytes} bytes.` });
}

/** The refusal for an error, in the words of the error table. Internal details are logged, not sent. */
function refusalOf(error: unknown, { url, exchange, routeOptions }: FastifyRequest, log: Log): Refusal {
  if (error instanceof RefusalClass) {
    if (error.internal !== undefined) log.info({ code: error.code, internal: error.internal }, "refused");
    return error;
  }
  const { code = "", statusCode = 500 } = error as Partial<FastifyError>;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return bodyTooLarge(routeOptions.bodyLimit);
  // Also a body that ended before it was whole, whose error looks like that of a broken connection to the
  // database.
  if (statusCode < 500) return refuse("invalid_request", { message: "The request is malformed." });
  return failureRefusal(error, url.split("?")[0] ?? "", exchange?.carriedOut ?? false, log);
}

/**
 * Node.js passes a CONNECT to a listener. Here it is refused like other unknown methods, and the connection
 * is closed.
 */
function answerConnect(
  app: FastifyInstance,
  request: IncomingMessage,
  socket: Socket,
  connections: Connections,
): void {
  // Node.js no longer looks after the connection, so a former answer could not be finished in order.
  if (connections.isBusy(socket)) {
    socket.destroy();
    return;
  }
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  socket.on("error", () => socket.destroy());
  response.assignSocket(socket);
  response.on("finish", () => socket.end());
  app.server.emit("request", request, response);
}

const RAW_REFUSALS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: `The request line and headers are larger than ${LIMITS.header_bytes.value} bytes.`,
  ERR_HTTP_REQUEST_TIMEOUT: "The request took too long to arrive.",
};

/**
 * Bytes that Node could not read as a request: a head too large, a broken line, an unknown method, a request
 * that never ends.
 */
function refuseRaw(
  error: Error & { code?: string },
  socket: Socket,
  connections: Connections,
  services: RestServices,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const message = RAW_REFUSALS[error.code ?? ""] ?? "The request is not valid HTTP/1.1.";
  const body = JSON.stringify(errorBody(refuse("invalid_request", { message }), services.docsUrl()));
  const answer = `HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n${REQUEST_ID_HEADER}: ${newRequestId(services.random)}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  connections.refuse(socket, () => socket.end(answer));
}
