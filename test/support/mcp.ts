/** A client of `/mcp` for tests: one message at a time, in either era of the protocol, and what came back. */
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
  readonly text: string;
  readonly structured: Structured;
  readonly isError: boolean;
}

export interface Structured {
  readonly operation: string | null;
  readonly as_of: string;
  readonly sign: string;
  readonly complete: boolean;
  readonly go_on: { readonly how: string; readonly tool?: string; readonly arguments?: object } | null;
  readonly result: Record<string, unknown>;
  readonly period?: { readonly start_date?: string; readonly end_date: string; readonly is_over: boolean };
  readonly earlier?: Record<string, unknown>;
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

/** Calls a tool. Fails unless the protocol gives a result. */
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
  return { text: content.map((part) => part.text).join("\n"), structured: structuredContent, isError };
}

/** Returns a value without the members `*_text` that tools add. */
export function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(name.endsWith("_text") && `${name.slice(0, -5)}_cents` in value))
      .map(([name, member]) => [name, withoutTexts(member)]),
  );
}
