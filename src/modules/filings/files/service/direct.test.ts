/**
 * Direct uploads to storage: only the announced bytes are accepted, and they are inspected when the file is
 * attached.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { workOn } from "../../../../../test/support/exports.ts";
import { filesOf, pdfOf, putBytes, storedOf, take } from "../../../../../test/support/files.ts";
import { sendRaw } from "../../../../../test/support/raw.ts";

const http = await testApp();
const { clock } = http;
const company = await http.company();
const files = filesOf(http, company);
const pdf = await pdfOf();

describe("the address of a direct upload", () => {
  test("accepts the announced bytes, without an API key, and the file can be attached (FILE-017, FILE-018)", async () => {
    const upload = await files.announce(pdf);
    expect(await putBytes(upload, pdf)).toMatchObject({ status: 200 });
    expect(await take(http, company.id, upload.file_id)).toBeNull();
  });

  test("accepts the same bytes again, even after the file is attached, and keeps the inspected copy", async () => {
    const owner = await http.company();
    const upload = await filesOf(http, owner).announce(pdf);
    for (let time = 0; time < 2; time += 1) expect((await putBytes(upload, pdf)).status).toBe(200);
    expect(await take(http, owner.id, upload.file_id)).toBeNull();
    expect((await putBytes(upload, pdf)).status).toBe(200);
    const kept = (await storedOf(http, owner.id)).filter((key) => !key.endsWith("/upload"));
    expect(kept).toHaveLength(1);
    clock.set(new Date((clock.now() + 86_400) * 1000).toISOString());
    await workOn(http);
    expect(await storedOf(http, owner.id)).toEqual(kept);
  });

  test("refuses other bytes (FILE-019, FILE-020)", async () => {
    const owner = await http.company();
    const upload = await filesOf(http, owner).announce(pdf);
    const other = new Uint8Array(randomBytes(pdf.length));
    expect((await putBytes(upload, other)).status).toBe(400);
    for (const bytes of [pdf.slice(0, -1), new Uint8Array([...pdf, 10]), new Uint8Array()])
      expect([400, 403]).toContain((await putBytes(upload, bytes)).status);
    expect(await storedOf(http, owner.id)).toEqual([]);
    expect(await take(http, owner.id, upload.file_id)).toBe("invalid_file");
    expect((await putBytes(upload, pdf)).status).toBe(200);
    expect(await take(http, owner.id, upload.file_id)).toBeNull();
  });

  test("refuses a request with a missing or different header (FILE-021)", async () => {
    const owner = await http.company();
    const upload = await filesOf(http, owner).announce(pdf);
    const changes: Readonly<Record<string, string>> = {
      "Content-Type": "text/html",
      "Content-MD5": "1B2M2Y8AsgTpgAmY7PhCfg==",
      "Content-Disposition": "inline",
    };
    for (const [name, other] of Object.entries(changes)) {
      const without = Object.fromEntries(Object.entries(upload.headers).filter(([each]) => each !== name));
      for (const headers of [without, { ...upload.headers, [name]: other }])
        expect([name, (await putBytes({ url: upload.url, headers }, pdf)).status]).toEqual([name, 403]);
    }
    const { pathname, search } = new URL(upload.url);
    const head = Object.entries(upload.headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("");
    const chunked = await sendRaw(
      http.address,
      `PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\n${head}transfer-encoding: chunked\r\nconnection: close\r\n\r\n1\r\nx\r\n0\r\n\r\n`,
    );
    expect(chunked.statuses).toEqual([411]);
    for (const [name, other] of Object.entries(changes)) {
      const twice = Buffer.concat([
        Buffer.from(
          `PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\n${head}${name}: ${other}\r\ncontent-length: ${pdf.length}\r\nconnection: close\r\n\r\n`,
        ),
        pdf,
      ]);
      expect([name, (await sendRaw(http.address, twice)).statuses]).toEqual([name, [403]]);
    }
    expect(await storedOf(http, owner.id)).toEqual([]);
  });

  test("accepts only PUT and only when unaltered, and can't be used to download anything", async () => {
    const upload = await files.announce(pdf);
    for (const url of [
      upload.url.replace("size=", "size=1"),
      upload.url.replace(upload.file_id, "file_other"),
      upload.url.replace(/signature=.{4}/, "signature=AAAA"),
      upload.url.replace(/expires=\d+/, "expires=9999999999"),
      `${upload.url}&x=1`,
    ]) {
      expect([url, (await putBytes({ ...upload, url }, pdf)).status]).toEqual([url, 403]);
    }
    expect((await fetch(upload.url)).status).toBe(403);
    expect((await fetch(upload.url, { method: "DELETE" })).status).toBe(405);
  });

  test("expires at its exact second (FILE-022)", async () => {
    const upload = await files.announce(pdf);
    clock.set(new Date(upload.expires_at * 1000 - 1000).toISOString());
    expect((await putBytes(upload, pdf)).status).toBe(200);
    clock.set(new Date(upload.expires_at * 1000).toISOString());
    expect((await putBytes(upload, pdf)).status).toBe(403);
    expect(await take(http, company.id, upload.file_id)).toBeNull();
  });

  test("stores nothing if the upload is cut off", async () => {
    const owner = await http.company();
    const upload = await filesOf(http, owner).announce(pdf);
    const { pathname, search } = new URL(upload.url);
    const head = Object.entries(upload.headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("");
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(http.address).port) });
    socket.end(
      `PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\n${head}content-length: ${pdf.length}\r\n\r\n%PDF-`,
    );
    await once(socket.resume(), "close");
    expect(await storedOf(http, owner.id)).toEqual([]);
  });
});

describe("an announced file", () => {
  test("does not exist as a file before its bytes arrive (FILE-024)", async () => {
    const { file_id } = await files.announce(pdf);
    expect(await take(http, company.id, file_id)).toBe("invalid_file");
  });

  test("is refused if its bytes are not a PDF, and stays unattached (FILE-025)", async () => {
    const text = new Uint8Array(Buffer.from("%PDF-1.4 and then nothing of the kind\n%%EOF"));
    const upload = await files.announce(text, { filename: "return.pdf" });
    expect((await putBytes(upload, text)).status).toBe(200);
    for (let time = 0; time < 2; time += 1)
      expect(await take(http, company.id, upload.file_id)).toBe("invalid_file");
  });
});
