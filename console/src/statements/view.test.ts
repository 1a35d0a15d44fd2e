/** What an address of a statement means, and what it means where it says nothing. */
import { describe, expect, test } from "vitest";
import { exportOf, keyOf, queryOf, type Search, viewOf } from "./view.ts";

const TODAY = "2026-11-28";
const viewed = (search: Search, firstMonth = 1) => viewOf("income", search, TODAY, firstMonth, true);

describe("the days of a statement", () => {
  test.each([
    [1, { from: "2026-10-01", to: TODAY }],
    [2, { from: "2026-11-01", to: TODAY }],
    [3, { from: "2026-09-01", to: TODAY }],
  ])("are the fiscal quarter so far, if years begin in month %i (CONS-013)", (firstMonth, period) => {
    expect(viewed({}, firstMonth).period).toEqual(period);
  });

  test.each<readonly [Search, { from: string; to: string }]>([
    [
      { from: "2026-02-10", to: "2026-03-05" },
      { from: "2026-02-10", to: "2026-03-05" },
    ],
    [
      { from: "2026-02-10", to: "2026-02-10" },
      { from: "2026-02-10", to: "2026-02-10" },
    ],
    // One day alone: to the end of its month, or from the beginning of its quarter.
    [{ from: "2026-02-10" }, { from: "2026-02-10", to: "2026-02-28" }],
    [{ to: "2026-03-05" }, { from: "2026-01-01", to: "2026-03-05" }],
    // What makes no sense counts as left out.
    [
      { from: "2026-03-06", to: "2026-03-05" },
      { from: "2026-01-01", to: "2026-03-05" },
    ],
    [
      { from: "2026-02-30", to: "soon" },
      { from: "2026-10-01", to: TODAY },
    ],
  ])("are those of the address: %o", (search, period) => {
    expect(viewed(search).period).toEqual(period);
  });
});

test("an address that says nothing shows months, compares nothing and groups by category", () => {
  expect(viewed({ by: "decade", compare: "rival", rows: "mood" })).toEqual(viewed({}));
  expect(queryOf(viewed({}))).toEqual({
    report_type: "income_statement",
    start_date: "2026-10-01",
    end_date: TODAY,
    step: "month",
    group_by: "category",
    compare: "none",
  });
});

test("an address names columns, a comparison, closed headings and departments", () => {
  const search = { by: "total", compare: "year", rows: "department", closed: "revenue,,cogs", find: "rent" };
  expect(viewed(search)).toMatchObject({
    byDepartment: true,
    closed: new Set(["revenue", "cogs"]),
    find: "rent",
  });
  expect(queryOf(viewed(search))).toMatchObject({
    step: "whole",
    group_by: "department",
    compare: "prior_year",
  });
  // Only an income statement is by department, and only of a company with departments.
  expect(viewOf("balance", search, TODAY, 1, true).byDepartment).toBe(false);
  expect(viewOf("income", search, TODAY, 1, false).byDepartment).toBe(false);
});

test("an address names what stands beside the amounts, and what they are rounded to (PRESENT-003)", () => {
  const search = { beside: "both", rounding: "thousands" };
  expect(queryOf(viewed(search))).toMatchObject({ beside: "year_to_date", shares: "revenue" });
  expect(exportOf(viewed(search), "pdf")).toMatchObject({
    beside: "year_to_date",
    shares: "revenue",
    rounding: "thousands",
  });
  // Only income has percentages of revenue, and balances stand alone; what is shown has cents.
  expect(queryOf(viewOf("cash", search, TODAY, 1, true))).not.toHaveProperty("beside");
  expect(queryOf(viewOf("cash", { beside: "year" }, TODAY, 1, true))).toMatchObject({
    beside: "year_to_date",
  });
  for (const statement of ["balance", "trial"] as const)
    expect(queryOf(viewOf(statement, { beside: "year" }, TODAY, 1, true))).not.toHaveProperty("beside");
  expect(queryOf(viewed(search))).not.toHaveProperty("rounding");
});

test("a column of balances is named by its day, others by their days", () => {
  const column = { start_date: "2026-10-01", end_date: "2026-10-31" } as Parameters<typeof keyOf>[1];
  expect(keyOf("balance", column)).toBe("2026-10-31");
  expect(keyOf("income", column)).toBe("2026-10-01..2026-10-31");
});
