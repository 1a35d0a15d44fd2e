/** Requests to servers of others: their bounds, and errors that show no secret. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { openWeb } from "./index.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const web = openWeb({ timeoutMs: 5_000, mostBytes: 100 });

test("an answer has its status, its body and the seconds to wait", async () => {
  const url = await served((request, response) => {
    response.writeHead(429, { "retry-after": "7" });
    response.end(`${request.method} ${String(request.headers["x-a"])}`);
  });
  expect(await web.send({ method: "GET", url, headers: { "x-a": "b" } })).toEqual({
    status: 429,
    body: "GET b",
    location: null,
    retryAfterS: 7,
  });
});

test("a larger answer is refused", async () => {
  const url = await served((_request, response) => response.end("x".repeat(101)));
  await expect(web.send({ method: "GET", url })).rejects.toThrow(/sent more than 100 bytes in one answer$/);
});

test("an answer that does not end is refused", async () => {
  const url = await served((_request, response) => void response.write("x"));
  const hasty = openWeb({ timeoutMs: 50, mostBytes: 100 });
  await expect(hasty.send({ method: "GET", url })).rejects.toThrow("did not answer within 0.05 seconds");
});

test("a redirect is not followed", async () => {
  const url = await served((request, response) => {
    response.writeHead(request.url === "/" ? 302 : 200, { location: "/elsewhere" });
    response.end();
  });
  expect(await web.send({ method: "GET", url })).toMatchObject({
    status: 302,
    location: "/elsewhere",
  });
});

test("the error of an unreachable server shows nothing of the request", async () => {
  const url = `${await served(() => {})}/secret?token=secret`;
  closing.pop()?.();
  await expect(web.send({ method: "GET", url, headers: { authorization: "secret" } })).rejects.toThrow(
    /^can't be reached \(ECONNREFUSED\)$/,
  );
});
