/**
 * Moving in with the books of another program: proof against its trial balance, later exports of the same
 * books, and a look at them without storing anything.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { BOOK_WRITERS, type BookVoucher } from "../../../../test/support/books.ts";
import { bytesOf } from "../../../../test/support/import.ts";
import { parseCivilDate } from "@daybook/words/civil-date";
import { statement } from "../../../platform/db/index.ts";
import type { JournalOptions } from "./import-journal.ts";

const { app } = await testApp();

const everything = statement<Record<string, number>>(
  "test.moveIn.everything",
  `select (select count(*) from companies) as companies, (select count(*) from categories) as categories,
     (select count(*) from journal_entries) as entries, (select count(*) from imported_vouchers) as imported`,
);

const voucher = (
  date: string,
  description: string,
  amounts: Readonly<Record<string, number>>,
): BookVoucher => ({
  date,
  description,
  lines: Object.entries(amounts).map(([account, cents]) => ({ account, cents })),
});

const BOOKS: readonly BookVoucher[] = [
  voucher("2024-12-31", "Capital", { Checking: 500_000, "Owner's Equity": -500_000 }),
  voucher("2024-12-31", "Sale", { Checking: 10_000, Sales: -10_000 }),
  voucher("2025-01-15", "Sale", { Checking: 2_000, Sales: -2_000 }),
  voucher("2025-01-20", "Rent", { Rent: 1_200, Checking: -1_200 }),
];

function importBooks(books: readonly BookVoucher[], options: Partial<JournalOptions> = {}) {
  const text = BOOK_WRITERS["quickbooks-journal"]?.(books) ?? "";
  return app.intake.importJournal(bytesOf(text), { name: "Acme", ...options });
}

const trialBalance = (rows: readonly string[], title = "As of January 31, 2025"): AsyncIterable<Uint8Array> =>
  bytesOf(`Acme,,\nTrial Balance,,\n"${title}",,\n,Debit,Credit\n${rows.join("\n")}\nTOTAL,1,1\n`);

describe("a trial balance", () => {
  test("that is equal since the beginning, or by fiscal year with retained earnings, proves the books", async () => {
    const allTime = ['Checking,"5,108.00",', 'Owner\'s Equity,,"5,000.00"', "Sales,,120.00", "Rent,12.00,"];
    expect(await importBooks(BOOKS, { trial_balance: trialBalance(allTime) })).toMatchObject({
      compared_accounts: 4,
    });
    const byYear = [
      'Checking,"5,108.00",',
      'Owner\'s Equity,,"5,000.00"',
      "Retained Earnings,,100.00",
      "Sales,,20.00",
      "Rent,12.00,",
    ];
    expect(await importBooks(BOOKS, { trial_balance: trialBalance(byYear) })).toMatchObject({
      compared_accounts: 5,
    });
  });

  test("without columns, accounts or a day is refused, and nothing is left behind", async () => {
    const before = await app.db.get(everything);
    for (const [text, message] of [
      ["Acme\nNothing,of\n", "The trial balance has no columns account, and debit and credit or balance."],
      ["Account,Debit,Credit\n", "The trial balance names no accounts."],
      ["Account,Debit,Credit\nChecking,5,\n", "The trial balance does not say of which day it is."],
    ] as const)
      await expect(importBooks(BOOKS, { trial_balance: bytesOf(text) })).rejects.toThrow(message);
    expect(await app.db.get(everything)).toEqual(before);
  });

  test("that differs is answered by account, and nothing is left behind (INTK-009)", async () => {
    const before = await app.db.get(everything);
    const rows = ['Checking,"5,108.01",', 'Owner\'s Equity,,"5,000.00"', "Sales,,120.00", "Suspense,1.00,"];
    await expect(importBooks(BOOKS, { trial_balance: trialBalance(rows) })).rejects.toMatchObject({
      param: "trial_balance",
      message: `The books differ from the trial balance of 2025-01-31 in 3 accounts. Nothing was imported.
"Suspense": 1.00 in the trial balance, 0.00 in the books, 1.00 missing
"Checking": 5108.01 in the trial balance, 5108.00 in the books, 0.01 missing
"Rent": none in the trial balance, 12.00 in the books, -12.00 missing`,
    });
    expect(await app.db.get(everything)).toEqual(before);
  });

  test("counts only what is there at its day, which must be known", async () => {
    const rows = ['Checking,"5,100.00",', 'Owner\'s Equity,,"5,000.00"', "Sales,,100.00"];
    await expect(
      importBooks(BOOKS, { trial_balance: trialBalance(rows, "All dates") }),
    ).rejects.toMatchObject({
      param: "trial_balance_date",
    });
    const date = parseCivilDate("2024-12-31");
    expect(
      await importBooks(BOOKS, {
        trial_balance: trialBalance(rows, "All dates"),
        ...(date ? { trial_balance_date: date } : {}),
      }),
    ).toMatchObject({ compared_accounts: 3 });
  });
});

describe("closing vouchers", () => {
  const CLOSED: readonly BookVoucher[] = [
    ...BOOKS.slice(0, 2),
    voucher("2024-12-31", "Closing entries 2024", { Sales: 10_000, "Retained Earnings": -10_000 }),
    ...BOOKS.slice(2),
  ];

  test("are left out, with their count and days, and the program's trial balance still proves the books (INTK-008)", async () => {
    const rows = [
      'Checking,"5,108.00",',
      'Owner\'s Equity,,"5,000.00"',
      "Retained Earnings,,100.00",
      "Sales,,20.00",
      "Rent,12.00,",
    ];
    const imported = await importBooks(CLOSED, { trial_balance: trialBalance(rows) });
    expect(imported).toMatchObject({ vouchers: 4, entries: 8, lines_imported: 8, compared_accounts: 5 });
    expect(imported.lines_skipped).toContainEqual(
      expect.objectContaining({ reason: "lines of closing vouchers", count: 2 }),
    );
    expect(imported.notes).toContainEqual({
      message: expect.stringContaining("1 closing voucher (2024-12-31) was left out"),
      ways: [{ give: "closing_vouchers", as: "keep", when: "they shall be imported" }],
    });
    expect(imported.accounts.map(({ account }) => account)).not.toContain("Retained Earnings");
    const wrong = rows.map((row) => row.replace("100.00", "100.01"));
    await expect(importBooks(CLOSED, { trial_balance: trialBalance(wrong) })).rejects.toMatchObject({
      message: expect.stringMatching(
        /in 1 account\. .*\n"Retained Earnings": -100\.01 in the trial balance/s,
      ),
    });
  });

  test("leave the shares of partners, which the trial balance proves as the books show them (INTK-030)", async () => {
    const partners = [
      ...BOOKS.slice(0, 2),
      voucher("2024-12-31", "Closing entries 2024", {
        Sales: 10_000,
        "Alder Capital": -7_000,
        "Birch Capital": -3_000,
      }),
      ...BOOKS.slice(2),
    ];
    const rows = (alder: string) => [
      'Checking,"5,108.00",',
      'Owner\'s Equity,,"5,000.00"',
      `Alder Capital,,${alder}`,
      "Birch Capital,,30.00",
      "Sales,,20.00",
      "Rent,12.00,",
    ];
    const imported = await importBooks(partners, { trial_balance: trialBalance(rows("70.00")) });
    expect(imported).toMatchObject({ vouchers: 5, compared_accounts: 6 });
    const retained = await app.chart.listCategories(imported.company_id);
    expect(retained.find(({ role }) => role === "retained_earnings")).toMatchObject({
      name: "Retained Earnings",
    });
    await expect(importBooks(partners, { trial_balance: trialBalance(rows("0.00")) })).rejects.toThrow(
      /"Alder Capital": 0\.00 in the trial balance, -70\.00 in the books/,
    );
    const { company_id } = imported;
    expect(await importBooks(partners, { company_id })).toMatchObject({ added_vouchers: 0 });
  });

  test("through the earnings of the current year leave nothing there, and what may be that is asked for (INTK-031)", async () => {
    const appropriated = (account: string) => [
      ...BOOKS.slice(0, 2),
      voucher("2025-01-02", "Appropriation", { [account]: 10_000, "Retained Earnings": -10_000 }),
      ...BOOKS.slice(2),
    ];
    const rows = [
      'Checking,"5,108.00",',
      'Owner\'s Equity,,"5,000.00"',
      "Retained Earnings,,100.00",
      "Sales,,20.00",
      "Rent,12.00,",
    ];
    expect(
      await importBooks(appropriated("Current Year Earnings"), { trial_balance: trialBalance(rows) }),
    ).toMatchObject({ compared_accounts: 5 });
    const kinds = { "Surplus A": "equity" } as const;
    await expect(
      importBooks(appropriated("Surplus A"), { account_list: bytesOf("account,type\nSurplus A,Equity\n") }),
    ).rejects.toMatchObject({
      param: "account",
      message: expect.stringContaining(
        'It is not clear whether retained earnings, which are computed here, include "Surplus A"',
      ),
      ways: [
        {
          give: "kinds",
          as: "Surplus A=retained_earnings",
          when: "it holds income until that is passed on",
        },
        { give: "kinds", as: "Surplus A=equity", when: "it has a line of its own" },
        { give: "accounts" },
        { give: "accept_guesses", when: "the guesses are right" },
      ],
    });
    expect(await importBooks(appropriated("Surplus A"), { kinds })).toMatchObject({ vouchers: 5 });
    expect(
      await importBooks(appropriated("Surplus A"), {
        kinds: { "Surplus A": "retained_earnings" },
        trial_balance: trialBalance(rows),
      }),
    ).toMatchObject({ compared_accounts: 5 });
  });

  test("that leave income are refused, and kept if the user says so", async () => {
    const bad = CLOSED.map((each) =>
      each.description.startsWith("Closing")
        ? voucher(each.date, each.description, { Sales: 9_999, "Retained Earnings": -9_999 })
        : each,
    );
    await expect(importBooks(bad)).rejects.toThrow(
      /"Closing entries 2024" of 2024-12-31, .*"Sales" has -0\.01 left/,
    );
    expect(await importBooks(bad, { closing_vouchers: "keep" })).toMatchObject({ vouchers: 5, notes: [] });
    expect(await importBooks(bad, { closing_vouchers: "leave-out" })).toMatchObject({ vouchers: 4 });
    await expect(importBooks(bad, { closing_vouchers: "perhaps" })).rejects.toMatchObject({
      param: "closing_vouchers",
    });
  });

  test("of the same books are left out again with a later export", async () => {
    const { company_id } = await importBooks(CLOSED);
    expect(await importBooks(CLOSED, { company_id })).toMatchObject({ added_vouchers: 0, known_vouchers: 4 });
  });
});

describe("a later export of the same books", () => {
  test("adds what is new, shows what changed, and doubles nothing (INTK-010)", async () => {
    const { company_id } = await importBooks(BOOKS);
    expect(await importBooks(BOOKS, { company_id })).toMatchObject({
      api_key: null,
      added_vouchers: 0,
      known_vouchers: 4,
      changed_vouchers: [],
      categories: 0,
    });
    const later = [
      ...BOOKS.slice(0, 3),
      voucher("2025-01-20", "Rent", { Rent: 1_300, Checking: -1_300 }),
      voucher("2025-02-01", "Fuel", { Fuel: 40, Checking: -40 }),
      voucher("2025-02-01", "Fuel", { Fuel: 40, Checking: -40 }),
    ];
    expect(await importBooks(later, { company_id })).toMatchObject({
      added_vouchers: 2,
      known_vouchers: 3,
      changed_vouchers: [{ date: "2025-01-20", description: "Rent", voucher_id: "vch_000000004" }],
      categories: 1,
    });
    expect(await importBooks(later, { company_id })).toMatchObject({ added_vouchers: 0, known_vouchers: 5 });
    const { ok } = await app.ledger.verify(company_id);
    expect(ok).toBe(true);
  });

  test("one more voucher like an earlier one is new, wherever it stands", async () => {
    const { company_id } = await importBooks(BOOKS);
    const more = [voucher("2025-01-15", "Sale", { Checking: 3_000, Sales: -3_000 }), ...BOOKS];
    expect(await importBooks(more, { company_id })).toMatchObject({
      added_vouchers: 1,
      known_vouchers: 4,
      changed_vouchers: [],
    });
  });

  test("takes accounts to the company's categories, new ones below them", async () => {
    const { company_id } = await importBooks(
      [voucher("2025-01-01", "a", { Zebra: 1, "Owner's Equity": -1 })],
      {
        kinds: { Zebra: "cash" },
      },
    );
    await importBooks([voucher("2025-01-02", "b", { Zebra: 1, "Zebra:Till": 2, "Owner's Equity": -3 })], {
      company_id,
    });
    const categories = await app.chart.listCategories(company_id);
    expect(categories.map(({ name, account_type, cash_flow }) => [name, account_type, cash_flow])).toEqual([
      ["Zebra", "asset", "cash"],
      ["Owner's Equity", "equity", "financing"],
      ["Till", "asset", "cash"],
    ]);
  });

  test("to a company that is not there is refused", async () => {
    await expect(importBooks(BOOKS, { company_id: "comp_none" as never })).rejects.toMatchObject({
      code: "resource_missing",
    });
  });
});

test("a look at the books stores nothing and shows what an import would (INTK-011)", async () => {
  const before = await app.db.get(everything);
  const text = BOOK_WRITERS["quickbooks-journal"]?.(BOOKS) ?? "";
  const planned = await app.intake.planJournal(bytesOf(text), { name: "Acme" });
  expect(await app.db.get(everything)).toEqual(before);
  const { format, vouchers, entries, accounts, lines_skipped } = await app.intake.importJournal(
    bytesOf(text),
    {
      name: "Acme",
    },
  );
  expect({ ...planned }).toMatchObject({ format, vouchers, entries, accounts, lines_skipped });
  expect(accounts.map(({ account }) => account)).toEqual(["Checking", "Owner's Equity", "Sales", "Rent"]);
});
