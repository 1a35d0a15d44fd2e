/**
 * `/mcp` over HTTP. Like `interfaces/rest`, it only translates: who may call, and what a call costs, is
 * decided by the pipeline. A request without a valid key gets the status and the challenge of the standard
 * for protected resources (RFC 9728), with our own error in the body of JSON-RPC.
 */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Bound } from "../../contract/operation.ts";
import { losAngelesDate } from "@daybook/words/civil-date";
import { errorBody, Refusal } from "../../core/errors.ts";
import type { RandomText } from "../../platform/random/random.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { failureRefusal } from "../dispatch/failures.ts";
import { readJson } from "../dispatch/json.ts";
import { forAssistants } from "./catalog.ts";
import { Caller, type CallServices, type CallSource } from "./caller.ts";
import { answerInSession, type ElicitNeeds, type SessionMessage, sessionOf } from "./elicited.ts";
import { type QuestionBounds, Questions } from "./questions.ts";
import { isPresent, quickCall, quickResponse } from "./quick.ts";
import type * as server from "./server.ts";
import type { McpServing, ServerNeeds } from "./server.ts";
import { canElicit, newSession, SESSION_HEADER, sessionIn } from "./sessions.ts";
import { readTools } from "./tools.ts";
import { mayWrite } from "./whoami.ts";

export const MCP_PATH = "/mcp";
const METADATA_PATH = "/.well-known/oauth-protected-resource";

export interface McpServices extends CallServices {
  /** The operations of the console; tools call those that read something of a company. */
  readonly consoleOperations: readonly Bound[];
  readonly clock: Clock;
  readonly random: RandomText;
  readonly docsUrl: () => string;
  readonly publicUrl: string | null;
  /** The address and the headers of a request as the REST interface reads them. */
  readonly sourceOf: (request: FastifyRequest) => CallSource;
  /** Bounds of the calls that wait for a person; by default the limits of those names. */
  readonly questionBounds?: Partial<QuestionBounds> | undefined;
}

/** JSON-RPC's code for errors that a server defines. */
const SERVER_ERROR = -32_000;
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/**
 * The characters from which an answer is sent as bytes. A short text is written at once with the head of the
 * answer; a long one would be copied and counted before it is encoded.
 */
const SHORT_ANSWER = 8192;

/** Adds `/mcp` and the documents by which clients learn how to authenticate. */
export function mcpRoutes(app: FastifyInstance, given: McpServices): void {
  const services = {
    ...given,
    operations: [...given.operations, ...forAssistants(given.consoleOperations)],
  };
  const tools = readTools(services.operations.map(({ operation }) => operation));
  const library = new Library({ tools, docsUrl: services.docsUrl, randomText: services.random });
  // Before the server waits for connections, because nothing else ends a stream for changes.
  app.addHook("preClose", () => library.close());
  const questions = new Questions(services.retries, services.log, services.questionBounds);
  app.addHook("preClose", async () => questions.stop());
  for (const path of [METADATA_PATH, `${METADATA_PATH}${MCP_PATH}`])
    app.get(path, async (request, reply) =>
      // A page of any origin may read this. It repeats no foreign name, which the front door refuses.
      reply.header("access-control-allow-origin", "*").send({
        resource: `${originOf(request, services)}${MCP_PATH}`,
        resource_name: "Daybook",
        bearer_methods_supported: ["header"],
        resource_documentation: `${services.docsUrl()}/guides/assistant`,
      }),
    );
  // A refusal of the front door, in the words of the protocol.
  const errorHandler = (error: unknown, _request: FastifyRequest, reply: FastifyReply): void => {
    if (!(error instanceof Refusal)) throw error;
    const { error: data } = errorBody(error, services.docsUrl());
    void sendError(reply, error.status, { code: SERVER_ERROR, message: error.message, data }, null);
  };
  app.route({
    method: ["GET", "DELETE"],
    url: MCP_PATH,
    exposeHeadRoute: false,
    errorHandler,
    handler: async (_request, reply) =>
      sendError(
        reply.header("allow", "POST"),
        405,
        {
          code: SERVER_ERROR,
          message: "No stream can be opened and no session ended here: send messages by POST.",
        },
        null,
      ),
  });
  app.route({
    method: "POST",
    url: MCP_PATH,
    errorHandler,
    handler: (request, reply) => answerMessage(request, reply, { services, tools, library, questions }),
  });
}

/** The part that needs the protocol's library, which is loaded with the first message: few services have one. */
class Library {
  readonly #needs: ServerNeeds;
  #opening: Promise<OpenLibrary> | null = null;

  constructor(needs: ServerNeeds) {
    this.#needs = needs;
  }

  open(): Promise<OpenLibrary> {
    this.#opening ??= import("./server.ts").then(({ authOf, openServing, SERVER_INFO }) => ({
      ...openServing(this.#needs),
      authOf,
      serverInfo: SERVER_INFO,
    }));
    return this.#opening;
  }

  async close(): Promise<void> {
    await (await this.#opening)?.handler.close();
  }
}

type ServerRoom = Pick<typeof server, "authOf">;
interface OpenLibrary extends McpServing, ServerRoom {
  readonly serverInfo: object;
}

interface MessageNeeds {
  readonly services: McpServices;
  readonly tools: ReturnType<typeof readTools>;
  readonly library: Library;
  readonly questions: Questions;
}

async function answerMessage(
  request: FastifyRequest,
  reply: FastifyReply,
  { services, tools, library, questions }: MessageNeeds,
): Promise<FastifyReply> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : null;
  const { message, flaw } = messageOf(bytes);
  const isTool = memberOf(message, "method") === "tools/call";
  const now = services.clock.now();
  const caller = new Caller(services, services.sourceOf(request), {
    now,
    today: losAngelesDate(now),
    isMetered: isTool,
  });
  try {
    await (isTool ? caller.authenticate() : caller.enter());
    if (flaw !== null) throw flaw;
  } catch (error) {
    request.exchange = caller.latest;
    return refuseCall(error, { request, reply, services, caller, id: idOf(message) });
  }
  const problem = messageProblem(message);
  if (problem !== null) {
    tellAllowance(reply, caller);
    return sendError(reply, 400, problem, null);
  }
  const serving = await library.open();
  const { runTool, serverInfo } = serving;
  const inSession = await answerSession(
    { request, reply, message, caller },
    { ...serving, services, questions },
  );
  if (inSession !== null) return inSession;
  const quick = quickCall(message, request.headers);
  const tool = quick === null ? undefined : tools.get(quick.name);
  if (quick !== null && tool !== undefined) {
    const answer = await runTool(caller, tool, quick.given);
    request.exchange = caller.latest;
    tellAllowance(reply, caller);
    const response = quickResponse(quick, answer, serverInfo);
    return sendJson(reply, response.length < SHORT_ANSWER ? response : Buffer.from(response));
  }
  return answerByLibrary({ request, reply, message, caller }, bytes, { ...serving, random: services.random });
}

type Arrived = Omit<SessionMessage, "session">;

/** Answers a message that belongs to a session, and one of an unknown session; null for every other one. */
async function answerSession(arrived: Arrived, needs: ElicitNeeds): Promise<FastifyReply | null> {
  const { request, reply, message, caller } = arrived;
  if (sessionIn(request.headers) === null || isPresent(request.headers) || openingOf(message) !== null)
    return null;
  const session = sessionOf(request);
  tellAllowance(reply, caller);
  return session === null
    ? sendError(reply, 404, UNKNOWN_SESSION, idOf(message))
    : answerInSession({ ...arrived, session }, needs);
}

async function answerByLibrary(
  { request, reply, message, caller }: Arrived,
  bytes: Buffer | null,
  { handler, authOf, random }: OpenLibrary & Pick<McpServices, "random">,
): Promise<FastifyReply> {
  const stop = new AbortController();
  reply.raw.once("close", () => stop.abort());
  const response = await handler.fetch(webRequest(request, bytes, stop.signal), {
    ...(message === undefined ? {} : { parsedBody: message }),
    authInfo: authOf(caller, request.headers),
  });
  request.exchange = caller.latest;
  tellAllowance(reply, caller);
  if (response.ok && canElicit(openingOf(message)) && mayWrite(caller.identity.permissions))
    reply.header(SESSION_HEADER, newSession(caller.key, random));
  return relay(reply, response);
}

const UNKNOWN_SESSION = { code: SERVER_ERROR, message: "This session is unknown. Initialize a new one." };

/** The capabilities that a client declares as it opens a session; null for every other message. */
function openingOf(message: unknown): unknown {
  if (memberOf(message, "method") !== "initialize") return null;
  return memberOf(memberOf(message, "params"), "capabilities") ?? {};
}

/**
 * Returns what is wrong with a message that no client may send: bytes that are not UTF-8, and several
 * messages in one body. The library would read both differently from the pipeline; of several messages only
 * the first would be counted and could be refused.
 */
function messageProblem(message: unknown): { readonly code: number; readonly message: string } | null {
  if (message === undefined) return { code: PARSE_ERROR, message: "The body is not JSON in UTF-8." };
  return Array.isArray(message)
    ? { code: INVALID_REQUEST, message: "Batches are not served. Send one message with each request." }
    : null;
}

function sendJson(reply: FastifyReply, text: string | Buffer): FastifyReply {
  return reply.header("content-type", "application/json").header("cache-control", "no-store").send(text);
}

/**
 * Returns the message of a body: undefined if it is not JSON, with a flaw if it is JSON that could be
 * misread.
 */
function messageOf(bytes: Buffer | null): { readonly message: unknown; readonly flaw: Refusal | null } {
  if (bytes === null) return { message: undefined, flaw: null };
  try {
    return { message: readJson(bytes), flaw: null };
  } catch (error) {
    if (error instanceof Refusal) return { message: undefined, flaw: error };
    throw error;
  }
}

function memberOf(message: unknown, name: string): unknown {
  return typeof message === "object" && message !== null
    ? (message as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function idOf(message: unknown): string | number | null {
  const id = memberOf(message, "id");
  return typeof id === "string" || typeof id === "number" ? id : null;
}

/** The origin under which a request reached the service. */
function originOf({ headers, protocol }: FastifyRequest, { publicUrl }: McpServices): string {
  return publicUrl ?? `${protocol}://${headers.host ?? "localhost"}`;
}

interface Refused {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: McpServices;
  readonly caller: Caller;
  readonly id: string | number | null;
}

/** Answers a request that was not admitted. A missing or unknown key gets the challenge of the standard. */
function refuseCall(error: unknown, { request, reply, services, caller, id }: Refused): FastifyReply {
  const refusal = error instanceof Refusal ? error : failureRefusal(error, MCP_PATH, false, services.log);
  const { error: data } = errorBody(refusal, services.docsUrl());
  if (refusal.code === "invalid_api_key") {
    const invalid = request.headers.authorization === undefined ? "" : ', error="invalid_token"';
    const metadata = `${originOf(request, services)}${METADATA_PATH}${MCP_PATH}`;
    reply.header("www-authenticate", `Bearer resource_metadata="${metadata}"${invalid}`);
  }
  tellAllowance(reply, caller);
  const { allowance, now } = caller;
  if (refusal.code === "rate_limit_exceeded" && allowance !== null)
    reply.header("retry-after", String(Math.max(1, allowance.reset - now)));
  return sendError(reply, refusal.status, { code: SERVER_ERROR, message: refusal.message, data }, id);
}

function sendError(
  reply: FastifyReply,
  status: number,
  error: { readonly code: number; readonly message: string; readonly data?: object },
  id: string | number | null,
): FastifyReply {
  return sendJson(reply.code(status), JSON.stringify({ jsonrpc: "2.0", error, id }));
}

function tellAllowance(reply: FastifyReply, { allowance }: Caller): void {
  if (allowance === null) return;
  reply
    .header("x-ratelimit-limit", String(allowance.limit))
    .header("x-ratelimit-remaining", String(allowance.remaining))
    .header("x-ratelimit-reset", String(allowance.reset));
}

/** The request as the library reads it. Its address is of no use to the library. */
function webRequest({ headers }: FastifyRequest, bytes: Buffer | null, signal: AbortSignal): Request {
  const plain = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as [string, string]] : [],
  );
  return new Request(`http://localhost${MCP_PATH}`, { method: "POST", headers: plain, body: bytes, signal });
}

async function relay(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).header("cache-control", "no-store");
  for (const name of ["content-type", "allow", "x-accel-buffering"]) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  if (response.body === null) return reply.send();
  if (response.headers.get("content-type") === "application/json") return reply.send(await response.text());
  return reply.send(Readable.fromWeb(response.body));
}
