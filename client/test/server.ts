/** A real HTTP server whose answers a test states. It records what reaches it. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Client, type ClientOptions, createClient } from "@daybook/client";

/** A request that has arrived. */
export interface Arrived {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export type Respond = (request: Arrived, response: ServerResponse, count: number) => void | Promise<void>;

export interface TestServer extends AsyncDisposable {
  readonly origin: string;
  readonly arrived: readonly Arrived[];
  /** A client of this server that tries again at once. */
  client(options?: Partial<ClientOptions>): Client;
}

/** The key of the clients of test servers. */
export const KEY = "svc_test";

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Starts a server. `respond` also gets the number of earlier requests. */
export async function serve(respond: Respond): Promise<TestServer> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { method = "", url = "", headers } = request;
      const body = await bodyOf(request);
      const each = { method, url: new URL(url, "http://server"), headers, body };
      const count = arrived.push(each) - 1;
      await respond(each, response, count);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    arrived,
    client: (options = {}) => createClient({ baseUrl: origin, key: KEY, firstPauseMs: 1, ...options }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with JSON. */
export function json(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(JSON.stringify(body));
}

/** Answers with an error of the API. */
export function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: object = {},
  more: object = {},
): void {
  const error = {
    type: "api_error",
    code,
    message: `It is ${code}.`,
    doc_url: "http://docs/errors",
    ...more,
  };
  json(response, status, { error }, { "x-request-id": "req_1", ...headers });
}

/** A page of a list. */
export function page(data: readonly unknown[], next: string | null): object {
  return { object: "list", url: "/a/list", has_more: next !== null, next_cursor: next, data };
}

/** A company as far as the client looks at it. */
export const COMPANY = { object: "company", id: "comp_1" };
/** An export in a state. */
export const exported = (status: string, more: object = {}): object => ({
  object: "report_export",
  id: "export_1",
  status,
  file: null,
  error: null,
  ...more,
});
