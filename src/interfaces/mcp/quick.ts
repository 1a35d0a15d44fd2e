/**
 * The short way for calls of tools that only read, which are nearly all requests. The library makes a server,
 * a web request and a web response for each message and reads every part by a schema, which takes as long as
 * the operation itself. Here a message that has exactly the common form is answered without them; every other
 * one goes to the library, with all errors of the protocol. `quick.test.ts` compares the two.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { ToolAnswer } from "./answer.ts";
import type { Arguments } from "./arguments.ts";
import { WRITE_NAME } from "./tools.ts";

const MODERN = "2026-07-28";
/** The earlier versions, by whether they can ask a person within a call. */
const ASKING: readonly (string | undefined)[] = ["2025-11-25", "2025-06-18"];
const OLDER: readonly (string | undefined)[] = [undefined, "2025-03-26", "2024-11-05"];
const VERSION = "io.modelcontextprotocol/protocolVersion";
const CLIENT = "io.modelcontextprotocol/clientInfo";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/** A call of a tool in the common form. */
export interface QuickCall {
  readonly id: string | number;
  readonly name: string;
  readonly given: Arguments;
  readonly isModern: boolean;
}

type Members = Readonly<Record<string, unknown>>;

function isPlain(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasOnly(value: Members, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}

/** Returns the call that a message makes if it has the common form; null for every other message. */
export function quickCall(message: unknown, headers: IncomingHttpHeaders): QuickCall | null {
  if (!isPlain(message) || !hasOnly(message, ["jsonrpc", "id", "method", "params"])) return null;
  const { jsonrpc, id, method, params } = message;
  const isId = typeof id === "string" || Number.isSafeInteger(id);
  if (jsonrpc !== "2.0" || method !== "tools/call" || !isId || !isPlain(params)) return null;
  if (!hasOnly(params, ["name", "arguments", "_meta"])) return null;
  const { name, arguments: given = {}, _meta: meta } = params;
  if (typeof name !== "string" || !isPlain(given) || !acceptsBoth(headers)) return null;
  const isModern = isModernCall(meta, name, headers);
  if (!isModern && !isLegacyCall(meta, headers)) return null;
  return { id: id as string | number, name, given, isModern };
}

/**
 * Returns the call of the tool that changes data if a message has its common form in the versions that ask
 * within a call; null for every other message, which the library answers.
 */
export function writeCall(message: unknown, headers: IncomingHttpHeaders): QuickCall | null {
  if (!isPlain(message) || !isPlain(message["params"])) return null;
  const { _meta: meta = {}, ...params } = message["params"];
  if (params["name"] !== WRITE_NAME || !isPlain(meta) || !hasOnly(meta, ["progressToken"])) return null;
  return ASKING.includes(versionOf(headers)) ? quickCall({ ...message, params }, headers) : null;
}

function acceptsBoth({ accept = "", "content-type": type = "" }: IncomingHttpHeaders): boolean {
  return (
    accept.includes("application/json") &&
    accept.includes("text/event-stream") &&
    /^application\/json(; ?charset=utf-8)?$/i.test(type)
  );
}

function isModernCall(meta: unknown, name: string, headers: IncomingHttpHeaders): boolean {
  if (!isPlain(meta) || !hasOnly(meta, [VERSION, CLIENT, CAPABILITIES])) return false;
  const { [VERSION]: version, [CLIENT]: client, [CAPABILITIES]: capabilities } = meta;
  return (
    version === MODERN &&
    headers["mcp-protocol-version"] === MODERN &&
    headers["mcp-method"] === "tools/call" &&
    headers["mcp-name"] === name &&
    isPlain(client) &&
    hasOnly(client, ["name", "title", "version"]) &&
    typeof client["name"] === "string" &&
    typeof client["version"] === "string" &&
    ["string", "undefined"].includes(typeof client["title"]) &&
    isPlain(capabilities) &&
    Object.values(capabilities).every(isPlain)
  );
}

function isLegacyCall(meta: unknown, headers: IncomingHttpHeaders): boolean {
  const version = versionOf(headers);
  const isBare = meta === undefined || (isPlain(meta) && Object.keys(meta).length === 0);
  return (
    isBare && headers["mcp-method"] === undefined && (ASKING.includes(version) || OLDER.includes(version))
  );
}

/** True for a request of the present version, which knows no sessions. */
export function isPresent(headers: IncomingHttpHeaders): boolean {
  return versionOf(headers) === MODERN;
}

function versionOf({ "mcp-protocol-version": version }: IncomingHttpHeaders): string | undefined {
  return Array.isArray(version) ? version.join() : version;
}

/** Writes an answer as the library does, as one JSON document in both eras. */
export function quickResponse(
  { id, isModern }: QuickCall,
  { document, isError }: ToolAnswer,
  serverInfo: object,
): string {
  const failed = isError ? ',"isError":true' : "";
  const modern = isModern
    ? `,"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":${JSON.stringify(serverInfo)}}`
    : "";
  return `{"result":{"content":[{"type":"text","text":${JSON.stringify(document)}}],"structuredContent":${document}${failed}${modern}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}
