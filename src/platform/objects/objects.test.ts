/**
 * The behaviour of the object storage: the same tests for a folder and for a bucket of an S3 server that
 * checks signatures and hashes.
 */
import { randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { describeWith } from "../../../test/acceptance/outside.ts";
import { filesInFolder, get, KINDS, type StoredFiles } from "../../../test/support/stored-files.ts";
import { md5Of } from "../../../test/support/files.ts";
import { unixSeconds } from "@daybook/words/civil-date";
import { spool } from "../spool/index.ts";
import { asFilename, dispositionOf } from "./objects.ts";
import { findStorageProblem } from "./trial.ts";

const patient = (): AbortSignal => AbortSignal.timeout(60_000);
const PDF = "application/pdf";
const CSV = "text/csv";
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Returns a prefix for the keys of one test, because all tests share a bucket. */
const ownPrefix = (): string => `comp_${randomBytes(8).toString("hex")}/exports/`;

async function keysOf({ objects }: StoredFiles, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of objects.list(prefix)) keys.push(key);
  return keys.toSorted();
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

/** Makes a link, which is valid for an hour by default. */
function linkTo(
  { objects, clock }: StoredFiles,
  key: string,
  { filename = "a.pdf", contentType = PDF, seconds = 3_600 } = {},
): Promise<string> {
  const now = clock.now();
  return objects.link(key, { filename, contentType, now, expiresAt: unixSeconds(now + seconds) });
}

const NAMES = [
  ["income statement.pdf", "income statement.pdf"],
  ['the "best" of 100%.pdf', "the 'best' of 100_.pdf"],
  ["Übersicht für Größe.csv", "Ubersicht fur Gro_e.csv"],
  ["損益計算書.xlsx", "_____.xlsx"],
  ["it's (final)*; name=x.pdf", "it's (final)*; name=x.pdf"],
  ["a＂b／c.pdf", "a'b_c.pdf"],
  ["émoji 🙂.pdf", "emoji _.pdf"],
] as const;

function testBehaviour(open: () => Promise<StoredFiles> | StoredFiles): void {
  test("are put, found, read, listed and deleted", async () => {
    const files = await open();
    const prefix = ownPrefix();
    const keys = [
      `${prefix}export_1/1.pdf`,
      `${prefix}export_1/2.csv`,
      `${prefix}Export_1/1.pdf`,
      `${prefix}export_1`,
    ];
    expect([
      await files.objects.find(keys[0] ?? ""),
      await files.objects.read(keys[0] ?? "", patient()),
      await keysOf(files, prefix),
    ]).toEqual([null, null, []]);
    for (const [at, key] of keys.entries())
      await files.objects.put(
        key,
        Buffer.alloc(at * 700_000, `${at}é\0\r\n`),
        at === 1 ? CSV : PDF,
        patient(),
      );
    for (const [at, key] of keys.entries()) {
      expect(await files.objects.find(key)).toEqual({
        size: at * 700_000,
        contentType: at === 1 ? CSV : PDF,
      });
      expect(
        Buffer.alloc(at * 700_000, `${at}é\0\r\n`).equals(
          (await files.objects.read(key, patient())) ?? Buffer.alloc(1),
        ),
      ).toBe(true);
    }
    expect(await keysOf(files, prefix)).toEqual(keys.toSorted());
    expect(await keysOf(files, `${prefix}export_1/`)).toEqual([keys[0], keys[1]]);
    for (const key of keys) await files.objects.delete(key);
    await files.objects.delete(keys[0] ?? "");
    await files.objects.delete(`${prefix}export_1/1.pdf/never`);
    expect([await files.objects.find(keys[1] ?? ""), await keysOf(files, prefix)]).toEqual([null, []]);
  });

  test("are stored from a file that is not in memory, and read piece by piece", async () => {
    const files = await open();
    const key = `${ownPrefix()}1.pdf`;
    const bytes = randomBytes(3_000_001);
    expect(await files.objects.stream(key, patient())).toBeNull();
    const file = await spool(once(bytes), bytes.length, patient());
    await files.objects.putFile(key, file, PDF, patient());
    expect(await files.objects.find(key)).toEqual({ size: bytes.length, contentType: PDF });
    expect(bytes.equals((await files.objects.read(key, patient())) ?? Buffer.alloc(0))).toBe(true);
    const pieces: Uint8Array[] = [];
    for await (const piece of (await files.objects.stream(key, patient())) ?? []) pieces.push(piece);
    expect(bytes.equals(Buffer.concat(pieces))).toBe(true);
    await expect(
      files.objects.putFile(`${key}2`, { ...file, md5: md5Of(Buffer.from("other")) }, PDF, patient()),
    ).rejects.toThrow(/MD5|Digest/);
    expect(await files.objects.find(`${key}2`)).toBeNull();
    await file.close();
    await files.objects.delete(key);
  });

  test("can be uploaded at a signed address, with exactly its bytes and headers, several times", async () => {
    const files = await open();
    const key = `${ownPrefix()}upload`;
    const bytes = new Uint8Array(randomBytes(100_000));
    const now = files.clock.now();
    const { url, headers } = await files.objects.signUpload(key, {
      size: bytes.length,
      md5: md5Of(bytes),
      filename: "Übersicht (2025).pdf",
      contentType: PDF,
      now,
      expiresAt: unixSeconds(now + 600),
    });
    const put = async (body: Uint8Array<ArrayBuffer>, sent: Readonly<Record<string, string>> = headers) =>
      (await fetch(url, { method: "PUT", headers: sent, body })).status;
    expect(await put(new Uint8Array(randomBytes(100_000)))).toBe(400);
    for (const body of [bytes.slice(1), new Uint8Array([...bytes, 1])]) expect(await put(body)).toBe(403);
    for (const [name, other] of [
      ["Content-Type", "text/html"],
      ["Content-MD5", md5Of(Buffer.from("other"))],
      ["Content-Disposition", "inline"],
    ] as const) {
      expect([name, await put(bytes, { ...headers, [name]: other })]).toEqual([name, 403]);
      expect([
        name,
        await put(bytes, Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name))),
      ]).toEqual([name, 403]);
    }
    expect((await get(url)).status).toBe(403);
    expect(await files.objects.find(key)).toBeNull();
    expect([await put(bytes), await put(bytes)]).toEqual([200, 200]);
    expect(Buffer.from(bytes).equals((await files.objects.read(key, patient())) ?? Buffer.alloc(0))).toBe(
      true,
    );
    await files.objects.delete(key);
  });

  test("are replaced, with their type, by storing another object under the same key", async () => {
    const files = await open();
    const key = `${ownPrefix()}1`;
    await files.objects.put(key, Buffer.from("a longer first one"), CSV, patient());
    await files.objects.put(key, Buffer.from("second"), XLSX, patient());
    expect(await files.objects.find(key)).toEqual({ size: 6, contentType: XLSX });
    expect((await get(await linkTo(files, key))).text).toBe("second");
    await files.objects.delete(key);
  });

  test("are downloaded by a link byte for byte, with the link's type, without authentication", async () => {
    const files = await open();
    const key = `${ownPrefix()}1.pdf`;
    const content = randomBytes(3_000_000);
    await files.objects.put(key, content, PDF, patient());
    for (const contentType of [PDF, CSV, XLSX, "text/html; charset=utf-8"]) {
      const { status, headers, bytes } = await get(await linkTo(files, key, { contentType }));
      expect([
        status,
        headers.get("content-type"),
        headers.get("content-length"),
        headers.get("cache-control"),
        bytes.equals(content),
      ]).toEqual([200, contentType, "3000000", "private, no-store", true]);
    }
    // An API key in the request is ignored.
    if (files.objects.served !== null)
      expect((await get(await linkTo(files, key), { authorization: "Bearer svc_wrong" })).status).toBe(200);
    await files.objects.put(key, Buffer.alloc(0), PDF, patient());
    const { status, headers, bytes } = await get(await linkTo(files, key));
    expect([status, headers.get("content-length"), bytes.length]).toEqual([200, "0", 0]);
    await files.objects.delete(key);
    expect((await get(await linkTo(files, key))).status).toBe(404);
  });

  test.each(NAMES)("are saved as %s", async (filename, plain) => {
    const files = await open();
    const key = `${ownPrefix()}1`;
    await files.objects.put(key, Buffer.from("x"), PDF, patient());
    const { status, headers } = await get(await linkTo(files, key, { filename }));
    const disposition = headers.get("content-disposition") ?? "";
    const [, fallback = "", encoded = ""] =
      /^attachment; filename="([^"]*)"; filename\*=UTF-8''([\w.~%-]+)$/.exec(disposition) ?? [];
    expect([status, fallback, decodeURIComponent(encoded)]).toEqual([200, plain, filename]);
    await files.objects.delete(key);
  });

  test("are returned in ranges of bytes", async () => {
    const files = await open();
    const key = `${ownPrefix()}1`;
    await files.objects.put(key, Buffer.from("0123456789"), PDF, patient());
    const link = await linkTo(files, key);
    for (const [range, expected, where] of [
      ["bytes=2-4", "234", "bytes 2-4/10"],
      ["bytes=7-", "789", "bytes 7-9/10"],
      ["bytes=-2", "89", "bytes 8-9/10"],
      ["bytes=5-500", "56789", "bytes 5-9/10"],
    ] as const) {
      const { status, headers, text } = await get(link, { range });
      expect([status, text, headers.get("content-range"), headers.get("content-length")]).toEqual([
        206,
        expected,
        where,
        String(expected.length),
      ]);
    }
    expect((await get(link, { range: "bytes=10-" })).status).toBe(416);
    await files.objects.delete(key);
  });

  test("are not returned for a link that was changed in any part (STOR-002)", async () => {
    const files = await open();
    const prefix = ownPrefix();
    for (const name of ["1.pdf", "2.pdf"])
      await files.objects.put(`${prefix}${name}`, Buffer.from(name), PDF, patient());
    const link = await linkTo(files, `${prefix}1.pdf`);
    const address = new URL(link);
    const signature = [...address.searchParams].find(([name]) => /signature/i.test(name))?.[1] ?? "";
    const other = (text: string): string => `${text.startsWith("a") ? "b" : "a"}${text.slice(1)}`;
    const expires = [...address.searchParams].find(([name]) => /expires/i.test(name)) ?? ["", ""];
    const changed = [
      link.replace("/1.pdf?", "/2.pdf?"),
      link.replace(signature, other(signature)),
      link.replace(signature, signature.slice(1)),
      link.replace(/[?&][^=&]*[Ss]ignature=[^&]*/, ""),
      link.replace(`${expires[0]}=${expires[1]}`, `${expires[0]}=${Number(expires[1]) + 1}`),
      link.replace("application%2Fpdf", "text%2Fhtml"),
      link.replace("a.pdf", "b.exe"),
      `${link}&response-content-type=text%2Fhtml&content_type=text%2Fhtml`,
      link.replace("?", "?content_type=text%2Fhtml&response-content-type=text%2Fhtml&"),
    ];
    for (const each of changed) {
      expect(each).not.toBe(link);
      expect([each, [400, 403].includes((await get(each)).status)]).toEqual([each, true]);
    }
    expect((await get(link, {}, "PUT")).status).toBeGreaterThanOrEqual(400);
    expect((await get(link, {}, "DELETE")).status).toBeGreaterThanOrEqual(400);
    expect((await get(link)).text).toBe("1.pdf");
    for (const name of ["1.pdf", "2.pdf"]) await files.objects.delete(`${prefix}${name}`);
  });

  test("are not returned for an expired link, in whole or in part; other links keep their own times", async () => {
    const files = await open();
    const key = `${ownPrefix()}1`;
    await files.objects.put(key, Buffer.from("x"), PDF, patient());
    const now = files.clock.now();
    const [short, long] = [
      await linkTo(files, key, { seconds: 5 }),
      await linkTo(files, key, { seconds: 600 }),
    ];
    expect((await get(short)).status).toBe(200);
    await files.wait(now + 7);
    expect([(await get(short)).status, (await get(short, { range: "bytes=0-0" })).status]).toEqual([
      403, 403,
    ]);
    expect([(await get(long)).status, (await get(await linkTo(files, key, { seconds: 60 }))).status]).toEqual(
      [200, 200],
    );
    await files.objects.delete(key);
  });

  test("have links of at most seven days", async () => {
    const files = await open();
    const key = `${ownPrefix()}1`;
    await files.objects.put(key, Buffer.from("x"), PDF, patient());
    expect((await get(await linkTo(files, key, { seconds: 604_800 }))).status).toBe(200);
    for (const seconds of [604_801, 0, -1])
      await expect(linkTo(files, key, { seconds })).rejects.toThrow(
        expect.objectContaining({ name: "AssertionFailed" }),
      );
    await files.objects.delete(key);
  });

  test.each([
    "",
    "/",
    "a/",
    "/a",
    "a//b",
    ".",
    "..",
    "a/..",
    "../a",
    "a/./b",
    "a/../../b",
    ".a",
    "a/.b",
    "a\\b",
    "a b",
    "a\0",
    "a%2e",
    "a\n",
    "a?b",
    "a#b",
    "ä",
    "a+b",
    "a=b",
    `${"a/".repeat(10)}a`,
    "a".repeat(101),
    "a/b:c",
  ])("can't have the invalid key %j", async (key) => {
    const files = await open();
    const refused = expect.objectContaining({ name: "AssertionFailed" });
    await expect(files.objects.put(key, Buffer.from("x"), PDF, patient())).rejects.toThrow(refused);
    await expect(files.objects.find(key)).rejects.toThrow(refused);
    await expect(files.objects.read(key, patient())).rejects.toThrow(refused);
    await expect(files.objects.delete(key)).rejects.toThrow(refused);
    await expect(linkTo(files, key)).rejects.toThrow(refused);
    if (!/^([\w.-]+\/)*$/.test(key) || key.includes(".."))
      await expect(keysOf(files, key)).rejects.toThrow(refused);
  });

  test("can't have an invalid type or file name", async () => {
    const files = await open();
    for (const contentType of ["", "pdf", "text/csv\r\nx: y", "text/csv; a=b", "text/ csv"]) {
      await expect(files.objects.put("a", Buffer.from("x"), contentType, patient())).rejects.toThrow(
        /not a content type/,
      );
      await expect(linkTo(files, "a", { contentType })).rejects.toThrow(/not a content type/);
    }
    for (const filename of [
      "",
      "a/b",
      "a\\b",
      "a\r\nx: y",
      "..",
      ".a",
      "a\u{202e}fdp",
      "\u{d800}",
      "x".repeat(256),
    ])
      await expect(linkTo(files, "a", { filename })).rejects.toThrow(/not a name for a file/);
  });

  test("don't exist after storing them was aborted", async () => {
    const files = await open();
    const prefix = ownPrefix();
    await expect(
      files.objects.put(`${prefix}1`, Buffer.from("x"), PDF, AbortSignal.abort(new Error("given up"))),
    ).rejects.toThrow("given up");
    const late = new AbortController();
    const putting = files.objects.put(`${prefix}2`, Buffer.alloc(20_000_000), PDF, late.signal);
    late.abort(new Error("given up"));
    await expect(putting).rejects.toThrow(/given up|abort/);
    expect(await keysOf(files, prefix)).toEqual([]);
  });

  test("stored at once under one key leave one of them, complete", async () => {
    const files = await open();
    const key = `${ownPrefix()}1`;
    const contents = Array.from({ length: 8 }, (_, at) => Buffer.alloc(100_000 + at, String(at)));
    await Promise.all(
      contents.map((content, at) => files.objects.put(key, content, at % 2 === 0 ? PDF : CSV, patient())),
    );
    const [found, read] = [await files.objects.find(key), await files.objects.read(key, patient())];
    const at = contents.findIndex((content) => content.equals(read ?? Buffer.alloc(0)));
    expect(found).toEqual({ size: 100_000 + at, contentType: at % 2 === 0 ? PDF : CSV });
    await files.objects.delete(key);
  });

  test("pass the test of the storage, which leaves no object", async () => {
    const files = await open();
    expect(await findStorageProblem(files.objects)).toBeNull();
    expect(await keysOf(files, "trial/")).toEqual([]);
  });
}

for (const { place, needed, prepare, files } of KINDS) {
  describeWith(needed, `objects in ${place}`, () => {
    beforeAll(prepare);
    testBehaviour(files);
  });
}

test("the test of the storage reports a failure, and detects changed bytes", async () => {
  const { objects } = await filesInFolder();
  expect(await findStorageProblem({ ...objects, read: async () => Buffer.from("other") })).toMatch(
    /not there as it was stored/,
  );
  expect(await findStorageProblem({ ...objects, delete: async () => {} })).toMatch(/still there/);
  expect(
    await findStorageProblem({ ...objects, put: async () => Promise.reject(new Error("The disk is full.")) }),
  ).toBe("The disk is full.");
});

test.each([
  ["  ../Acme, Inc. \r\n report.pdf ", "_Acme, Inc. __ report.pdf"],
  ["...", "file"],
  ["", "file"],
  [".pdf", "pdf"],
  ["a/b\\c:d.pdf", "a_b_c:d.pdf"],
  ["abc\u{202e}fdp.exe", "abc_fdp.exe"],
  ["\u{d800}x", "\u{fffd}x"],
  [`${"ü".repeat(200)}.xlsx`, `${"ü".repeat(125)}.xlsx`],
])("a safe file name is made from %j", (text, filename) => {
  expect(asFilename(text)).toBe(filename);
  expect(asFilename(filename)).toBe(filename);
  expect(dispositionOf(filename)).toMatch(
    /^attachment; filename="[ !#-[\]-~]+"; filename\*=UTF-8''[\w.~%-]+$/,
  );
});
