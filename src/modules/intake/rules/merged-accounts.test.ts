/** Accounts of merged and of inactive categories, in a chart grown from the accounts of an import. */
import { describe, expect, test } from "vitest";
import { parseId } from "@daybook/words/public-id";
import { ChartBuilder, type OwnCategory } from "./chart-from-accounts.ts";

describe("categories that were merged (MERGE-004)", () => {
  const categoryId = (text: string) => parseId("category", text) ?? expect.unreachable(text);
  const LODGING = {
    name: "Lodging",
    accountType: "expense",
    parentId: null,
    cashFlow: null,
    position: 0,
    role: null,
    merged: [],
    active: true,
  } as const;
  const lodging = {
    ...LODGING,
    id: categoryId("cat_lodging"),
    merged: [{ id: "cat_expense-hotels", path: "Hotels" }],
  };
  const grown = (own: readonly OwnCategory[]): ChartBuilder => {
    const chart = new ChartBuilder();
    chart.addOwn(own);
    return chart;
  };

  test("take their accounts and those below them to the other one, with no word on spelling", () => {
    const chart = grown([lodging]);
    expect(chart.category("Expenses:Hotels", 1)).toBe("cat_lodging");
    expect(chart.category("Expenses:hotels:Inns", 2)).toBe("cat_expense-hotels-inns");
    expect(chart.list()).toMatchObject([{ name: "Inns", parentId: "cat_lodging" }]);
    expect(chart.notes()).toEqual([]);
  });

  test("leave their accounts to a category that has their path again", () => {
    const hotels = {
      ...LODGING,
      id: categoryId("cat_hotels"),
      name: "Hotels",
      cashFlow: "investing",
    } as const;
    const chart = grown([lodging, hotels]);
    expect(chart.category("Expenses:Hotels", 1)).toBe("cat_hotels");
    expect(chart.accounts()).toMatchObject([{ cashFlow: "investing" }]);
  });

  test("and inactive ones are named with the accounts that land on them (MERGE-005)", () => {
    const chart = grown([{ ...lodging, active: false }]);
    for (const [at, account] of ["Expenses:Hotels", "Expenses:Lodging", "Expenses:Food"].entries())
      chart.category(account, at + 1);
    const note = (account: string) =>
      `The account "${account}" is of the category cat_lodging, which is inactive: entries are put on it.`;
    expect(chart.notes()).toEqual([note("Expenses:Hotels"), note("Expenses:Lodging")]);
  });

  test("are made again where the other one stands too deep for what is below them", () => {
    const deep = (["Travel", "Trips"] as const).map((name, depth) => ({
      ...LODGING,
      id: categoryId(`cat_${depth}`),
      name,
      parentId: depth === 0 ? null : categoryId("cat_0"),
    }));
    const chart = grown([...deep, { ...lodging, parentId: categoryId("cat_1") }]);
    expect(chart.category("Expenses:Hotels", 1)).toBe("cat_lodging");
    chart.category("Expenses:Hotels:Inns", 2);
    expect(chart.list()).toMatchObject([
      { id: "cat_expense-hotels-2", parentId: null },
      { name: "Inns", parentId: "cat_expense-hotels-2" },
    ]);
  });
});
