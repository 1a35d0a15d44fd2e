/**
 * Malicious workbook files and files of other kinds are refused quickly, with a sentence for the user, while
 * the process goes on answering.
 */
import { setImmediate as turn } from "node:timers/promises";
import { strToU8, unzipSync, zipSync } from "fflate";
import { afterEach, describe, expect, test } from "vitest";
import { relationsXml, sheetXml, workbookFile } from "../../../test/support/workbooks.ts";
import { LIMITS } from "@daybook/words/limits";
import { openWorkbooks, type Workbooks, WorkbookProblem, type WorkbooksOptions } from "./index.ts";

const opened: Workbooks[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

function open(options?: WorkbooksOptions): Workbooks {
  const workbooks = openWorkbooks(options);
  opened.push(workbooks);
  return workbooks;
}

const never = new AbortController().signal;
const GOOD = workbookFile({
  sheets: { One: '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>A1*2</f><v>2</v></c></row>' },
});

/** Returns the message with which a file is refused. */
async function refusal(bytes: Uint8Array): Promise<string> {
  const thrown: unknown = await open()
    .read(bytes, never)
    .then(
      () => null,
      (error: unknown) => error,
    );
  expect(thrown).toBeInstanceOf(WorkbookProblem);
  return thrown instanceof Error ? thrown.message : "";
}

/** Returns an archive with one entry whose stated size is `size`. */
function archiveStating(path: string, content: Uint8Array, size: number): Uint8Array {
  const bytes = zipSync({ [path]: content });
  const view = new DataView(bytes.buffer);
  for (let at = 0; at + 4 <= bytes.length; at += 1) {
    const mark = view.getUint32(at, true);
    if (mark === 0x02014b50) view.setUint32(at + 24, size, true);
    if (mark === 0x04034b50) view.setUint32(at + 22, size, true);
  }
  return bytes;
}

describe("a file that is refused", () => {
  test("is of another kind", async () => {
    expect(await refusal(strToU8("date,amount\n"))).toBe("The file is not an XLSX workbook.");
    expect(await refusal(new Uint8Array())).toBe("The file is not an XLSX workbook.");
    expect(await refusal(zipSync({ "hello.txt": strToU8("hello") }))).toBe(
      "The file is not an XLSX workbook.",
    );
    const compound = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0);
    expect(await refusal(compound)).toBe(
      "This is a workbook of the old format .xls. Save it as .xlsx, and import it again.",
    );
    expect(await refusal(Buffer.concat([compound, Buffer.from("EncryptedPackage", "utf16le")]))).toBe(
      "The workbook is encrypted. Take its password off, and import it again.",
    );
    expect(
      await refusal(
        workbookFile({
          sheets: { One: "" },
          parts: {
            "_rels/.rels": relationsXml([["officeDocument", "xl/workbook.bin"]]),
            "xl/workbook.bin": "binary",
          },
        }),
      ),
    ).toBe("This is a binary workbook (.xlsb). Save it as .xlsx, and import it again.");
  });

  test("contains macros, by a relation or by the type of an existing part", async () => {
    const related = relationsXml([
      ["worksheet", "worksheets/sheet1.xml"],
      ["vbaProject", "vbaProject.bin"],
    ]).replace(/[^"]*(?=\/vbaProject")/u, "http://schemas.microsoft.com/office/2006/relationships");
    const typed =
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/Macros.bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>';
    expect(
      await refusal(
        workbookFile({
          sheets: { One: "" },
          parts: { "xl/_rels/workbook.xml.rels": related, "xl/vbaProject.bin": "macro" },
        }),
      ),
    ).toBe("The workbook contains macros. Save it as .xlsx, which has none, and import it again.");
    expect(
      await refusal(
        workbookFile({
          sheets: { One: "" },
          parts: { "[Content_Types].xml": typed, "xl/macros.bin": "macro" },
        }),
      ),
    ).toMatch(/macros/);
  });

  test("has two parts with the same name, apart from letter case and slashes", async () => {
    for (const twin of ["xl/Workbook.xml", "xl\\workbook.xml", "/xl/workbook.xml"])
      expect(await refusal(workbookFile({ sheets: { One: "" }, parts: { [twin]: "<workbook/>" } }))).toMatch(
        /^The file has two parts named xl\/workbook\.xml\. Save it again in a spreadsheet program/,
      );
  });

  test("has too many texts, and is refused before the rest is read", async () => {
    // The end of the part is invalid XML. It is never read.
    const part = `<sst>${"<si/>".repeat(LIMITS.sheet_cells.value + 1)}<not closed`;
    expect(
      await refusal(
        workbookFile({
          sheets: { One: "" },
          relations: [["sharedStrings", "sharedStrings.xml"]],
          parts: { "xl/sharedStrings.xml": part },
        }),
      ),
    ).toMatch(/more than 1000000 texts/);
  });

  test("has too many characters, because many cells share a long text", async () => {
    const lines = Array.from(
      { length: 1_100 },
      (_none, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>0</v></c></row>`,
    ).join("");
    const file = workbookFile({
      sheets: { One: lines },
      relations: [["sharedStrings", "sharedStrings.xml"]],
      parts: { "xl/sharedStrings.xml": `<sst><si><t>${"x y ".repeat(8_000)}</t></si></sst>` },
    });
    expect(await refusal(file)).toMatch(/more than 33554432 characters in its texts and formulas/);
  });

  test("is cut off, anywhere", async () => {
    const workbooks = open();
    for (let length = 0; length < GOOD.length; length += 97)
      await expect(workbooks.read(GOOD.subarray(0, length), never)).rejects.toBeInstanceOf(WorkbookProblem);
  });

  test("has damaged bytes, unless it can be read all the same", async () => {
    const workbooks = open();
    for (let at = 0; at < GOOD.length; at += 31) {
      const changed = Uint8Array.from(GOOD);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      const read = await workbooks.read(changed, never).catch((error: unknown) => error);
      expect(
        read instanceof WorkbookProblem ||
          (typeof read === "object" && read !== null && "spreadsheet" in read),
      ).toBe(true);
    }
  });

  test("unpacks to too many bytes: in one part, in many parts, and beyond the stated size", async () => {
    const space = new Uint8Array(120_000_000).fill(32);
    expect(await refusal(workbookFile({ sheets: { One: "" }, parts: { "xl/a.xml": space } }))).toMatch(
      /^The file is packed more tightly than any ordinary workbook\.$/,
    );
    expect(await refusal(archiveStating("xl/workbook.xml", strToU8("<workbook/>"), 0xfffffff0))).toMatch(
      /^The workbook is larger than 268435456 bytes once it is unpacked\.$/,
    );
    const many = Object.fromEntries(
      Array.from({ length: LIMITS.workbook_entries.value + 1 }, (_none, at) => [
        `xl/${at}.xml`,
        new Uint8Array(),
      ]),
    );
    expect(await refusal(zipSync(many, { level: 0 }))).toMatch(/more than 20000 parts/);
    // A part that inflates beyond its stated size is cut off there, and is invalid XML then.
    const tooLong = strToU8(`<workbook>${" ".repeat(1_000_000)}</workbook>`);
    expect(await refusal(archiveStating("xl/workbook.xml", tooLong, 20))).toMatch(/invalid XML|damaged/);
  });

  test("has a document type, too deep elements or invalid XML", async () => {
    const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${sheetXml('<row r="1"><c r="A1" t="str"><v>&b;</v></c></row>')}`;
    const outside = `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sheetXml("")}`;
    for (const part of [laughs, outside])
      expect(
        await refusal(workbookFile({ sheets: { One: "" }, parts: { "xl/worksheets/sheet1.xml": part } })),
      ).toMatch(/document type/);
    expect(
      await refusal(
        workbookFile({ sheets: { One: "" }, parts: { "xl/worksheets/sheet1.xml": "<a>".repeat(100_000) } }),
      ),
    ).toMatch(/has elements more than 200 deep/);
    expect(
      await refusal(
        workbookFile({
          sheets: { One: "" },
          parts: { "xl/worksheets/sheet1.xml": "<worksheet><sheetData>" },
        }),
      ),
    ).toMatch(/invalid XML/);
    expect(
      await refusal(
        workbookFile({
          sheets: { One: "" },
          parts: { "xl/worksheets/sheet1.xml": Uint8Array.of(0x3c, 0xff, 0xfe) },
        }),
      ),
    ).toMatch(/invalid text|invalid XML/);
  });

  test("has too many sheets or cells, or cells outside of any grid", async () => {
    const entries = Array.from(
      { length: 10_000 },
      (_none, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="rId1"/>`,
    ).join("");
    const sheets = (count: number) =>
      workbookFile({
        sheets: { One: "" },
        parts: {
          "xl/workbook.xml": `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${entries.slice(0, entries.indexOf(`name="S${count}"`) - 7)}</sheets></workbook>`,
        },
      });
    expect(await refusal(sheets(9_999))).toMatch(/^The workbook has more than 1000 sheets/);
    expect(await refusal(sheets(300))).toMatch(
      /^The workbook has more than 200 worksheets, which is the most/,
    );
    for (const cell of [
      '<row r="1048577"><c r="A1048577"/></row>',
      '<row r="1"><c r="XFE1"><v>1</v></c></row>',
      '<row r="99999999999"/>',
      '<row r="1"><c r="A0"><v>1</v></c></row>',
    ]) {
      expect(await refusal(workbookFile({ sheets: { One: cell } }))).toMatch(/outside the grid/);
    }
  });
});

describe("a file that is accepted", () => {
  test("has the type for macros but no macros, or refers to a missing macro project", async () => {
    const types =
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/><Override PartName="/xl/gone.bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>';
    const { spreadsheet } = await open().read(
      workbookFile({
        sheets: { One: '<row r="1"><c r="A1"><v>1</v></c></row>' },
        parts: { "[Content_Types].xml": types, "xl/embeddings/vbaProject.bin": "of an embedded document" },
      }),
      never,
    );
    expect(spreadsheet.worksheets[0]?.cells.length).toBe(1);
  });

  test("has backslashes in the names of its parts", async () => {
    const parts = Object.entries(unzipSync(GOOD)).map(([path, content]): [string, Uint8Array] => [
      path.replaceAll("/", "\\"),
      content,
    ]);
    const { spreadsheet } = await open().read(zipSync(Object.fromEntries(parts)), never);
    expect(spreadsheet.worksheets[0]?.cells.length).toBe(2);
  });

  test("may state a wrong size and refer to missing relations and styles", async () => {
    const inside =
      '<dimension ref="A1:XFD1048576"/><cols><col min="1" max="16384" style="9"/></cols><sheetData><row r="1" spans="1:16384"><c r="A1" s="77" t="s"><v>99999999</v></c><c r="B1" cm="9"><f t="array" ref="B1:XFD1048576">1</f><v>1</v></c><c r="C1"><f t="shared" si="8"/><v>5</v></c><c r="D1"><v>1e999</v></c></row></sheetData>';
    const { spreadsheet, notes } = await open().read(
      workbookFile({
        sheets: { One: inside },
        relations: [
          ["styles", "../../../../etc/passwd"],
          ["theme", "workbook.xml"],
          ["sharedStrings", "workbook.xml"],
          ["sheetMetadata", "worksheets/sheet1.xml"],
        ],
      }),
      never,
    );
    expect(spreadsheet.worksheets[0]).toMatchObject({
      name: "One",
      rowCount: 1_001,
      columnCount: 1_002,
      cells: [
        { row: 0, column: 1 },
        { row: 0, column: 2, value: 5 },
      ],
    });
    expect(notes).toContain("Invalid values were left out (One!A1, One!D1)");
  });

  test("may have names such as __proto__", async () => {
    const { spreadsheet } = await open().read(
      workbookFile({
        sheets: { __proto__x: '<row r="1"><c r="A1" t="inlineStr"><is><t>__proto__</t></is></c></row>' },
        after:
          '<definedNames><definedName name="__proto__">1</definedName><definedName name="constructor">2</definedName></definedNames>',
        parts: { "xl/__proto__.xml": "<a/>" },
      }),
      never,
    );
    expect(spreadsheet.names.map(({ name }) => name)).toEqual(["__proto__", "constructor"]);
  });

  test("does not block the process while it is read", async () => {
    const lines = Array.from(
      { length: 40_000 },
      (_none, at) =>
        `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c><c r="B${at + 1}"><f>A${at + 1}*2</f><v>${at * 2}</v></c></row>`,
    ).join("");
    const reading = open().read(workbookFile({ sheets: { One: lines } }), never);
    let turns = 0;
    let isDone = false;
    void reading.finally(() => (isDone = true));
    while (!isDone) {
      turns += 1;
      await turn();
    }
    expect(turns).toBeGreaterThan(100);
    expect((await reading).spreadsheet.worksheets[0]?.cells.length).toBe(80_000);
  });
});

describe("the limits of reading", () => {
  const many = (rows: number) =>
    workbookFile({
      sheets: {
        One: Array.from(
          { length: rows },
          (_none, at) =>
            `<row r="${at + 1}"><c r="A${at + 1}" t="inlineStr"><is><t>${at} ${"x".repeat(500)}</t></is></c></row>`,
        ).join(""),
      },
    });

  test("are time, memory and the caller's abort", async () => {
    await expect(open({ timeoutMs: 1 }).read(many(20_000), never)).rejects.toThrow(
      /The workbook takes longer than 0\.001 seconds\. Make it smaller\./,
    );
    await expect(open({ memoryMb: 48 }).read(many(60_000), never)).rejects.toThrow(/needs too much memory/);
    const leaving = new AbortController();
    const reading = open().read(many(20_000), leaving.signal);
    leaving.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
  });

  test("do not affect the next file", async () => {
    const workbooks = open({ timeoutMs: 5_000 });
    await expect(workbooks.read(strToU8("PK but no archive"), never)).rejects.toBeInstanceOf(WorkbookProblem);
    expect((await workbooks.read(GOOD, never)).spreadsheet.worksheets[0]?.cells.length).toBe(2);
  });
});
