/** Closing vouchers of imported books: which are left out, which are ordinary and which are refused. */
import { noteIn } from "../../../core/advice.ts";
import { describe, expect, test } from "vitest";
import { type Cents, cents } from "@daybook/words/cents";
import { parseCivilDate } from "@daybook/words/civil-date";
import { present } from "@daybook/words/assert";
import { ChartBuilder } from "./chart-from-accounts.ts";
import { type ClosingChoice, ClosingVouchers } from "./closing-vouchers.ts";
import type { ParsedVoucher } from "./parsed-voucher.ts";
import { RetainedEarnings } from "./retained-earnings.ts";

type Lines = Readonly<Record<string, number>>;

function voucher(date: string, description: string, lines: Lines, isClosing = false): ParsedVoucher {
  return {
    line: 1,
    journal: null,
    date: present(parseCivilDate(date), date),
    description,
    merchant: null,
    isClosing,
    lines: Object.entries(lines).map(([account, amount]) => ({
      account,
      department: null,
      netDebitCents: cents(amount) satisfies Cents,
      line: 1,
    })),
  };
}

/**
 * Reads vouchers. Returns the descriptions of those imported, in order, and of those left out, and the sums
 * of what was imported by account.
 */
function read(
  vouchers: readonly ParsedVoucher[],
  choice: ClosingChoice | null = null,
  chart = new ChartBuilder(),
) {
  const earnings = new RetainedEarnings(chart);
  const closing = new ClosingVouchers(chart.classes, earnings, choice);
  const streamed = vouchers.map((each) => closing.take(each)).filter((each) => each !== null);
  const kept = [...streamed, ...closing.decide()];
  const sums: Record<string, number> = {};
  for (const { account, netDebitCents } of kept.flatMap(({ lines }) => lines))
    sums[account] = (sums[account] ?? 0) + netDebitCents;
  return {
    kept: kept.map(({ description }) => description),
    sums,
    leftOut: closing.leftOut.map(({ description }) => description),
    closing,
    earnings,
  };
}

const YEAR = [
  voucher("2024-03-01", "sale", { "Assets:Cash": 500, "Income:Sales": -500 }),
  voucher("2024-04-01", "rent", { "Expenses:Rent": 200, "Assets:Cash": -200 }),
  voucher("2024-12-31", "late sale", { "Assets:Cash": 100, "Income:Sales": -100 }),
];
const IN_ONE = { "Income:Sales": 600, "Expenses:Rent": -200, "Equity:Owner Capital": -400 };

test("a voucher that brings the income statement to zero is left out, whatever it is called", () => {
  const { kept, leftOut, sums } = read([...YEAR, voucher("2024-12-31", "GJ 77", IN_ONE)]);
  expect(kept).toEqual(["sale", "rent", "late sale", "GJ 77"]);
  expect(leftOut).toEqual(["GJ 77"]);
  expect(sums).toEqual({
    "Assets:Cash": 400,
    "Income:Sales": -600,
    "Expenses:Rent": 200,
    "Equity:Owner Capital": -400,
    "Retained Earnings": 400,
  });
});

test("two vouchers, one for income and one for expenses, are a closing together", () => {
  const { leftOut } = read([
    ...YEAR,
    voucher("2024-12-31", "Closing Entries", { "Income:Sales": 600, "Equity:Retained Earnings": -600 }),
    voucher("2024-12-31", "Closing Entries", { "Expenses:Rent": -200, "Equity:Retained Earnings": 200 }),
  ]);
  expect(leftOut).toEqual(["Closing Entries", "Closing Entries"]);
});

test("the steps of a closing belong together, if only one is called so", () => {
  const { leftOut } = read([
    ...YEAR,
    voucher("2024-12-31", "Closing entry", { "Income:Sales": 600, "Equity:Retained Earnings": -600 }),
    voucher("2024-12-31", "JE 2", { "Expenses:Rent": -200, "Equity:Retained Earnings": 200 }),
  ]);
  expect(leftOut).toEqual(["Closing entry", "JE 2"]);
});

test("a closing by way of an income summary is left out with its last step", () => {
  const { kept, leftOut } = read([
    ...YEAR,
    voucher("2024-12-31", "JE1", { "Income:Sales": 600, "3900 Income Summary": -600 }),
    voucher("2024-12-31", "JE2", { "3900 Income Summary": 200, "Expenses:Rent": -200 }),
    voucher("2024-12-31", "JE3", { "3900 Income Summary": 400, "Equity:Retained Earnings": -400 }),
  ]);
  expect(kept).toHaveLength(3);
  expect(leftOut.toSorted()).toEqual(["JE1", "JE2", "JE3"]);
});

test("each year is closed for itself, and a closing on the first day of the next year is one", () => {
  const next = voucher("2025-01-01", "new year's sale", { "Assets:Cash": 50, "Income:Sales": -50 });
  const { kept, leftOut, closing } = read([
    ...YEAR,
    voucher("2025-01-01", "close 2024", IN_ONE),
    next,
    voucher("2025-12-31", "Year-end closing", { "Income:Sales": 50, "Equity:Retained Earnings": -50 }),
  ]);
  expect(kept).toEqual(["sale", "rent", "late sale", "new year's sale", "close 2024"]);
  expect(leftOut).toEqual(["close 2024", "Year-end closing"]);
  const openSince = (day: string) => closing.openSince(present(parseCivilDate(day), day));
  expect(["2024-12-31", "2025-06-30", "2025-12-31"].map(openSince)).toEqual([
    null,
    "2025-01-01",
    "2026-01-01",
  ]);
  expect(closing.notes.map((note) => noteIn(note))).toEqual([
    expect.stringMatching(/^2 closing vouchers \(2025-01-01, 2025-12-31\) were left out: /),
    'What they gave to "Equity:Owner Capital" is kept, against "Retained Earnings".',
  ]);
  const retained = { "Income:Sales": 600, "Expenses:Rent": -200, "Equity:Retained Earnings": -400 };
  expect(read([...YEAR, voucher("2024-12-31", "closing entry", retained)]).closing.notes).toHaveLength(1);
  expect(read(YEAR).closing.notes).toEqual([]);
});

test.each<readonly [string, ParsedVoucher]>([
  [
    "is called a closing",
    voucher("2024-12-31", "Closing entry", { "Income:Sales": 1, "Equity:Capital": -1 }),
  ],
  [
    "closes both sides into retained earnings",
    voucher("2024-12-31", "x", { "Income:Sales": 5, "Expenses:Rent": -4, "Equity:Retained Earnings": -1 }),
  ],
  ["is marked by the file", voucher("2024-12-31", "x", { "Income:Sales": 1, "Equity:Capital": -1 }, true)],
  ["uses an income summary", voucher("2024-12-31", "x", { "Income:Sales": 1, "Income Summary": -1 })],
])("a voucher that %s but leaves income is refused with what is left", (_, bad) => {
  expect(() => read([...YEAR, bad])).toThrow(
    /The voucher that begins here, ".*" of 2024-12-31, looks like a closing voucher, .*"Income:Sales" has -5\.9[59] left/,
  );
  expect(read([...YEAR, bad], "keep")).toMatchObject({ leftOut: [] });
  const { leftOut, sums } = read([...YEAR, bad], "leave-out");
  expect(leftOut).toEqual([bad.description]);
  expect(sums).toMatchObject({ "Income:Sales": -600, "Expenses:Rent": 200 });
});

test.each<readonly [string, Lines, string]>([
  ["a correction of an earlier year", { "Equity:Retained Earnings": 5, "Expenses:Rent": -5 }, "correction"],
  ["what an owner pays", { "Expenses:Rent": 200, "Equity:Owner Capital": -200 }, "rent by owner"],
  ["wages paid in stock", { "Expenses:Wages": 9, "Equity:Common Stock": -9 }, "stock"],
  ["a dividend", { "Equity:Dividends": 9, "Equity:Retained Earnings": -9 }, "dividend"],
  [
    "income and expenses against equity",
    { "Income:Sales": -3, "Expenses:Rent": 1, "Equity:Capital": 2 },
    "x",
  ],
])("%s is an ordinary voucher", (_, lines, description) => {
  const { kept, leftOut } = read([...YEAR, voucher("2024-12-31", description, lines)]);
  expect(leftOut).toEqual([]);
  expect(kept).toContain(description);
});

test("an ordinary voucher on the day of the closing stays", () => {
  const { kept, leftOut } = read([
    ...YEAR,
    voucher("2024-12-31", "correction", { "Equity:Retained Earnings": 5, "Expenses:Rent": -5 }),
    voucher("2024-12-31", "Closing entries", {
      "Income:Sales": 600,
      "Expenses:Rent": -195,
      "Equity:Retained Earnings": -405,
    }),
  ]);
  expect(kept).toContain("correction");
  expect(leftOut).toEqual(["Closing entries"]);
});

test("a closing has a voucher for each department; a correction without one is ordinary", () => {
  const of = (department: string, each: ParsedVoucher): ParsedVoucher => ({
    ...each,
    lines: each.lines.map((part) => ({ ...part, department })),
  });
  const sale = (amount: number) =>
    voucher("2024-03-01", "sale", { "Assets:Cash": amount, "Income:Sales": -amount });
  const ops = voucher("2024-12-31", "Closing entries", {
    "Income:Sales": 60,
    "Equity:Retained Earnings": -60,
  });
  const dev = voucher("2024-12-31", "JE 2", { "Income:Sales": 40, "Equity:Retained Earnings": -40 });
  const sales = [of("Ops", sale(60)), of("Dev", sale(40))];
  expect(read([...sales, of("Ops", ops), of("Dev", dev)]).leftOut).toEqual(["Closing entries", "JE 2"]);
  expect(read([...sales, of("Ops", ops), dev]).leftOut).toEqual(["Closing entries"]);
});

describe("vouchers that close and open all balances", () => {
  const CAPITAL = voucher("2024-01-01", "opening balances", { "Assets:Cash": 900, "Equity:Capital": -900 });
  const ALL = { "Assets:Cash": -1300, "Equity:Capital": 900, "Equity:opening/closing balances": 400 };
  const AGAIN = Object.fromEntries(Object.entries(ALL).map(([account, amount]) => [account, -amount]));
  const CLOSED = voucher("2024-12-31", "closing balances", ALL);
  const YEARS = [CAPITAL, ...YEAR];

  test("are left out together; the first opening balances are ordinary", () => {
    const { kept, leftOut } = read([...YEARS, CLOSED, voucher("2025-01-01", "opening balances", AGAIN)]);
    expect(kept).toEqual(["opening balances", "sale", "rent", "late sale"]);
    expect(leftOut).toEqual(["closing balances", "opening balances"]);
  });

  test("are known by their equity account, too, and on one day", () => {
    const { leftOut } = read([
      ...YEARS,
      voucher("2024-12-31", "SBK", ALL),
      voucher("2024-12-31", "EBK", AGAIN),
    ]);
    expect(leftOut).toEqual(["SBK", "EBK"]);
  });

  test("are refused if other balances are opened, unless the choice is made", () => {
    const other = voucher("2025-01-01", "opening balances", { "Assets:Cash": 1, "Equity:Capital": -1 });
    const vouchers = [...YEARS, CLOSED, other];
    expect(() => read(vouchers)).toThrow(/closes the balances, but no voucher .* opens the same balances/);
    expect(read(vouchers, "leave-out").leftOut).toEqual(["closing balances", "opening balances"]);
    expect(read(vouchers, "keep").leftOut).toEqual([]);
    expect(() => read([...YEARS, CLOSED])).toThrow(/closes the balances/);
  });

  test("are not an accrual and its reversal on the next day", () => {
    const accrual = { "Assets:Cash": -10, "Equity:Capital": 10 };
    const { leftOut } = read([
      ...YEARS,
      voucher("2024-12-31", "Advance", accrual),
      voucher("2025-01-01", "Advance back", { "Assets:Cash": 10, "Equity:Capital": -10 }),
    ]);
    expect(leftOut).toEqual([]);
  });
});

describe("what a closing gives to owners is kept", () => {
  const FEES = [
    voucher("2024-03-01", "fees", { "Assets:Cash": 1200, "Income:Fees": -1200 }),
    voucher("2024-04-01", "rent", { "Expenses:Rent": 450, "Assets:Cash": -450 }),
    voucher("2024-12-01", "draw", { "Equity:Alder Draws": 100, "Assets:Cash": -100 }),
  ];
  const INCOME = { "Assets:Cash": 650, "Income:Fees": -1200, "Expenses:Rent": 450 };

  test("of partners, each with a share, and draws that the same voucher closes", () => {
    const { sums, closing } = read([
      ...FEES,
      voucher("2024-12-31", "Closing entry: income to capital", {
        "Income:Fees": 1200,
        "Expenses:Rent": -450,
        "Equity:Alder Draws": -100,
        "Equity:Alder Capital": -350,
        "Equity:Birch Capital": -300,
      }),
    ]);
    expect(sums).toEqual({
      ...INCOME,
      "Equity:Alder Draws": 0,
      "Equity:Alder Capital": -350,
      "Equity:Birch Capital": -300,
      "Retained Earnings": 750,
    });
    expect(closing.leftOutLines).toHaveLength(2);
  });

  test("by way of an income summary, and in accounts that the company owes", () => {
    const { sums, kept } = read([
      ...FEES,
      voucher("2024-12-31", "JE1", { "Income:Fees": 1200, "Equity:Income Summary": -1200 }),
      voucher("2024-12-31", "JE2", { "Equity:Income Summary": 450, "Expenses:Rent": -450 }),
      voucher("2024-12-31", "JE3", { "Equity:Income Summary": 750, "Equity:Alder Capital": -750 }),
    ]);
    expect(sums).toMatchObject({ ...INCOME, "Equity:Alder Capital": -750, "Retained Earnings": 750 });
    expect(sums).not.toHaveProperty("Equity:Income Summary");
    expect(kept).toContain("JE3");
    const owed = read([
      ...FEES,
      voucher("2024-12-31", "GJ 9", {
        "Income:Fees": 1200,
        "Expenses:Rent": -450,
        "Liabilities:Due to Alder": -750,
      }),
    ]);
    expect(owed.sums).toMatchObject({
      ...INCOME,
      "Liabilities:Due to Alder": -750,
      "Retained Earnings": 750,
    });
  });

  test("in two vouchers without words, beside what an owner pays on that day", () => {
    const { sums, leftOut } = read([
      ...FEES,
      voucher("2024-12-31", "paid by Alder", { "Expenses:Rent": 50, "Equity:Alder Capital": -50 }),
      voucher("2024-12-31", "GJ 1", { "Income:Fees": 1200, "Equity:Alder Capital": -1200 }),
      voucher("2024-12-31", "GJ 2", { "Expenses:Rent": -500, "Equity:Alder Capital": 500 }),
    ]);
    expect(leftOut).toEqual(["GJ 1", "GJ 2"]);
    expect(sums).toMatchObject({
      "Income:Fees": -1200,
      "Expenses:Rent": 500,
      "Equity:Alder Capital": -750,
      "Retained Earnings": 700,
    });
  });
});

describe("a voucher without words that looks like a closing", () => {
  const COSTS = [...YEAR, voucher("2024-06-01", "ads", { "Expenses:Ads": 7, "Assets:Cash": -7 })];

  test("but leaves another account is refused", () => {
    const bad = voucher("2024-12-31", "GJ 5", IN_ONE);
    expect(() => read([...COSTS, bad])).toThrow(
      /"GJ 5" of 2024-12-31, looks like .*"Expenses:Ads" has 0\.07/,
    );
    expect(read([...COSTS, bad], "leave-out").leftOut).toEqual(["GJ 5"]);
  });

  test("of the only account is refused, because an owner may have taken a cost back", () => {
    const only = [voucher("2024-03-01", "sale", { "Assets:Cash": 5, "Income:Sales": -5 })];
    const one = voucher("2024-12-31", "GJ 5", { "Income:Sales": 5, "Equity:Capital": -5 });
    expect(() => read([...only, one])).toThrow(
      /brings the only account of the income statement to zero against equity, as a closing does/,
    );
    expect(read([...only, one], "keep").leftOut).toEqual([]);
    expect(read([...only, one], "leave-out").sums).toMatchObject({ "Equity:Capital": -5 });
  });

  test("but is called nothing else, and goes to an account of retained earnings, is one", () => {
    const only = [voucher("2024-03-01", "sale", { "Assets:Cash": 5, "Income:Sales": -5 })];
    const to = (account: string, description = "Closing 2024") =>
      voucher("2024-12-31", description, { "Income:Sales": 5, [account]: -5 });
    expect(read([...only, to("Equity:Retained Earnings")]).leftOut).toEqual(["Closing 2024"]);
    for (const other of [to("Equity:Capital"), to("Equity:Retained Earnings", "Closing costs of the house")])
      expect(() => read([...only, other])).toThrow(/brings the only account of the income statement to zero/);
  });

  test("is an ordinary one if it moves nothing", () => {
    const nothing = voucher("2024-01-01", "GJ 0", { "Income:Sales": 0, "Equity:Capital": 0 });
    expect(read([nothing, ...YEAR]).leftOut).toEqual([]);
  });
});

describe("an account that only passes income on is one with retained earnings", () => {
  const appropriation = voucher("2025-04-01", "Appropriation", {
    "Equity:Current Year Earnings": 180,
    "Equity:Retained Earnings": -180,
  });

  test("so nothing is left of an appropriation, and a dividend out of it is one of retained earnings", () => {
    const dividend = voucher("2025-04-02", "Dividend", {
      "Equity:Current Year Earnings": 50,
      "Assets:Cash": -50,
    });
    const { leftOut, sums, earnings } = read([...YEAR, dividend, appropriation]);
    expect(leftOut).toEqual(["Appropriation"]);
    expect(sums).toMatchObject({ "Retained Earnings": 50, "Assets:Cash": 350 });
    expect(earnings.accounts).toContain("Equity:Current Year Earnings");
    expect(read([...YEAR, appropriation], "keep").sums).toMatchObject({
      "Equity:Current Year Earnings": 180,
    });
  });

  test.each<readonly [string, boolean]>([
    ["Current Year Earnings", true],
    ["3950 Profit for the Year", true],
    ["Net Income (Loss)", true],
    ["Profit and Loss Account", true],
    ["Owner Capital", false],
    ["Income Reserve", false],
  ])("known by the name %s: %s", (name, isOne) => {
    const { earnings } = read([]);
    expect(earnings.partOf(`Equity:${name}`) === "earnings").toBe(isOne);
  });

  test("if its name only speaks of income, it is asked for, unless income or balances are booked on it", () => {
    const passed = voucher("2025-04-01", "Appropriation", { "Equity:Earnings A": 5, "Equity:Capital": -5 });
    expect(read([passed]).earnings.doubts).toEqual(["Equity:Earnings A"]);
    const settled = voucher("2024-12-01", "in", { "Assets:Cash": 5, "Equity:Earnings A": -5 });
    expect(read([passed, settled]).earnings.doubts).toEqual([]);
    const said = new ChartBuilder({ kinds: new Map([["Equity:Earnings A", "retained_earnings"]]) });
    expect(read([passed], null, said).sums).toEqual({ "Retained Earnings": 5, "Equity:Capital": -5 });
    const other = new ChartBuilder({ kinds: new Map([["Equity:Earnings A", "equity"]]) });
    expect(read([passed], null, other).earnings.doubts).toEqual([]);
  });
});
