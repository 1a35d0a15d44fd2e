/**
 * Objects in a bucket, when the server or the connection fails: which requests are refused, which are
 * retried, and the error messages.
 */
import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { describeWith } from "../../../test/acceptance/outside.ts";
import { s3StandIn, type S3Way } from "../../../test/support/s3-stand-in.ts";
import { BUCKET, get, makeBucket, s3Server } from "../../../test/support/stored-files.ts";
import { unixSeconds } from "@daybook/words/civil-date";
import { spool } from "../spool/index.ts";
import { s3Objects, type S3Options } from "./s3.ts";
import { findStorageProblem } from "./trial.ts";

const PDF = "application/pdf";
const patient = (): AbortSignal => AbortSignal.timeout(60_000);
const ownKey = (): string => `comp_${randomBytes(8).toString("hex")}/1.pdf`;
const tagOf = (text: string): { etag: string } => ({
  etag: `"${createHash("md5").update(text).digest("hex")}"`,
});
const inBucket = (options: Partial<S3Options>) => s3Objects({ ...BUCKET, pauseMs: 10, ...options });
const storageProblem = (message: RegExp): unknown =>
  expect.objectContaining({ name: "StorageProblem", message: expect.stringMatching(message) });

/** Starts a server, which is closed after the test, and returns its URL. */
async function listenOn(server: {
  listen(port: number, host: string, done: () => void): unknown;
  address(): unknown;
  close(): unknown;
}): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

/** Returns a URL at which no server listens. */
async function unusedUrl(): Promise<string> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

interface Seen {
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

/** Starts a server that answers by `answer`, and collects the requests in `seen`. */
async function fakeServer(
  answer: (seen: Seen, response: ServerResponse, count: number) => void,
): Promise<{ endpoint: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const one = { request, body: Buffer.concat(pieces) };
      seen.push(one);
      answer(one, response, seen.length);
    });
  });
  const endpoint = await listenOn(server);
  onTestFinished(() => server.closeAllConnections());
  return { endpoint, seen };
}

/** Starts a proxy to the S3 server that replaces the text `from` by `to` in requests. */
async function replacingProxy(from: string, to: string): Promise<string> {
  const { hostname, port } = new URL(BUCKET.endpoint);
  return listenOn(
    createTcpServer((socket) => {
      const there = connect({ host: hostname, port: Number(port || 80) });
      for (const each of [socket, there]) each.on("error", () => {});
      socket
        .on("data", (data) =>
          there.write(Buffer.from(data.toString("latin1").replaceAll(from, to), "latin1")),
        )
        .on("close", () => there.destroy());
      there.pipe(socket);
    }),
  );
}

describeWith(s3Server, "a real server", () => {
  beforeAll(makeBucket);

  test("refuses bytes that were changed during the transfer, and keeps the old object (STOR-004)", async () => {
    const key = ownKey();
    await inBucket({}).put(key, Buffer.from("as it was"), PDF, patient());
    const changing = inBucket({ endpoint: await replacingProxy("good bytes", "evil bytes") });
    await expect(changing.put(key, Buffer.from("good bytes"), PDF, patient())).rejects.toThrow(
      storageProblem(
        /^Storing comp_\w+\/1\.pdf was refused by the bucket daybook-test at [\d.:]+: 400 (BadDigest|XAmzContentSHA256Mismatch) \(.+\)\.$/,
      ),
    );
    expect(Buffer.from((await inBucket({}).read(key, patient())) ?? []).toString()).toBe("as it was");
    await inBucket({}).delete(key);
  });

  test("refuses a wrong secret, which the error message does not show", async () => {
    const objects = inBucket({ secretAccessKey: "a-hidden-word" });
    const problem = await objects
      .put(ownKey(), Buffer.from("x"), PDF, patient())
      .catch((error: unknown) => error);
    expect(problem).toEqual(storageProblem(/: 403 SignatureDoesNotMatch \(.+\)\.$/));
    expect(String(problem)).not.toMatch(/hidden-word|StringToSign|AWS4-HMAC/);
    await expect(objects.find(ownKey())).rejects.toThrow(storageProblem(/: 403\.$/));
    expect(await findStorageProblem(objects)).toMatch(/^Storing trial\/\w+\.txt was refused by /);
  });

  test("reports a missing bucket as an error, and not as a missing object", async () => {
    const objects = inBucket({ bucket: "daybook-nowhere" });
    await expect(objects.put(ownKey(), Buffer.from("x"), PDF, patient())).rejects.toThrow(
      storageProblem(/: 404 NoSuchBucket \(.+\)\.$/),
    );
    await expect(objects.read(ownKey(), patient())).rejects.toThrow(storageProblem(/404 NoSuchBucket/));
    await expect(objects.delete(ownKey())).rejects.toThrow(storageProblem(/404 NoSuchBucket/));
    await expect(objects.list("")[Symbol.asyncIterator]().next()).rejects.toThrow(
      storageProblem(/404 NoSuchBucket/),
    );
  });

  test("lists more keys than one page has", async () => {
    const prefix = `comp_${randomBytes(8).toString("hex")}/`;
    const objects = inBucket({ pageKeys: 3 });
    const keys = Array.from({ length: 8 }, (_, at) => `${prefix}${at}.pdf`);
    await Promise.all(keys.map((key) => objects.put(key, Buffer.from("x"), PDF, patient())));
    const found: string[] = [];
    for await (const key of objects.list(prefix)) found.push(key);
    expect(found.toSorted()).toEqual(keys);
    for (const key of keys) await objects.delete(key);
  });

  test("refuses HEAD for a link, which is signed for GET", async () => {
    const key = ownKey();
    const objects = inBucket({});
    await objects.put(key, Buffer.from("x"), PDF, patient());
    const now = BUCKET.now();
    const link = await objects.link(key, {
      filename: "a.pdf",
      contentType: PDF,
      now,
      expiresAt: unixSeconds(now + 60),
    });
    expect([(await get(link)).status, (await get(link, {}, "HEAD")).status]).toEqual([200, 403]);
    await objects.delete(key);
  });

  test("accepts a link of a service whose clock was changed", async () => {
    const key = ownKey();
    const objects = inBucket({});
    await objects.put(key, Buffer.from("x"), PDF, patient());
    for (const days of [-40, 40]) {
      const now = unixSeconds(BUCKET.now() + days * 86_400);
      expect(
        (
          await get(
            await objects.link(key, {
              filename: "a.pdf",
              contentType: PDF,
              now,
              expiresAt: unixSeconds(now + 60),
            }),
          )
        ).status,
      ).toBe(200);
    }
    await objects.delete(key);
  });
});

test("a request has two hashes of its body, and its length", async () => {
  const { endpoint, seen } = await fakeServer((_seen, response) =>
    response.writeHead(200, tagOf("content")).end(),
  );
  await inBucket({ endpoint }).put("a/1.pdf", Buffer.from("content"), PDF, patient());
  const [{ request, body } = { request: null, body: null }] = seen;
  expect([request?.method, request?.url, body?.toString()]).toEqual([
    "PUT",
    "/daybook-test/a/1.pdf",
    "content",
  ]);
  expect(request?.headers).toMatchObject({
    "content-length": "7",
    "content-type": PDF,
    "content-md5": createHash("md5").update("content").digest("base64"),
    "x-amz-content-sha256": createHash("sha256").update("content").digest("hex"),
    authorization: expect.stringMatching(/SignedHeaders=content-md5;host;x-amz-content-sha256;x-amz-date, /),
  });
});

test("a failed request is sent again, with a new signature, until it succeeds", async () => {
  const { endpoint, seen } = await fakeServer((_seen, response, count) => {
    if (count === 1) response.destroy();
    else response.writeHead([503, 200][count - 2] ?? 200, tagOf("x")).end();
  });
  await inBucket({ endpoint }).put("a", Buffer.from("x"), PDF, patient());
  expect(seen.map(({ body }) => body.toString())).toEqual(["x", "x", "x"]);
});

test("a server that keeps failing, hangs or is down is reported in a sentence after four attempts", async () => {
  const slow =
    "<Error><Code>SlowDown</Code><Message>Reduce your &quot;request&quot; rate.</Message><StringToSign>hidden</StringToSign></Error>";
  const busy = await fakeServer((_seen, response) => response.writeHead(503).end(slow));
  await expect(inBucket({ endpoint: busy.endpoint }).delete("a")).rejects.toThrow(
    storageProblem(
      /^Deleting a failed in the bucket daybook-test at 127\.0\.0\.1:\d+, tried 4 times: 503 SlowDown \(Reduce your "request" rate\)\.$/,
    ),
  );
  expect(busy.seen.length).toBe(4);
  const silent = await fakeServer(() => {});
  await expect(inBucket({ endpoint: silent.endpoint, attemptMs: 50 }).find("a")).rejects.toThrow(
    storageProblem(/tried 4 times: no answer within 0\.05 seconds\.$/),
  );
  const unreachable = inBucket({ endpoint: await unusedUrl() });
  await expect(unreachable.find("a")).rejects.toThrow(storageProblem(/tried 4 times: .*ECONNREFUSED/));
  expect(await findStorageProblem(unreachable)).toMatch(/ECONNREFUSED/);
  // Opening sends no request, so that the API starts even if the server is unavailable.
  await unreachable.open();
});

/** The storage in a stand-in of an S3 server that behaves in a way. */
async function standing(way: S3Way, options: Partial<S3Options> = {}) {
  const server = await s3StandIn();
  onTestFinished(() => server.stop());
  server.way = way;
  return { server, objects: inBucket({ endpoint: server.endpoint, ...options }) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

test("a page of HTML with the status 200 proves nothing: nothing counts as stored, found, read, deleted or listed", async () => {
  const { server, objects } = await standing("page");
  const file = await spool(once(Buffer.from("content")), 100, patient());
  onTestFinished(() => file.close());
  const calls = {
    put: () => objects.put("a", Buffer.from("content"), PDF, patient()),
    putFile: () => objects.putFile("a", file, PDF, patient()),
    find: () => objects.find("a"),
    read: () => objects.read("a", patient()),
    stream: () => objects.stream("a", patient()),
    delete: () => objects.delete("a"),
    list: () => objects.list("")[Symbol.asyncIterator]().next(),
  };
  for (const [name, call] of Object.entries(calls))
    await expect(call(), name).rejects.toThrow(storageProblem(/what is no answer of an S3 server/));
  expect(server.stored.size).toBe(0);
  expect(await findStorageProblem(objects)).toMatch(/no answer of an S3 server/);
});

test("where the tag of an answer is no MD5, the object is read back before it counts as stored", async () => {
  const { server, objects } = await standing("opaque");
  await objects.put("a", Buffer.from("content"), PDF, patient());
  expect(server.stored.get("a")?.toString()).toBe("content");
  const lost = await fakeServer(({ request }, response) =>
    request.method === "PUT"
      ? response.writeHead(200, tagOf("other")).end()
      : response.writeHead(200, tagOf("other")).end("other"),
  );
  await expect(
    inBucket({ endpoint: lost.endpoint }).put("a", Buffer.from("content"), PDF, patient()),
  ).rejects.toThrow(storageProblem(/reading the object gave 200 without its bytes/));
});

test("one deadline holds for all attempts of a call, and for a body that stops arriving", async () => {
  const { objects } = await standing("silent", { attemptMs: 60_000, deadlineMs: 200 });
  await expect(objects.put("a", Buffer.from("x"), PDF, patient())).rejects.toThrow(
    storageProblem(/tried once: no answer within 0\.2 seconds\.$/),
  );
  const { objects: retried } = await standing("busy", { pauseMs: 80, deadlineMs: 150 });
  await expect(retried.find("a")).rejects.toThrow(storageProblem(/tried (once|2 times): 503\.$/));
  const { endpoint } = await fakeServer((_seen, response) => {
    response.writeHead(200, { ...tagOf("x"), "content-length": 10 }).write("half");
  });
  const stalled = await inBucket({ endpoint, deadlineMs: 200 }).stream("a", patient());
  const read = async (): Promise<void> => {
    for await (const piece of stalled ?? []) expect(Buffer.from(piece).toString()).toBe("half");
  };
  await expect(read()).rejects.toThrow(
    storageProblem(/^Reading a failed .*: no answer within 0\.2 seconds\.$/),
  );
});

test("an aborted request ends at once", async () => {
  const { endpoint, seen } = await fakeServer(() => {});
  const late = new AbortController();
  const putting = inBucket({ endpoint }).put("a", Buffer.from("x"), PDF, late.signal);
  while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  late.abort(new Error("given up"));
  await expect(putting).rejects.toThrow("given up");
  expect(seen.length).toBe(1);
});

test("a response with an unexpected status is a failure", async () => {
  const { endpoint } = await fakeServer(({ request }, response) =>
    response.writeHead(request.method === "DELETE" ? 301 : 302, { location: "/elsewhere" }).end("<html>"),
  );
  const objects = inBucket({ endpoint });
  await expect(objects.put("a", Buffer.from("x"), PDF, patient())).rejects.toThrow(
    storageProblem(/: 302\.$/),
  );
  await expect(objects.read("a", patient())).rejects.toThrow(storageProblem(/: 302\.$/));
  await expect(objects.delete("a")).rejects.toThrow(storageProblem(/: 301\.$/));
});

test("a bucket is named in the path or in the server's name", async () => {
  const now = unixSeconds(1_780_000_000);
  const linkOptions = { filename: "a.pdf", contentType: PDF, now, expiresAt: unixSeconds(now + 604_800) };
  const link = async (pathStyle: boolean): Promise<URL> =>
    new URL(
      await inBucket({ endpoint: "https://s3.example.com:9000", pathStyle, now: () => now }).link(
        "a/1.pdf",
        linkOptions,
      ),
    );
  expect([(await link(true)).href.split("?")[0], (await link(false)).href.split("?")[0]]).toEqual([
    "https://s3.example.com:9000/daybook-test/a/1.pdf",
    "https://daybook-test.s3.example.com:9000/a/1.pdf",
  ]);
  const { searchParams } = await link(true);
  expect([
    searchParams.get("X-Amz-Expires"),
    searchParams.get("X-Amz-Date"),
    searchParams.get("X-Amz-SignedHeaders"),
  ]).toEqual(["604800", "20260528T202640Z", "host"]);
});
