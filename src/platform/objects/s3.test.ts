/**
 * Objects in a bucket, when the server or the way to it is not as it should be: what is refused, tried again,
 * and told.
 */
import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { describeWith } from "../../../test/acceptance/outside.ts";
import { BUCKET, get, makeBucket, s3Server } from "../../../test/support/stored-files.ts";
import { unixSeconds } from "../../core/civil-date.ts";
import { type S3Options, s3Objects } from "./s3.ts";
import { objectsProblem } from "./trial.ts";

const PDF = "application/pdf";
const patient = (): AbortSignal => AbortSignal.timeout(60_000);
const ownKey = (): string => `comp_${randomBytes(8).toString("hex")}/1.pdf`;
const inBucket = (options: Partial<S3Options>) => s3Objects({ ...BUCKET, pauseMs: 10, ...options });
const told = (message: RegExp): unknown =>
  expect.objectContaining({ name: "StorageProblem", message: expect.stringMatching(message) });

/** Where something listens, until the test ends. */
async function listening(server: {
  listen(port: number, host: string, done: () => void): unknown;
  address(): unknown;
  close(): unknown;
}): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

/** Where nobody listens any more. */
async function deserted(): Promise<string> {
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

/** A server that answers as it is told, and what it was asked. */
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
  const endpoint = await listening(server);
  onTestFinished(() => server.closeAllConnections());
  return { endpoint, seen };
}

/** The server behind a wire on which these bytes become those, in requests. */
async function wire(from: string, to: string): Promise<string> {
  const { hostname, port } = new URL(BUCKET.endpoint);
  return listening(
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

  test("refuses bytes that changed on their way, and keeps what it had", async () => {
    const key = ownKey();
    await inBucket({}).put(key, Buffer.from("as it was"), PDF, patient());
    const bent = inBucket({ endpoint: await wire("good bytes", "evil bytes") });
    await expect(bent.put(key, Buffer.from("good bytes"), PDF, patient())).rejects.toThrow(
      told(
        /^Storing comp_\w+\/1\.pdf was refused by the bucket daybook-test at [\d.:]+: 400 (BadDigest|XAmzContentSHA256Mismatch) \(.+\)\.$/,
      ),
    );
    expect(Buffer.from((await inBucket({}).read(key, patient())) ?? []).toString()).toBe("as it was");
    await inBucket({}).delete(key);
  });

  test("refuses a wrong secret, and never shows it", async () => {
    const objects = inBucket({ secretAccessKey: "a-hidden-word" });
    const problem = await objects
      .put(ownKey(), Buffer.from("x"), PDF, patient())
      .catch((error: unknown) => error);
    expect(problem).toEqual(told(/: 403 SignatureDoesNotMatch \(.+\)\.$/));
    expect(String(problem)).not.toMatch(/hidden-word|StringToSign|AWS4-HMAC/);
    await expect(objects.find(ownKey())).rejects.toThrow(told(/: 403\.$/));
    expect(await objectsProblem(objects)).toMatch(/^Storing trial\/\w+\.txt was refused by /);
  });

  test("says that there is no such bucket, which is not to say that there is no such object", async () => {
    const objects = inBucket({ bucket: "daybook-nowhere" });
    await expect(objects.put(ownKey(), Buffer.from("x"), PDF, patient())).rejects.toThrow(
      told(/: 404 NoSuchBucket \(.+\)\.$/),
    );
    await expect(objects.read(ownKey(), patient())).rejects.toThrow(told(/404 NoSuchBucket/));
    await expect(objects.delete(ownKey())).rejects.toThrow(told(/404 NoSuchBucket/));
    await expect(objects.list("")[Symbol.asyncIterator]().next()).rejects.toThrow(told(/404 NoSuchBucket/));
  });

  test("lists more than it gives at a time", async () => {
    const prefix = `comp_${randomBytes(8).toString("hex")}/`;
    const objects = inBucket({ pageKeys: 3 });
    const keys = Array.from({ length: 8 }, (_, at) => `${prefix}${at}.pdf`);
    await Promise.all(keys.map((key) => objects.put(key, Buffer.from("x"), PDF, patient())));
    const found: string[] = [];
    for await (const key of objects.list(prefix)) found.push(key);
    expect(found.toSorted()).toEqual(keys);
    for (const key of keys) await objects.delete(key);
  });

  test("gives HEAD nothing for a link, which is signed for GET", async () => {
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

  test("takes a link of a service whose clock was moved", async () => {
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

test("a request says the hashes of its body twice over, and its length", async () => {
  const { endpoint, seen } = await fakeServer((_seen, response) => response.writeHead(200).end());
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

test("a server that fails is asked again, signed anew, until it does not", async () => {
  const { endpoint, seen } = await fakeServer((_seen, response, count) => {
    if (count === 1) response.destroy();
    else response.writeHead([503, 200][count - 2] ?? 200).end();
  });
  await inBucket({ endpoint }).put("a", Buffer.from("x"), PDF, patient());
  expect(seen.map(({ body }) => body.toString())).toEqual(["x", "x", "x"]);
});

test("a server that keeps failing, hangs or is down is reported in words after a few attempts", async () => {
  const slow =
    "<Error><Code>SlowDown</Code><Message>Reduce your &quot;request&quot; rate.</Message><StringToSign>hidden</StringToSign></Error>";
  const busy = await fakeServer((_seen, response) => response.writeHead(503).end(slow));
  await expect(inBucket({ endpoint: busy.endpoint }).delete("a")).rejects.toThrow(
    told(
      /^Deleting a failed in the bucket daybook-test at 127\.0\.0\.1:\d+, tried 4 times: 503 SlowDown \(Reduce your "request" rate\)\.$/,
    ),
  );
  expect(busy.seen.length).toBe(4);
  const silent = await fakeServer(() => {});
  await expect(inBucket({ endpoint: silent.endpoint, attemptMs: 50 }).find("a")).rejects.toThrow(
    told(/tried 4 times: no answer within 0\.05 seconds\.$/),
  );
  const nobody = inBucket({ endpoint: await deserted() });
  await expect(nobody.find("a")).rejects.toThrow(told(/tried 4 times: .*ECONNREFUSED/));
  expect(await objectsProblem(nobody)).toMatch(/ECONNREFUSED/);
  // Opening asks nothing, so that a server that is away keeps no API from starting.
  await nobody.open();
});

test("an aborted caller does not wait any longer", async () => {
  const { endpoint, seen } = await fakeServer(() => {});
  const late = new AbortController();
  const putting = inBucket({ endpoint }).put("a", Buffer.from("x"), PDF, late.signal);
  while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  late.abort(new Error("given up"));
  await expect(putting).rejects.toThrow("given up");
  expect(seen.length).toBe(1);
});

test("an answer that is not S3's is a failure", async () => {
  const { endpoint } = await fakeServer(({ request }, response) =>
    response.writeHead(request.method === "DELETE" ? 301 : 302, { location: "/elsewhere" }).end("<html>"),
  );
  const objects = inBucket({ endpoint });
  await expect(objects.put("a", Buffer.from("x"), PDF, patient())).rejects.toThrow(told(/: 302\.$/));
  await expect(objects.read("a", patient())).rejects.toThrow(told(/: 302\.$/));
  await expect(objects.delete("a")).rejects.toThrow(told(/: 301\.$/));
});

test("a bucket stands in the path or in the name of the server", async () => {
  const now = unixSeconds(1_780_000_000);
  const asked = { filename: "a.pdf", contentType: PDF, now, expiresAt: unixSeconds(now + 604_800) };
  const link = async (pathStyle: boolean): Promise<URL> =>
    new URL(
      await inBucket({ endpoint: "https://s3.example.com:9000", pathStyle, now: () => now }).link(
        "a/1.pdf",
        asked,
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
