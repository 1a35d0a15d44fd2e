/** Closing vouchers of imported books: which are left out, which are ordinary and which are refused. */
import { describe, expect, test } from "vitest";
import { type Cents, cents } from "../../../core/cents.ts";
import { parseCivilDate } from "../../../core/civil-date.ts";
import { present } from "../../../core/assert.ts";
import { AccountClasses } from "./account-classes.ts";
import { type ClosingChoice, ClosingVouchers } from "./closing-vouchers.ts";
import type { ParsedVoucher } from "./parsed-voucher.ts";

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

/** Reads vouchers. Returns the descriptions of those imported, in order, and of those left out. */
function read(vouchers: readonly ParsedVoucher[], choice: ClosingChoice | null = null) {
  const classes = new AccountClasses();
  const closing = new ClosingVouchers((account) => classes.typeOf(account), choice);
  const streamed = vouchers.filter((each) => !closing.holds(each));
  const kept = [...streamed, ...closing.decide()];
  return {
    kept: kept.map(({ description }) => description),
    leftOut: closing.leftOut.map(({ description }) => description),
    closing,
  };
}

const YEAR = [
  voucher("2024-03-01", "sale", { "Assets:Cash": 500, "Income:Sales": -500 }),
  voucher("2024-04-01", "rent", { "Expenses:Rent": 200, "Assets:Cash": -200 }),
  voucher("2024-12-31", "late sale", { "Assets:Cash": 100, "Income:Sales": -100 }),
];
const IN_ONE = { "Income:Sales": 600, "Expenses:Rent": -200, "Equity:Owner Capital": -400 };

test("a voucher that brings the income statement to zero is left out, whatever it is called", () => {
  const { kept, leftOut } = read([...YEAR, voucher("2024-12-31", "GJ 77", IN_ONE)]);
  expect(kept).toEqual(["sale", "rent", "late sale"]);
  expect(leftOut).toEqual(["GJ 77"]);
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
  expect(leftOut).toEqual(["JE1", "JE2", "JE3"]);
});

test("each year is closed for itself, and a closing on the first day of the next year is one", () => {
  const next = voucher("2025-01-01", "new year's sale", { "Assets:Cash": 50, "Income:Sales": -50 });
  const { kept, leftOut, closing } = read([
    ...YEAR,
    voucher("2025-01-01", "close 2024", IN_ONE),
    next,
    voucher("2025-12-31", "Year-end closing", { "Income:Sales": 50, "Equity:Retained Earnings": -50 }),
  ]);
  expect(kept).toEqual(["sale", "rent", "late sale", "new year's sale"]);
  expect(leftOut).toEqual(["close 2024", "Year-end closing"]);
  const through = (day: string) => Object.fromEntries(closing.sumsThrough(present(parseCivilDate(day), day)));
  expect(through("2024-12-31")).toEqual({});
  expect(through("2025-06-30")).toEqual(IN_ONE);
  expect(closing.notes).toEqual([
    expect.stringMatching(/^2 closing vouchers \(2025-01-01, 2025-12-31\) were left out: /),
    expect.stringMatching(
      /^What they closed into "Equity:Owner Capital" is part of retained earnings here, /,
    ),
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
  expect(read([...YEAR, bad], "leave-out")).toMatchObject({
    kept: YEAR.map(({ description }) => description),
  });
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
