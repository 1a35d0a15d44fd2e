/**
 * Golden books of the cash flow statement as it is printed: gross investing and financing, acquisitions by
 * what was paid, leases and what else moved no cash beneath it. The first are the illustration of ASC 230.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../support/app.ts";
import { category, chart, CHART, cr, dr, voucher, type BundleVoucher } from "../support/bundle.ts";
import { bytesOf } from "../support/import.ts";
import { readCsv } from "../support/xlsx.ts";

/** Prints the rows of the CSV of a year: their depth, name and amount in dollars. */
async function printed(companyId: string, from: string, to: string): Promise<string[]> {
  const http = await testApp();
  const { bytes } = await http.app.exports.makeFile(
    companyId as never,
    { report_type: "cash_flow", start_date: from, end_date: to, format: "csv", group_by: { period: "year" } },
    new AbortController().signal,
  );
  return readCsv(bytes).records.map((record) => {
    const amount = (Object.values(record).at(-1) ?? "").replace(/\.00$/, "");
    return `${"  ".repeat(Number(record["depth"]))}${record["name"]} ${amount}`.trimEnd();
  });
}

/** The rows from one on, to another. */
function between(rows: readonly string[], first: string, last: string): readonly string[] {
  const start = rows.findIndex((row) => row === first);
  return rows.slice(start, rows.findIndex((row, at) => at > start && row.startsWith(last)) + 1);
}

async function kept(journal: readonly BundleVoucher[]) {
  const http = await testApp();
  const company = await http.company({ categories: CATEGORIES, journal });
  expect(await http.app.ledger.verify(company.id)).toMatchObject({ ok: true });
  return printed(company.id, "2025-01-01", "2025-12-31");
}

/** The usual chart, with the roles of the charts that the service makes. */
const CATEGORIES = [
  ...CHART.map((row) =>
    row.id === "cat_depreciation" || row.id === "cat_accumulated_depreciation"
      ? { ...row, cash_flow: "investing" as const }
      : row,
  ),
  ...chart(
    category("gain", "Gain on Sale of Equipment", "other_income", "investing"),
    category("second_gain", "Gain on Disposal of Vehicles", "other_income", "investing"),
    category("dividends", "Dividends", "equity", "financing"),
    category("dividends_payable", "Dividends Payable", "liability", "financing"),
    category("earlier", "Retained Earnings", "equity", "financing"),
    category("rou", "Operating Lease Right-of-Use Asset", "asset", "working_capital"),
    category("finance_rou", "Finance Lease Right-of-Use Asset", "asset", "working_capital"),
    category("lease", "Operating Lease Liability", "liability", "working_capital"),
    category("finance_lease", "Finance Lease Liability", "liability", "financing"),
    category("goodwill", "Goodwill", "asset", "investing"),
    category("impairment", "Impairment", "expense", null),
  ),
].map((row, position) => (row.parent_id === null ? { ...row, position } : row));

test("the illustration of ASC 230-10-55-10 as imported: 1,365, (1,175) and 875, the plant gross", async () => {
  const voucherOf = (name: string, lines: Readonly<Record<string, number>>) =>
    Object.entries(lines)
      .map(([account, amount]) => `${name},2025-06-30,${name},${account},${amount}\n`)
      .join("");
  const journal = [
    `opening,2024-12-31,opening,Assets:Cash,600\nopening,2024-12-31,opening,Equity:Common Stock,-600\n`,
    `plant,2024-12-31,plant,Assets:Plant and Equipment,2000\nplant,2024-12-31,plant,Assets:Accumulated Depreciation,-800\nplant,2024-12-31,plant,Equity:Common Stock,-1200\n`,
    `notes,2024-12-31,notes,Assets:Note Receivable from Sale of Plant,150\nnotes,2024-12-31,notes,Assets:Installment Receivables,100\nnotes,2024-12-31,notes,Assets:Inventory,600\nnotes,2024-12-31,notes,Liabilities:Accounts Payable,-850\n`,
    `debt,2024-12-31,debt,Equity:Common Stock,625\ndebt,2024-12-31,debt,Liabilities:Long-Term Debt,-500\ndebt,2024-12-31,debt,Liabilities:Capital Lease Obligation,-125\n`,
    voucherOf("sales", { "Assets:Accounts Receivable": 13_965, "Income:Sales": -13_965 }),
    voucherOf("collected", { "Assets:Cash": 13_750, "Assets:Accounts Receivable": -13_750 }),
    voucherOf("provision", { "Expenses:Bad Debts": 200, "Assets:Allowance for Doubtful Accounts": -200 }),
    voucherOf("cost", {
      "Cost of Goods Sold:Cost of Sales": 10_290,
      "Assets:Inventory": -205,
      "Liabilities:Accounts Payable": -10_085,
    }),
    voucherOf("suppliers", { "Liabilities:Accounts Payable": 10_335, "Assets:Cash": -10_335 }),
    voucherOf("prepaid", { "Assets:Prepaid Expenses": 25, "Assets:Cash": -25 }),
    voucherOf("wear", { "Expenses:Depreciation": 445, "Assets:Accumulated Depreciation": -445 }),
    voucherOf("selling", {
      "Expenses:Selling": 1_690,
      "Assets:Cash": -1_640,
      "Liabilities:Other Accrued Liabilities": -50,
    }),
    voucherOf("taxes", {
      "Expenses:Interest Expense": 235,
      "Expenses:Income Taxes": 510,
      "Assets:Cash": -545,
      "Liabilities:Deferred Tax Liability": -150,
      "Liabilities:Income Taxes Payable": -50,
    }),
    voucherOf("affiliate", {
      "Assets:Investment in Affiliate": 25,
      "Other Income:Equity in Earnings of Affiliate": -25,
    }),
    voucherOf("received", {
      "Assets:Cash": 60,
      "Other Expenses:Patent Lawsuit": 30,
      "Other Income:Equity in Earnings of Affiliate": -20,
      "Other Income:Interest Income": -55,
      "Other Income:Insurance Proceeds": -15,
    }),
    voucherOf("installment", { "Assets:Cash": 100, "Assets:Installment Receivables": -100 }),
    voucherOf("facility", {
      "Assets:Cash": 600,
      "Assets:Accumulated Depreciation": 150,
      "Assets:Plant and Equipment": -670,
      "Other Income:Gain on Sale of Facility": -80,
    }),
    voucherOf("note", { "Assets:Cash": 150, "Assets:Note Receivable from Sale of Plant": -150 }),
    voucherOf("capital expenditures", { "Assets:Plant and Equipment": 1_000, "Assets:Cash": -1_000 }),
    voucherOf("company S", {
      "Assets:Accounts Receivable": 155,
      "Assets:Inventory": 350,
      "Assets:Plant and Equipment": 900,
      "Assets:Patents": 80,
      "Assets:Goodwill": 70,
      "Liabilities:Accounts Payable": -255,
      "Liabilities:Long-Term Debt": -375,
      "Assets:Cash": -925,
    }),
    voucherOf("line", { "Assets:Cash": 300, "Liabilities:Line of Credit": -300 }),
    voucherOf("lease paid", { "Liabilities:Capital Lease Obligation": 125, "Assets:Cash": -125 }),
    voucherOf("borrowed", { "Assets:Cash": 400, "Liabilities:Long-Term Debt": -400 }),
    voucherOf("issued", { "Assets:Cash": 500, "Equity:Common Stock": -500 }),
    voucherOf("declared", { "Equity:Dividends": 200, "Liabilities:Dividends Payable": -200 }),
    voucherOf("paid", { "Liabilities:Dividends Payable": 200, "Assets:Cash": -200 }),
    voucherOf("lease", { "Assets:Plant and Equipment": 850, "Liabilities:Capital Lease Obligation": -850 }),
    voucherOf("converted", { "Liabilities:Long-Term Debt": 500, "Equity:Common Stock": -500 }),
  ].join("");
  const { app } = await testApp();
  const { company_id } = await app.intake.importJournal(
    bytesOf(`journal,date,description,account,amount\n${journal}`),
    { name: "M", format: "csv" },
  );
  const rows = await printed(company_id, "2025-01-01", "2025-12-31");
  expect(rows).toContain("Net Cash Provided by (Used in) Operating Activities 1365");
  expect(between(rows, "Investing Activities", "Net Cash")).toEqual([
    "Investing Activities",
    "  Plant and Equipment",
    "    Proceeds from Plant and Equipment 600",
    "    Payments for Plant and Equipment -1000",
    "  Total Plant and Equipment -400",
    "  Note Receivable from Sale of Plant 150",
    "  Acquisitions, Net of Cash Acquired -925",
    "Net Cash Provided by (Used in) Investing Activities -1175",
  ]);
  expect(between(rows, "Financing Activities", "Net Cash")).toEqual([
    "Financing Activities",
    "  Common Stock 500",
    "  Long-Term Debt 400",
    "  Capital Lease Obligation -125",
    "  Line of Credit 300",
    "  Dividends Payable -200",
    "Net Cash Provided by (Used in) Financing Activities 875",
  ]);
  expect(rows).toContain("Net Increase (Decrease) in Cash 1065");
  expect(rows.slice(rows.indexOf("Non-Cash Investing and Financing Activities"))).toEqual([
    "Non-Cash Investing and Financing Activities",
    "  Long-Term Debt / Common Stock 500",
    "  Dividends / Dividends Payable 200",
    "  Right-of-Use Assets Obtained for Finance Leases 850",
    "  Liabilities Assumed in Acquisitions 630",
    "Accumulated Depreciation",
    "  Depreciation Charged 445",
    "  Released with Assets Sold 150",
  ]);
});

const FOUNDED = voucher("2024-12-31", "Founders pay in", [dr("checking", 20_000_00), cr("stock", 20_000_00)]);

describe("what moved no cash stands in no section", () => {
  test("depreciation and what it accumulates on cancel out, and a sale shows its proceeds", async () => {
    const rows = await kept([
      FOUNDED,
      voucher("2025-01-15", "A machine", [dr("equipment", 10_000_00), cr("checking", 10_000_00)]),
      voucher("2025-02-28", "Wear", [dr("depreciation", 1_000_00), cr("accumulated_depreciation", 1_000_00)]),
      voucher("2025-03-20", "Sold", [
        dr("checking", 12_000_00),
        dr("accumulated_depreciation", 1_000_00),
        cr("equipment", 10_000_00),
        cr("gain", 3_000_00),
      ]),
    ]);
    expect(between(rows, "Operating Activities", "Net Cash Provided by (Used in) Investing")).toEqual([
      "Operating Activities",
      "  Net Income 2000",
      "  Non-Cash Expenses",
      "    Depreciation 1000",
      "    Gain on Sale of Equipment -3000",
      "  Total Non-Cash Expenses -2000",
      "  Changes in Working Capital 0",
      "Net Cash Provided by (Used in) Operating Activities 0",
      "Investing Activities",
      "  Equipment",
      "    Proceeds from Equipment 12000",
      "    Payments for Equipment -10000",
      "  Total Equipment 2000",
      "Net Cash Provided by (Used in) Investing Activities 2000",
    ]);
  });

  test("vouchers within equity: a correction of a prior period, and distributions that are closed", async () => {
    const rows = await kept([
      FOUNDED,
      voucher("2025-01-02", "Prior period correction", [dr("earlier", 500_00), cr("stock", 500_00)]),
      voucher("2025-05-01", "Dividend declared", [dr("dividends", 60_00), cr("dividends_payable", 60_00)]),
      voucher("2025-06-01", "Dividend paid", [dr("dividends_payable", 60_00), cr("checking", 60_00)]),
      voucher("2025-12-31", "Distributions closed", [dr("earlier", 60_00), cr("dividends", 60_00)]),
    ]);
    expect(between(rows, "Financing Activities", "Net Cash")).toEqual([
      "Financing Activities",
      "  Dividends Payable -60",
      "Net Cash Provided by (Used in) Financing Activities -60",
    ]);
    expect(rows.slice(rows.indexOf("Non-Cash Investing and Financing Activities"))).toEqual([
      "Non-Cash Investing and Financing Activities",
      "  Dividends / Dividends Payable 60",
    ]);
  });

  test("leases, of which the assets obtained are listed by their kind (ASC 842-20-50-4(g))", async () => {
    const rows = await kept([
      FOUNDED,
      voucher("2025-01-01", "Office", [dr("rou", 900_00), cr("lease", 900_00)]),
      voucher("2025-01-01", "Machine", [dr("finance_rou", 400_00), cr("finance_lease", 400_00)]),
      voucher("2025-02-01", "Rent", [dr("lease", 50_00), cr("checking", 50_00)]),
      voucher("2025-02-01", "Machine paid", [dr("finance_lease", 40_00), cr("checking", 40_00)]),
    ]);
    expect(between(rows, "  Changes in Working Capital", "  Total")).toEqual([
      "  Changes in Working Capital",
      "    Operating Lease Liability -50",
      "  Total Changes in Working Capital -50",
    ]);
    expect(between(rows, "Financing Activities", "Net Cash")).toContain("  Finance Lease Liability -40");
    expect(rows.slice(rows.indexOf("Non-Cash Investing and Financing Activities"))).toEqual([
      "Non-Cash Investing and Financing Activities",
      "  Right-of-Use Assets Obtained for Finance Leases 400",
      "  Right-of-Use Assets Obtained for Operating Leases 900",
    ]);
  });

  test("an impairment, and what is owed of a machine that was paid in part", async () => {
    const rows = await kept([
      FOUNDED,
      voucher("2025-03-01", "Machine", [dr("equipment", 900_00), cr("loan", 700_00), cr("checking", 200_00)]),
      voucher("2025-12-31", "Impaired", [dr("impairment", 70_00), cr("goodwill", 70_00)]),
    ]);
    expect(between(rows, "  Non-Cash Expenses", "  Total")).toEqual([
      "  Non-Cash Expenses",
      "    Goodwill 70",
      "  Total Non-Cash Expenses 70",
    ]);
    expect(between(rows, "Investing Activities", "Net Cash")).toEqual([
      "Investing Activities",
      "  Equipment -200",
      "Net Cash Provided by (Used in) Investing Activities -200",
    ]);
    expect(rows.join("\n")).not.toContain("  Bank Loan ");
    expect(rows).toContain("  Equipment / Bank Loan 700");
  });
});

test("a line of credit that is drawn and paid back is shown gross, as is stock that is bought back", async () => {
  const rows = await kept([
    FOUNDED,
    voucher("2025-01-10", "Drawn", [dr("checking", 500_00), cr("loan", 500_00)]),
    voucher("2025-05-10", "Paid back", [dr("loan", 500_00), cr("checking", 500_00)]),
    voucher("2025-06-10", "Issued", [dr("checking", 90_00), cr("stock", 90_00)]),
    voucher("2025-07-10", "Bought back", [dr("stock", 20_00), cr("checking", 20_00)]),
  ]);
  expect(between(rows, "Financing Activities", "Net Cash")).toEqual([
    "Financing Activities",
    "  Bank Loan",
    "    Proceeds from Bank Loan 500",
    "    Repayments of Bank Loan -500",
    "  Total Bank Loan 0",
    "  Common Stock",
    "    Proceeds from Common Stock 90",
    "    Payments on Common Stock -20",
    "  Total Common Stock 70",
    "Net Cash Provided by (Used in) Financing Activities 70",
  ]);
});

/** The sections of investing and financing. */
function sections(rows: readonly string[]): readonly string[] {
  return between(rows, "Investing Activities", "Net Cash Provided by (Used in) Financing");
}

describe("a month in one voucher keeps each category in its own section", () => {
  test("that buys equipment: receivables and payables make no acquisition of it", async () => {
    const rows = await kept([
      FOUNDED,
      voucher("2025-01-31", "January", [
        cr("checking", 3_000_00),
        dr("receivable", 5_000_00),
        dr("prepaid", 1_200_00),
        dr("equipment", 4_000_00),
        cr("revenue", 9_000_00),
        dr("travel", 2_000_00),
        cr("payable", 200_00),
      ]),
    ]);
    expect(rows).toContain("Net Cash Provided by (Used in) Operating Activities 1000");
    expect(sections(rows)).toEqual([
      "Investing Activities",
      "  Equipment -4000",
      "Net Cash Provided by (Used in) Investing Activities -4000",
      "Net Cash Provided by (Used in) Financing Activities 0",
    ]);
  });

  test("that sells equipment and repays a loan: the buyer didn't pay the loan off", async () => {
    const rows = await kept([
      FOUNDED,
      voucher("2025-01-31", "January", [
        dr("checking", 6_500_00),
        cr("equipment", 4_000_00),
        dr("loan", 1_500_00),
        cr("revenue", 5_000_00),
        dr("travel", 1_000_00),
      ]),
    ]);
    expect(sections(rows)).toEqual([
      "Investing Activities",
      "  Equipment 4000",
      "Net Cash Provided by (Used in) Investing Activities 4000",
      "Financing Activities",
      "  Bank Loan -1500",
      "Net Cash Provided by (Used in) Financing Activities -1500",
    ]);
  });
});

test("gains without their asset, of which the loan was paid off, are a line of investing", async () => {
  const rows = await kept([
    FOUNDED,
    voucher("2025-03-20", "Sold", [
      dr("checking", 200_00),
      dr("loan", 1_000_00),
      cr("gain", 600_00),
      cr("second_gain", 600_00),
    ]),
  ]);
  expect(between(rows, "Investing Activities", "Net Cash")).toEqual([
    "Investing Activities",
    "  Gain on Sale of Equipment 200",
    "Net Cash Provided by (Used in) Investing Activities 200",
  ]);
  expect(rows).toContain("  Gain on Sale of Equipment / Bank Loan 1000");
});

describe("what is bought on account is paid in investing (ASC 230-10-45-13)", () => {
  const OPERATING = "Net Cash Provided by (Used in) Operating Activities";
  const INVESTING = "Net Cash Provided by (Used in) Investing Activities";
  const flowsIn = async (companyId: string, from: string, to: string) => {
    const rows = await printed(companyId, from, to);
    return {
      totals: rows.filter((row) => row.startsWith(OPERATING) || row.startsWith(INVESTING)),
      isListed: rows.some((row) => row.includes("Equipment / ")),
    };
  };
  const keep = async (journal: readonly BundleVoucher[]) => {
    const http = await testApp();
    return (await http.company({ categories: CATEGORIES, journal: [FOUNDED, ...journal] })).id;
  };
  const totals = (operating: number, investing: number) => [
    `${OPERATING} ${operating}`,
    `${INVESTING} ${investing}`,
  ];

  test("in the month in which its bill is paid; until then it is listed beneath", async () => {
    const company = await keep([
      voucher("2025-01-20", "Bill", [dr("equipment", 12_000_00), cr("payable", 12_000_00)]),
      voucher("2025-02-20", "Paid", [dr("payable", 12_000_00), cr("checking", 12_000_00)]),
    ]);
    expect(await flowsIn(company, "2025-01-01", "2025-01-31")).toEqual({
      totals: totals(0, 0),
      isListed: true,
    });
    expect(await flowsIn(company, "2025-02-01", "2025-02-28")).toEqual({
      totals: totals(0, -12_000),
      isListed: false,
    });
    expect(await flowsIn(company, "2025-01-01", "2025-03-31")).toEqual({
      totals: totals(0, -12_000),
      isListed: false,
    });
  });

  test("but not if it is paid later than 90 days after, which is no payment soon after", async () => {
    const company = await keep([
      voucher("2025-01-20", "Bill", [dr("equipment", 12_000_00), cr("payable", 12_000_00)]),
      voucher("2025-04-21", "Paid", [dr("payable", 12_000_00), cr("checking", 12_000_00)]),
    ]);
    expect(await flowsIn(company, "2025-01-01", "2025-12-31")).toEqual({
      totals: totals(-12_000, 0),
      isListed: true,
    });
  });

  test("but not what a lease has given, whatever the role of its liability", async () => {
    const company = await keep([
      voucher("2025-01-20", "Lease", [dr("equipment", 800_00), cr("lease", 800_00)]),
      voucher("2025-02-20", "Rent", [dr("lease", 60_00), cr("checking", 60_00)]),
    ]);
    expect((await flowsIn(company, "2025-01-01", "2025-12-31")).totals).toEqual(totals(-60, 0));
  });

  test("also where the bill has a cost, and where it is taken back", async () => {
    const company = await keep([
      voucher("2025-01-20", "Bill", [
        dr("equipment", 900_00),
        dr("software", 100_00),
        cr("payable", 1_000_00),
      ]),
      voucher("2025-02-02", "Another", [dr("equipment", 70_00), cr("payable", 70_00)]),
      voucher("2025-02-03", "Taken back", [dr("payable", 70_00), cr("equipment", 70_00)]),
      voucher("2025-02-20", "Paid", [dr("payable", 1_000_00), cr("checking", 1_000_00)]),
    ]);
    expect(await flowsIn(company, "2025-01-01", "2025-01-31")).toEqual({
      totals: totals(900, -900),
      isListed: false,
    });
    expect(await flowsIn(company, "2025-01-01", "2025-12-31")).toEqual({
      totals: totals(-100, -900),
      isListed: false,
    });
  });
});
