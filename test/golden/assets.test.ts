/**
 * Golden books of an asset that a bank line bought: straight-line depreciation by months, and its sale with a
 * gain or a loss. The chart has the roles with which the cash flow statement shows a sale in investing.
 */
import { describe, expect, test } from "vitest";
import { forOperator } from "@daybook/words/areas";
import type { CivilDate } from "@daybook/words/civil-date";
import { cents } from "@daybook/words/cents";
import { CHART_TEMPLATES, type ChartTemplate } from "../../src/modules/intake/rules/chart-templates.ts";
import { testApp, type TestCompany } from "../support/app.ts";
import { bank } from "../support/bank.ts";
import { category } from "../support/bundle.ts";
import { ACCOUNTS, FEED_CHART, transaction } from "../support/feed.ts";
import { printed, reportsOf } from "./statement.ts";

const categories = [
  ...FEED_CHART.map((row) =>
    row.id === "cat_depreciation" || row.id === "cat_accumulated_depreciation"
      ? {
          ...row,
          cash_flow: "investing" as const,
          role: row.account_type === "asset" ? ("accumulated_depreciation" as const) : null,
        }
      : row,
  ),
  ...category("gain", "Gain on Disposal", "other_income", "investing").map((row) => ({
    ...row,
    position: 93,
  })),
  ...category("loss", "Loss on Disposal", "other_expense", "investing").map((row) => ({
    ...row,
    position: 94,
  })),
];

/** Ten months of 1,000 each, of which one has ended when the asset is sold. */
const MACHINE = {
  id: "spread_machine",
  kind: "capitalization",
  holding_category_id: "cat_equipment",
  contra_category_id: "cat_accumulated_depreciation",
  start_date: "2026-05-01",
  end_date: "2027-02-28",
} as const;

/** Books with a machine of 10,000 that was sold on 20 June, and the buyer's payment on the same day. */
async function sold(proceeds: number) {
  const http = await testApp();
  const company = await http.company({
    categories,
    accounts: ACCOUNTS,
    cards: [],
    transfers: [],
    journal: [],
    transactions: [
      transaction("founders", 20_000_00, { category_id: "cat_stock" }),
      transaction("machine", -10_000_00, { category_id: "cat_depreciation", spread: MACHINE }),
      transaction("buyer", proceeds, { category_id: "cat_receivable", date: "2026-06-20" }),
    ],
  });
  const { app } = http;
  const disposal = {
    on: "2026-06-20" as CivilDate,
    proceeds_cents: cents(proceeds),
    to: "cat_receivable",
    result: null,
  };
  const at = { now: app.clock.now(), today: app.clock.today() };
  const asset = await app.transactions.disposeAsset(company.id, MACHINE.id, disposal, at, "operator");
  expect(await app.ledger.verify(company.id)).toMatchObject({ ok: true });
  return { company, asset };
}

const JUNE = "start_date=2026-06-01&end_date=2026-06-30";

describe("a machine of 10,000 that has depreciated by 1,000 and is sold for 12,000 (ASC 360-10-40-5)", () => {
  test("the gain is 3,000, and investing shows the 12,000", async () => {
    const { company } = await sold(12_000_00);
    const [income, flow] = await reportsOf(company, `income_statement?${JUNE}`, `cash_flow?${JUNE}`);
    expect(income).toBe(
      printed(`
        GROSS PROFIT                           0.00
        OPERATING INCOME                       0.00
        OTHER INCOME                       3,000.00
          Gain on Disposal                 3,000.00
        NET INCOME                         3,000.00
      `),
    );
    expect(flow).toBe(
      printed(`
        OPERATING                              0.00
          Net Income                       3,000.00
          Non-Cash Expenses               (3,000.00)
            Gain on Disposal              (3,000.00)
          Changes in Working Capital           0.00
        INVESTING                         12,000.00
          Equipment                       10,000.00
          Accumulated Depreciation        (1,000.00)
          Gain on Disposal                 3,000.00
        CASH BEFORE                       10,000.00
        CHANGE IN CASH                    12,000.00
        CASH AFTER                        22,000.00
      `),
    );
  });

  test("nothing of it is left on the balance sheet, and no later month depreciates it (ENTR-008)", async () => {
    const { company, asset } = await sold(12_000_00);
    expect(asset).toMatchObject({
      cost_cents: 10_000_00,
      depreciated_cents: 1_000_00,
      book_value_cents: 0,
      gain_cents: 3_000_00,
    });
    const [later] = await reportsOf(company, "balance_sheet?date=2026-12-31");
    expect(later).not.toContain("Equipment");
    const { data } = await company.read<{ readonly data: readonly unknown[] }>(
      "/journal_entries?limit=500&start_date=2026-06-21",
    );
    expect(data).toEqual([]);
  });
});

test("sold for 5,000 the machine leaves a loss of 4,000, and investing shows the 5,000", async () => {
  const { company } = await sold(5_000_00);
  const [flow] = await reportsOf(company, `cash_flow?${JUNE}`);
  expect(flow).toBe(
    printed(`
      OPERATING                              0.00
        Net Income                      (4,000.00)
        Non-Cash Expenses                4,000.00
          Loss on Disposal               4,000.00
        Changes in Working Capital           0.00
      INVESTING                          5,000.00
        Equipment                       10,000.00
        Accumulated Depreciation        (1,000.00)
        Loss on Disposal                (4,000.00)
      CASH BEFORE                       10,000.00
      CHANGE IN CASH                     5,000.00
      CASH AFTER                        15,000.00
    `),
  );
});

/**
 * A company with a built-in chart, whose roles nobody has set: the machine is bought in April, written off
 * for that month, and sold in May, when the buyer pays.
 */
async function soldByNewCompany(chart: ChartTemplate, proceeds: number) {
  const http = await testApp();
  const { app } = http;
  const { company_id: id, api_key: key } = await app.intake.createCompany({
    name: "New",
    chart,
    entity_type: null,
    fiscal_year_start_month: 1,
    owner_email: `${chart}.${proceeds}@example.com`,
  });
  const company: Pick<TestCompany, "id" | "key" | "read"> = {
    id: forOperator(id),
    key,
    read: <Body>(target: string) => http.read<Body>(target, key),
  };
  const { bring } = await bank(http, company);
  const [loan = "", machine = "", buyer = ""] = await bring(
    { amount: 20_000_00, date: "2026-04-01" },
    { amount: -10_000_00, date: "2026-04-01" },
    { amount: proceeds, date: "2026-05-18" },
  );
  for (const [paid, category_id] of [
    [loan, "cat_loans-payable"],
    [buyer, "cat_accounts-receivable"],
  ]) {
    const change = { key, method: "PATCH", body: { category_id } };
    expect(await http.send(`/transactions/${paid}`, change)).toMatchObject({ status: 200 });
  }
  const at = { now: app.clock.now(), today: app.clock.today() };
  const asset = await app.transactions.startSchedule(
    id,
    {
      id: machine,
      kind: "capitalization",
      category_id: "cat_depreciation-and-amortization",
      asset: "cat_computer-equipment",
      start_date: "2026-04-01" as CivilDate,
      months: 10,
      basis: "month",
      declining_percent: null,
      salvage_cents: cents(0),
    },
    at,
    "operator",
  );
  const disposal = {
    on: "2026-05-18" as CivilDate,
    proceeds_cents: cents(proceeds),
    to: "cat_accounts-receivable",
    result: null,
  };
  await app.transactions.disposeAsset(id, asset.id, disposal, at, "operator");
  const { ok, warnings } = await app.ledger.verify(id);
  expect({ ok, warnings }).toEqual({ ok: true, warnings: [] });
  return company;
}

const MAY = "start_date=2026-05-01&end_date=2026-05-31";

describe.each(CHART_TEMPLATES)("a company with the chart %s, in which nobody has set a role", (chart) => {
  test("sells the machine for 12,000: investing shows them, and operating nothing of it", async () => {
    const company = await soldByNewCompany(chart, 12_000_00);
    const [month, both] = await reportsOf(
      company,
      `cash_flow?${MAY}`,
      "cash_flow?start_date=2026-04-01&end_date=2026-05-31",
    );
    expect(month).toBe(
      printed(`
        OPERATING                              0.00
          Net Income                       3,000.00
          Non-Cash Expenses               (3,000.00)
            Gain or Loss on Sale of Assets(3,000.00)
          Changes in Working Capital           0.00
        INVESTING                         12,000.00
          Fixed Assets                    10,000.00
            Computer Equipment            10,000.00
          Accumulated Depreciation        (1,000.00)
          Gain or Loss on Sale of Assets   3,000.00
        CASH BEFORE                       10,000.00
        CHANGE IN CASH                    12,000.00
        CASH AFTER                        22,000.00
      `),
    );
    // Depreciation is added back in full, and what it adds to investing is what the sale has released.
    expect(both).toBe(
      printed(`
        OPERATING                              0.00
          Net Income                       2,000.00
          Non-Cash Expenses               (2,000.00)
            Depreciation and Amortization  1,000.00
            Gain or Loss on Sale of Assets(3,000.00)
          Changes in Working Capital           0.00
        INVESTING                          2,000.00
          Depreciation and Amortization   (1,000.00)
          Gain or Loss on Sale of Assets   3,000.00
        FINANCING                         20,000.00
          Loans Payable                   20,000.00
        CASH BEFORE                            0.00
        CHANGE IN CASH                    22,000.00
        CASH AFTER                        22,000.00
      `),
    );
  });

  test("sells it for 5,000: the loss stands on the category of gains and losses", async () => {
    const company = await soldByNewCompany(chart, 5_000_00);
    const flow = await company.read<
      Record<string, { total_cents: number; categories: readonly { category_id: string }[] }>
    >(`/reports/cash_flow?${MAY}`);
    expect(flow).toMatchObject({
      operating_activities: { total_cents: 0 },
      investing_activities: { total_cents: 5_000_00 },
      depreciation: { charged_cents: 0, released_cents: 1_000_00 },
    });
    for (const { category_id, ...line } of flow["investing_activities"]?.categories ?? []) {
      const { data } = await company.read<{ readonly data: readonly Record<string, number>[] }>(
        `/journal_entries?category_id=${category_id}&${MAY}&limit=500`,
      );
      const sum = data.reduce(
        (total, row) => total + (row["credit_cents"] ?? 0) - (row["debit_cents"] ?? 0),
        0,
      );
      expect([category_id, line]).toMatchObject([category_id, { amount_cents: sum }]);
    }
  });
});
