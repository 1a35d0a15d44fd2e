/** What each format makes of one small journal, and of texts that it can't hold. */
import { describe, expect, test } from "vitest";
import { cents } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { readJournalCsv } from "../journal-csv.ts";
import type { ParsedVoucher } from "../parsed-voucher.ts";
import { AccountClasses } from "../account-classes.ts";
import { LineCounts } from "../formats/lines.ts";
import { readPlainTextLedger } from "../plain-text-ledger.ts";
import { adsWriter } from "./ads.ts";
import { beancountWriter } from "./beancount.ts";
import type { JournalWriter, OutAccount, OutBooks, OutLine, OutVoucher } from "./books-out.ts";
import { csvWriter } from "./csv.ts";
import { importAgain } from "./import-again.ts";
import { ledgerWriter } from "./ledger.ts";

function account(id: string, name: string, more: Partial<OutAccount> = {}): OutAccount {
  return { id, name, account_type: "expense", parent_id: null, cash_flow: null, role: null, ...more };
}

const CASH = account("cat_cash", "Zebra", { account_type: "asset", cash_flow: "cash" });
const FOOD = account("cat_food", "Food; drinks");
const BOOKS: OutBooks = {
  name: 'Acme "A"',
  fiscalYearStartMonth: 7,
  accounts: [CASH, FOOD, account("cat_other", "Rent", { account_type: "other_expense" })],
  departments: [
    { id: "dept_1", name: "Ops", parent_id: null },
    { id: "dept_2", name: "East, West", parent_id: "dept_1" },
  ],
  firstDate: "2026-06-30" as CivilDate,
};

function line(number: number, category_id: string, amount: number, more: Partial<OutLine> = {}): OutLine {
  return {
    line: number,
    category_id,
    department_id: null,
    net_debit_cents: cents(amount),
    merchant: "Deli",
    description: "Lunch",
    ...more,
  };
}

function voucher(date: string, lines: readonly OutLine[], more: Partial<OutVoucher> = {}): OutVoucher {
  return {
    id: `vch_${date}`,
    date: date as CivilDate,
    source: "bank_transaction",
    transaction_id: null,
    held: false,
    created: 1_782_900_000 as UnixSeconds,
    lines,
    ...more,
  };
}

const LUNCH = voucher(
  "2026-06-30",
  [
    line(1, "cat_food", 12_34, { department_id: "dept_2", description: "=1+2 [2020-01-01]" }),
    line(2, "cat_cash", -12_34, { merchant: null }),
  ],
  { transaction_id: "txn_1" },
);
const RENT = voucher("2026-07-01", [line(1, "cat_other", 5_00), line(2, "cat_cash", -5_00)], { held: true });

/** The texts of the files, by name. */
function files(writer: JournalWriter, vouchers: readonly OutVoucher[]): Record<string, string> {
  const texts: Record<string, string> = {
    [writer.file]: `${writer.begin()}${vouchers.map((each) => writer.voucher(each)).join("")}`,
  };
  for (const { file, text } of writer.end()) texts[file] = `${texts[file] ?? ""}${text}`;
  return texts;
}

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

async function all(vouchers: AsyncIterable<ParsedVoucher>): Promise<ParsedVoucher[]> {
  const read: ParsedVoucher[] = [];
  for await (const each of vouchers) read.push(each);
  return read;
}

test("a journal for hledger and ledger has every fact, as tags", () => {
  const writer = ledgerWriter(BOOKS);
  expect(files(writer, [LUNCH, RENT])).toEqual({
    "journal.ledger": `; The books of Acme "A", from Daybook.
commodity $
    format $1000.00

account Assets:Zebra
    ; type: C
    ; id: cat_cash
    ; cash-flow: cash
account Expenses:Food%3B drinks
    ; type: X
    ; id: cat_food
account Other Expenses:Rent
    ; type: X
    ; id: cat_other

2026-06-30 * (vch_2026-06-30) Deli | =1+2 [2020-01-01]
    ; source: bank_transaction
    ; transaction: txn_1
    Expenses:Food%3B drinks  $12.34
    ; department: Ops:East%2C West
    Assets:Zebra  $-12.34  ; Lunch
    ; no-merchant: yes

2026-07-01 ! (vch_2026-07-01) Deli | Lunch
    ; source: bank_transaction
    Other Expenses:Rent  $5.00
    Assets:Zebra  $-5.00
`,
  });
  expect(writer.notes()).toEqual([
    'Characters that the format can\'t hold are written as escapes such as %3B, in 1 of the category names; the first is "Food; drinks", written "Food%3B drinks".',
    'Characters that the format can\'t hold are written as escapes such as %3B, in 1 of the department names; the first is "East, West", written "East%2C West".',
  ]);
});

const ledgerFile = (text: string) => ({
  read: () => bytesOf(text),
  include: () => Promise.reject(new Error("nothing is included")),
});
const READING = {
  classes: new AccountClasses(),
  counts: new LineCounts(),
  note: () => {},
  prices: new Map<string, number>(),
};

describe("the header of a voucher in a journal for ledger", () => {
  const headerOf = (merchant: string | null, description: string) => {
    const [first, second] = [1, 2].map((number) => line(number, "cat_cash", 0, { merchant, description }));
    const text = ledgerWriter(BOOKS).voucher(voucher("2026-01-01", first && second ? [first, second] : []));
    return text
      .split("\n")
      .filter((each) => /^\d|merchant/.test(each))
      .map((each) => each.trim().replace("2026-01-01 * (vch_2026-01-01)", "").trim());
  };
  test.each([
    ["A", "B", ["A | B"]],
    ["A", "A", ["A"]],
    ["A", "", ["A |"]],
    ["A", "A | B", ["A | B"]],
    ["A | B; C", "D", ["A %7C B%3B C | D"]],
    [null, "A | B", ["A %7C B", "; no-merchant: yes"]],
    [null, "", [""]],
    ["A", "x".repeat(1_000), ["x".repeat(1_000), "; merchant: A"]],
  ])("of %s and %s", (merchant, description, expected) => {
    expect(headerOf(merchant, description)).toEqual(expected);
  });
});

test("a CSV has every line, and no text that a spreadsheet takes for a formula (INTK-014)", async () => {
  const writer = csvWriter(BOOKS);
  const { "journal.csv": text = "" } = files(writer, [LUNCH]);
  expect(text.split("\r\n")).toEqual([
    "journal,date,description,merchant,account,department,debit,credit",
    'vch_2026-06-30,2026-06-30,%3D1+2 [2020-01-01],Deli,Expenses:Food; drinks,"Ops:East, West",12.34,',
    "vch_2026-06-30,2026-06-30,Lunch,,Assets:Zebra,,,12.34",
    "",
  ]);
  const columns = { merchant: "merchant", department: "department" };
  expect(await all(readJournalCsv(bytesOf(text), { columns }))).toMatchObject([
    { journal: "vch_2026-06-30", merchant: "Deli", lines: [{ department: "Ops:East, West" }, {}] },
  ]);
});

test("a journal for Beancount has plain account names, and the real ones as metadata", () => {
  const writer = beancountWriter({
    ...BOOKS,
    accounts: [...BOOKS.accounts, account("cat_kanji", "経費"), account("cat_food2", "food - drinks")],
  });
  expect(files(writer, [LUNCH])["journal.beancount"]).toBe(`option "title" "Acme \\"A\\""
option "operating_currency" "USD"

2026-06-30 open Assets:Zebra USD
  name: "Zebra"
  category: "cat_cash"
  cash-flow: "cash"
2026-06-30 open Expenses:Food-drinks USD
  name: "Food; drinks"
  category: "cat_food"
2026-06-30 open Expenses:Other-Expenses:Rent USD
  name: "Rent"
  category: "cat_other"
2026-06-30 open Expenses:Cat-kanji USD
  name: "経費"
  category: "cat_kanji"
2026-06-30 open Expenses:Food-drinks-2 USD
  name: "food - drinks"
  category: "cat_food2"

2026-06-30 * "Deli" "=1+2 [2020-01-01]" ^txn_1
  voucher: "vch_2026-06-30"
  source: "bank_transaction"
  Expenses:Food-drinks  12.34 USD
    department: "Ops:East, West"
  Assets:Zebra  -12.34 USD
    description: "Lunch"
    merchant: ""
`);
  expect(() => writer.voucher(voucher("0999-12-31", LUNCH.lines))).toThrow(
    "Beancount can't keep the date 0999-12-31; it has years from 1000 to 2999.",
  );
});

test("the files of the Audit Data Standards carry earnings over into the next fiscal year", () => {
  const texts = files(adsWriter(BOOKS), [LUNCH, RENT]);
  const rows = (file: string) => (texts[file] ?? "").trimEnd().split("\r\n").slice(1);
  expect(rows("GL_Detail.txt").slice(0, 2)).toEqual([
    "vch_2026-06-30|1|=1+2 [2020-01-01]|=1+2 [2020-01-01]|bank_transaction|dept_2|2026-06-30|2026|12|cat_food|12.34|D|USD||2026-07-01|10:00:00|Deli|txn_1",
    "vch_2026-06-30|2|=1+2 [2020-01-01]|Lunch|bank_transaction||2026-06-30|2026|12|cat_cash|12.34|C|USD||2026-07-01|10:00:00||txn_1",
  ]);
  expect(rows("Trial_Balance.txt")).toEqual([
    "cat_cash||2026|12|2026-06-30|0.00|-12.34|USD",
    "cat_food||2026|12|2026-06-30|0.00|12.34|USD",
    "cat_cash||2027|1|2026-07-31|-12.34|-17.34|USD",
    "cat_other||2027|1|2026-07-31|0.00|5.00|USD",
    "retained_earnings||2027|1|2026-07-31|12.34|12.34|USD",
  ]);
  expect(rows("Chart_Of_Accounts.txt").at(-1)).toBe(
    "retained_earnings|Net income of earlier fiscal years|equity||Balance sheet|",
  );
  expect(rows("Business_Unit_Listing.txt")).toEqual(["dept_1|Ops|", "dept_2|East, West|dept_1"]);
});

test("earlier earnings are in the category of retained earnings, if there is one", () => {
  const retained = account("cat_re", "Past|years", {
    account_type: "equity",
    cash_flow: "financing",
    role: "retained_earnings",
  });
  const texts = files(adsWriter({ ...BOOKS, accounts: [...BOOKS.accounts, retained] }), [LUNCH, RENT]);
  expect(texts["Trial_Balance.txt"]).toContain("cat_re||2027|1|2026-07-31|12.34|12.34|USD");
  expect(texts["Chart_Of_Accounts.txt"]).toContain('cat_re|"Past|years"|equity|financing|Balance sheet|');
  expect(texts["Chart_Of_Accounts.txt"]).not.toContain("retained_earnings|");
});

describe("an import of the file", () => {
  test("reads names and texts of any characters as plain text", async () => {
    const awkward = [
      " both ends ",
      "two  blanks",
      "no\u00A0break",
      "tab\tand\nline",
      "Fund $100",
      "Tax 5 USD",
      "(x) [y] * ! ; | : %3B 50% , @",
      "date:2020-01-01 date2: [2020/1/2] [=2020-01-02]",
      "Payee: x",
      "Value:: 1/0",
    ];
    for (const text of awkward) {
      const accounts = [CASH, account("cat_food", text)];
      const writer = ledgerWriter({
        ...BOOKS,
        accounts,
        departments: [{ id: "dept_1", name: text, parent_id: null }],
      });
      const written = files(writer, [
        voucher("2026-06-30", [
          line(1, "cat_cash", 1, { description: text, merchant: text }),
          line(2, "cat_food", -1, { description: `${text}.`, merchant: `${text}.`, department_id: "dept_1" }),
        ]),
        voucher("2026-06-30", [line(1, "cat_cash", 0, { description: text, merchant: null })]),
      ]);
      const [first, second] = await all(
        readPlainTextLedger(ledgerFile(written["journal.ledger"] ?? ""), READING),
      );
      expect([text, first?.date, first?.lines.map(({ netDebitCents }) => netDebitCents)]).toEqual([
        text,
        "2026-06-30",
        [1, -1],
      ]);
      const unescaped = (escaped = "") => decodeURIComponent(escaped.replaceAll(/%(?![0-9A-F]{2})/g, "%25"));
      expect(unescaped(first?.lines[1]?.account)).toBe(`Expenses:${text}`);
      expect(unescaped(first?.lines[1]?.description)).toBe(`${text}.`);
      expect([first, second].map((each) => unescaped(each?.description))).toEqual([text, text]);
    }
  });

  test("needs options for roles that names don't say", () => {
    const accounts = [
      account("cat_bank", "Bank", { account_type: "asset", cash_flow: "cash" }),
      CASH,
      account("cat_in", "Inside", { account_type: "asset", cash_flow: "cash", parent_id: "cat_cash" }),
      account("cat_lent", "Lent", { account_type: "asset", cash_flow: "investing", parent_id: "cat_cash" }),
      account("cat_re", "Past", {
        account_type: "equity",
        cash_flow: "financing",
        role: "retained_earnings",
      }),
      account("cat_unused", "Unused", { account_type: "asset", cash_flow: "cash" }),
    ];
    const writer = csvWriter({ ...BOOKS, accounts });
    const used = new Map([...(writer.accounts ?? [])].filter(([id]) => id !== "cat_unused"));
    expect(importAgain({ ...BOOKS, accounts }, used)).toEqual({
      cash: ["Assets:Zebra"],
      roles: new Map([["Assets:Zebra:Lent", "investing"]]),
      notes: [expect.stringContaining("Equity:Past has another line on the balance sheet")],
    });
  });
});
