/** Rows of statements: what each is under, and what is hidden. */
import { describe, expect, test } from "vitest";
import type { StatementTableRow } from "../api/types.ts";
import { isEmpty, rowsOf, shownRows } from "./rows.ts";

function row(
  kind: StatementTableRow["kind"],
  depth: number,
  key: string,
  label: string,
  ...figures: number[]
): StatementTableRow {
  return {
    kind,
    depth,
    key,
    label,
    section: null,
    notes: [],
    texts: [],
    figures: kind === "heading" ? null : figures,
    entries_by: "amount",
  };
}

const rows = rowsOf({
  rows: [
    row("heading", 0, "revenue", "Revenue"),
    row("heading", 1, "revenue.cat_plans", "Plans"),
    row("line", 2, "revenue.cat_monthly", "Monthly", 200, 300),
    row("line", 2, "revenue.cat_annual", "Annual", 300, 0),
    row("subtotal", 1, "revenue.cat_plans.total", "Total Plans", 500, 300),
    row("line", 1, "revenue.cat_other", "Other", -50, 0),
    row("total", 0, "revenue.total", "Total Revenue", 450, 300),
    row("total", 0, "cost_of_goods_sold.total", "Total Cost of Goods Sold", 0, 0),
    row("grand_total", 0, "net_income", "Net Income", 450, 300),
  ],
});

test("a row is under the headings above it, up to its subtotal and total", () => {
  expect(rows.map(({ label, under }) => [label, under.length])).toEqual([
    ["Revenue", 0],
    ["Plans", 1],
    ["Monthly", 2],
    ["Annual", 2],
    ["Total Plans", 1],
    ["Other", 1],
    ["Total Revenue", 0],
    ["Total Cost of Goods Sold", 0],
    ["Net Income", 0],
  ]);
  expect(isEmpty(rows)).toBe(false);
  expect(isEmpty(rows.filter(({ key }) => key === "cost_of_goods_sold.total"))).toBe(true);
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
