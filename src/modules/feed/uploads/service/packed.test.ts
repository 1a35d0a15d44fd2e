/** Bank files that come packed: workbooks, and archives with one file or several. */
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { fileAccount } from "../../../../../test/support/bank-files.ts";
import { workbookFile } from "../../../../../test/support/workbooks.ts";

const http = await testApp();

async function withAccount(last4?: string) {
  const account = await fileAccount(http, last4 === undefined ? {} : { last4 });
  return {
    ...account,
    refusal: async (bytes: Uint8Array<ArrayBuffer>) => (await account.refusal(bytes)).message,
    lines: async () =>
      (await account.listed()).map(({ date, amount_cents, description }) => [
        date,
        amount_cents,
        description,
      ]),
  };
}

/** Columns of a worksheet in the order of their letters. */
const LETTERS = "ABCDEFGH";
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
/**
 * The cells of a worksheet. A text that begins with `=` is a formula, with its result behind an arrow, a
 * number before `d` a date.
 */
const cellOf = (value: string | number, place: string): string => {
  if (value === "") return "";
  if (typeof value === "number") return `<c r="${place}"><v>${value}</v></c>`;
  const [, formula, result] = /^=(.*) → (.*)$/.exec(value) ?? [];
  if (formula !== undefined && result !== undefined)
    return `<c r="${place}" t="str"><f>${escaped(formula)}</f><v>${escaped(result)}</v></c>`;
  if (value.startsWith("=")) return `<c r="${place}"><f>${value.slice(1)}</f><v>2</v></c>`;
  if (/^\d+d$/.test(value)) return `<c r="${place}" s="1"><v>${value.slice(0, -1)}</v></c>`;
  return `<c r="${place}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
};
const sheet = (rows: readonly (readonly (string | number)[])[]): string =>
  rows
    .map(
      (row, at) =>
        `<row r="${at + 1}">${row.map((value, column) => cellOf(value, `${LETTERS[column]}${at + 1}`)).join("")}</row>`,
    )
    .join("");
const STYLES =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>';
const workbook = (
  sheets: Readonly<Record<string, Parameters<typeof sheet>[0]>>,
  hidden: readonly string[] = [],
) =>
  new Uint8Array(
    workbookFile({
      hidden,
      sheets: Object.fromEntries(Object.entries(sheets).map(([name, rows]) => [name, sheet(rows)])),
      parts: { "xl/styles.xml": STYLES },
      relations: [["styles", "styles.xml"]],
    }),
  );

const CSV = "Date,Description,Amount\n2026-05-01,Rent,-900.00\n2026-05-02,Coffee,-4.50\n";
const zip = (files: Readonly<Record<string, string>>) =>
  new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );

describe("an archive (RULE-015)", () => {
  test("with one file is that file, whatever a Mac puts beside it", async () => {
    const account = await withAccount();
    const packed = zip({ "may/a.csv": CSV, "__MACOSX/may/._a.csv": "x", "may/": "" });
    expect(await account.preview(packed)).toMatchObject({
      format: "csv",
      problem: null,
      counts: { new: 2, known: 0, refused: 0 },
    });
    expect(await account.upload(packed)).toMatchObject({
      status: "succeeded",
      format: "csv",
      notes: ['The file "may/a.csv" of the archive is read.'],
    });
    expect(await account.upload(new Uint8Array(Buffer.from(CSV)))).toMatchObject({ duplicate_count: 2 });
  });

  const camt = (account: string, day: string, amount: string) =>
    `<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>USD</Ccy></Acct>\n<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><AddtlNtryInf>Rent</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>`;
  const [MAY, JUNE] = [camt("1188", "2026-05-01", "5.00"), camt("1188", "2026-06-01", "6.00")];

  test("with several statements of one account is read whole, and others are told (RULE-027)", async () => {
    const account = await withAccount();
    const files = { "may.xml": MAY, "june.xml": JUNE, "may.pdf": "%PDF-1.4" };
    expect(await account.preview(zip(files))).toMatchObject({ counts: { new: 2, known: 0, refused: 0 } });
    expect(await account.upload(zip(files))).toMatchObject({
      format: "camt",
      imported_count: 2,
      notes: [
        'The 2 files of the archive are read: "may.xml", "june.xml".',
        'Not read of the archive: "may.pdf".',
        'The lines of the file "june.xml" are counted from 4 on.',
      ],
    });
    expect(await account.lines()).toEqual([
      ["2026-06-01", -600, "Rent"],
      ["2026-05-01", -500, "Rent"],
    ]);
    const two = zip({ "may.xml": MAY, "other.xml": camt("4402", "2026-05-02", "7.00") });
    expect(await (await withAccount()).refusal(two)).toContain(
      "The files of the archive are of 2 accounts (…1188, …4402), and this account has no `last4` to select its own.",
    );
    const own = await withAccount("1188");
    expect((await own.upload(two)).notes).toContain(
      'The file "other.xml" is not read. The statement is of an account that ends with 4402, but "Checking" ends with 1188.',
    );
    expect(await own.lines()).toEqual([["2026-05-01", -500, "Rent"]]);
    expect(await own.refusal(zip({ "may.xml": MAY, "cut.xml": JUNE.slice(0, -30) }))).toContain(
      "cut.xml, line 3: The file ends too early",
    );
  });

  test("with statements that overlap has their common lines once, and those that are twice in one of them twice", async () => {
    const mt940 = (...rows: readonly string[]) =>
      `:20:A\n:25:1188\n:28C:1\n:60F:C250601USD100,00\n${rows.map((row) => `:61:${row}\n`).join("")}:62F:C250603USD0,00\n-\n`;
    const PHONE = "2506020602D50,00NMSCNONREF\n:86:PHONE";
    const COFFEE = "2506020602D4,00NMSCNONREF\n:86:COFFEE";
    const packed = zip({
      "a.sta": mt940("2506010601D9,00NMSCNONREF\n:86:RENT", PHONE, COFFEE),
      "b.sta": mt940(COFFEE, COFFEE, PHONE),
    });
    const account = await withAccount();
    expect(await account.preview(packed)).toMatchObject({ counts: { new: 4, known: 2, refused: 0 } });
    const { notes, ...counts } = await account.upload(packed);
    expect(counts).toMatchObject({ row_count: 6, imported_count: 4, duplicate_count: 2 });
    expect(notes).toContain(
      '2 lines stand in a further file of the archive with the same day, amount and text, such as -4.00 of 2025-06-02, "COFFEE", so each is the same line and not added again.',
    );
    expect((await account.lines()).map(([, amount]) => Number(amount)).toSorted((a, b) => a - b)).toEqual([
      -5_000, -900, -400, -400,
    ]);
    // Each file alone adds nothing more.
    expect(await account.upload(new Uint8Array(Buffer.from(mt940(COFFEE, COFFEE, PHONE))))).toMatchObject({
      duplicate_count: 3,
    });
  });

  test("that is a document of another program is told by what it is (RULE-029)", async () => {
    const account = await withAccount();
    const compound = (stream: string) =>
      new Uint8Array(
        Buffer.concat([
          Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
          Buffer.from(stream, "utf16le"),
        ]),
      );
    for (const [bytes, says] of [
      [zip({ mimetype: "x", "content.xml": "<x/>" }), "This is an OpenDocument spreadsheet (.ods)."],
      [zip({ "Index/Document.iwa": "x" }), "This is a document of Numbers."],
      [zip({ "[x].xml": "x", "word/document.xml": "x" }), "This is a text document."],
      [compound("EncryptedPackage"), "The workbook is encrypted. Take its password off"],
      [compound("Workbook"), "This is a workbook of the old format .xls."],
    ] as const)
      expect(await account.refusal(bytes)).toContain(says);
    for (const [text, says] of [
      ["<html><table></table></html>", "The file is a web page, perhaps with the name of a spreadsheet;"],
      ['{"transactions":[]}', "The file is JSON, which is no format of bank files;"],
      ["{\\rtf1 x}", "The file is a text document; download the account"],
    ] as const)
      expect(await account.refusal(new Uint8Array(Buffer.from(text)))).toContain(says);
  });

  test("with several files is refused with their names, and nothing of it is added", async () => {
    const account = await withAccount();
    const packed = zip({ "a.xml": "<a/>", "b.xml": "<b/>" });
    const sentence =
      'No line of the file was added. The archive has 2 files: "a.xml", "b.xml". Unpack it, and upload each of them by itself.';
    expect(await account.refusal(packed)).toBe(sentence);
    expect(await account.preview(packed)).toMatchObject({ problem: { message: sentence, param: "file" } });
    expect(await account.lines()).toEqual([]);
  });

  test("that is damaged, empty, too large once unpacked, or in another archive is refused", async () => {
    const account = await withAccount();
    const whole = zip({ "a.csv": CSV });
    const stored = new Uint8Array(zipSync({ "a.csv": [strToU8(CSV), { level: 0 }] }));
    const two = zip({ "a.csv": CSV, "b.csv": CSV });
    for (const [bytes, sentence] of [
      [whole.slice(0, -30), "The archive is damaged. Unpack it and upload the file in it."],
      [zip({ "folder/": "" }), "The archive has no files."],
      [zip({ "a.csv": "x".repeat(30_000_000) }), "is larger than 26214400 bytes once it is unpacked."],
      [countedAs(whole, 20_001), "The archive has more than 20000 files."],
      [countedAs(two, 1), "The archive is damaged."],
      [countedAs(two, 0), "The archive is damaged."],
      [summedAs(whole, 7), "The archive is damaged."],
      [summedAs(stored, 7), "The archive is damaged."],
      [protectedBy(whole), "The archive is protected by a password."],
      [packedBy(whole, 12), "The archive is packed in a way that is not read."],
      [
        new Uint8Array(zipSync({ "a.zip": whole })),
        "Line 1: The file in the archive is an archive or a spreadsheet too; unpack it, and upload that.",
      ],
    ] as const)
      expect(await account.refusal(bytes)).toContain(sentence);
    expect(await account.preview(Buffer.from("%PDF-1.7"))).toMatchObject({
      problem: { message: expect.stringContaining("The file is a PDF") },
    });
    expect(await account.lines()).toEqual([]);
  });
});

/** The offset of the archive's entry in its directory. */
const entryOf = (bytes: Uint8Array): number => Buffer.from(bytes).indexOf(Buffer.from("PK\u0001\u0002"));

function protectedBy(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  copy[entryOf(copy) + 8] = 1;
  return copy;
}

/** The archive with another number of files in its last record. */
function countedAs(bytes: Uint8Array<ArrayBuffer>, count: number): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  Buffer.from(copy.buffer).writeUInt16LE(count, copy.length - 12);
  return copy;
}

/** The archive with another checksum of its file. */
function summedAs(bytes: Uint8Array<ArrayBuffer>, sum: number): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  Buffer.from(copy.buffer).writeUInt32LE(sum, entryOf(copy) + 16);
  return copy;
}

function packedBy(bytes: Uint8Array<ArrayBuffer>, method: number): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  copy[entryOf(copy) + 10] = method;
  return copy;
}

describe("a workbook (RULE-016)", () => {
  test("is read as its first table, by the rows of the worksheet", async () => {
    const account = await withAccount();
    const bytes = workbook({
      Cover: [],
      May: [
        ["Example Bank"],
        [],
        ["Date", "Description", "Amount", "Balance", "Transaction ID"],
        ["46143d", "Rent\nMay", -900, 100, 20_260_501],
        ["46144d", 'Coffee "House", Main St', -4.5, 95.5, 20_260_502],
        ["2026-02-30", "No day", 1, 96.5, 20_260_503],
      ],
      Notes: [["Ask us"]],
    });
    const made = await account.upload(bytes);
    expect(made).toMatchObject({
      format: "csv",
      imported_count: 2,
      errors: [{ line: 6 }],
      notes: ['Of the workbook, the worksheet "May" is read; "Notes" is not.'],
    });
    expect(await account.lines()).toEqual([
      ["2026-05-02", -450, 'Coffee "House", Main St'],
      ["2026-05-01", -90_000, "Rent May"],
    ]);
    const csv =
      "Date,Description,Amount,Balance,Transaction ID\n2026-05-01,Rent May,-900.00,100.00,20260501\n";
    expect(await account.upload(new Uint8Array(Buffer.from(csv)))).toMatchObject({ duplicate_count: 1 });
  });

  test("that is empty is refused, and a line whose amount is a formula too", async () => {
    const account = await withAccount();
    expect(await account.refusal(workbook({ Empty: [] }))).toBe(
      "No line of the file was added. The workbook is empty.",
    );
    const { errors } = await account.upload(
      workbook({
        May: [
          ["Date", "Description", "Amount"],
          ["2026-05-01", "Rent", "=1+1"],
          ["2026-05-02", "Rent", 1.25],
        ],
      }),
    );
    expect(errors).toMatchObject([{ line: 2, message: expect.stringContaining("=1+1") }]);
  });

  const HEADER = ["Date", "Description", "Amount", "Transaction ID"];
  const table = (...texts: readonly (readonly [text: string, id: string | number])[]) => [
    HEADER,
    ...texts.map(([text, id]) => ["2026-05-01", text, -12, id]),
  ];
  const ROUNDED =
    "The ids of the bank were rounded by a spreadsheet program, so they are not read, and lines are known again by their day, amount and text.";

  test.each([
    ["are numbers beyond the exact integers", [Number("202601050000000017"), Number("202601050000000018")]],
    ["are formulas", ["=ROW()", "=ROW()"]],
    ["are formulas of a text", ["=B2&C2 → Rent-12", "=B3&C3 → Rent-12"]],
  ])("whose ids %s is read without them, which is told", async (_, [one = 0, two = 0]) => {
    const account = await withAccount();
    const bytes = workbook({ May: table(["Alpha", one], ["Beta", two]) });
    expect(await account.upload(bytes)).toMatchObject({ imported_count: 2, errors: [], notes: [ROUNDED] });
  });

  test("is read as the first table with a header that is not hidden", async () => {
    const account = await withAccount();
    const sheets = {
      Old: table(["Old", 1]),
      Cover: [["Example Bank"], ["Statement of account"]],
      May: table(["New", 2]),
    };
    expect(await account.upload(workbook(sheets, ["Old"]))).toMatchObject({
      imported_count: 1,
      notes: ['Of the workbook, the worksheet "May" is read; "Cover", "Old" are not.'],
    });
    expect(await account.lines()).toEqual([["2026-05-01", -1_200, "New"]]);
    const { Cover, Old } = sheets;
    expect((await account.upload(workbook({ Cover, Old }, ["Old"]))).notes).toContain(
      'Of the workbook, the worksheet "Old", which is hidden, is read; "Cover" is not.',
    );
    expect(await account.refusal(workbook({ Cover }))).toContain("have no header with a date");
    const bare = workbook({ Cover, Notes: Cover });
    expect(await account.refusal(bare)).toContain(
      'The worksheets of the workbook were tried: "Cover", "Notes".',
    );
    const twice = [
      ["Date", "Amount", "Amount"],
      ["2026-05-01", 1, 1],
    ];
    expect(await account.refusal(workbook({ May: twice }))).toContain("two columns named");
  });

  test("has the results of formulas where these are texts, and refuses formulas of money", async () => {
    const account = await withAccount();
    const bytes = workbook({
      May: [
        ["Date", "Description", "Amount"],
        ["2026-05-01", '="Rent "&"May" → Rent May', -900],
        ["2026-05-02", "Tea", "=1+1 → 2"],
      ],
    });
    expect(await account.upload(bytes)).toMatchObject({
      imported_count: 1,
      errors: [{ line: 3, message: expect.stringContaining("=1+1") }],
    });
    expect(await account.lines()).toEqual([["2026-05-01", -90_000, "Rent May"]]);
  });
});
