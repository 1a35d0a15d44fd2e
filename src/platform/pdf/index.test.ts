/**
 * The check of untrusted PDFs: real forms, generated files, and malicious files. A malicious file is refused
 * and has no other effect.
 */
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { describeWith, outsideData } from "../../../test/acceptance/outside.ts";
import { pdfOf, pdfOfObjects } from "../../../test/support/files.ts";
import { FRANCHISE_REPORT } from "../../modules/filings/files/rules/pdf.ts";
import { spool } from "../spool/index.ts";
import { openPdfReader, type PdfFacts, type PdfReaderOptions } from "./index.ts";

/** On a busy machine a check takes many times as long as its processor time, which is bounded by itself. */
const PATIENCE_MS = 600_000;
const patient = (): AbortSignal => AbortSignal.timeout(PATIENCE_MS);
const reader = openPdfReader({ timeoutMs: PATIENCE_MS });
afterAll(() => reader.close());

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

/** Checks a file; `options` replace the usual limits. */
async function look(bytes: Uint8Array, options?: PdfReaderOptions): Promise<PdfFacts | null> {
  const file = await spool(once(bytes), 100_000_000, patient());
  const own = options === undefined ? reader : openPdfReader({ timeoutMs: PATIENCE_MS, ...options });
  try {
    return await own.look(file, FRANCHISE_REPORT, patient());
  } finally {
    await file.close();
  }
}

const NOT_MARKED = { isMarked: false };

/** The objects of a PDF with one page, whose content stream is compressed. */
function pageWith(content: Buffer, more = ""): readonly (string | Buffer)[] {
  const packed = deflateSync(content, { level: 9 });
  return [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>${more}>>`,
    Buffer.concat([
      Buffer.from(`<</Filter/FlateDecode/Length ${packed.length}>>stream\n`),
      packed,
      Buffer.from("\nendstream"),
    ]),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
  ];
}

describe("a PDF", () => {
  test("is described by its number of pages", async () => {
    expect(await look(await pdfOf(["one", "two", "three"]))).toEqual({ pages: 3, ...NOT_MARKED });
    expect(await look(await pdfOf(["one"], { compress: false, pdfVersion: "1.3" }))).toEqual({
      pages: 1,
      ...NOT_MARKED,
    });
  });

  test("that can be read is accepted even if a password is needed to change it", async () => {
    expect(
      await look(await pdfOf(["one"], { ownerPassword: "secret", permissions: { modifying: false } })),
    ).toEqual({ pages: 1, ...NOT_MARKED });
  });

  test.each([
    ["in one line", ["State of Delaware Annual Franchise Tax Report 2025"]],
    ["in lines", ["STATE OF DELAWARE\nANNUAL FRANCHISE\nTAX REPORT"]],
    ["with its year in between", ["Delaware 2025 Annual Franchise Tax Report"]],
    ["with the state below", ["Annual Franchise Tax Report\nState of Delaware, Division of Corporations"]],
    ["letter by letter", ["D E L A W A R E   A N N U A L   F R A N C H I S E   T A X   R E P O R T"]],
    ["hyphenated", ["Delaware Annual Fran-\nchise Tax Re-\nport"]],
    [
      "on the last of its pages",
      [...Array.from({ length: 20 }, (_, page) => `Page ${page}`), "Delaware Annual Franchise Tax Report"],
    ],
    ["over two pages", ["State of Delaware Annual Franchise", "Tax Report"]],
  ] as const)("is a Delaware annual franchise tax report by its text, %s", async (_how, texts) => {
    expect(await look(await pdfOf(texts))).toEqual({ pages: texts.length, isMarked: true });
  });

  test("is a Delaware annual franchise tax report even if its letters are drawn one by one", async () => {
    const letters = Array.from(
      "DELAWARE ANNUAL FRANCHISE TAX REPORT",
      (letter, at) => `BT /F 12 Tf 1 0 0 1 ${72 + 11 * at} 700 Tm (${letter}) Tj ET`,
    ).join("\n");
    const kerned =
      "BT /F 12 Tf 72 700 Td [(Dela) 20 (wa) -300 (re An) 5 (nual Fran) 10 (chise) -250 (Tax) -250 (Re) 3 (port)] TJ ET";
    for (const content of [letters, kerned])
      expect(await look(pdfOfObjects(pageWith(Buffer.from(content))))).toEqual({ pages: 1, isMarked: true });
  });

  test.each([
    ["a federal return", ["Form 1120 U.S. Corporation Income Tax Return. Incorporated in Delaware."]],
    ["another state's report", ["Texas Franchise Tax Report, Annual"]],
    ["a return that pays that tax", ["Taxes and licenses: Delaware franchise tax 450.00"]],
  ] as const)("is not a Delaware annual franchise tax report if it is %s", async (_what, texts) => {
    expect(await look(await pdfOf(texts))).toEqual({ pages: 1, ...NOT_MARKED });
  });
});

test("a PDF with JavaScript is accepted, as fillable forms of authorities carry it, and nothing of it runs", async () => {
  const [catalog = "", ...others] = pageWith(Buffer.from("BT ET"));
  const endless = "<</S/JavaScript/JS(while\\(true\\);)>>";
  const objects = [String(catalog).replace(">>", `/OpenAction ${endless}/AA<</WS ${endless}>>>>`), ...others];
  expect(await look(pdfOfObjects(objects))).toEqual({ pages: 1, ...NOT_MARKED });
});

const FORMS = outsideData("pdf-irs");

describeWith(FORMS, "real forms", () => {
  test.each(FORMS.present ? readdirSync(FORMS.path).filter((name) => name.endsWith(".pdf")) : [])(
    "%s is a PDF",
    async (name) => {
      expect(await look(await readFile(join(FORMS.path, name)))).toMatchObject({
        pages: expect.any(Number),
        ...NOT_MARKED,
      });
    },
  );
});

describe("a file that is not a readable PDF", () => {
  test.each([
    ["nothing", async () => new Uint8Array()],
    ["a text", async () => Buffer.from("%PDF-1.7\nThis is a text.\n%%EOF")],
    [
      "random bytes",
      async () =>
        Buffer.concat([
          Buffer.from("%PDF-1.7\n"),
          Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 251)),
          Buffer.from("%%EOF"),
        ]),
    ],
    ["one that was cut off", async () => (await pdfOf(["one"])).slice(0, 700)],
    ["one that asks for a password", () => pdfOf(["one"], { userPassword: "secret" })],
    [
      "one without pages",
      async () => pdfOfObjects(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>"]),
    ],
    [
      "pages that are their own parents",
      async () =>
        pdfOfObjects(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>"]),
    ],
    [
      "lists in lists without end",
      async () => pdfOfObjects(["<</Type/Catalog/Pages 2 0 R>>", Buffer.from("[".repeat(500_000))]),
    ],
  ] as const)("is %s", async (_what, make) => {
    expect(await look(await make())).toBeNull();
  });

  test("is not a PDF that states a wrong page count: its pages are counted", async () => {
    expect(await look(pagesOf(1, 1_000_000_000))).toEqual({ pages: 1, ...NOT_MARKED });
  });
});

/** A PDF with `count` empty pages that states `stated` pages. */
function pagesOf(count: number, stated: number): Uint8Array {
  const kids = Array.from({ length: count }, (_, at) => `${at + 3} 0 R`).join(" ");
  return pdfOfObjects([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${kids}]/Count ${stated}>>`,
    ...Array.from({ length: count }, () => "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"),
  ]);
}

describe("a PDF that is expensive to read", () => {
  test(
    "is accepted with any number of pages",
    async () => {
      expect(await look(pagesOf(2_500, 2_500), { cpuMs: 90_000 })).toEqual({ pages: 2_500, ...NOT_MARKED });
    },
    PATIENCE_MS,
  );

  test(
    "is refused with the name of a limit if its page unpacks from a megabyte to a gigabyte (STOR-006)",
    async () => {
      await expect(look(pdfOfObjects(pageWith(Buffer.alloc(1_000_000_000, "(x)Tj "))))).rejects.toMatchObject(
        {
          name: "PdfBeyondBound",
          bound: expect.stringMatching(/^pdf_check_(bytes|cpu_ms)$/),
        },
      );
    },
    PATIENCE_MS,
  );

  test(
    "is refused with the name of the limit that ended its process",
    async () => {
      const busy = pdfOfObjects(pageWith(Buffer.alloc(60_000_000, "BT /F 1 Tf (x) Tj ET ")));
      await expect(look(busy, { cpuMs: 1_500, memoryBytes: 2_000_000_000 })).rejects.toMatchObject({
        bound: "pdf_check_cpu_ms",
      });
      await expect(look(busy, { memoryBytes: 90_000_000 })).rejects.toMatchObject({
        bound: "pdf_check_bytes",
      });
    },
    PATIENCE_MS,
  );
});

describe("a reader", () => {
  test("reads one file after the other, refuses files when too many wait, and drops aborted requests", async () => {
    const bytes = await pdfOf(["one"]);
    const own = openPdfReader({ waiting: 1 });
    const file = await spool(once(bytes), bytes.length, patient());
    const leaving = new AbortController();
    const [first, second] = [
      own.look(file, FRANCHISE_REPORT, patient()),
      own.look(file, FRANCHISE_REPORT, leaving.signal),
    ];
    await expect(own.look(file, FRANCHISE_REPORT, patient())).rejects.toThrow(
      "1 files wait to be looked through",
    );
    leaving.abort(new Error("gone"));
    await expect(second).rejects.toThrow("gone");
    expect(await first).toEqual({ pages: 1, ...NOT_MARKED });
    expect(await own.look(file, FRANCHISE_REPORT, patient())).toEqual({ pages: 1, ...NOT_MARKED });
    const last = own.look(file, FRANCHISE_REPORT, patient());
    own.close();
    await expect(last).rejects.toThrow("the service stops");
    await expect(own.look(file, FRANCHISE_REPORT, patient())).rejects.toThrow("the service stops");
    await file.close();
  });

  test("reports that it is busy if the process gets too little processor time", async () => {
    await expect(look(await pdfOf(["one"]), { timeoutMs: 1 })).rejects.toThrow(
      "not looked through within 1 ms",
    );
  });
});
