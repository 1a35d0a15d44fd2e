/**
 * Golden books about income that belongs to investing or financing: gains, depreciation and compensation in
 * shares are taken out of operating activities and shown where they belong.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../support/app.ts";
import { type BundleCategory, category, chart, CHART, cr, dr, voucher } from "../support/bundle.ts";
import { exportsOf, fetchLink, workOn } from "../support/exports.ts";
import { printed, reportsOf, statementOf, statementsOf } from "./statement.ts";

/** The usual chart, with the roles by which gross depreciation and the sale of equipment stand apart. */
const categories = [
  ...CHART.map((row) =>
    row.id === "cat_depreciation" || row.id === "cat_accumulated_depreciation"
      ? {
          ...row,
          cash_flow: "investing" as const,
          role: row.account_type === "asset" ? ("accumulated_depreciation" as const) : null,
        }
      : row,
  ),
  ...chart(
    category("gain", "Gain on Sale of Equipment", "other_income", "investing"),
    category("shares", "Stock-Based Compensation", "expense", "financing", ["options", "Options"]),
    category("paid_in", "Additional Paid-In Capital", "equity", "financing"),
  ),
];

/** The chart with further categories, in the order in which they stand here. */
function chartWith(...further: readonly BundleCategory[]): BundleCategory[] {
  return [...categories, ...further].map((row, position) =>
    row.parent_id === null ? { ...row, position } : row,
  );
}

describe("the sale of equipment: what it brought in is investing, and its gain is no operating cash (ASC 230-10-45-12 and 45-28)", () => {
  const books = {
    categories: chartWith(),
    journal: [
      voucher("2025-01-02", "Founders pay in", [dr("checking", 20_000_00), cr("stock", 20_000_00)]),
      voucher("2025-01-15", "A machine", [dr("equipment", 10_000_00), cr("checking", 10_000_00)]),
      voucher("2025-02-28", "A year of it", [
        dr("depreciation", 1_000_00),
        cr("accumulated_depreciation", 1_000_00),
      ]),
      voucher("2025-03-20", "Sold for 12,000", [
        dr("checking", 12_000_00),
        dr("accumulated_depreciation", 1_000_00),
        cr("equipment", 10_000_00),
        cr("gain", 3_000_00),
      ]),
    ],
  };

  test("the month of the sale shows what was paid for it", async () => {
    expect(await statementOf(books, "cash_flow?start_date=2025-03-01&end_date=2025-03-31")).toBe(
      printed(`
        OPERATING                              0.00
          Net Income                       3,000.00
          Non-Cash Expenses               (3,000.00)
            Gain on Sale of Equipment     (3,000.00)
          Changes in Working Capital           0.00
        INVESTING                         12,000.00
          Equipment                       10,000.00
          Accumulated Depreciation        (1,000.00)
          Gain on Sale of Equipment        3,000.00
        CASH BEFORE                       10,000.00
        CHANGE IN CASH                    12,000.00
        CASH AFTER                        22,000.00
      `),
    );
  });

  test("depreciation is added back in full, also in the quarter of the sale", async () => {
    expect(await statementOf(books, "cash_flow?start_date=2025-01-01&end_date=2025-03-31")).toBe(
      printed(`
        OPERATING                              0.00
          Net Income                       2,000.00
          Non-Cash Expenses               (2,000.00)
            Depreciation                   1,000.00
            Gain on Sale of Equipment     (3,000.00)
          Changes in Working Capital           0.00
        INVESTING                          2,000.00
          Depreciation                    (1,000.00)
          Gain on Sale of Equipment        3,000.00
        FINANCING                         20,000.00
          Common Stock                    20,000.00
        CASH BEFORE                            0.00
        CHANGE IN CASH                    22,000.00
        CASH AFTER                        22,000.00
      `),
    );
  });

  test("each line but the groups is the sum of its entries", async () => {
    const http = await testApp();
    const company = await http.company(books);
    const range = "start_date=2025-01-01&end_date=2025-03-31";
    const flow = await company.read<Record<string, { categories: { category_id: string }[] }>>(
      `/reports/cash_flow?${range}`,
    );
    const lines = ["operating_activities", "investing_activities", "financing_activities"].flatMap(
      (section) => flow[section]?.categories ?? [],
    ) as { category_id: string; amount_cents: number }[];
    const ids = lines.map(({ category_id }) => category_id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { category_id, amount_cents } of lines.filter(
      (line) => !line.category_id.startsWith("grp_"),
    )) {
      const { data } = await company.read<{ data: { debit_cents: number; credit_cents: number }[] }>(
        `/journal_entries?category_id=${category_id}&${range}&limit=500`,
      );
      const sum = data.reduce((total, entry) => total + entry.credit_cents - entry.debit_cents, 0);
      expect([category_id, sum]).toEqual([category_id, amount_cents]);
    }
    const group = `/journal_entries?category_id=grp_taken_out_cat_gain&${range}`;
    expect(await http.refusal(group, { key: company.key })).toMatchObject({ param: "category_id" });
  });
});

describe("compensation in shares: an expense that no cash is paid for (ASC 230-10-45-28, 718-10-35-2)", () => {
  const books = {
    categories: chartWith(),
    journal: [
      voucher("2025-01-02", "Founders pay in", [dr("checking", 9_000_00), cr("stock", 9_000_00)]),
      voucher("2025-01-31", "Options vest", [dr("options", 500_00), cr("paid_in", 500_00)]),
    ],
  };

  test("is added back, and adds nothing to financing", async () => {
    const [flow] = await statementsOf(books, "cash_flow?start_date=2025-01-01&end_date=2025-01-31");
    expect(flow).toBe(
      printed(`
        OPERATING                              0.00
          Net Income                        (500.00)
          Non-Cash Expenses                  500.00
            Stock-Based Compensation         500.00
              Options                        500.00
          Changes in Working Capital           0.00
        FINANCING                          9,000.00
          Common Stock                     9,000.00
          Stock-Based Compensation          (500.00)
            Options                         (500.00)
          Additional Paid-In Capital         500.00
        CASH BEFORE                            0.00
        CHANGE IN CASH                     9,000.00
        CASH AFTER                         9,000.00
      `),
    );
  });
});

describe("a parent and a child in different activities", () => {
  test("stand apart, and the parent's own entries are told from the child's", async () => {
    const company = await (
      await testApp()
    ).company({
      categories: chartWith().map((row) => (row.id === "cat_shares" ? { ...row, cash_flow: null } : row)),
      journal: [
        voucher("2025-01-10", "Payroll tax on shares", [dr("shares", 70_00), cr("checking", 70_00)]),
        voucher("2025-01-31", "Options vest", [dr("options", 500_00), cr("paid_in", 500_00)]),
      ],
    });
    const [flow] = await reportsOf(company, "cash_flow?start_date=2025-01-01&end_date=2025-01-31");
    expect(flow).toContain(
      printed(`
        OPERATING                            (70.00)
          Net Income                        (570.00)
          Non-Cash Expenses                  500.00
            Options                          500.00
      `),
    );
  });
});

describe("investing and financing without cash (ASC 230-10-50-3 to 50-6)", () => {
  const books = {
    categories: chartWith(
      ...chart(
        category("safes", "SAFE Notes", "liability", "financing"),
        category("preferred", "Preferred Stock", "equity", "financing"),
        category("dividends_payable", "Dividends Payable", "liability", "working_capital"),
        category("earnings", "Accumulated Earnings", "equity", "financing"),
      ),
    ),
    journal: [
      voucher("2025-01-02", "Founders pay in", [dr("checking", 5_000_00), cr("stock", 5_000_00)]),
      voucher("2025-02-01", "A machine for a note", [dr("equipment", 10_000_00), cr("loan", 10_000_00)]),
      voucher("2025-02-03", "Another one", [dr("equipment", 2_500_00), cr("loan", 2_500_00)]),
      voucher("2025-02-10", "A machine, paid in part", [
        dr("equipment", 900_00),
        cr("loan", 700_00),
        cr("checking", 200_00),
      ]),
      voucher("2025-02-20", "Shares for SAFE notes", [dr("safes", 300_00), cr("preferred", 300_00)]),
      voucher("2025-02-25", "Dividends are declared", [
        dr("earnings", 60_00),
        cr("dividends_payable", 60_00),
      ]),
      voucher("2025-02-28", "Depreciation", [
        dr("depreciation", 50_00),
        cr("accumulated_depreciation", 50_00),
      ]),
      voucher("2025-02-28", "Sold on account", [dr("receivable", 80_00), cr("services", 80_00)]),
    ],
  };
  const february = "cash_flow?start_date=2025-02-01&end_date=2025-02-28";
  const disclosed = [
    {
      name: "Equipment / Bank Loan",
      amount_cents: 12_500_00,
      categories: [
        { category_id: "cat_equipment", name: "Equipment", amount_cents: -12_500_00 },
        { category_id: "cat_loan", name: "Bank Loan", amount_cents: 12_500_00 },
      ],
    },
    { name: "SAFE Notes / Preferred Stock", amount_cents: 300_00 },
    { name: "Accumulated Earnings / Dividends Payable", amount_cents: 60_00 },
  ];

  test("is listed beneath the statement, which includes it", async () => {
    const company = await (await testApp()).company(books);
    const flow = await company.read<Record<string, unknown>>(`/reports/${february}`);
    expect(flow["non_cash_activities"]).toHaveLength(disclosed.length);
    expect(flow).toMatchObject({
      non_cash_activities: disclosed,
      investing_activities: { total_cents: -13_400_00 },
      financing_activities: { total_cents: 13_140_00 },
      depreciation: { charged_cents: 50_00, released_cents: 0 },
      change_in_cash_cents: -200_00,
    });
    const january = await company.read("/reports/cash_flow?start_date=2025-01-01&end_date=2025-01-31");
    expect(january).toMatchObject({ non_cash_activities: [], depreciation: { charged_cents: 0 } });
  });

  test("is left out of the sections if the company says so", async () => {
    const http = await testApp();
    const company = await http.company(books);
    await http.app.company.change(company.id, { excludes_non_cash: true });
    expect(await reportsOf(company, february)).toEqual([
      printed(`
        OPERATING                              0.00
          Net Income                          30.00
          Non-Cash Expenses                   50.00
            Depreciation                      50.00
          Changes in Working Capital         (80.00)
            Accounts Receivable              (80.00)
        INVESTING                           (900.00)
          Equipment                         (900.00)
          Accumulated Depreciation            50.00
          Depreciation                       (50.00)
        FINANCING                            700.00
          Bank Loan                          700.00
        CASH BEFORE                        5,000.00
        CHANGE IN CASH                      (200.00)
        CASH AFTER                         4,800.00
      `),
    ]);
    expect(await company.read(`/reports/${february}`)).toMatchObject({ non_cash_activities: disclosed });
  });

  test("stands beneath the statement in exports, and so does depreciation that left with an asset", async () => {
    const http = await testApp();
    const company = await http.company({
      ...books,
      journal: [
        ...books.journal,
        voucher("2025-03-20", "Sold", [
          dr("checking", 9_000_00),
          dr("accumulated_depreciation", 50_00),
          cr("equipment", 9_050_00),
        ]),
      ],
    });
    const { ask, read } = exportsOf(http, company);
    const { id } = await ask({
      report_type: "cash_flow",
      start_date: "2025-02-01",
      end_date: "2025-03-31",
      format: "csv",
    });
    await workOn(http);
    const { bytes } = await fetchLink((await read(id)).file?.download_url ?? "");
    const lines = Buffer.from(bytes).toString("utf8").trimEnd().split(/\r?\n/);
    const end = lines.findIndex((line) => line.includes("Cash at End of Period"));
    expect(lines.slice(end + 1).map((line) => line.replaceAll(/,{2,}/g, ","))).toEqual([
      "heading,0,Non-Cash Investing and Financing Activities,",
      "line,1,Equipment / Bank Loan,13200.00,0.00,13200.00",
      "line,1,SAFE Notes / Preferred Stock,300.00,0.00,300.00",
      "line,1,Accumulated Earnings / Dividends Payable,60.00,0.00,60.00",
      "heading,0,Accumulated Depreciation,",
      "line,1,Depreciation Charged,50.00,0.00,50.00",
      "line,1,Released with Assets Sold,0.00,50.00,50.00",
    ]);
  });
});
