/** For any books and any dates, every line of every statement is what adding up the journal by hand gives. */
import fc from "fast-check";
import { describe, test } from "vitest";
import { anyBooks } from "./books.ts";
import { checkBalanceSheet, checkCashFlow, checkIncomeStatement } from "./checks.ts";
import { anyDay, anyRange } from "./dates.ts";
import { keep } from "./keep.ts";

const trials = fc.record({
  books: anyBooks(),
  today: anyDay(),
  dates: fc.array(anyDay(), { minLength: 3, maxLength: 6 }),
  ranges: fc.array(anyRange(), { minLength: 3, maxLength: 6 }),
});
const RUNS = { numRuns: 40 };

describe("the balance sheet", () => {
  test("of any books balances at any date, line by line what the journal adds up to", async () => {
    await fc.assert(
      fc.asyncProperty(trials, async ({ books, today, dates }) => {
        const trial = await keep(books, today);
        for (const date of [...dates, today]) await checkBalanceSheet(trial, date);
      }),
      RUNS,
    );
  });
});

describe("the income statement", () => {
  test("of any books over any range is what the journal adds up to, by category and by department", async () => {
    await fc.assert(
      fc.asyncProperty(trials, async ({ books, today, ranges }) => {
        const trial = await keep(books, today);
        for (const { start, end } of ranges) await checkIncomeStatement(trial, start, end);
        const { start } = ranges[0] ?? { start: today };
        if (start <= today) await checkIncomeStatement(trial, start, today);
      }),
      RUNS,
    );
  });
});

describe("the cash flow statement", () => {
  test("of any books over any range explains the change of the cash balance, line by line", async () => {
    await fc.assert(
      fc.asyncProperty(trials, async ({ books, today, ranges }) => {
        const trial = await keep(books, today);
        for (const { start, end } of ranges) await checkCashFlow(trial, start, end);
      }),
      RUNS,
    );
  });
});
