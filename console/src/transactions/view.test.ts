/** What an address of the transactions asks the service for. */
import { expect, test } from "vitest";
import { conditionsOf, isFiltered } from "./view.ts";

test("words become conditions, and those without sense are left out", () => {
  expect(
    conditionsOf({
      text: " coffee ",
      amount: "5..",
      from: "2026-01-01",
      to: "2026-02-01",
      category: "cat_1",
      account: "acct_1",
      department: "dept_1",
      status: "pending",
      open: "txn_1",
    }),
  ).toEqual({
    text: "coffee",
    least_cents: "500",
    start_date: "2026-01-01",
    end_date: "2026-02-01",
    category_id: "cat_1",
    account_id: "acct_1",
    department_id: "dept_1",
    status: "pending",
  });
  expect(conditionsOf({ category: "none" })).toEqual({ categorized: "false" });
  expect(conditionsOf({ category: "any" })).toEqual({ categorized: "true" });
  const odd = { text: " ", amount: "x", from: "2026-13-01", status: "toString", open: "txn_1" };
  expect(conditionsOf(odd)).toEqual({});
  expect(isFiltered(odd)).toBe(false);
  // Days that end before they begin would be refused.
  expect(conditionsOf({ from: "2026-02-01", to: "2026-01-01" })).toEqual({ start_date: "2026-02-01" });
});
