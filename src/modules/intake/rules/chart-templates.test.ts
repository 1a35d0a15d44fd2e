/** The charts of new companies: each is sound for every legal form, and its names say what its kinds say. */
import { describe, expect, test } from "vitest";
import { decideAccount } from "@daybook/words/account-kinds";
import { ENTITY_TYPES } from "@daybook/words/company-words";
import { ACCOUNT_TYPES, type AccountType, CATEGORY_ROLES } from "@daybook/words/ledger-words";
import { chartFaults } from "../../books/chart/index.ts";
import { CHART_TEMPLATES, templateCategories, usualEntityType } from "./chart-templates.ts";

/** Names tell costs from revenue, but not which costs are direct ones. */
function sideOf(type: AccountType): string {
  if (type === "cost_of_goods_sold" || type === "other_expense") return "expense";
  return type === "other_income" ? "revenue" : type;
}

const CASES = CHART_TEMPLATES.flatMap((template) => ENTITY_TYPES.map((form) => [template, form] as const));

describe.each(CASES)("the chart %s of a company of the form %s", (template, form) => {
  const rows = templateCategories(template, form);

  test("is without faults, with categories of every type and ids of their own", () => {
    expect(chartFaults(rows, []).filter(({ fault }) => fault !== null)).toEqual([]);
    expect(new Set(rows.map((row) => row.account_type))).toEqual(new Set(ACCOUNT_TYPES));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const { id } of rows) expect(id).toMatch(/^cat_[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  test("has one category for each role, and those that accounts are booked on are leaves", () => {
    const roles = rows.map(({ role }) => role).filter((role) => role !== null);
    expect(roles.toSorted()).toEqual(CATEGORY_ROLES.toSorted());
    const parents = new Set(rows.map((row) => row.parent_id));
    for (const { id, role } of rows)
      if (role === "cash" || role === "credit_cards") expect(parents.has(id)).toBe(false);
  });

  test("has names that mean the same to an import", () => {
    for (const { name, account_type, cash_flow } of rows) {
      const { type, role, strength } = decideAccount({ levels: [name] });
      if (strength !== "asked") expect([name, sideOf(type)]).toEqual([name, sideOf(account_type)]);
      if (strength !== "asked" && role === "cash") expect([name, cash_flow]).toEqual([name, "cash"]);
    }
  });
});

test("a nonprofit's chart is usually one of a nonprofit, and any other that of a corporation", () => {
  expect(CHART_TEMPLATES.map(usualEntityType)).toEqual(["c_corp", "c_corp", "c_corp", "nonprofit"]);
});
