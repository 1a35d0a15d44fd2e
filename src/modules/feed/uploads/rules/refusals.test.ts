/** What a bank's file or one of its lines is refused with, in the words that its sender reads. */
import { describe, expect, test } from "vitest";
import { paced } from "../../../../platform/time/turn.ts";
import { readRows } from "./sent-rows.ts";
import { readFile } from "./upload.ts";
import type { FileFormat } from "./words.ts";

async function problemsOf(format: FileFormat, text: string): Promise<readonly string[]> {
  const options = { columns: {}, dateFormat: null, signs: null, isCard: false, account: null };
  const read = readFile([Buffer.from(text)], format, { last4: null, options, paced });
  return read.then(
    ({ errors }) => errors.map(({ message }) => message),
    (error: unknown) => [String(error).replace(/^\w+: /, "")],
  );
}

const camt = (inside: string, version = "053.001.02") =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${version}"><BkToCstmrStmt>${inside}</BkToCstmrStmt></Document>`;
const camtOf = (entries: string, account = "12345678", currency = "USD") =>
  `<Stmt><Id>S</Id><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>${entries}</Stmt>`;
const AMOUNT = '<Amt Ccy="USD">1.00</Amt>';
const DEBIT = "<CdtDbtInd>DBIT</CdtDbtInd>";
const BOOKED = "<Sts>BOOK</Sts>";
const DAY = "<BookgDt><Dt>2026-01-05</Dt></BookgDt>";
const entry = (...parts: readonly string[]) => camt(camtOf(`<Ntry>${parts.join("")}</Ntry>`));

const mt940 = (entries: string, opening = ":60F:C260104USD1000,00\n") =>
  `:20:S\n:25:021000021/12345678\n:28C:5/1\n${opening}${entries}:62F:C260105USD900,00\n-\n`;
const bai2 = (record: string, currency = "") =>
  `01,021000021,B,260106,0400,1,80,1,2/\n02,B,021000021,1,260105,2359,${currency},2/\n03,12345678,${currency},010,100,,/\n${record}\n49,,/\n98,,,/\n99,,,/\n`;
const ofx = (more: string, currency = "USD") =>
  `<OFX>\n<STMTRS><CURDEF>${currency}<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>\n<STMTTRN><DTPOSTED>20260105<TRNAMT>-1.00<FITID>1${more}</STMTTRN></BANKTRANLIST></STMTRS></OFX>`;
const qif = (record: string) => `!Type:Bank\n${record}\n^\n`;
const csv = (...rows: readonly string[]) => `Date,Description,Amount\n${rows.join("\n")}\n`;

describe("a file is refused", () => {
  test.each<readonly [FileFormat, string, string]>([
    ["csv", "", "Line 1: The file is empty."],
    [
      "camt",
      camt("", "054.001.02").replaceAll("BkToCstmrStmt", "BkToCstmrDbtCdtNtfctn"),
      "Line 1: The file is a camt.054.001.02; only statements (camt.053) and account reports (camt.052) are read. Download one of these.",
    ],
    [
      "camt",
      camt("", "053.001.99"),
      "Line 1: The file is a camt.053.001.99; the versions 001.02 to 001.13 are read. Download it in one of these.",
    ],
    ["camt", entry("<a>".repeat(200)), "Line 1: The elements are more than 100 deep."],
    [
      "camt",
      entry(`<NtryDtls><TxDtls><RmtInf>${"<Ustrd>x</Ustrd>".repeat(1001)}</RmtInf></TxDtls></NtryDtls>`),
      "Line 1: The entry has more than 1000 texts.",
    ],
    [
      "camt",
      camt(camtOf("", "1", "EUR")),
      'Line 1: The statement is in "EUR"; only US dollars are supported.',
    ],
    [
      "camt",
      camt(camtOf("") + camtOf("", "87654321")),
      "Line 1: The file has statements of 2 accounts (…5678, …4321), and this account has no `last4` to select its own.",
    ],
    [
      "mt940",
      "{1:F01BANKUS33AXXX0000000000}{2:O9421200260105BANKUS33AXXX00000000002601051200N}{4:\n:20:S\n-}",
      "Line 1: The message is an MT942; only statements (MT940) are read.",
    ],
    [
      "mt940",
      mt940(":61:2601050105D12,50NTRFX\n").replace(/:62F:[^]*/, ""),
      "Line 5: The statement that begins on line 1 has no closing balance (:62F:); the file is cut. Download it again.",
    ],
    [
      "mt940",
      mt940(":34F:USD0,00\n"),
      "Line 5: The field :34F: belongs to an interim report (MT942); download the statement (MT940).",
    ],
    [
      "mt940",
      mt940(":61:2601050105D12,50NTRFX\n", ""),
      "Line 4: The statement has no opening balance (:60F:) before its first entry, so its currency is unknown.",
    ],
    [
      "mt940",
      mt940("", ":60F:C26USD\n"),
      'Line 4: :60F: "C26USD" is not a balance, such as C260131USD1000,00. Download the file again.',
    ],
    [
      "bai2",
      bai2(`16,475,5,,,,A\n${"88,more\n".repeat(1000)}88,end/`),
      "Line 4: The record has more than 1000 lines.",
    ],
    ["bai2", bai2("", "EUR"), 'Line 3: The statement is in "EUR"; only US dollars are supported.'],
    [
      "ofx",
      "OFXHEADER:100\n\nnothing",
      "Line 1: There is no <OFX> in the file. If it is XML of another kind, download a statement as OFX, CSV or CAMT.053 instead.",
    ],
    ["csv", "Date,Amount,Amount\n2026-01-05,1,2\n", 'Line 1: The header has two columns named "amount".'],
    [
      "csv",
      csv("01/13/2026,x,1.00", "13/01/2026,x,1.00"),
      'Line 1: The dates "01/13/2026" and "13/01/2026" have different formats; set `date_format`.',
    ],
    [
      "csv",
      csv("01/02/2026,x,1.00"),
      'Line 2: The date "01/02/2026" is ambiguous, and so are all others of the file; set `date_format`.',
    ],
  ])("%s %#", async (format, text, message) => {
    expect(await problemsOf(format, text)).toEqual([message]);
  });
});

describe("a line is refused, and the file is read", () => {
  test.each<readonly [FileFormat, string, string]>([
    ["camt", entry(AMOUNT, DEBIT, "<Sts>PDNG</Sts>", BOOKED, DAY), "The entry has two different Sts/Cd."],
    [
      "camt",
      entry('<Amt Ccy="EUR">1.00</Amt>', DEBIT, BOOKED, DAY),
      'The amount is in "EUR"; only US dollars are supported.',
    ],
    ["camt", entry(AMOUNT, DEBIT, DAY), "The entry has no status (Sts)."],
    [
      "camt",
      entry(AMOUNT, "<CdtDbtInd>BOTH</CdtDbtInd>", BOOKED, DAY),
      'CdtDbtInd is "BOTH", not CRDT or DBIT, so the direction of the amount is unknown.',
    ],
    ["camt", entry(AMOUNT, DEBIT, BOOKED), "The entry has no BookgDt and no ValDt."],
    ["camt", entry(DEBIT, BOOKED, DAY), "The entry has no Amt."],
    [
      "mt940",
      mt940(":61:nonsense\n"),
      ':61: "nonsense" is not an entry, such as 2601050105D12,50NTRFNONREF//B6A05.',
    ],
    [
      "mt940",
      mt940(":61:2601050105ED12,50NTRFX\n"),
      "The entry is only expected (mark ED); it is not booked yet.",
    ],
    ["bai2", bai2("16,100,5,,,,TOTAL/"), "The type code 100 is a total or an estimate, not a transaction."],
    [
      "bai2",
      bai2("16,999,5,,,,X/"),
      'The type code "999" is neither a credit (100 to 399) nor a debit (400 to 699), so the direction of the amount is unknown.',
    ],
    ["bai2", bai2("16,475,5,D,x,,,X/"), 'The number of days "x" after the type of funds is invalid.'],
    ["ofx", ofx("<TRNAMT>-2.00"), "The transaction has two different TRNAMT."],
    [
      "ofx",
      ofx("<CURRENCY><CURRATE>1<CURSYM>EUR</CURRENCY>"),
      'The amount is in "EUR"; only US dollars are supported.',
    ],
    ["qif", qif("D1/31/26\nT-1.00\nT-2.00"), "The record has two different lines that begin with T."],
    [
      "qif",
      qif("D1/31/26\nT-1.00\nPOpening Balance\nL[Checking]"),
      "The record is the opening balance of the register, not a transaction. Enter it in the books by hand.",
    ],
    ["qif", qif("T-1.00\nPx"), "The record has no date (D)."],
    ["qif", qif("D1/31/26\nPx"), "The record has no amount (T)."],
    [
      "csv",
      "Date,Payee,Debit,Credit\n2026-01-05,a,5.00,\n2026-01-06,b,-5.00,\n2026-01-06,c,,7.00\n",
      'The debit "-5.00" has a minus sign, but other debits of the file have none.',
    ],
    ["csv", csv("2026-01-05,x,", "2026-01-05,y,1.00"), "The line has no amount."],
    [
      "csv",
      "Date,Description,Amount,Currency\n2026-01-05,x,1.00,EUR\n2026-01-05,x,1.00,USD\n",
      'The amount is in "EUR"; only US dollars are supported.',
    ],
    ["csv", csv(",x,1.00", "2026-01-05,y,1.00"), "The line has no date."],
    [
      "csv",
      "Date,Description,Amount,Type\n2026-01-05,x,1.00,Debit\n2026-01-05,y,1.00,Credit\n2026-01-05,z,1.00,Other\n",
      'Other lines say debit or credit, but this one says "Other", so the direction of its amount is unknown.',
    ],
  ])("%s %#", async (format, text, message) => {
    expect((await problemsOf(format, text)).map((each) => each.replace(/^Entry 1: /, ""))).toEqual([message]);
  });
});

test("a row of JSON has one amount, in cents or in decimal dollars", async () => {
  const { errors } = await readRows([{ date: "2026-01-05" }, { date: "2026-01-05", amount: "one" }], paced);
  expect(errors.map(({ message }) => message)).toEqual([
    "A row must have either `amount_cents` or `amount`.",
    'The amount "one" is not a decimal amount of dollars.',
  ]);
});
