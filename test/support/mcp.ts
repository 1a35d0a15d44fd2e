/** A client of `/mcp` for tests: one message at a time, in either era of the protocol, and what came back. */
import { isDeepStrictEqual } from "node:util";

export type Era = "modern" | "legacy";

export interface McpOptions {
  readonly era?: Era;
  readonly headers?: Readonly<Record<string, string>>;
  readonly capabilities?: object;
  /** Sends the message so that the short way does not take it. */
  readonly byLibrary?: boolean;
  /** Further members of `params`. */
  readonly more?: object;
}

export interface McpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly result: Record<string, unknown> | null;
  readonly error: { readonly code: number; readonly message: string; readonly data?: object } | null;
}

export interface ToolReply {
  /** The text that a host gives its model. */
  readonly text: string;
  /** The structured content as it came. */
  readonly document: Structured;
  /** The same with the members and records of the API; see `asApi`. */
  readonly structured: Structured;
  readonly isError: boolean;
}

export interface Structured {
  readonly operation: string | null;
  readonly as_of: string;
  readonly sign: string;
  readonly complete: boolean;
  readonly remarks: readonly string[];
  readonly go_on: { readonly how: string; readonly tool?: string; readonly arguments?: object } | null;
  readonly result: Record<string, unknown>;
  readonly period?: { readonly start_date?: string; readonly end_date: string; readonly is_over: boolean };
  readonly compared_with?: { readonly changes_left_out: number } & Readonly<Record<string, unknown>>;
  readonly changes?: readonly Record<string, unknown>[];
  readonly before?: Record<string, unknown> | null;
  readonly after?: Record<string, unknown> | null;
  readonly error?: { readonly code: string; readonly param?: string; readonly message: string };
}

const MODERN = "2026-07-28";

/** Sends one message to `/mcp`. */
export async function sendMcp(
  address: string,
  key: string | null,
  method: string,
  params: Record<string, unknown> = {},
  { era = "modern", headers = {}, capabilities = {}, byLibrary = false, more = {} }: McpOptions = {},
): Promise<McpReply> {
  const isModern = era === "modern";
  const name = params["name"] ?? params["uri"];
  // A member of no meaning, which the short way does not know.
  const odd = byLibrary ? { "example.com/odd": 1 } : {};
  const meta = {
    ...(isModern
      ? {
          "io.modelcontextprotocol/protocolVersion": MODERN,
          "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": capabilities,
        }
      : {}),
    ...odd,
  };
  const response = await fetch(`${address}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(isModern ? { "mcp-protocol-version": MODERN, "mcp-method": method } : {}),
      ...(isModern && typeof name === "string" ? { "mcp-name": name } : {}),
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: { ...params, ...more, ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }) },
    }),
  });
  const text = await response.text();
  const json = text.startsWith("event:") ? (/^data: (.*)$/m.exec(text)?.[1] ?? "null") : text || "null";
  const body = JSON.parse(json) as { result?: McpReply["result"]; error?: McpReply["error"] } | null;
  return {
    status: response.status,
    headers: response.headers,
    text,
    result: body?.result ?? null,
    error: body?.error ?? null,
  };
}

/** Calls a tool. Fails unless the protocol gives a result, the same as text and as structured content. */
export async function callTool(
  address: string,
  key: string,
  name: string,
  given: object = {},
  options: McpOptions = {},
): Promise<ToolReply> {
  const { result, text, status } = await sendMcp(
    address,
    key,
    "tools/call",
    { name, arguments: given },
    options,
  );
  if (result === null) throw new Error(`${name} had no result: ${status} ${text}`);
  const {
    content,
    structuredContent,
    isError = false,
  } = result as {
    content: readonly { text: string }[];
    structuredContent: Structured;
    isError?: boolean;
  };
  const [{ text: read } = { text: "" }, ...others] = content;
  if (others.length > 0 || !isDeepStrictEqual(JSON.parse(read), structuredContent))
    throw new Error(`${name} says one thing as text and another as structured content`);
  return { text: read, document: structuredContent, structured: asApi(structuredContent), isError };
}

const TIMES = /^(?:at|created|updated)$|_at$/;
const DOLLARS = /^-?\$[\d,]+\.\d\d$/;

const centsOf = (text: string): number => Number(text.replaceAll(/[$,.]/g, ""));

/** Returns an answer in the form of the API: tables as lists of records, and amounts as cents again. */
export function asApi<T>(value: T): T;
export function asApi(value: unknown): unknown {
  if (Array.isArray(value)) return (value as readonly unknown[]).map((each) => asApi(each));
  if (typeof value !== "object" || value === null) return value;
  if ("columns" in value && "rows" in value && Array.isArray(value.rows))
    return recordsOf(value as unknown as Table).map((each) => asApi(each));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (typeof member === "string" && DOLLARS.test(member)) return [`${name}_cents`, centsOf(member)];
      if (typeof member === "string" && TIMES.test(name) && member.endsWith("Z"))
        return [name, Date.parse(member) / 1000];
      // Its members are cents by another name.
      if (name === "ages")
        return [
          name,
          Object.fromEntries(
            Object.entries(member as object).map(([age, text]) => [age, centsOf(String(text))]),
          ),
        ];
      return [name, asApi(member)];
    }),
  );
}

interface Table {
  readonly of?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

function recordsOf({ of, columns, rows }: Table): Record<string, unknown>[] {
  return rows.map((row) => {
    const cells = columns.map((name, at) => [name, row[at]] as const).filter(([, cell]) => cell !== null);
    return { ...(of === undefined ? {} : { object: of }), ...Object.fromEntries(cells) };
  });
}

/** Returns a value of the API without the members that are null, which answers leave out. */
export function withoutNulls<T>(value: T): T;
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return (value as readonly unknown[]).map((each) => withoutNulls(each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member)]),
  );
}
