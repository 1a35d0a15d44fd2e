/** Charts grown from account names. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refusal } from "../../../core/errors.ts";
import { isPointInTime } from "@daybook/words/ledger-words";
import { parseId } from "@daybook/words/public-id";
import { LineProblem } from "../../../platform/text/line-problem.ts";
import { foldedName } from "./spellings.ts";
import { type ChartCategory, ChartBuilder, type ChartOptions } from "./chart-from-accounts.ts";

function chartOf(accounts: readonly string[], options?: ChartOptions): ChartCategory[] {
  const chart = new ChartBuilder(options);
  for (const [index, account] of accounts.entries()) chart.category(account, index + 1);
  return chart.list();
}

/** Each category's path of names with its role. */
function roles(accounts: readonly string[], options?: ChartOptions): Record<string, string | null> {
  const list = chartOf(accounts, options);
  const byId = new Map(list.map((category) => [category.id, category]));
  const path = ({ name, parentId }: ChartCategory): string => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent ? `${path(parent)}:${name}` : name;
  };
  return Object.fromEntries(list.map((category) => [path(category), category.cashFlow]));
}

describe("the tree", () => {
  test("levels become tiers, positions follow the first appearance, and ids are made of the type and the name", () => {
    expect(
      chartOf([
        "Assets:Wells Fargo:Checking",
        "Expenses:Operating:Staff:Salary",
        "assets:Wells Fargo",
        "Asset:Wells Fargo:Savings",
        "Expenses:Operating:Food",
      ]),
    ).toEqual([
      {
        id: "cat_asset-wells-fargo",
        name: "Wells Fargo",
        accountType: "asset",
        parentId: null,
        position: 0,
        cashFlow: "working_capital",
        balanceClass: null,
        role: null,
      },
      {
        id: "cat_asset-wells-fargo-checking",
        name: "Checking",
        accountType: "asset",
        parentId: "cat_asset-wells-fargo",
        position: 0,
        cashFlow: "cash",
        balanceClass: null,
        role: null,
      },
      {
        id: "cat_expense-operating",
        name: "Operating",
        accountType: "expense",
        parentId: null,
        position: 1,
        cashFlow: null,
        balanceClass: null,
        role: null,
      },
      {
        id: "cat_expense-operating-staff",
        name: "Staff",
        accountType: "expense",
        parentId: "cat_expense-operating",
        position: 0,
        cashFlow: null,
        balanceClass: null,
        role: null,
      },
      {
        id: "cat_expense-operating-staff-salary",
        name: "Salary",
        accountType: "expense",
        parentId: "cat_expense-operating-staff",
        position: 0,
        cashFlow: null,
        balanceClass: null,
        role: null,
      },
      {
        id: "cat_asset-wells-fargo-savings",
        name: "Savings",
        accountType: "asset",
        parentId: "cat_asset-wells-fargo",
        position: 1,
        cashFlow: "cash",
        balanceClass: null,
        role: null,
      },
      {
        id: "cat_expense-operating-food",
        name: "Food",
        accountType: "expense",
        parentId: "cat_expense-operating",
        position: 1,
        cashFlow: null,
        balanceClass: null,
        role: null,
      },
    ]);
  });

  test.each([
    ["Assets", "asset"],
    ["asset", "asset"],
    ["LIABILITIES", "liability"],
    ["Liability", "liability"],
    ["Equity", "equity"],
    ["Income", "revenue"],
    ["Revenue", "revenue"],
    ["revenues", "revenue"],
    ["Expenses", "expense"],
    ["Expense", "expense"],
    ["COGS", "cost_of_goods_sold"],
    ["Cost of Goods Sold", "cost_of_goods_sold"],
    ["Other Income", "other_income"],
    ["other expenses", "other_expense"],
  ])("%s is of type %s", (name, type) => {
    expect(chartOf([`${name}:X`])[0]?.accountType).toBe(type);
  });

  test("names that differ only in capitals, blanks or encoding are one, others are not, and ids stay apart", () => {
    expect(
      chartOf([
        "Expenses:Food",
        "Expenses:food",
        "Expenses:Food!",
        "Income:Food",
        "Expenses:食",
        "Expenses:衣",
        "Expenses:Caf\u00e9",
        "Expenses:CAFE\u0301",
        "Expenses:Cafe",
      ]).map(({ id, name }) => [id, name]),
    ).toEqual([
      ["cat_expense-food", "Food"],
      ["cat_expense-food-2", "Food!"],
      ["cat_revenue-food", "Food"],
      ["cat_expense", "食"],
      ["cat_expense-2", "衣"],
      ["cat_expense-cafe", "Caf\u00e9"],
      ["cat_expense-cafe-2", "Cafe"],
    ]);
  });

  test("another spelling of an account is noted once, by its line; another word for the type is not", () => {
    const chart = new ChartBuilder();
    for (const [index, account] of [
      "Assets:Wells Fargo:Checking",
      "asset:Wells Fargo:Checking",
      "assets:wells  fargo:Savings",
      "Assets:wells fargo:checking",
      "Assets:WELLS FARGO:checking",
    ].entries()) {
      chart.category(account, index + 1);
    }
    expect(chart.notes()).toEqual([
      'Line 4: the account "Assets:wells fargo:checking" counts as "Assets:Wells Fargo:Checking"; the two differ only in capitals or blanks.',
      'Line 3: the account "assets:wells  fargo:Savings" counts as "assets:Wells Fargo:Savings"; the two differ only in capitals or blanks.',
    ]);
  });

  test("the first account of the equity that is named like retained earnings has their role", () => {
    const roleOf = (...accounts: string[]) =>
      chartOf(accounts).flatMap(({ id, role }) => (role === null ? [] : [[id, role]]));
    expect(
      roleOf(
        "Assets:Retained Earnings",
        "Equity:Stock",
        "equity:retained earnings",
        "Equity:Accumulated Deficit",
      ),
    ).toEqual([["cat_equity-retained-earnings", "retained_earnings"]]);
    expect(roleOf("Equity:Owners:Retained Profits:2024")).toEqual([
      ["cat_equity-owners-retained-profits", "retained_earnings"],
    ]);
    expect(roleOf("Equity:Retained Earnings Adjustment", "Income:Retained Earnings")).toEqual([]);
  });

  test("no id ends like the filter for own entries", () => {
    expect(
      chartOf(["Expenses:Payroll:Direct", "Expenses:Payroll Direct"]).map((category) => category.id),
    ).toEqual(["cat_expense-payroll", "cat_expense-payroll-direct-2", "cat_expense-payroll-direct-3"]);
  });

  test("the same account gives the same id", () => {
    const chart = new ChartBuilder();
    expect(chart.category("Assets:A", 1)).toBe(chart.category("asset:A", 9));
    expect(chart.list()).toHaveLength(1);
  });

  test("any accounts give a well-formed tree, with unlike ids, the same each time", () => {
    const level = fc
      .oneof(
        fc.constantFrom("Cash", "Direct", "a", "A", "á", "x".repeat(80), `${"x".repeat(80)}y`),
        fc.stringMatching(/^[^:\s]([^:]{0,6}[^:\s])?$/u).filter((name) => !name.includes("\0")),
      )
      .filter((name) => name.trim() === name);
    const account = fc.tuple(
      fc.constantFrom(
        "Assets",
        "Liabilities",
        "Equity",
        "Income",
        "COGS",
        "Expenses",
        "Other Income",
        "Other Expense",
      ),
      fc.array(level, { minLength: 1, maxLength: 3 }),
    );
    fc.assert(
      fc.property(
        fc.array(
          account.map(([type, levels]) => [type, ...levels].join(":")),
          { maxLength: 40 },
        ),
        (accounts) => {
          const list = chartOf(accounts);
          expect(chartOf(accounts)).toEqual(list);
          expect(new Set(list.map((category) => category.id)).size).toBe(list.length);
          const places = new Map(list.map((category, index) => [category.id, index]));
          const children = new Map<string | null, number[]>();
          for (const [index, { id, parentId, accountType, position, cashFlow }] of list.entries()) {
            expect(parseId("category", id)).toBe(id);
            expect(parseId("category", `${id}-direct`)).toBe(`${id}-direct`);
            expect(id.endsWith("-direct")).toBe(false);
            const parent = parentId === null ? undefined : list[places.get(parentId) ?? list.length];
            expect(parent === undefined).toBe(parentId === null);
            if (parent)
              expect([parent.accountType, (places.get(parent.id) ?? 0) < index]).toEqual([accountType, true]);
            expect(cashFlow === null).toBe(!isPointInTime(accountType));
            children.set(parentId, [...(children.get(parentId) ?? []), position]);
          }
          for (const positions of children.values())
            expect(positions).toEqual(positions.map((_, index) => index));
          const keys = new Set(accounts.map((each) => foldedName(each.replace(/^Assets/, "asset"))));
          const chart = new ChartBuilder();
          expect(new Set(Array.from(keys, (key) => chart.category(key, 1))).size).toBe(keys.size);
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each<[string, RegExp]>([
    ["", /empty level/],
    [":X", /empty level/],
    ["Expenses:", /empty level/],
    ["Expenses::Food", /empty level/],
    ["Expenses: :Food", /empty level/],
    ["Expenses: Food", /blanks around a level/],
  ])("%s is refused by the line of its first use", (account, reason) => {
    const chart = new ChartBuilder();
    expect(() => chart.category(account, 42)).toThrow(LineProblem);
    expect(() => chart.category(account, 42)).toThrow(reason);
    expect(() => chart.category(account, 42)).toThrow(/^Line 42: /);
    expect(chart.list()).toEqual([]);
  });

  test("levels below the third are one name with it", () => {
    expect(chartOf(["Expenses:A:B:C:D"]).map(({ name }) => name)).toEqual(["A", "B", "C:D"]);
  });

  test("a chart has a bound", () => {
    const chart = new ChartBuilder();
    for (let index = 0; index < 20_000; index++)
      chart.category(`Expenses:資${index % 2 ? "産" : "金"}${String.fromCodePoint(0x4e00 + index)}`, index);
    expect(() => chart.category("Expenses:One more", 20_001)).toThrow(
      /^Line 20001: The journal has more than 20000 categories\.$/,
    );
  });
});

describe("roles for the cash flow statement", () => {
  test.each([
    ["Assets:Cash", "cash"],
    ["Assets:bank:X", "cash"],
    ["Assets:Savings", "cash"],
    ["Assets:Saving", "cash"],
    ["Assets:Cheque", "cash"],
    ["Assets:Chequing", "cash"],
    ["Assets:X:CHECKING", "cash"],
    ["Assets:CurrentCash", "cash"],
    ["Assets:Petty Cash", "cash"],
    ["Assets:Bank of X", "cash"],
    ["Assets:Current", "working_capital"],
    ["Assets:Accounts Receivable", "working_capital"],
    ["Assets:Prepaid property tax", "working_capital"],
    ["Assets:Fixed Assets:Laptops", "investing"],
    ["Assets:Office equipment", "investing"],
    ["Assets:Property, Plant & Equipment", "investing"],
    ["Assets:Furniture and Fixtures", "investing"],
    ["Assets:Vehicle", "investing"],
    ["Assets:Investments", "investing"],
    ["Assets:Investments:Cash", "cash"],
    ["Assets:Fixed Assets:Accumulated Depreciation", "non_cash"],
    ["Assets:Accumulated amortisation:Vehicles", "non_cash"],
    ["Assets:Accumulated Depreciation - Vehicles", "non_cash"],
    ["Liabilities:Credit Card", "working_capital"],
    ["Liabilities:Bank", "working_capital"],
    ["Liabilities:PPP Loan", "financing"],
    ["Liabilities:Notes Payable", "financing"],
    ["Liabilities:Long-term:Lease", "financing"],
    ["Liabilities:Mortgage", "financing"],
    ["Liabilities:Convertible debt", "financing"],
    ["Liabilities:Footnotes", "working_capital"],
    ["Equity:Opening Balances", "financing"],
    ["Income:Bank", null],
    ["Expenses:Equipment", null],
    ["COGS:Cash", null],
  ])("%s is %s", (account, role) => {
    expect(Object.values(roles([account])).at(-1)).toBe(role);
  });

  test("a parent that no name decides takes the role of its children when they agree", () => {
    expect(roles(["Assets:Wells Fargo:Checking", "Assets:Wells Fargo:Savings"])).toEqual({
      "Wells Fargo": "cash",
      "Wells Fargo:Checking": "cash",
      "Wells Fargo:Savings": "cash",
    });
    expect(roles(["Assets:Current:Checking", "Assets:Current:Receivables"])).toMatchObject({
      Current: "working_capital",
      "Current:Checking": "cash",
      "Current:Receivables": "working_capital",
    });
    expect(roles(["Assets:Wells Fargo:Checking", "Assets:Wells Fargo"])).toMatchObject({
      "Wells Fargo": "working_capital",
      "Wells Fargo:Checking": "cash",
    });
    expect(roles(["Liabilities:Silicon:Loan", "Liabilities:Silicon:Notes"])).toMatchObject({
      Silicon: "financing",
    });
    expect(
      roles(["Assets:Fixed Assets:Laptops", "Assets:Fixed Assets:Accumulated Depreciation"]),
    ).toMatchObject({
      "Fixed Assets": "investing",
      "Fixed Assets:Accumulated Depreciation": "non_cash",
    });
  });

  test("from the level that matches, the role holds for all beneath that names nothing else", () => {
    expect(roles(["Assets:Bank:Chase:Receivable"])).toEqual({
      Bank: "cash",
      "Bank:Chase": "cash",
      "Bank:Chase:Receivable": "working_capital",
    });
    expect(roles(["Assets:Bank:Reserve for Taxes"])).toMatchObject({ "Bank:Reserve for Taxes": "cash" });
  });

  test("subtrees named by the caller are cash", () => {
    const cash = ["Assets:Zebra", "asset:Brokerage:Sweep"];
    const found = roles(
      ["Assets:Zebra:Operating", "Assets:Brokerage:Sweep", "Assets:Brokerage:Stock", "Assets:Zebra2"],
      { cash },
    );
    expect(found).toEqual({
      Zebra: "cash",
      "Zebra:Operating": "cash",
      Brokerage: "investing",
      "Brokerage:Sweep": "cash",
      "Brokerage:Stock": "investing",
      Zebra2: "working_capital",
    });
    expect(roles(["Liabilities:Zebra"], { cash })).toEqual({ Zebra: "working_capital" });
  });

  test("a named subtree without accounts is reported", () => {
    const chart = new ChartBuilder({ cash: ["Assets:Zebra", "Assets:Zebbra"] });
    chart.category("Assets:Zebra", 1);
    expect(chart.classes.unusedChoices()).toEqual(["Assets:Zebbra"]);
  });

  test("the kind that the user chose wins over the file, the first level and the names, also from above", () => {
    const chart = new ChartBuilder({
      kinds: new Map([
        ["Mercury", "cash"],
        ["Expenses:Materials", "cost_of_goods_sold"],
        ["Savings", "investment"],
      ]),
    });
    chart.classes.state("Visa", { kind: "card", reason: 'its type "CCARD"' });
    for (const account of ["Mercury:Operating", "Expenses:Materials:Wood", "Assets:Savings", "Visa", "Acme"])
      chart.category(account, 1);
    expect(chart.accounts()).toMatchObject([
      { account: "Mercury:Operating", type: "asset", cashFlow: "cash", reason: "your choice", isSure: true },
      {
        account: "Expenses:Materials:Wood",
        type: "cost_of_goods_sold",
        cashFlow: null,
        reason: "your choice",
        isSure: true,
      },
      {
        account: "Assets:Savings",
        type: "asset",
        cashFlow: "investing",
        reason: "your choice",
        isSure: true,
      },
      {
        account: "Visa",
        type: "liability",
        cashFlow: "working_capital",
        reason: 'its type "CCARD"',
        isSure: true,
      },
      { account: "Acme", type: "expense", cashFlow: null, reason: "its name is unknown", isSure: false },
    ]);
  });

  test("an account that is chosen as cash and as something else is refused", () => {
    expect(() => new ChartBuilder({ cash: ["Petty"], kinds: new Map([["Petty", "expense"]]) })).toThrow(
      Refusal,
    );
  });
});

test("gains and losses of investing are known by their names, other income has no role", () => {
  expect(
    roles([
      "Other Income:Gain (Loss) on Sale of Equipment",
      "Income:Gain on Disposal of Assets:Vehicles",
      "Other Expenses:Losses on Disposition",
      "Expenses:Stock-Based Compensation",
      "Expenses:Payroll:Share-based payments",
      "Income:Sales",
      "Income:Foreign Exchange Gain",
      "Expenses:Stock photos",
      "Expenses:Depreciation",
    ]),
  ).toEqual({
    "Gain (Loss) on Sale of Equipment": "investing",
    "Gain on Disposal of Assets": "investing",
    "Gain on Disposal of Assets:Vehicles": "investing",
    "Losses on Disposition": "investing",
    "Stock-Based Compensation": null,
    Payroll: null,
    "Payroll:Share-based payments": null,
    Sales: null,
    "Foreign Exchange Gain": null,
    "Stock photos": null,
    Depreciation: null,
  });
});
