/**
 * A small S3 server in memory that can fail in the ways of real ones and of the proxies before them: it
 * answers with a page, does not answer, or refuses everything as overloaded. It checks no signatures.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * `page` answers 200 with a page of HTML, `silent` never answers, `busy` answers 503, and `opaque` works, but
 * its tags are no hashes, as with some encryptions.
 */
export type S3Way = "works" | "opaque" | "page" | "silent" | "busy";

export interface S3StandIn {
  readonly endpoint: string;
  /** The stored bytes by key. */
  readonly stored: Map<string, Buffer>;
  way: S3Way;
  /** Ends the server and its connections; `listen` starts it again at the same address. */
  stop(): Promise<void>;
  listen(): Promise<void>;
}

const PAGE = "<!doctype html><html><body><h1>Welcome to nginx!</h1></body></html>";
const BUSY = "<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>";

/** Starts the server. The first segment of a path is the bucket. */
export async function s3StandIn(): Promise<S3StandIn> {
  const stored = new Map<string, Buffer>();
  const tagOf = (bytes: Buffer): string =>
    `"${createHash(standIn.way === "opaque" ? "sha1" : "md5")
      .update(bytes)
      .digest("hex")
      .slice(0, 32)}"`;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => answer(request, response, Buffer.concat(pieces)));
  });
  let port = 0;
  const standIn: S3StandIn = {
    get endpoint() {
      return `http://127.0.0.1:${port}`;
    },
    stored,
    way: "works",
    async listen() {
      await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
      ({ port } = server.address() as AddressInfo);
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };

  function answer({ method, url = "" }: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const { pathname, searchParams } = new URL(url, "http://s3");
    const key = pathname.split("/").slice(2).join("/");
    if (standIn.way === "silent") return;
    if (standIn.way === "page") {
      response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
      return;
    }
    if (standIn.way === "busy") {
      response.writeHead(503, { "content-type": "application/xml" }).end(BUSY);
      return;
    }
    const found = stored.get(key);
    if (method === "PUT") {
      stored.set(key, body);
      response.writeHead(200, { etag: tagOf(body) }).end();
    } else if (method === "DELETE") {
      stored.delete(key);
      response.writeHead(204).end();
    } else if (key === "") {
      const prefix = searchParams.get("prefix") ?? "";
      const keys = [...stored.keys()].filter((each) => each.startsWith(prefix));
      const contents = keys.map((each) => `<Contents><Key>${each}</Key></Contents>`).join("");
      response
        .writeHead(200)
        .end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`);
    } else if (found === undefined) {
      response.writeHead(404).end(method === "HEAD" ? "" : "<Error><Code>NoSuchKey</Code></Error>");
    } else {
      response.writeHead(200, { etag: tagOf(found), "content-length": found.length });
      response.end(method === "HEAD" ? "" : found);
    }
  }

  await standIn.listen();
  return standIn;
}
