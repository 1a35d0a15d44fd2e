/** Uploading files over HTTP: forms and announcements that are accepted, and those that are refused. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LIMITS } from "@daybook/words/limits";
import { describeWith, outsideData } from "../../../../test/acceptance/outside.ts";
import { testApp } from "../../../../test/support/app.ts";
import {
  filesOf,
  formWith,
  md5Of,
  pdfOf,
  putBytes,
  storedOf,
  type UploadAnswer,
} from "../../../../test/support/files.ts";

const http = await testApp();
const company = await http.company();
const files = filesOf(http, company);
const pdf = await pdfOf();
const { key } = company;
const INVALID = { status: 400, code: "invalid_request" };

describe("POST /files", () => {
  test("accepts a PDF and returns the file (FILE-001, FILE-028, FILE-029, FILE-030, FILE-031, FILE-032, GEN-022)", async () => {
    const { status, body } = await files.sendForm(formWith(pdf, "2025 Form 1120.pdf"));
    const now = http.app.clock.now();
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^file_/),
        object: "file",
        filename: "2025 Form 1120.pdf",
        size: pdf.length,
        created: now,
        expires_at: now + 86_400,
      },
    ]);
  });

  test("accepts PDFs of any name and declared type (FILE-004)", async () => {
    for (const [name, type] of [
      ["notes.txt", "text/plain"],
      ["picture", "image/png"],
      ["page.html", ""],
    ] as const) {
      expect(await files.upload(pdf, name, type)).toMatchObject({ filename: name, size: pdf.length });
    }
  });

  test("refuses a file that is not a PDF, of any name and declared type, and stores nothing (FILE-002, FILE-003)", async () => {
    const other = await http.company();
    const text = Buffer.from("%PDF-1.4\nThis is a text, which only begins as a PDF does.\n%%EOF\n");
    for (const [what, bytes] of [
      ["a text", new Uint8Array(Buffer.from("Dear sirs, here is the return.\n".repeat(200)))],
      ["nothing", new Uint8Array()],
      ["a header late", new Uint8Array([...Buffer.alloc(5_000, " "), ...pdf])],
      ["a text with a header", new Uint8Array(text)],
      ["the first half", pdf.slice(0, pdf.length / 2)],
      ["all but the end", pdf.slice(0, -10)],
    ] as const) {
      expect([
        what,
        await filesOf(http, other).refusal(formWith(bytes, "x.pdf", "application/pdf")),
      ]).toMatchObject([what, { status: 400, code: "invalid_file" }]);
    }
    expect(await storedOf(http, other.id)).toEqual([]);
  });

  test("refuses a form without the file or with other fields, and stores nothing (FILE-005, FILE-006, FILE-007)", async () => {
    const other = await http.company();
    const { sendForm } = filesOf(http, other);
    const form = (...fields: readonly (readonly [string, string | File])[]): FormData => {
      const made = new FormData();
      for (const [name, value] of fields) made.append(name, value);
      return made;
    };
    const file = new File([pdf], "x.pdf");
    for (const [what, sent, code, param] of [
      ["none", form(), "parameter_missing", "file"],
      ["a field before", form(["note", "x"], ["file", file]), "invalid_request", "note"],
      ["a field behind", form(["file", file], ["note", "x"]), "invalid_request", "note"],
      ["a file behind", form(["file", file], ["other", file]), "invalid_request", "other"],
      ["two files", form(["file", file], ["file", file]), "invalid_request", "file"],
      ["another file", form(["document", file]), "invalid_request", "document"],
      ["a text", form(["file", "%PDF-1.4"]), "invalid_request", "file"],
      ["a text behind", form(["file", file], ["file", "%PDF-1.4"]), "invalid_request", "file"],
    ] as const) {
      const { status, body } = await sendForm(sent);
      expect([what, status, body]).toMatchObject([what, 400, { error: { code, param } }]);
    }
    const send = (body: string | Uint8Array<ArrayBuffer>, type: string) =>
      http.refusal("/files", { key: other.key, method: "POST", body, headers: { "content-type": type } });
    const part = `--x\r\ncontent-disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n`;
    const whole = Buffer.concat([Buffer.from(part), pdf, Buffer.from("\r\n--x--\r\n")]);
    for (const [body, type] of [
      [pdf, "application/pdf"],
      ["{}", "application/json"],
      [new Uint8Array(whole), "multipart/form-data"],
      [new Uint8Array(whole), "multipart/mixed; boundary=x"],
      [new Uint8Array(whole.subarray(0, -8)), "multipart/form-data; boundary=x"],
      ["", "multipart/form-data; boundary=x"],
      ["x".repeat(100), "multipart/form-data; boundary=x"],
    ] as const) {
      expect([type, await send(body, type)]).toMatchObject([
        type,
        { status: 400, code: expect.stringMatching(/^(invalid_request|parameter_missing)$/) },
      ]);
    }
    expect(await storedOf(http, other.id)).toEqual([]);
  });

  test("makes unsafe file names safe", async () => {
    const names = [
      "../../../etc/passwd.pdf",
      "..\\..\\boot.pdf",
      "/etc/shadow.pdf",
      "a\u202egpj.pdf",
      "n".repeat(400),
      "..",
      " ",
      "r\u00e9sum\u00e9 \u{1f4c4}.pdf",
    ];
    for (const name of names) {
      const { filename } = await files.upload(pdf, name);
      expect([name, filename]).toEqual([name, expect.stringMatching(/^[^/\\\u202e]+$/)]);
      expect(Buffer.byteLength(filename)).toBeLessThanOrEqual(255);
      expect([".", ".."]).not.toContain(filename);
    }
    for (const stored of await storedOf(http, company.id))
      expect(stored).toMatch(/^comp_[\w.-]+\/files\/file_[a-z0-9]+\/[a-z0-9]+\.pdf$/);
  });

  test("refuses a form that is too large, with and without a declared length", async () => {
    const large = new Uint8Array(LIMITS.upload_bytes.value);
    large.set(pdf);
    expect(await files.refusal(formWith(large))).toMatchObject({
      ...INVALID,
      message: expect.stringContaining(String(LIMITS.upload_bytes.value)),
    });
    const before = await storedOf(http, company.id);
    const unsaid = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(
          Buffer.from(`--x\r\ncontent-disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n`),
        );
        controller.enqueue(large);
        controller.enqueue(Buffer.from("\r\n--x--\r\n"));
        controller.close();
      },
    });
    const response = await fetch(`${http.address}/api/v1/files`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "multipart/form-data; boundary=x" },
      body: unsaid,
      duplex: "half",
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { code: "invalid_request" } },
    ]);
    expect(await storedOf(http, company.id)).toEqual(before);
  });
});

const FORMS = outsideData("pdf-irs");

describeWith(FORMS, "POST /files with real tax forms", () => {
  test("accepts each", async () => {
    for (const name of readdirSync(FORMS.path).filter((each) => each.endsWith(".pdf"))) {
      const bytes = new Uint8Array(readFileSync(join(FORMS.path, name)));
      expect(await files.upload(bytes, name)).toMatchObject({ filename: name, size: bytes.length });
    }
  });
});

describe("POST /file_uploads", () => {
  test("returns a file id, and an address for the bytes (FILE-008, FILE-033, FILE-034, FILE-035, FILE-036, FILE-037, FILE-038, FILE-039)", async () => {
    const upload = await files.announce(pdf, { filename: "2025 Form 1120.pdf" });
    expect(upload).toEqual({
      object: "file_upload",
      file_id: expect.stringMatching(/^file_/),
      url: expect.stringMatching(/^https?:\/\//),
      method: "PUT",
      headers: {
        "Content-Type": "application/pdf",
        "Content-MD5": md5Of(pdf),
        "Content-Disposition": expect.stringContaining("2025 Form 1120.pdf"),
      },
      expires_at: http.app.clock.now() + 600,
    });
  });

  test("returns a new file id and address each time, and checks no bytes (FILE-016, FILE-023)", async () => {
    const text = new Uint8Array(Buffer.from("no PDF"));
    const [one, other]: UploadAnswer[] = [await files.announce(text), await files.announce(text)];
    expect(other?.file_id).not.toBe(one?.file_id);
    expect(other?.url).not.toBe(one?.url);
    expect((await putBytes(one ?? (await files.announce(text)), text)).status).toBe(200);
  });

  test.each([
    ["no filename", { filename: undefined }, "parameter_missing", "filename"],
    ["no size", { size: undefined }, "parameter_missing", "size"],
    ["no checksum", { checksum: undefined }, "parameter_missing", "checksum"],
    ["a number for a filename", { filename: 7 }, "invalid_request", "filename"],
    ["a text for a size", { size: "7" }, "invalid_request", "size"],
    ["half a byte", { size: 0.5 }, "invalid_request", "size"],
    ["no byte", { size: 0 }, "invalid_request", "size"],
    ["more than a file may have", { size: LIMITS.upload_bytes.value + 1 }, "invalid_request", "size"],
    [
      "a checksum in hexadecimal digits",
      { checksum: "d41d8cd98f00b204e9800998ecf8427e" },
      "invalid_request",
      "checksum",
    ],
    ["a checksum that is too short", { checksum: "1B2M2Y8AsgTpgAmY7PhC" }, "invalid_request", "checksum"],
    ["a checksum with stray bits", { checksum: "1B2M2Y8AsgTpgAmY7PhCfh==" }, "invalid_request", "checksum"],
    ["a field that it does not know", { company_id: "x" }, "invalid_request", "company_id"],
  ] as const)(
    "refuses %s (FILE-009, FILE-010, FILE-011, FILE-012, FILE-013, FILE-014, FILE-015)",
    async (_what, unlike, code, param) => {
      const body = { filename: "return.pdf", size: pdf.length, checksum: md5Of(pdf), ...unlike };
      expect(await http.refusal("/file_uploads", { key, method: "POST", body })).toMatchObject({
        status: 400,
        code,
        param,
      });
    },
  );
});
