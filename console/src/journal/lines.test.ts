/** Entries and opening balances as they are written: sums, faults, rows, and what is sent. */
import { expect, test } from "vitest";
import { categoryChoices, emptyLine, faultOf, sentLine, sumOf } from "./lines.ts";
import { balancesOf, rowsOf, usualDay } from "./opening.ts";

const line = (debit: string, credit: string, category = "cat_a") => ({
  ...emptyLine(0),
  category,
  debit,
  credit,
});

test("what can't be read counts as nothing in a sum", () => {
  const lines = [line("1,250.00", ""), line("", "3"), line("x", ""), line(" 0.50", "")];
  expect([sumOf(lines, "debit"), sumOf(lines, "credit")]).toEqual([125_050, 300]);
});

test.each([
  [[line("1", ""), line("", "1")], null],
  [[line("1", ""), line("", "2")], "Debits and credits are not equal yet."],
  [[line("1", ""), line("", "1", "")], "Line 2 has no category."],
  [[line("1", "1")], "Line 1 needs either a debit or a credit."],
  [[line(" ", "")], "Line 1 needs either a debit or a credit."],
  [[line("1", ""), line("", "x")], "The amount of line 2 can't be read. Write it as 1,250.00."],
  [[line("0", "")], "The amount of line 1 can't be read. Write it as 1,250.00."],
  [[line("-1", "")], "The amount of line 1 can't be read. Write it as 1,250.00."],
  [[line("0.01", ""), line("", "0.01")], null],
])("the fault of %j is %j", (lines, fault) => {
  expect(faultOf(lines)).toBe(fault);
});

test("a line is sent with the side that is written, and with its department if it has one", () => {
  expect(sentLine(line("1.5", ""))).toEqual({ category: "cat_a", debit_cents: 150 });
  expect(sentLine({ ...line(" ", "2"), department: "dept_a" })).toEqual({
    category: "cat_a",
    department: "dept_a",
    credit_cents: 200,
  });
});

const CHART = [
  { id: "cat_travel", name: "Travel", parent_id: null, account_type: "expense" },
  { id: "cat_flights", name: "Flights", parent_id: "cat_travel", account_type: "expense" },
  { id: "cat_loan", name: "Loan", parent_id: null, account_type: "liability" },
  { id: "cat_cash", name: "Cash", parent_id: null, account_type: "asset" },
] as const;

test("entries are booked on categories without children, in the order of the statements", () => {
  expect(categoryChoices(CHART)).toEqual([
    { id: "cat_cash", name: "Cash", note: "Assets" },
    { id: "cat_loan", name: "Loan", note: "Liabilities" },
    { id: "cat_flights", name: "Flights", note: "Operating expenses" },
  ]);
});

test("opening balances are listed by type, and found by letters of their names", () => {
  expect(rowsOf(CHART, "").map(({ name, isGroup }) => [name, isGroup])).toEqual([
    ["Assets", true],
    ["Cash", false],
    ["Liabilities", true],
    ["Loan", false],
    ["Operating expenses", true],
    ["Flights", false],
  ]);
  expect(rowsOf(CHART, " LO ").map(({ id }) => id)).toEqual(["liability", "cat_loan"]);
  expect(rowsOf(CHART, "nothing")).toEqual([]);
});

test("balances that are written are sent by their side; what can't be read is the fault", () => {
  const written = { cat_a: { debit: "10" }, cat_b: { debit: " ", credit: "2.5" }, cat_c: { credit: "" } };
  expect(balancesOf(written)).toEqual({
    balances: [
      { category: "cat_a", debit_cents: 1_000 },
      { category: "cat_b", credit_cents: 250 },
    ],
    fault: null,
  });
  for (const fault of [{ debit: "x" }, { debit: "-1" }, { debit: "1", credit: "1" }])
    expect(balancesOf({ cat_a: fault, cat_b: { debit: "1" } })).toEqual({ balances: [], fault: "cat_a" });
  expect(balancesOf({ cat_a: { debit: "0" } }).fault).toBeNull();
});

test("books usually begin with a fiscal year", () => {
  expect(usualDay("2026-05-20", 1)).toBe("2025-12-31");
  expect(usualDay("2026-05-20", 7)).toBe("2025-06-30");
});
