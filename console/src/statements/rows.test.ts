/** Statements as rows: columns with other lines than each other, what is hidden, and what a figure is made of. */
import type { IncomeSection, IncomeStatement } from "@daybook/client";
import { describe, expect, test } from "vitest";
import { rowsOf, shownRows } from "./rows.ts";

type Line = readonly [id: string, name: string, cents: number, position: number, parent?: string];

function section(...lines: readonly Line[]): IncomeSection {
  return {
    total_cents: lines.reduce((sum, [, , cents, , parent]) => sum + (parent === undefined ? cents : 0), 0),
    categories: lines.map(([category_id, name, amount_cents, position, parent]) => ({
      category_id,
      name,
      amount_cents,
      position,
      parent_category_id: parent ?? null,
    })),
    departments: null,
  };
}

function statement(revenue: IncomeSection): IncomeStatement {
  const none = section();
  return {
    object: "income_statement",
    start_date: "2026-01-01",
    end_date: "2026-01-31",
    currency: "USD",
    group_by: "category",
    refreshed_at: null,
    revenue,
    cost_of_goods_sold: none,
    gross_profit_cents: revenue.total_cents,
    operating_expenses: none,
    operating_income_cents: revenue.total_cents,
    other_income: none,
    other_expenses: none,
    net_income_cents: revenue.total_cents,
  };
}

const JANUARY = statement(
  section(["cat_plans", "Plans", 300, 0], ["cat_monthly", "Monthly", 300, 0, "cat_plans"]),
);
const FEBRUARY = statement(
  section(
    ["cat_plans", "Plans", 500, 0],
    ["cat_monthly", "Monthly", 200, 0, "cat_plans"],
    ["cat_annual", "Annual", 300, 1, "cat_plans"],
    ["cat_other", "Other", -50, 1],
  ),
);
const rows = rowsOf([FEBRUARY, JANUARY], false);
const figure = (label: string) => rows.find((row) => row.label === label)?.cents;

describe("rows", () => {
  test("have the lines of all columns, in the order of the chart, with zero where a column has none", () => {
    expect(rows.slice(0, 7).map(({ label, kind, depth }) => [label, kind, depth])).toEqual([
      ["Revenue", "heading", 0],
      ["Plans", "group", 1],
      ["Monthly", "line", 2],
      ["Annual", "line", 2],
      ["Total Plans", "subtotal", 1],
      ["Other", "line", 1],
      ["Total Revenue", "total", 0],
    ]);
    expect([figure("Annual"), figure("Other"), figure("Total Revenue"), figure("Net Income")]).toEqual([
      [300, 0],
      [-50, 0],
      [450, 300],
      [450, 300],
    ]);
  });

  test("name the categories whose entries add up to their figures", () => {
    const entries = (label: string) => rows.find((row) => row.label === label)?.entries?.categories;
    expect([entries("Annual"), entries("Total Plans"), entries("Net Income")]).toEqual([
      ["cat_annual"],
      ["cat_plans"],
      ["cat_plans", "cat_other"],
    ]);
  });
});

describe("shown rows", () => {
  const labels = (closed: readonly string[], find = "") =>
    shownRows(rows, new Set(closed), find)
      .slice(0, 5)
      .map(({ label }) => label);

  test("leave out what is closed; a closed group is its total", () => {
    expect(labels(["revenue.cat_plans"])).toEqual([
      "Revenue",
      "Total Plans",
      "Other",
      "Total Revenue",
      "Total Cost of Goods Sold",
    ]);
    expect(labels(["revenue"]).slice(0, 2)).toEqual(["Revenue", "Total Revenue"]);
  });

  test("are those that a search finds, below their headings, even when those are closed", () => {
    expect(labels(["revenue"], "ANNU")).toEqual(["Revenue", "Plans", "Annual"]);
    expect(labels([], "plans")).toEqual(["Revenue", "Plans", "Monthly", "Annual", "Total Plans"]);
    expect(labels([], "nothing")).toEqual([]);
  });
});
