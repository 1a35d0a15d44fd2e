/**
 * The files behind signed links over HTTP: what an answer says, to the second until when, and what becomes of
 * one that is left.
 */
import { randomBytes } from "node:crypto";
import { readdirSync, readlinkSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import Fastify from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { recordingLog, loggedSoFar } from "../../../test/support/between.ts";
import { type FilesInFolder, filesInFolder, get } from "../../../test/support/stored-files.ts";
import { unixSeconds } from "@daybook/words/civil-date";
import { pause } from "../../platform/time/timer.ts";
import { objectsRoutes } from "./index.ts";

const PDF = "application/pdf";
const KEY = "comp_1/exports/export_1/1.pdf";
const patient = (): AbortSignal => AbortSignal.timeout(60_000);

/** A file of these bytes, and a link to it that is good for a minute. */
async function linked(files: FilesInFolder, content: Uint8Array): Promise<string> {
  await files.objects.put(KEY, content, PDF, patient());
  const now = files.clock.now();
  return files.objects.link(KEY, {
    filename: "a b.pdf",
    contentType: PDF,
    now,
    expiresAt: unixSeconds(now + 60),
  });
}

/** How many of this process's open files lie in the folder. */
function openIn(folder: string): number {
  return readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}

async function until(holds: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 600 && !holds(); attempt += 1) await pause(20);
  expect(holds()).toBe(true);
}

describe("an answer", () => {
  test("says all that keeps a file from being anything but a file", async () => {
    const files = await filesInFolder();
    const { status, headers } = await get(await linked(files, Buffer.from("0123456789")));
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "accept-ranges": "bytes",
      "cache-control": "private, no-store",
      "content-disposition": "attachment; filename=\"a b.pdf\"; filename*=UTF-8''a%20b.pdf",
      "content-length": "10",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-type": PDF,
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
  });

  test("to HEAD is that to GET without its bytes, ranges or not", async () => {
    const files = await filesInFolder();
    const link = await linked(files, Buffer.from("0123456789"));
    const [whole, head] = [await get(link), await get(link, { range: "bytes=0-1" }, "HEAD")];
    const comparable = ({ headers }: typeof whole) =>
      Object.fromEntries(
        [...headers].filter(([name]) => !["connection", "date", "keep-alive"].includes(name)),
      );
    expect([head.status, head.text, comparable(head)]).toEqual([200, "", comparable(whole)]);
    await until(() => openIn(files.folder) === 0);
  });

  test("is a part of the version that is held, and the whole of another one", async () => {
    const files = await filesInFolder();
    const link = await linked(files, Buffer.from("0123456789"));
    const etag = (await get(link)).headers.get("etag") ?? "";
    expect(await get(link, { range: "bytes=1-2", "if-range": etag })).toMatchObject({
      status: 206,
      text: "12",
    });
    expect((await get(link, { "if-none-match": etag })).status).toBe(304);
    await linked(files, Buffer.from("abcdefghij"));
    expect(await get(link, { range: "bytes=1-2", "if-range": etag })).toMatchObject({
      status: 200,
      text: "abcdefghij",
    });
    expect(await get(link, { range: "bytes=0-1,4-5" })).toMatchObject({ status: 200, text: "abcdefghij" });
    expect((await get(link, { "if-match": etag })).status).toBe(412);
    const outside = await get(link, { range: "bytes=10-" });
    expect([
      outside.status,
      outside.headers.get("content-range"),
      outside.headers.get("content-type"),
      outside.headers.get("content-disposition"),
    ]).toEqual([416, "bytes */10", "text/plain; charset=utf-8", null]);
    await until(() => openIn(files.folder) === 0);
  });

  test("refuses other methods without reading their bodies", async () => {
    const files = await filesInFolder();
    const link = await linked(files, Buffer.from("x"));
    for (const method of ["POST", "PATCH", "DELETE", "OPTIONS"]) {
      const { status, headers, text } = await get(link, {}, method);
      expect([method, status, headers.get("allow"), text]).toEqual([
        method,
        405,
        "GET, HEAD, PUT",
        "Use GET or HEAD to read a file, and PUT to store one at an address issued for it.\n",
      ]);
    }
  });
});

describe("a link", () => {
  test("is good until the second of its end, and from then on neither for the whole nor for a part nor for HEAD", async () => {
    const files = await filesInFolder();
    const begun = files.clock.now();
    const link = await linked(files, Buffer.from("0123456789"));
    files.clock.set(begun + 59);
    expect([
      (await get(link)).status,
      (await get(link, { range: "bytes=0-1" })).status,
      (await get(link, {}, "HEAD")).status,
    ]).toEqual([200, 206, 200]);
    files.clock.set(begun + 60);
    const { status, headers, text } = await get(link);
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      403,
      "text/plain; charset=utf-8",
      "private, no-store",
    ]);
    expect(text).toMatch(/^This link has expired\. Request a new one .+\n$/);
    expect([(await get(link, { range: "bytes=0-1" })).status, (await get(link, {}, "HEAD")).status]).toEqual([
      403, 403,
    ]);
  });

  test("that leads to nothing any more says so", async () => {
    const files = await filesInFolder();
    const link = await linked(files, Buffer.from("x"));
    await files.objects.delete(KEY);
    expect(await get(link)).toMatchObject({
      status: 404,
      text: "The file of this link is no longer stored. Create it again.\n",
    });
  });

  test("is good as it stands and in no other spelling", async () => {
    const files = await filesInFolder();
    const link = await linked(files, Buffer.from("x"));
    const { origin, pathname, search } = new URL(link);
    const target = `${pathname}${search}`;
    const [signature = ""] = /[^=]+$/.exec(target) ?? [];
    const last = signature.slice(-1);
    const spellings = [
      target.replace("exports", "%65xports"),
      target.replace("exports", "Exports"),
      target.replace("/exports/", "//exports/"),
      target.replace("/exports/", "/./exports/"),
      target.replace("/exports/", "/x/../exports/"),
      target.replace("/exports/", "%2Fexports%2F"),
      target.replace("/exports/", "%252Fexports/"),
      target.replace("comp_1", "comp_1/.."),
      target.replace("%20", "+"),
      target.replace("%20", "%2520"),
      target.replace("%2F", "%2f"),
      target.replace("%2F", "/"),
      target.replace("&expires=", "&expires=0"),
      target.replace("&expires=", "&expires=%2B"),
      target.replace("&filename=", "&filename=x&filename="),
      target.replace("&signature=", "&signature=x&signature="),
      target.replace("&signature=", "&"),
      target.replace("&signature=", "&Signature="),
      target.replace(/\?(content_type=[^&]+)&(expires=\d+)/, "?$2&$1"),
      `${target}&`,
      `${target}=`,
      `${target}#`.replace("#", "%23"),
      `${target}&expires=9999999999`,
      target.toUpperCase().replace("/OBJECTS", "/objects"),
      target.replace(
        signature,
        signature.toLowerCase() === signature ? signature.toUpperCase() : signature.toLowerCase(),
      ),
      // The last character holds two bits that a lenient reader drops.
      target.slice(0, -1) + String.fromCodePoint((last.codePointAt(0) ?? 0) + 1),
      target.slice(0, -1) + String.fromCodePoint((last.codePointAt(0) ?? 0) - 1),
      target.split("?")[0] ?? "",
      "/objects/",
      `/objects/${"a".repeat(5_000)}`,
    ];
    expect(await sendTarget(origin, target)).toBe(200);
    for (const spelling of spellings) {
      expect(spelling).not.toBe(target);
      expect([spelling, await sendTarget(origin, spelling)]).toEqual([spelling, 403]);
    }
    for (const odd of [
      `/Objects/${target.slice(9)}`,
      target.replace("exports", "%zz"),
      `//objects${target.slice(8)}`,
      target.replace("/objects/", "/objects%2F"),
    ]) {
      expect([odd, [400, 403, 404].includes(await sendTarget(origin, odd))]).toEqual([odd, true]);
    }
  });

  test("of another folder is not good here", async () => {
    const [files, others] = [await filesInFolder(), await filesInFolder()];
    const link = await linked(others, Buffer.from("theirs"));
    await linked(files, Buffer.from("ours"));
    expect((await get(link.replace(others.address, files.address))).status).toBe(403);
  });

  test("is refused by a service that stores no files itself", async () => {
    const server = Fastify();
    objectsRoutes(server, { served: null, clock: { now: () => unixSeconds(0) }, log: recordingLog });
    onTestFinished(() => server.close());
    expect((await server.inject("/objects/a?signature=b")).statusCode).toBe(403);
  });
});

/** Sends a request target to the byte; gives the status of the answer. */
function sendTarget(origin: string, target: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect({ host: hostname, port: Number(port) });
    let text = "";
    socket.on("error", reject);
    socket.on("data", (data) => (text += data.toString("latin1")));
    socket.on("close", () => resolve(Number(text.split(" ")[1])));
    socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  });
}

/** A download that has begun and takes nothing more yet. */
async function beginDownload(files: FilesInFolder): Promise<{
  readonly content: Buffer;
  finish: () => Promise<Buffer>;
  leave: () => void;
  ended: Promise<void>;
}> {
  const content = randomBytes(24_000_000);
  const { hostname, port, pathname, search } = new URL(await linked(files, content));
  const socket = connect({ host: hostname, port: Number(port) });
  const pieces: Buffer[] = [];
  const ended = new Promise<void>(
    (resolve) => void socket.on("error", () => {}).on("close", () => resolve()),
  );
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  await new Promise<void>((resolve) => {
    socket.once("data", (data) => {
      pieces.push(data);
      socket.pause();
      resolve();
    });
  });
  return {
    content,
    ended,
    leave: () => socket.destroy(),
    async finish() {
      socket.on("data", (data) => pieces.push(data)).resume();
      await ended;
      const all = Buffer.concat(pieces);
      return all.subarray(all.indexOf("\r\n\r\n") + 4);
    },
  };
}

describe("a download", () => {
  test("that began in time may end after that, whatever becomes of the file", async () => {
    const files = await filesInFolder();
    const download = await beginDownload(files);
    expect(openIn(files.folder)).toBe(1);
    files.clock.set(files.clock.now() + 1_000_000);
    await files.objects.put(KEY, Buffer.from("another"), PDF, patient());
    await files.objects.delete(KEY);
    expect((await download.finish()).equals(download.content)).toBe(true);
    await until(() => openIn(files.folder) === 0);
  });

  test("takes no more memory than is under way", async () => {
    const files = await filesInFolder();
    const before = process.memoryUsage().arrayBuffers;
    const download = await beginDownload(files);
    await pause(300);
    // The content itself is held once by the test.
    expect(process.memoryUsage().arrayBuffers - before - download.content.length).toBeLessThan(
      download.content.length / 2,
    );
    download.leave();
    await until(() => openIn(files.folder) === 0);
  });

  test("that is left closes the file, and is no failure", async () => {
    const files = await filesInFolder();
    const download = await beginDownload(files);
    download.leave();
    await until(() => openIn(files.folder) === 0);
    expect(loggedSoFar()).toBe("");
  });
});

test("a file that is damaged is a fault of the service, logged without the link", async () => {
  const files = await filesInFolder();
  const link = await linked(files, Buffer.from("0123456789"));
  const path =
    readdirSync(files.folder, { recursive: true, encoding: "utf8" }).find((name) =>
      name.endsWith("1.pdf+object"),
    ) ?? "";
  await writeFile(join(files.folder, path), "cut");
  expect((await get(link)).status).toBe(500);
  expect(loggedSoFar()).toContain("is damaged");
  expect(loggedSoFar()).not.toContain("signature");
  await until(() => openIn(files.folder) === 0);
});

test("the application hands out what it keeps, with no key and with any", async () => {
  const { app, address, clock } = await testApp();
  await app.objects.put(KEY, Buffer.from("0123456789"), "text/csv", patient());
  const now = clock.now();
  const link = await app.objects.link(KEY, {
    filename: "a.csv",
    contentType: "text/csv",
    now,
    expiresAt: unixSeconds(now + 60),
  });
  expect(link.startsWith(`${address}/objects/`)).toBe(true);
  for (const headers of [{}, { authorization: "Bearer svc_wrong" }]) {
    const answer = await get(link, headers);
    expect([
      answer.status,
      answer.headers.get("content-type"),
      answer.text,
      answer.headers.get("x-ratelimit-limit"),
    ]).toEqual([200, "text/csv", "0123456789", null]);
  }
  await app.objects.delete(KEY);
  expect((await get(link)).status).toBe(404);
});
