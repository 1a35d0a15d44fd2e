/**
 * Formulas that read the books, over HTTP: each result equals that of totals and statements for the same
 * days, or the cell has an error with its reason. The company has the journal of the tests' year.
 */
import { describe, expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../test/support/app.ts";
import { CHART, category, cr, dr, JOURNAL, voucher } from "../../../../test/support/bundle.ts";
import { FEED, transaction } from "../../../../test/support/feed.ts";
import { sheet } from "../../../../test/support/sheet-records.ts";

const http = await testApp();

interface Detail {
  readonly ranges: readonly { readonly values: readonly (readonly unknown[])[] }[];
  readonly calculation: {
    readonly status: string;
    readonly errors: readonly { readonly cell: string; readonly code: string; readonly message: string }[];
    readonly warnings: readonly object[];
  };
}

/** Reads the results of a column of formulas in a company's document. */
async function readColumn(
  company: TestCompany,
  name: string,
  rows: number,
): Promise<{ values: readonly unknown[]; calculation: Detail["calculation"] }> {
  const { ranges, calculation } = await company.read<Detail>(`/sheets/sht_${name}?ranges=A1:A${rows}`);
  return { values: ranges[0]?.values.map(([value]) => value) ?? [], calculation };
}

async function withFormulas(formulas: readonly string[], overrides: Parameters<typeof http.company>[0] = {}) {
  const cells = Object.fromEntries(formulas.map((formula, at) => [`A${at + 1}`, formula]));
  const company = await http.company({ ...overrides, sheets: [sheet("plan", { Plan: cells })] });
  return { company, ...(await readColumn(company, "plan", formulas.length)) };
}

const YEAR = "DATE(2025,1,1),DATE(2025,12,31)";

describe("figures", () => {
  test("of categories equal the totals, for whole months and single days", async () => {
    const formulas = [
      `=BOOKS.TOTAL("Subscriptions",${YEAR})`,
      `=BOOKS.TOTAL("cat_revenue",${YEAR})`,
      `=BOOKS.TOTAL("travel",DATE(2025,3,13),DATE(2025,3,14))`,
      `=BOOKS.TOTAL("Payroll",${YEAR},"Product")`,
      `=BOOKS.TOTAL("Payroll",${YEAR},"dept_platform")`,
      `=BOOKS.TOTAL("Revenue",${YEAR},"No department")`,
      `=BOOKS.TOTAL("Revenue",${YEAR},,"Quay Foods")`,
      `=BOOKS.TOTAL("Revenue",${YEAR},"",)`,
      `=BOOKS.TOTAL("Checking",DATE(2025,2,1),DATE(2025,2,28))`,
      '=BOOKS.BALANCE("Cash",DATE(2025,1,15))',
      '=BOOKS.BALANCE("Bank Loan",DATE(2025,6,30)+0.75)',
      "=BOOKS.CASH(DATE(2025,12,31))",
    ];
    const { values, calculation, company } = await withFormulas(formulas);
    expect(values).toEqual([
      4_000,
      4_050,
      -389.2,
      -8_500,
      -6_000,
      50,
      200,
      4_050,
      5_500,
      46_400,
      9_000,
      expect.any(Number),
    ]);
    expect(calculation).toEqual({ status: "complete", errors: [], warnings: [] });
    const total = await company.read<{ total_cents: number }>(
      "/aggregations/total?category_id=cat_revenue&start_date=2025-01-01&end_date=2025-12-31",
    );
    expect(total.total_cents).toBe(405_000);
    const { cash_cents } = await company.read<{ cash_cents: number }>(
      "/reports/balance_sheet?date=2025-12-31",
    );
    expect(values.at(-1)).toBe(cash_cents / 100);
  });

  test("of the income statement equal the statement, for any days", async () => {
    const days: [string, string][] = [
      ["2025-01-01", "2025-12-31"],
      ["2025-02-15", "2025-03-14"],
      ["2025-06-11", "2025-06-11"],
      ["2024-01-01", "2024-12-31"],
    ];
    const formulas = days.flatMap(([from, to]) =>
      ["REVENUE", "EXPENSES", "NETINCOME"].map(
        (name) => `=BOOKS.${name}(DATEVALUE("${from}"),DATEVALUE("${to}"))`,
      ),
    );
    const { values, company } = await withFormulas(formulas);
    for (const [at, [from, to]] of days.entries()) {
      const told = await company.read<
        Record<
          "revenue" | "cost_of_goods_sold" | "operating_expenses" | "other_expenses",
          { total_cents: number }
        > & { net_income_cents: number }
      >(`/reports/income_statement?start_date=${from}&end_date=${to}`);
      const expenses =
        told.cost_of_goods_sold.total_cents +
        told.operating_expenses.total_cents +
        told.other_expenses.total_cents;
      expect(values.slice(at * 3, at * 3 + 3), from).toEqual([
        told.revenue.total_cents / 100,
        expenses / 100,
        told.net_income_cents / 100,
      ]);
    }
  });

  test("change with the books immediately, and are exact to the cent", async () => {
    const many = Array.from({ length: 200 }, (_none, at) =>
      voucher("2025-07-01", `Cent ${at}`, [dr("software", 10_01 + at), cr("checking", 10_01 + at)]),
    );
    const { values } = await withFormulas(['=BOOKS.TOTAL("Software",DATE(2025,7,1),DATE(2025,7,31))'], {
      journal: [...JOURNAL, ...many],
    });
    expect(values).toEqual([-2_201]);
  });

  test("are correct for each of two thousand calls in one document", async () => {
    const days = Array.from({ length: 2_000 }, (_none, at) => at % 400);
    const call = (at: number) =>
      `=BOOKS.TOTAL("Payroll",DATE(2025,1,1),DATE(2025,1,1)+${days[at] ?? 0},"${at % 2 === 0 ? "Platform" : "Design"}")`;
    // A hundred rows of twenty columns.
    const cells = Object.fromEntries(
      days.map((_day, at) => [
        `${String.fromCodePoint(65 + Math.floor(at / 100))}${(at % 100) + 1}`,
        call(at),
      ]),
    );
    const company = await http.company({ sheets: [sheet("many", { Plan: cells })] });
    const { ranges } = await company.read<Detail>("/sheets/sht_many?ranges=A1:T100");
    // Payroll is on 28 February, the 59th day of the year.
    const expected = days.map((day, at) => (day < 58 ? 0 : at % 2 === 0 ? -6_000 : -2_500));
    expect(ranges[0]?.values.flatMap((row, y) => row.map((value, x) => [x * 100 + y, value]))).toEqual(
      Array.from({ length: 100 }, (_none, y) =>
        Array.from({ length: 20 }, (_column, x) => [x * 100 + y, expected[x * 100 + y]]),
      ).flat(),
    );
  });
});

describe("lists", () => {
  test("spill names that the other functions accept", async () => {
    const company = await http.company({
      categories: [
        ...CHART,
        ...category("other_travel", "Travel", "expense", null).map((row) => ({ ...row, position: 99 })),
      ],
      sheets: [
        sheet("lists", {
          Lists: {
            A1: '=BOOKS.CATEGORIES("revenue")',
            C1: "=BOOKS.DEPARTMENTS()",
            E1: `=BOOKS.MERCHANTS("Revenue",${YEAR})`,
            G1: `=SUM(BOOKS.TOTAL(BOOKS.CATEGORIES(),${YEAR}))`,
            I1: '=BOOKS.CATEGORIES("Expense")',
          },
        }),
      ],
    });
    const { ranges } = await company.read<Detail>(
      "/sheets/sht_lists?ranges=A1:A5&ranges=C1:C7&ranges=E1:E4&ranges=I1:I8".replaceAll(
        "ranges=",
        "ranges[]=",
      ),
    );
    const columns = ranges.map(({ values }) => values.map(([value]) => value));
    expect(columns).toEqual([
      ["Revenue", "Subscriptions", "Services", "Refunds", null],
      ["Product", "Engineering", "Platform", "Apps", "Design", "Sales", null],
      ["Blue Fern", "Quay Foods", null, null],
      ["Payroll", "cat_travel", "Flights", "Hotels", "Software", "Depreciation", "cat_other_travel", null],
    ]);
    const sum = await company.read<Detail>("/sheets/sht_lists?ranges=G1");
    expect(sum.calculation.status).toBe("complete");
    expect(sum.ranges[0]?.values[0]?.[0]).toEqual(expect.any(Number));
  });
});

describe("invalid calls", () => {
  test("return an error with its reason for the cell", async () => {
    const invalid: readonly (readonly [string, string, RegExp])[] = [
      [`=BOOKS.TOTAL("Nothing",${YEAR})`, "not_available", /^There is no category Nothing\.$/],
      [
        `=BOOKS.TOTAL("Travel",${YEAR})`,
        "not_available",
        /2 categories are named Travel; use an id, such as cat_/,
      ],
      [`=BOOKS.TOTAL("Payroll",${YEAR},"Nobody")`, "not_available", /^There is no department Nobody\.$/],
      [
        `=BOOKS.TOTAL("Payroll",DATE(2025,2,1),DATE(2025,1,31))`,
        "invalid_number",
        /ends on 2025-01-31, before it begins on 2025-02-01/,
      ],
      [`=BOOKS.TOTAL("Checking",${YEAR},"Product")`, "invalid_value", /no departments/],
      [
        `=BOOKS.TOTAL("Payroll",${YEAR},"Product","Blue Fern")`,
        "invalid_value",
        /^A total is for a department or a merchant, not for both\.$/,
      ],
      ['=BOOKS.BALANCE("Payroll",DATE(2025,1,1))', "invalid_value", /BOOKS.TOTAL/],
      [
        '=BOOKS.BALANCE("Cash",-1)',
        "invalid_number",
        /^A date is a serial from 0 to \d+, as DATE gives it\.$/,
      ],
      ["=BOOKS.CASH(ZZ9)", "invalid_value", /date is missing/],
      ["=BOOKS.CASH(TRUE)", "invalid_value", /TRUE and FALSE are not dates/],
      ['=BOOKS.BALANCE("Cash",)', "invalid_value", /date is missing/],
      ['=BOOKS.TOTAL("Payroll",ZZ9,DATE(2025,1,31))', "invalid_value", /date is missing/],
      ["=BOOKS.NETINCOME(DATE(2025,1,31),FALSE)", "invalid_value", /date is missing/],
      ["=BOOKS.UNCATEGORIZED(ZZ9,ZZ9)", "invalid_value", /date is missing/],
      ['=BOOKS.MERCHANTS("Revenue",DATE(2025,1,1),ZZ9)', "invalid_value", /date is missing/],
      [
        "=BOOKS.BALANCE(5,DATE(2025,1,1))",
        "invalid_value",
        /^A category must be given by its id or its name\.$/,
      ],
      [
        `=BOOKS.TOTAL("Payroll",${YEAR}," ")`,
        "invalid_value",
        /^A department must be given by its id or its name\.$/,
      ],
      ['=BOOKS.CATEGORIES("beans")', "invalid_value", /one of asset/],
      [`=BOOKS.MERCHANTS("Depreciation",${YEAR})`, "calculation_failed", /^There is nothing to list\.$/],
      ['=BOOKS.CASH("soon")', "invalid_value", /wrong kind/],
      ["=BOOKS.PROFIT(1,2)", "unknown_name", /not known/],
    ];
    const { values, calculation } = await withFormulas(
      invalid.map(([formula]) => formula),
      {
        categories: [
          ...CHART,
          ...category("other_travel", "Travel", "expense", null).map((row) => ({ ...row, position: 99 })),
        ],
      },
    );
    expect(values).toEqual(invalid.map(() => null));
    expect(calculation.status).toBe("error");
    expect(calculation.errors.map(({ cell, code }) => [cell, code])).toEqual(
      invalid.map(([, code], at) => [`A${at + 1}`, code]),
    );
    for (const [at, [, , message]] of invalid.entries())
      expect(calculation.errors[at]?.message).toMatch(message);
  });
});

describe("transactions without a category", () => {
  test("are counted, and a formula that includes them has a warning with their number (SHEET-105, SHEET-106, SHEET-110)", async () => {
    const may = "DATE(2026,5,1),DATE(2026,5,31)";
    const formulas = [
      `=BOOKS.UNCATEGORIZED(${may})`,
      `=BOOKS.EXPENSES(${may})`,
      `=BOOKS.TOTAL("Software",${may})`,
      "=BOOKS.UNCATEGORIZED(DATE(2020,1,1),DATE(2020,1,2))",
    ];
    const { values, calculation, company } = await withFormulas(formulas, FEED);
    const { data } = await company.read<{
      data: { categorized: boolean; amount_cents: number; status: string; accounting_date: string }[];
    }>("/transactions?limit=500");
    const open = data.filter(
      ({ categorized, status, accounting_date }) =>
        !categorized && status !== "excluded" && accounting_date.startsWith("2026-05"),
    );
    expect(open.length).toBeGreaterThan(1);
    expect([values[0], values[3]]).toEqual([open.length, 0]);
    expect(calculation.status).toBe("complete");
    expect(calculation.warnings).toEqual([
      {
        code: "uncategorized_transactions",
        message: expect.stringContaining(String(open.length)),
        formula: formulas[0],
        count: open.length,
      },
      {
        code: "uncategorized_transactions",
        message: expect.any(String),
        formula: formulas[1],
        count: expect.any(Number),
      },
    ]);
  });

  test("cause no warning if a formula is limited to a department or merchant without such transactions (SHEET-110, RULE-006)", async () => {
    const may = "DATE(2026,5,1),DATE(2026,5,31)";
    const expenses = '"cat_uncategorized_expenses"';
    const formulas = [
      `=BOOKS.EXPENSES(${may},"Sales")`,
      `=BOOKS.NETINCOME(${may},"No department")`,
      `=BOOKS.EXPENSES(${may},"Platform")`,
      `=BOOKS.TOTAL(${expenses},${may},"Sales")`,
      `=BOOKS.TOTAL(${expenses},${may},"Platform")`,
      `=BOOKS.TOTAL(${expenses},${may},,"Drawing Board")`,
      `=BOOKS.TOTAL(${expenses},${may},,"Odd Shop")`,
      `=BOOKS.TOTAL(${expenses},${may})`,
    ];
    const open = { category_id: "cat_uncategorized_expenses", status: "needs_review" } as const;
    const transactions = [
      transaction("paid", -10_00, { merchant_name: "Drawing Board", department_id: "dept_sales" }),
      transaction("shop", -20_00, { ...open, merchant_name: "Odd Shop" }),
      transaction("platform", -30_00, { ...open, department_id: "dept_platform" }),
      // Not in the books, so it is in no count either.
      transaction("excluded", -40_00, { ...open, merchant_name: "Odd Shop", status: "excluded" }),
    ];
    const { values, calculation } = await withFormulas(formulas, { ...FEED, transactions, transfers: [] });
    expect(calculation.errors).toEqual([]);
    expect(values.slice(3)).toEqual([0, -30, 0, -20, -50]);
    const counts = new Map(
      calculation.warnings.map((warning) => [
        (warning as { formula: string }).formula,
        (warning as { count: number }).count,
      ]),
    );
    expect(formulas.map((each) => counts.get(each))).toEqual([
      undefined,
      1,
      1,
      undefined,
      1,
      undefined,
      1,
      2,
    ]);
  });
});
