/** The sample's chart and departments follow the rules that an import checks. */
import { describe, expect, test } from "vitest";
import { isPointInTime } from "@daybook/words/ledger-words";
import { parseId } from "@daybook/words/public-id";
import {
  BANK_ACCOUNTS,
  categoryId,
  departmentId,
  REVENUE_LEAVES,
  sampleCategories,
  sampleDepartments,
  STAFFED_DEPARTMENTS,
} from "./chart.ts";

const categories = sampleCategories(1);
const departments = sampleDepartments(1);

function tiers(
  records: readonly { readonly id: string; readonly parent_id: string | null }[],
): Map<string, number> {
  const found = new Map<string, number>();
  for (const { id, parent_id } of records) {
    const parent = parent_id === null ? 0 : found.get(parent_id);
    expect(parent, `${id} stands before its parent`).toBeDefined();
    found.set(id, (parent ?? 0) + 1);
  }
  return found;
}

describe("sampleCategories", () => {
  test("has three tiers, parents before children, and valid, unique ids", () => {
    const found = tiers(categories);
    expect(found.size).toBe(categories.length);
    expect(new Set(found.values())).toEqual(new Set([1, 2, 3]));
    expect(categories.every(({ id }) => parseId("category", id) !== null)).toBe(true);
    expect(categories.length).toBeGreaterThanOrEqual(70);
    expect(categories.length).toBeLessThanOrEqual(95);
  });

  test("has cash flow roles only on the balance sheet, and children have their parent's type and role", () => {
    const byId = new Map(categories.map((category) => [category.id, category]));
    for (const category of categories) {
      expect(category.cash_flow !== null).toBe(isPointInTime(category.account_type));
      const parent = byId.get(category.parent_id ?? "");
      if (parent)
        expect([category.account_type, category.cash_flow]).toEqual([parent.account_type, parent.cash_flow]);
    }
  });

  test("has one root for cash, named Cash, whose children are the bank accounts", () => {
    const cash = categories.filter(({ cash_flow }) => cash_flow === "cash");
    expect(cash.filter(({ parent_id }) => parent_id === null).map(({ name }) => name)).toEqual(["Cash"]);
    expect(cash.filter(({ parent_id }) => parent_id === "cat_cash").map(({ id }) => id)).toEqual(
      BANK_ACCOUNTS.map(categoryId),
    );
  });

  test("numbers siblings from 0 without a gap", () => {
    for (const records of [categories, departments] as readonly (readonly {
      readonly parent_id: string | null;
      readonly position: number;
    }[])[]) {
      const groups = Map.groupBy(records, ({ parent_id }) => parent_id);
      for (const group of groups.values())
        expect(group.map(({ position }) => position)).toEqual(group.map((_, at) => at));
    }
  });

  test("has the revenue categories without children that `REVENUE_LEAVES` lists", () => {
    const parents = new Set(categories.map(({ parent_id }) => parent_id));
    const leaves = categories
      .filter(({ id, account_type }) => account_type === "revenue" && !parents.has(id))
      .map(({ id }) => id);
    expect(leaves).toEqual(REVENUE_LEAVES.map(categoryId));
  });
});

describe("sampleDepartments", () => {
  test("is a tree in which exactly the departments without children are assignable", () => {
    const found = tiers(departments);
    expect(Math.max(...found.values())).toBe(3);
    const parents = new Set(departments.map(({ parent_id }) => parent_id));
    for (const { id, assignable } of departments) expect([id, assignable]).toEqual([id, !parents.has(id)]);
    expect(STAFFED_DEPARTMENTS.map(departmentId)).toEqual(
      departments.filter(({ assignable }) => assignable).map(({ id }) => id),
    );
    expect(departments.every(({ id }) => parseId("department", id) !== null)).toBe(true);
  });
});
