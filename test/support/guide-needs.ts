/**
 * What the pages of `docs/` assume besides the sample company: files that they name, ids that stand for the
 * reader's own, settings, and records that are made before the first line.
 */
import { blocksOf } from "../tidy/pages.ts";
import { textOf } from "../tidy/tree.ts";
import { pdfOf } from "./files.ts";
import { workbookFile } from "./workbooks.ts";

type Content = string | Uint8Array;

/** What one page assumes. */
interface Needs {
  readonly files?: () => Promise<Readonly<Record<string, Content>>>;
  /** Words that a reader replaces by others; null stands for the last id of its kind that was printed. */
  readonly given?: Readonly<Record<string, string | null>>;
  /** True for an empty home: backups and moves of the sample take far longer than of a new company. */
  readonly small?: true;
  readonly settings?: Readonly<Record<string, string>>;
  readonly before?: readonly Preparation[];
}

/** A line that runs before those of the page, as words, and the id that then stands for what it printed. */
type Preparation = readonly [id: string | null, words: readonly string[]];

const daybook = (...words: readonly string[]): readonly string[] => ["npx", "daybook", ...words];

/** A prepaid amount without a transaction. */
const PREPAID =
  "--holding cat_prepaid-insurance --category cat_insurance --amount 600 --from 2026-05-01 --months 6 --company comp_sample".split(
    " ",
  );

/** Returns a workbook with one sheet. */
function workbook(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const cell = (value: string | number, address: string): string =>
    typeof value === "number"
      ? `<c r="${address}"><v>${value}</v></c>`
      : `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const sheet = rows.map(
    (row, at) =>
      `<row r="${at + 1}">${row.map((value, column) => cell(value, `${"ABCDEFGH"[column] ?? ""}${at + 1}`)).join("")}</row>`,
  );
  return workbookFile({ sheets: { Sheet1: sheet.join("") } });
}

const TRIAL_BALANCE = workbook([
  ["Acme, Inc."],
  ["Trial Balance"],
  ["As of December 31, 2025"],
  ["Account", "Debit", "Credit"],
  ["Assets:Checking", 12_079.5, ""],
  ["Equity:Capital", "", 10_000],
  ["Expenses:Office", 420.5, ""],
  ["Income:Consulting", "", 2500],
]);

/** The first block of a kind on a page. */
function blockOf(page: string, kind: string): string {
  return blocksOf(page).find((block) => block.kind === kind)?.text ?? "";
}

const BOOKS = "docs/guides/import-books.md";
const pdf = async (): Promise<Uint8Array> => pdfOf();

const KEY = "Authorization: Bearer $DAYBOOK_KEY";

/** Issues an invoice to one customer. */
function invoice(number: string, dollars: number): readonly string[] {
  const body = {
    number,
    customer_name: "Contoso",
    issue_date: "2026-06-01",
    due_date: "2026-06-30",
    line_items: [
      { description: "Work", unit_amount_cents: dollars * 100, category_id: "cat_enterprise-contracts" },
    ],
  };
  const asJson = ["-H", "Content-Type: application/json", "-d", JSON.stringify(body)];
  return ["curl", "-X", "POST", "-H", KEY, "$DAYBOOK_URL/api/v1/invoices", ...asJson];
}

/** Adds a transaction on a day that has no other one; `id` then stands for it. */
function fed(id: string, date: string, cents: number): readonly Preparation[] {
  const line = {
    account_id: "acct_operating",
    external_id: id,
    date,
    amount_cents: cents,
    description: `Line ${id}`,
    status: "approved",
  };
  const ofDay = `account_id=acct_operating&start_date=${date}&end_date=${date}`;
  return [
    [null, ["echo", JSON.stringify(line), ">", "line.jsonl"]],
    [null, daybook("feed", "add", "line.jsonl")],
    [id, ["curl", "-H", KEY, `$DAYBOOK_URL/api/v1/transactions?${ofDay}`]],
  ];
}

/** Makes a company in place of the sample. */
const SMALL: Needs = {
  small: true,
  before: [
    ["comp_sample", daybook("company", "create", "Larkspindle", "--owner-email", "owner@example.org")],
  ],
};

export const NEEDS: Readonly<Record<string, Needs>> = {
  "docs/guides/backup.md": SMALL,
  "docs/guides/move-company.md": SMALL,
  "docs/guides/move-out.md": {
    small: true,
    files: async () => ({ "begin.csv": blockOf(BOOKS, "csv") }),
    before: [["comp_sample", daybook("import", "journal", "begin.csv", "--name", "Larkspindle")]],
  },
  "docs/guides/run-on-postgresql.md": SMALL,
  "docs/operating/backup.md": SMALL,
  "docs/guides/upload-files.md": { files: async () => ({ "return.pdf": await pdf() }) },
  "docs/start.md": { files: async () => ({ "books.csv": blockOf(BOOKS, "csv") }) },
  "docs/guides/automation.md": {
    files: async () => ({ "company.json": textOf("docs/example-company.json") }),
  },
  "docs/guides/bank-files.md": {
    files: async () => ({
      "checking.qfx": QFX,
      "export.csv": "When,Description,Spent\n31/01/2026,Coffee House,12.50\n",
      "wells.csv": '"01/30/2026","-42.10","*","","Coffee House"\n',
    }),
    given: { acct_checking: "acct_operating", acct_card: "acct_corporate-card" },
  },
  "docs/guides/forms-1099.md": {
    files: async () => ({ "w9.pdf": await pdf(), "corrected.pdf": await pdf() }),
  },
  [BOOKS]: {
    ...SMALL,
    files: async () => ({
      "Journal.xlsx": workbook([
        ["Date", "Transaction Type", "Num", "Name", "Memo/Description", "Account", "Debit", "Credit"],
        ["01/02/2025", "Deposit", "1", "", "Owner's capital", "Assets:Checking", 10_000, ""],
        ["", "", "", "", "Owner's capital", "Equity:Capital", "", 10_000],
        ["01/09/2025", "Check", "2", "", "Office chairs", "Expenses:Office", 420.5, ""],
        ["", "", "", "", "Office chairs", "Assets:Checking", "", 420.5],
        ["01/30/2025", "Deposit", "3", "", "Consulting", "Assets:Checking", 2500, ""],
        ["", "", "", "", "Consulting", "Income:Consulting", "", 2500],
      ]),
      "Trial Balance.xlsx": TRIAL_BALANCE,
      "books.csv": `${blockOf(BOOKS, "csv")}2026-02-02,Reserve,Equity:Capital,100.00,\n2026-02-02,Reserve,Equity:Reserve,,100.00\n`,
      "old.csv":
        "date,description,account,debit,credit\n2026-01-02,Float,Petty,50.00,\n2026-01-02,Float,Suspense,,50.00\n",
      "Account List.csv": "Account,Type\nPetty,Bank\nSuspense,Expenses\n",
      "export.csv":
        "Day,Description,Category,Debit,Credit\n01/31/2026,Capital,Assets:Checking,10.00,\n01/31/2026,Capital,Equity:Capital,,10.00\n",
      "books.journal": blockOf(BOOKS, "ledger"),
    }),
  },
  "docs/guides/bills.md": {
    before: [...fed("txn_1", "2026-06-14", -26_500)],
  },
  "docs/guides/feed.md": {
    before: [...fed("txn_1", "2026-06-14", -90_00), ...fed("txn_2", "2026-06-15", -512_50)],
  },
  "docs/guides/invoices.md": {
    given: { "cat_card-fees": "cat_processing-fees", cat_sales: "cat_monthly-plans", "INV-00": "C-00" },
    before: [
      [null, invoice("C-0007", 1000)],
      [null, invoice("C-0008", 500)],
      [null, invoice("C-0011", 300)],
      [null, daybook("category", "add", "comp_sample", "Bad Debt", "--kind", "expense")],
      ...fed("txn_1", "2026-06-14", 148_500),
    ],
  },
  "docs/guides/journal-entries.md": {
    files: async () => ({
      "entries.csv": blockOf("docs/guides/journal-entries.md", "text"),
      "invoice.pdf": await pdf(),
    }),
  },
  "docs/guides/new-company.md": {
    files: async () => ({ "Trial Balance.xlsx": TRIAL_BALANCE }),
  },
  "docs/guides/schedules.md": {
    before: [
      ...fed("txn_1", "2026-04-26", -120_000),
      ...fed("txn_2", "2026-04-19", -120_000),
      ...fed("txn_3", "2026-04-12", -360_000),
      ["spread_2", daybook("schedule", "add", "Software", ...PREPAID)],
    ],
  },
  "docs/guides/spreadsheets.md": {
    given: { sht_forecast: null },
    before: [["sht_spare", daybook("sheet", "create", "Spare")]],
  },
  "docs/guides/taxes.md": {
    files: async () => ({ "draft.pdf": await pdf() }),
    before: [["comp_sample", daybook("company", "create", "Acme", "--owner-email", "ada@example.com")]],
  },
  "docs/guides/workbooks.md": {
    files: async () => ({ "forecast.xlsx": workbook([["Runway", 12]]) }),
    given: { sht_forecast: null },
  },
  "docs/operating/background-work.md": { settings: { DAYBOOK_DRILLS: "1" } },
};

const QFX = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260131<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>121000248<ACCTID>0000004021<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260101<DTEND>20260131
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260105<TRNAMT>-12.50<FITID>f1<NAME>Coffee House</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>100.00<DTASOF>20260131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;
