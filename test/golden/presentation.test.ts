/**
 * How exports present statements, as an accountant expects it: a classified balance sheet, and what a cash
 * flow statement discloses. The books are small enough to check by hand.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../support/app.ts";
import {
  type BundleCategory,
  type BundleVoucher,
  CHART,
  cr,
  dr,
  SET_UP,
  voucher,
} from "../support/bundle.ts";
import { exportsOf, fetchLink, workOn } from "../support/exports.ts";
import { bytesOf } from "../support/import.ts";
import { readCsv, readCsvStatement } from "../support/xlsx.ts";

const http = await testApp();

describe("a balance sheet", () => {
  const asset = (id: string, name: string, cash_flow: "working_capital" | "investing" | "non_cash") => ({
    id: `cat_${id}`,
    name,
    account_type: "asset" as const,
    parent_id: null,
    position: 50,
    cash_flow,
    created: SET_UP,
  });
  const classified = async (categories: readonly BundleCategory[], journal: readonly BundleVoucher[]) => {
    const kept = await http.company({ categories, journal });
    const exports = exportsOf(http, kept);
    const { id } = await exports.ask({
      report_type: "balance_sheet",
      start_date: "2025-01-01",
      end_date: "2025-01-31",
    });
    await workOn(http);
    const { bytes } = await fetchLink((await exports.read(id)).file?.download_url ?? "");
    return readCsv(bytes).records.map((record) =>
      `${"  ".repeat(Number(record["depth"]))}${record["name"]} ${record["2025-01-01..2025-01-31"] ?? ""}`.trimEnd(),
    );
  };

  test("has classes: current, property and equipment net of depreciation, and what is due later", async () => {
    const categories = [
      ...CHART,
      asset("deposits", "Security Deposits", "working_capital"),
      asset("trademark", "Trademarks", "investing"),
      { ...asset("rental", "Prepaid Equipment Rental", "working_capital"), position: 51 },
      {
        ...asset("line", "Line of Credit", "working_capital"),
        account_type: "liability" as const,
        cash_flow: "financing" as const,
      },
    ];
    const rows = await classified(categories, [
      voucher("2025-01-02", "in", [dr("checking", 1_000_00), cr("stock", 1_000_00)]),
      voucher("2025-01-03", "buy", [dr("equipment", 300_00), cr("loan", 300_00)]),
      voucher("2025-01-31", "wear", [dr("depreciation", 10_00), cr("accumulated_depreciation", 10_00)]),
      voucher("2025-01-04", "rest", [
        dr("deposits", 20_00),
        dr("trademark", 30_00),
        dr("rental", 5_00),
        cr("line", 40_00),
        cr("payable", 15_00),
      ]),
    ]);
    expect(rows).toEqual([
      "Assets",
      "  Current Assets",
      "    Cash",
      "      Checking 1000.00",
      "    Total Cash 1000.00",
      "    Prepaid Equipment Rental 5.00",
      "  Total Current Assets 1005.00",
      "  Property and Equipment",
      "    Equipment 300.00",
      "    Accumulated Depreciation -10.00",
      "  Property and Equipment, Net 290.00",
      "  Other Non-Current Assets",
      "    Security Deposits 20.00",
      "    Trademarks 30.00",
      "  Total Other Non-Current Assets 50.00",
      "Total Assets 1345.00",
      "Liabilities",
      "  Current Liabilities",
      "    Accounts Payable 15.00",
      "    Line of Credit 40.00",
      "  Total Current Liabilities 55.00",
      "  Non-Current Liabilities",
      "    Bank Loan 300.00",
      "  Total Non-Current Liabilities 300.00",
      "Total Liabilities 355.00",
      "Equity",
      "  Common Stock 1000.00",
      "  Accumulated Deficit",
      "    Beginning of Fiscal Year 0.00",
      "    Net Income of Fiscal Year -10.00",
      "  Total Accumulated Deficit -10.00",
      "Total Equity 990.00",
      "Total Liabilities and Equity 1345.00",
    ]);
  });

  test("shows the class that a category was given, and the children of one parent in their own classes", async () => {
    const below = (row: BundleCategory, parent: string) => ({ ...row, parent_id: `cat_${parent}` });
    const categories = [
      ...CHART.map((row) =>
        row.id === "cat_loan" ? { ...row, balance_class: "current" as const } : row,
      ).filter(({ id }) => id !== "cat_equipment"),
      asset("equipment", "Fixed Assets", "investing"),
      below(asset("vans", "Vans", "investing"), "equipment"),
      below(asset("worn", "Wear of Vans", "non_cash"), "equipment"),
      asset("others", "Other Assets", "working_capital"),
      below(asset("prepaid_rent", "Prepaid Rent", "working_capital"), "others"),
      below({ ...asset("claim", "Claim", "working_capital"), balance_class: "non_current" }, "others"),
    ];
    const rows = await classified(categories, [
      voucher("2025-01-03", "buy", [dr("vans", 300_00), cr("loan", 300_00)]),
      voucher("2025-01-31", "wear", [dr("depreciation", 10_00), cr("worn", 10_00)]),
      voucher("2025-01-04", "rest", [
        dr("others", 1_00),
        dr("prepaid_rent", 2_00),
        dr("claim", 4_00),
        cr("stock", 7_00),
      ]),
    ]);
    expect(rows.slice(0, rows.indexOf("Equity"))).toEqual([
      "Assets",
      "  Current Assets",
      "    Other Assets (direct) 1.00",
      "    Prepaid Rent 2.00",
      "  Total Current Assets 3.00",
      "  Fixed Assets",
      "    Vans 300.00",
      "    Wear of Vans -10.00",
      "  Fixed Assets, Net 290.00",
      "  Other Non-Current Assets",
      "    Claim 4.00",
      "  Total Other Non-Current Assets 4.00",
      "Total Assets 297.00",
      "Liabilities",
      "  Current Liabilities",
      "    Bank Loan 300.00",
      "  Total Current Liabilities 300.00",
      "Total Liabilities 300.00",
    ]);
  });
});

test("imported accounts have the classes that their names say: when they are due, or what they are (ASC 210-10-45, 740-10-45-4)", async () => {
  const accounts = {
    "Assets:Land": 100,
    "Assets:Goodwill": 100,
    "Assets:Deferred Tax Asset": 100,
    "Assets:Note Receivable from Buyer": 100,
    "Assets:Security Deposits": 100,
    "Assets:Prepaid Insurance": 100,
    "Liabilities:Deferred Tax Liability": -100,
    "Liabilities:Current Portion of Long-Term Debt": -100,
    "Liabilities:Long-Term Debt": -100,
    "Liabilities:Line of Credit": -100,
  };
  const lines = Object.entries(accounts).map(
    ([account, amount], index) =>
      `J${index},2025-01-06,x,${account},${amount}\nJ${index},2025-01-06,x,Assets:Checking,${-amount}\n`,
  );
  const { api_key } = await http.app.intake.importJournal(
    bytesOf(`journal,date,description,account,amount\n${lines.join("")}`),
    { name: "Classes", format: "csv" },
  );
  const exports = exportsOf(http, { key: api_key ?? "" });
  const { id } = await exports.ask({
    report_type: "balance_sheet",
    start_date: "2025-01-01",
    end_date: "2025-01-31",
  });
  await workOn(http);
  const { bytes } = await fetchLink((await exports.read(id)).file?.download_url ?? "");
  const classes: Record<string, string[]> = {};
  let group = "";
  for (const { row_type, depth, name = "" } of readCsv(bytes).records) {
    if (row_type === "heading" && depth === "1") classes[(group = name)] = [];
    if (row_type === "line") classes[group]?.push(name);
  }
  expect(classes).toMatchObject({
    "Current Assets": ["Checking", "Prepaid Insurance"],
    "Property and Equipment": ["Land"],
    "Other Non-Current Assets": [
      "Goodwill",
      "Deferred Tax Asset",
      "Note Receivable from Buyer",
      "Security Deposits",
    ],
    "Current Liabilities": ["Current Portion of Long-Term Debt", "Line of Credit"],
    "Non-Current Liabilities": ["Deferred Tax Liability", "Long-Term Debt"],
  });
});

describe("a cash flow statement", () => {
  const owed = (id: string, name: string, cash_paid_for: "interest" | "income_taxes") => ({
    id: `cat_${id}`,
    name,
    account_type: "liability" as const,
    parent_id: null,
    position: 60,
    cash_flow: "working_capital" as const,
    created: SET_UP,
    cash_paid_for,
  });

  test("discloses the interest and taxes that were paid: the cost, less what is still owed of it", async () => {
    const kept = await http.company({
      categories: [
        ...CHART.map((row) =>
          row.id === "cat_interest_expense" ? { ...row, cash_paid_for: "interest" as const } : row,
        ),
        owed("interest_payable", "Accrued Interest", "interest"),
        owed("tax_payable", "Income Taxes Payable", "income_taxes"),
        { ...owed("tax", "Income Taxes", "income_taxes"), account_type: "expense" as const, cash_flow: null },
      ],
      journal: [
        voucher("2025-01-31", "interest", [dr("interest_expense", 100_00), cr("interest_payable", 100_00)]),
        voucher("2025-02-10", "paid", [dr("interest_payable", 60_00), cr("checking", 60_00)]),
        voucher("2025-02-20", "paid at once", [dr("interest_expense", 5_00), cr("checking", 5_00)]),
        voucher("2025-01-31", "tax", [dr("tax", 40_00), cr("tax_payable", 40_00)]),
      ],
    });
    const exports = exportsOf(http, kept);
    const { id } = await exports.ask({
      report_type: "cash_flow",
      start_date: "2025-01-01",
      end_date: "2025-02-28",
    });
    await workOn(http);
    const { bytes } = await fetchLink((await exports.read(id)).file?.download_url ?? "");
    const { rows } = readCsvStatement(bytes);
    const at = rows.findIndex(({ label }) => label === "Supplemental Cash Flow Information");
    expect(rows.slice(at + 1)).toEqual([
      { label: "Cash Paid for Interest", amounts: [0, 65_00, 65_00] },
      { label: "Cash Paid for Income Taxes", amounts: [0, 0, 0] },
    ]);
  });
});
