/** What a later import says of vouchers that the source edited or deleted since, and which it leaves alone. */
import { noteIn } from "../../../core/advice.ts";
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { BOOK_WRITERS, type BookVoucher } from "../../../../test/support/books.ts";
import { bytesOf } from "../../../../test/support/import.ts";
import { parseCivilDate } from "@daybook/words/civil-date";
import { statement } from "../../../platform/db/index.ts";
import type { JournalOptions } from "./import-journal.ts";

const { app } = await testApp();

const voucher = (date: string, description: string, cents: number, account = "Fuel"): BookVoucher => ({
  date,
  description,
  lines: [
    { account, cents },
    { account: "Checking", cents: -cents },
  ],
});

const CAPITAL = voucher("2026-01-15", "Owner", -2_500_000, "Owner's Capital");
const FUEL = voucher("2026-01-20", "Fuel week 3", 6_050);
const FLYERS = voucher("2026-01-21", "Flyers", 30_000, "Advertising");
const LATER = voucher("2026-02-15", "Fuel week 7", 7_000);

function importBooks(books: readonly BookVoucher[], options: Partial<JournalOptions> = {}) {
  const text = BOOK_WRITERS["quickbooks-journal"]?.(books) ?? "";
  return app.intake.importJournal(bytesOf(text), { name: "Acme", ...options });
}

/** Xero names its vouchers, so that they are known by more than their day and memo. */
const xero = (rows: readonly string[]) =>
  bytesOf(
    `Journal ID,Date,Source,Reference,Contact,Narration,Account Code,Account,Description,Debit,Credit\n${rows.join("\n")}\n`,
  );
const named = (id: number, day: string, narration: string, cents = "45.00") => [
  `${id},${day},Manual Journal,#1,,${narration},469,Rent Expense,,${cents},`,
  `${id},${day},Manual Journal,#1,,${narration},200,Accounts Payable,,,${cents}`,
];

const vouchersOf = statement<{ date: string; description: string }>(
  "test.laterImport.vouchers",
  `select date::text as date, description from journal_entries
   where company_id = $1 and line = 1 order by date, description`,
);
const booksOf = (company: string) => app.db.list(vouchersOf, [company]);

describe("vouchers that the source deleted (INTK-016)", () => {
  test("are named with their day, memo and amount, and left as they are", async () => {
    const { company_id } = await importBooks([CAPITAL, FUEL, FLYERS]);
    const again = await importBooks([CAPITAL, FUEL, LATER], { company_id });
    expect(again).toMatchObject({ added_vouchers: 1, known_vouchers: 2, changed_vouchers: [] });
    expect(again.gone_vouchers).toEqual([
      {
        voucher_id: "vch_000000003",
        date: "2026-01-21",
        description: "Flyers",
        amount_cents: 30_000,
        applied: false,
      },
    ]);
    expect(again.notes.map((note) => noteIn(note)).join("\n")).toContain(
      `1 voucher of an earlier import is no longer in the file and was left in the books: "Flyers" of 2026-01-21, 300.00 (vch_000000003).`,
    );
    expect(await booksOf(company_id)).toContainEqual({ date: "2026-01-21", description: "Flyers" });
  });

  test("are one less of several that are alike", async () => {
    const { company_id } = await importBooks([FUEL, FUEL, LATER]);
    const again = await importBooks([FUEL, LATER], { company_id });
    expect(again.gone_vouchers).toMatchObject([{ date: "2026-01-20", amount_cents: 6_050 }]);
  });

  test("are none of other days, of which is said that they were not seen, and none of other programs", async () => {
    const { company_id } = await importBooks([CAPITAL, FUEL, FLYERS]);
    const month = await importBooks([LATER], { company_id });
    expect(month.gone_vouchers).toEqual([]);
    expect(month.notes.map((note) => noteIn(note)).join("\n")).not.toContain("were not compared");
    const shorter = await importBooks([CAPITAL, FUEL], { company_id });
    expect(shorter.gone_vouchers).toEqual([]);
    expect(shorter.notes.map((note) => noteIn(note)).join("\n")).toContain(
      "2 vouchers of earlier imports are of days before 2026-01-15 or after 2026-01-20, which the file does not have, and were not compared.",
    );
    const other = await app.intake.importJournal(
      bytesOf("date,account,amount,description\n2026-01-20,Cash,5,Till\n2026-01-20,Sales,-5,Till\n"),
      { name: "Acme", company_id },
    );
    expect(other).toMatchObject({ added_vouchers: 1, gone_vouchers: [] });
  });

  test("are not named once they were reversed", async () => {
    const { company_id } = await importBooks([CAPITAL, FUEL, FLYERS]);
    const date = parseCivilDate("2026-01-21");
    if (!date) throw new Error("no day");
    await app.ledger.reverseVoucher(
      company_id,
      "vch_000000003",
      { date, memo: null },
      app.clock.now(),
      "operator",
    );
    expect(await importBooks([CAPITAL, FUEL, LATER], { company_id })).toMatchObject({ gone_vouchers: [] });
  });
});

describe("vouchers that the source edited (INTK-017)", () => {
  test("are not added a second time under another memo", async () => {
    const { company_id } = await importBooks([CAPITAL, FUEL]);
    const edited = { ...FUEL, description: "Fuel week 3 (van)" };
    const again = await importBooks([CAPITAL, edited], { company_id });
    expect(again).toMatchObject({
      added_vouchers: 0,
      gone_vouchers: [],
      changed_vouchers: [
        {
          date: "2026-01-20",
          description: "Fuel week 3 (van)",
          amount_cents: 6_050,
          voucher_id: "vch_000000002",
          change: "memo",
          was: { date: "2026-01-20", description: "Fuel week 3", amount_cents: 6_050 },
        },
      ],
    });
    expect(again.notes.map((note) => noteIn(note)).join("\n")).toContain(
      `1 voucher was edited since an earlier import and was left in the books as it was: "Fuel week 3 (van)" of 2026-01-20, 60.50, was "Fuel week 3" of 2026-01-20, 60.50 (vch_000000002).`,
    );
    expect(await booksOf(company_id)).toHaveLength(2);
  });

  test("are named when only their words or their day changed under the same name", async () => {
    const { company_id } = await app.intake.importJournal(
      xero([...named(101, "15 Jan 2026", "Accrual"), ...named(102, "20 Jan 2026", "Rent")]),
      { name: "Acme" },
    );
    const again = await app.intake.importJournal(
      xero([...named(101, "15 Jan 2026", "Accrual of rent"), ...named(102, "31 Jan 2026", "Rent")]),
      { name: "Acme", company_id },
    );
    expect(again).toMatchObject({ added_vouchers: 0, known_vouchers: 0, gone_vouchers: [] });
    expect(again.changed_vouchers).toMatchObject([
      { description: "Accrual of rent", change: "memo", was: { description: "Accrual" } },
      { date: "2026-01-31", change: "lines", was: { date: "2026-01-20" } },
    ]);
  });

  test("are added once what they were is reversed", async () => {
    const { company_id } = await importBooks([CAPITAL, FUEL]);
    const dearer = voucher("2026-01-20", "Fuel week 3", 6_150);
    expect(await importBooks([CAPITAL, dearer], { company_id })).toMatchObject({
      added_vouchers: 0,
      changed_vouchers: [{ change: "lines", was: { amount_cents: 6_050 } }],
    });
    const date = parseCivilDate("2026-01-20");
    if (!date) throw new Error("no day");
    const reversal = { date, memo: null };
    await app.ledger.reverseVoucher(company_id, "vch_000000002", reversal, app.clock.now(), "operator");
    expect(await importBooks([CAPITAL, FUEL], { company_id })).toMatchObject({
      added_vouchers: 0,
      changed_vouchers: [],
      gone_vouchers: [],
    });
    for (const added_vouchers of [1, 0])
      expect(await importBooks([CAPITAL, dearer], { company_id })).toMatchObject({
        added_vouchers,
        changed_vouchers: [],
        gone_vouchers: [],
      });
  });

  test("are none where a new one is like one that is still there", async () => {
    const { company_id } = await importBooks([CAPITAL, FUEL]);
    const second = { ...FUEL, description: "The other van" };
    expect(await importBooks([CAPITAL, second, FUEL], { company_id })).toMatchObject({
      added_vouchers: 1,
      known_vouchers: 2,
      changed_vouchers: [],
      gone_vouchers: [],
    });
  });
});

test("a card that was chosen once is known from the company's chart", async () => {
  const text = (day: string) => `date,description,account,account type,debit,credit
${day},x,Visa 4411,Bank,,5.00
${day},x,Meals,Expense,5.00,
`;
  const kinds = { "Visa 4411": "card" };
  const { company_id } = await app.intake.importJournal(bytesOf(text("2026-01-05")), { name: "Acme", kinds });
  const later = await app.intake.importJournal(bytesOf(text("2026-02-05")), { name: "Acme", company_id });
  expect(later).toMatchObject({ added_vouchers: 1, categories: 0 });
});

describe("a file of which nothing is recognised", () => {
  test("is one of other books, so that nothing is gone", async () => {
    const { company_id } = await importBooks([CAPITAL, FUEL, FLYERS]);
    const other = await importBooks(
      [voucher("2026-01-10", "Wages", 90_000, "Wages"), voucher("2026-01-31", "Wages", 90_000, "Wages")],
      { company_id },
    );
    expect(other).toMatchObject({ added_vouchers: 2, gone_vouchers: [], gone_count: 0 });
    expect(other.notes.map((note) => noteIn(note)).join("\n")).not.toContain("no longer in the file");
    expect(other.notes).toContain(
      "The file has none of the 3 vouchers that earlier imports brought for its days, so it was taken for other books of the company, and nothing was looked for that was deleted.",
    );
  });
});

describe("numbers that are counted anew", () => {
  const january = [...named(1, "5 Jan 2026", "Supplies"), ...named(2, "20 Jan 2026", "Rent", "900.00")];
  const february = [
    ...named(1, "6 Feb 2026", "Repairs", "70.00"),
    ...named(2, "20 Feb 2026", "Rent", "900.00"),
  ];
  const options = { name: "Acme" };

  test("are those of new vouchers, which come in once", async () => {
    const { company_id } = await app.intake.importJournal(xero(january), options);
    const added = await app.intake.importJournal(xero(february), { ...options, company_id });
    expect(added).toMatchObject({ added_vouchers: 2, changed_vouchers: [], gone_vouchers: [] });
    expect(added.notes.map((note) => noteIn(note)).join("\n")).toContain(
      '2 vouchers have the number of an earlier one and were added as new, because numbers are counted anew in this file: "Repairs" of 2026-02-06, 70.00, was "Supplies" of 2026-01-05, 45.00',
    );
    for (const [rows, known_vouchers] of [
      [february, 2],
      [january, 2],
    ] as const)
      expect(await app.intake.importJournal(xero(rows), { ...options, company_id })).toMatchObject({
        added_vouchers: 0,
        known_vouchers,
        changed_vouchers: [],
        gone_vouchers: [],
      });
    const dearer = [...named(1, "6 Feb 2026", "Repairs", "75.00"), ...named(3, "21 Feb 2026", "Fees")];
    const edited = await app.intake.importJournal(xero(dearer), { ...options, company_id });
    expect(edited).toMatchObject({
      added_vouchers: 1,
      changed_vouchers: [{ description: "Repairs", was: { date: "2026-02-06", amount_cents: 7_000 } }],
    });
    expect((await booksOf(company_id)).map(({ date }) => date)).toEqual([
      "2026-01-05",
      "2026-01-20",
      "2026-02-06",
      "2026-02-20",
      "2026-02-21",
    ]);
  });

  test("are also those of vouchers that come back each month", async () => {
    const month = (name: string) => [
      ...named(1, `1 ${name} 2026`, "Wages"),
      ...named(2, `20 ${name} 2026`, "Rent", "900.00"),
    ];
    const { company_id } = await app.intake.importJournal(xero(month("Jan")), options);
    const only = named(2, "20 Feb 2025", "Rent", "900.00");
    expect(await app.intake.importJournal(xero(only), { ...options, company_id })).toMatchObject({
      added_vouchers: 1,
      changed_vouchers: [],
    });
    for (const [name, more] of [
      ["Feb", []],
      ["Mar", named(3, "22 Mar 2026", "Fees")],
    ] as const)
      expect(
        await app.intake.importJournal(xero([...month(name), ...more]), { ...options, company_id }),
      ).toMatchObject({ added_vouchers: 2 + more.length / 2, changed_vouchers: [], gone_vouchers: [] });
  });

  test("are not where one voucher was moved into the days of the file", async () => {
    const { company_id } = await app.intake.importJournal(xero(january), options);
    const rows = [...named(2, "1 Feb 2026", "Rent", "900.00"), ...named(3, "2 Feb 2026", "Fees")];
    const moved = await app.intake.importJournal(xero(rows), { ...options, company_id });
    expect(moved).toMatchObject({
      added_vouchers: 1,
      changed_vouchers: [{ date: "2026-02-01", was: { date: "2026-01-20" } }],
    });
  });
});

describe("a voucher that was moved from a day that the file does not have", () => {
  test("is named beside the one that was added", async () => {
    const { company_id } = await importBooks([CAPITAL, FUEL, FLYERS]);
    const again = await importBooks([CAPITAL, FUEL, { ...FLYERS, date: "2026-01-18" }], { company_id });
    expect(again).toMatchObject({ added_vouchers: 1, known_vouchers: 2, gone_vouchers: [] });
    expect(again.notes.map((note) => noteIn(note)).join("\n")).toContain(
      '1 of them is probably in the books twice, as a new voucher with the same texts and lines on another day: "Flyers" of 2026-01-18, 300.00, was "Flyers" of 2026-01-21, 300.00 (vch_000000003). If it was moved to that day, reverse the earlier one on its own day.',
    );
  });

  test("is none that comes back each month, and none with other lines", async () => {
    const { company_id } = await importBooks([
      voucher("2026-01-02", "Rent", 90_000, "Rent"),
      CAPITAL,
      FLYERS,
    ]);
    const books = [CAPITAL, voucher("2026-02-02", "Rent", 90_000, "Rent"), FLYERS];
    const again = await importBooks(books, { company_id });
    expect(again.added_vouchers).toBe(1);
    expect(again.notes.map((note) => noteIn(note)).join("\n")).toContain(
      "1 voucher of an earlier import is of days before",
    );
    expect(again.notes.map((note) => noteIn(note)).join("\n")).not.toContain("in the books twice");
    const dearer = await importBooks([CAPITAL, voucher("2026-01-20", "Flyers", 30_100, "Advertising")], {
      company_id,
    });
    expect(dearer.added_vouchers).toBe(1);
    expect(dearer.notes.map((note) => noteIn(note)).join("\n")).not.toContain("in the books twice");
  });
});

test("A dry run into a company says what would be added, and what the source edited and deleted (INTK-011)", async () => {
  const { company_id } = await importBooks([CAPITAL, FUEL, FLYERS]);
  const before = await booksOf(company_id);
  const text = BOOK_WRITERS["quickbooks-journal"]?.([CAPITAL, { ...FUEL, description: "Fuel" }, LATER]) ?? "";
  const options = { name: "Acme", company_id };
  const planned = await app.intake.planJournal(bytesOf(text), options);
  expect(await booksOf(company_id)).toEqual(before);
  expect(planned.later).toMatchObject({
    added_vouchers: 1,
    known_vouchers: 1,
    changed_vouchers: [{ change: "memo" }],
    gone_vouchers: [{ description: "Flyers" }],
  });
  const imported = await app.intake.importJournal(bytesOf(text), options);
  expect(imported).toMatchObject(planned.later ?? {});
  expect(imported.notes).toEqual(planned.notes);
});

describe("imports of another journal of the company", () => {
  const wages = (day: string) => voucher(`2026-01-${day}`, `Wages ${day}`, 90_000, "Wages");
  const purchases = [wages("16"), wages("19")];

  test("are never gone from a file that has nothing of them, which says so", async () => {
    const { company_id } = await importBooks([CAPITAL, FUEL, FLYERS]);
    await importBooks(purchases, { company_id });
    const edited = [CAPITAL, { ...FUEL, description: "Fuel (van)" }, LATER];
    const again = await importBooks(edited, { company_id, changes: "apply" });
    expect(again).toMatchObject({ gone_count: 1, gone_vouchers: [{ description: "Flyers", applied: true }] });
    expect(again.notes).toContain(
      "2 vouchers that other imports brought for the days of the file, which has nothing of those imports, were taken for other books of the company, and nothing was looked for there that was deleted.",
    );
    expect((await booksOf(company_id)).map(({ description }) => description)).toEqual([
      "Owner",
      "Wages 16",
      "Wages 19",
      "Fuel (van)",
      "Fuel week 7",
    ]);
  });

  test("are not removed for all of a file that lacks more than it has, but by name", async () => {
    const { company_id } = await importBooks([CAPITAL, FUEL, FLYERS, LATER]);
    const books = [CAPITAL, { ...LATER, date: "2026-02-28", description: "Fuel week 9" }];
    await expect(importBooks(books, { company_id, changes: "apply" })).rejects.toMatchObject({
      param: "changes",
      message:
        "The file lacks 3 vouchers of earlier imports and has only 1, as a part of the books does, so they are not removed all at once. Nothing was imported. Choose for each voucher that shall be removed.",
    });
    expect(await importBooks(books, { company_id, change_of: { vch_000000003: "apply" } })).toMatchObject({
      gone_count: 3,
    });
    expect((await booksOf(company_id)).map(({ description }) => description)).not.toContain("Flyers");
  });
});

test("vouchers on retained earnings are known again, though the company's account has another name", async () => {
  const line = (day: string, memo: string, account: string, debit: string, credit: string) =>
    `${day},${memo},${account},${debit},${credit}`;
  const text = `date,description,account,debit,credit
${[
  line("2025-01-01", "Opening", "Assets:Checking", "900.00", ""),
  line("2025-01-01", "Opening", "Equity:Retained Earnings", "", "900.00"),
  line("2025-03-01", "Sale", "Assets:Checking", "70.00", ""),
  line("2025-03-01", "Sale", "Income:Sales", "", "70.00"),
  line("2025-06-01", "Dividend", "Equity:Retained Earnings", "20.00", ""),
  line("2025-06-01", "Dividend", "Assets:Checking", "", "20.00"),
  line("2025-12-31", "Closing entry", "Income:Sales", "70.00", ""),
  line("2025-12-31", "Closing entry", "Equity:Partners", "", "30.00"),
  line("2025-12-31", "Closing entry", "Equity:Retained Earnings", "", "40.00"),
].join("\n")}
`;
  const { company_id, ...first } = await app.intake.importJournal(bytesOf(text), { name: "Acme" });
  expect(first.added_vouchers).toBe(4);
  expect(await app.intake.importJournal(bytesOf(text), { name: "Acme", company_id })).toMatchObject({
    added_vouchers: 0,
    known_vouchers: 4,
    changed_vouchers: [],
    gone_count: 0,
  });
});
