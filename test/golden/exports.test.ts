/**
 * One statement, four ways: what the API reports as JSON stands cell by cell in the CSV, the XLSX and the PDF
 * of the same periods, over real HTTP. The expected figures come from the reports alone, each period asked
 * for by itself.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../support/app.ts";
import { CHART, cr, dr, SET_UP, voucher } from "../support/bundle.ts";
import { exportsOf, fetchLink, workOn } from "../support/exports.ts";
import { readPdfStatement } from "../support/pdf.ts";
import { readCsv, readCsvStatement, readXlsxStatement } from "../support/xlsx.ts";

const http = await testApp();

/**
 * A company whose fiscal year begins in February, with entries of a parent category's own in some months and
 * not in others.
 */
const company = await http.company({
  company: { fiscal_year_start_month: 2, name: "Björn & Søn, =Ltd" },
  journal: [
    voucher("2024-11-04", "capital", [dr("checking", 50_000_00), cr("stock", 50_000_00)]),
    voucher("2025-01-15", "sale_1", [
      dr("checking", 1_234_56),
      cr("subscriptions", 1_234_56, { department: "sales" }),
    ]),
    voucher("2025-02-10", "sale_2", [
      dr("receivable", 900_00),
      cr("services", 900_00, { department: "design" }),
    ]),
    voucher("2025-03-03", "refund", [dr("refunds", 55_55), cr("checking", 55_55)]),
    voucher("2025-01-20", "trip_1", [dr("travel", 310_07), cr("checking", 310_07)]),
    voucher("2025-03-20", "trip_2", [
      dr("travel", 10_01),
      dr("flights", 420_42, { department: "sales" }),
      cr("checking", 430_43),
    ]),
    voucher("2025-04-30", "hosting", [
      dr("hosting", 99_99, { department: "platform" }),
      cr("payable", 99_99),
    ]),
    voucher("2025-05-05", "desk", [dr("equipment", 3_600_00), cr("loan", 3_600_00)]),
    voucher("2025-05-31", "wear", [dr("depreciation", 100_00), cr("accumulated_depreciation", 100_00)]),
    voucher("2025-06-30", "interest", [dr("interest_expense", 12_34), cr("checking", 12_34)]),
  ],
});
// A printed cash flow statement leaves out what moved no cash, as the report of such a company does.
await http.app.company.change(company.id, { excludes_non_cash: true });
const { ask, read } = exportsOf(http, company);

interface JsonLine {
  readonly category_id?: string;
  readonly department_id?: string | null;
  readonly name: string;
  readonly amount_cents?: number;
  readonly balance_cents?: number;
}
type JsonSection = {
  readonly total_cents: number;
  readonly categories: readonly JsonLine[];
  readonly departments?: readonly JsonLine[] | null;
};
type Json = Readonly<Record<string, unknown>>;

interface ExportRequest {
  readonly report_type: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly group_by?: { readonly period?: string; readonly rows?: string };
}

interface Period {
  readonly start: string;
  readonly end: string;
}

/** What the API reports of a period; of a balance sheet, at its end. */
function reportOf({ report_type, group_by }: ExportRequest, { start, end }: Period): Promise<Json> {
  const grouping = group_by?.rows === "department" ? "&group_by=department" : "";
  return company.read<Json>(
    report_type === "balance_sheet"
      ? `/reports/balance_sheet?date=${end}`
      : `/reports/${report_type}?start_date=${start}&end_date=${end}${grouping}`,
  );
}

/** Amounts by section and id, and those of no section by their name. */
function figuresOf(report: Json, rows: "categories" | "departments"): Map<string, number> {
  const figures = new Map<string, number>();
  for (const [name, value] of Object.entries(report)) {
    if (typeof value !== "object" || value === null || !("total_cents" in value)) continue;
    const section = value as JsonSection;
    figures.set(`${name}/total`, section.total_cents);
    for (const line of section[rows] ?? [])
      figures.set(
        `${name}/${line.category_id ?? line.department_id ?? ""}`,
        line.amount_cents ?? line.balance_cents ?? Number.NaN,
      );
  }
  for (const [label, member] of Object.entries(RESULTS))
    if (typeof report[member] === "number") figures.set(label, report[member]);
  const { retained_earnings: retained } = (report["equity"] ?? {}) as { retained_earnings?: Json };
  if (retained)
    for (const [part, member] of Object.entries(RETAINED))
      figures.set(`equity/grp_retained_earnings_${part}`, retained[member] as number);
  for (const [group, ids] of Object.entries(CLASSES))
    if (figures.has("assets/total"))
      figures.set(
        group,
        ids.reduce((sum, id) => sum + (figures.get(`${group.split("/")[0]}/cat_${id}`) ?? 0), 0),
      );
  for (const { name, amount_cents } of (report["non_cash_activities"] ?? []) as Activity[])
    figures.set(name, amount_cents);
  return figures;
}

/** The parts of retained earnings, by the members of the report that they are. */
const RETAINED = { beginning: "beginning_balance_cents", net_income: "net_income_cents" } as const;

/** The groups of a balance sheet that exports have and the report has not, by the categories at their top. */
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  "assets/grp_current_assets": ["cash", "receivable", "prepaid"],
  "assets/grp_fixed_assets": ["equipment", "accumulated_depreciation"],
  "liabilities/grp_current_liabilities": ["payable", "deferred_revenue"],
  "liabilities/grp_non_current_liabilities": ["loan"],
};

interface Activity {
  readonly name: string;
  readonly amount_cents: number;
}

/** Rows that belong to no section, by the members of the reports that they are. */
const RESULTS: Readonly<Record<string, string>> = {
  "Gross Profit": "gross_profit_cents",
  "Operating Income": "operating_income_cents",
  "Net Income": "net_income_cents",
  "Total Liabilities and Equity": "liabilities_and_equity_cents",
  "Net Increase (Decrease) in Cash": "change_in_cash_cents",
  "Cash at Beginning of Period": "beginning_cash_cents",
  "Cash at End of Period": "ending_cash_cents",
};

/** What a row of the CSV is called among the figures. */
function nameOf({
  section = "",
  id = "",
  row_type = "",
  name = "",
}: Readonly<Record<string, string>>): string {
  if (section === "") return name;
  return `${section}/${row_type.endsWith("total") && row_type !== "subtotal" ? "total" : id}`;
}

const centsOf = (text: string): number => Math.round(Number(text) * 100);

async function fileOf(asked: ExportRequest, format: string): Promise<Uint8Array> {
  const { id } = await ask({ ...asked, format });
  await workOn(http);
  const { file } = await read(id);
  return (await fetchLink(file?.download_url ?? "")).bytes;
}

const YEAR = { start_date: "2024-11-10", end_date: "2025-06-30" };

describe.each([
  [
    "an income statement by month (EXP-039)",
    { report_type: "income_statement", ...YEAR },
    [
      "2024-11-10",
      "2024-12-01",
      "2025-01-01",
      "2025-02-01",
      "2025-03-01",
      "2025-04-01",
      "2025-05-01",
      "2025-06-01",
    ],
  ],
  [
    "an income statement by fiscal quarter (EXP-038)",
    { report_type: "income_statement", ...YEAR, group_by: { period: "quarter" } },
    ["2024-11-10", "2025-02-01", "2025-05-01"],
  ],
  [
    "an income statement by fiscal year (EXP-038)",
    { report_type: "income_statement", ...YEAR, group_by: { period: "year" } },
    ["2024-11-10", "2025-02-01"],
  ],
  [
    "an income statement by department",
    { report_type: "income_statement", ...YEAR, group_by: { period: "quarter", rows: "department" } },
    ["2024-11-10", "2025-02-01", "2025-05-01"],
  ],
  [
    "balance sheets at the ends of months, cumulative (EXP-045)",
    { report_type: "balance_sheet", ...YEAR },
    [
      "2024-11-10",
      "2024-12-01",
      "2025-01-01",
      "2025-02-01",
      "2025-03-01",
      "2025-04-01",
      "2025-05-01",
      "2025-06-01",
    ],
  ],
  [
    "balance sheets at the ends of fiscal years (EXP-038, EXP-045)",
    { report_type: "balance_sheet", ...YEAR, group_by: { period: "year" } },
    ["2024-11-10", "2025-02-01"],
  ],
  [
    "a cash flow statement by quarter (EXP-038)",
    { report_type: "cash_flow", ...YEAR, group_by: { period: "quarter" } },
    ["2024-11-10", "2025-02-01", "2025-05-01"],
  ],
  [
    "a cash flow statement of one partial month (EXP-039)",
    { report_type: "cash_flow", start_date: "2025-03-10", end_date: "2025-03-20" },
    ["2025-03-10"],
  ],
] as const)("%s", (_name, asked: ExportRequest, starts) => {
  const dayBefore = (date: string): string =>
    new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  const periods = starts.map((start, index): Period => ({
    start,
    end: starts[index + 1] === undefined ? asked.end_date : dayBefore(starts[index + 1] ?? ""),
  }));
  const hasTotal = asked.report_type !== "balance_sheet" && periods.length > 1;

  test("is in the CSV what the reports say, row by row and column by column", async () => {
    const { columns, records } = readCsv(await fileOf(asked, "csv"));
    const headers = periods.map(({ start, end }) => `${start}..${end}`);
    expect(columns.slice(6)).toEqual([...headers, ...(hasTotal ? ["total"] : [])]);
    const rows = asked.group_by?.rows === "department" ? "departments" : "categories";
    const all = [...periods, ...(hasTotal ? [{ start: asked.start_date, end: asked.end_date }] : [])];
    for (const [column, period] of all.entries()) {
      const figures = figuresOf(await reportOf(asked, period), rows);
      const told = new Map(
        records
          .filter(({ row_type }) => row_type !== "heading")
          .map((record) => [nameOf(record), centsOf(record[columns[6 + column] ?? ""] ?? "")] as const),
      );
      for (const [name, amount] of figures) {
        // A section of nothing at all has no rows but its total.
        if (told.has(name) || amount !== 0) expect([name, told.get(name)]).toEqual([name, amount]);
      }
      // What no report of this period names has nothing in it, but for what a parent has of its own and the
      // report gives as the parent's whole.
      for (const [name, amount] of told)
        if (!figures.has(name) && !name.endsWith("-direct")) expect([name, amount]).toEqual([name, 0]);
    }
    expect(records.some(({ row_type }) => row_type === "line")).toBe(true);
  });

  test("is the same in XLSX and PDF", async () => {
    const csv = readCsvStatement(await fileOf(asked, "csv"));
    const xlsx = readXlsxStatement(await fileOf(asked, "xlsx"));
    const pdf = await readPdfStatement(await fileOf(asked, "pdf"));
    expect(xlsx.rows).toEqual(csv.rows);
    expect(pdf.rows).toEqual(csv.rows);
    expect(pdf.columns).toEqual(xlsx.columns);
    for (const { head } of [xlsx, pdf]) expect(head.join("\n")).toContain("Björn & Søn, =Ltd");
  });
});

describe("a line that belongs to no category or department", () => {
  test("stands last in an export, also when the departments of its months differ", async () => {
    const kept = await http.company({
      journal: [
        voucher("2025-01-10", "none", [dr("software", 10_00), cr("checking", 10_00)]),
        voucher("2025-01-11", "first", [
          dr("software", 1_00, { department: "platform" }),
          cr("checking", 1_00),
        ]),
        voucher("2025-02-10", "second", [
          dr("software", 5_00, { department: "sales" }),
          cr("checking", 5_00),
        ]),
      ],
    });
    const exports = exportsOf(http, kept);
    const { id } = await exports.ask({
      report_type: "income_statement",
      start_date: "2025-01-01",
      end_date: "2025-02-28",
      format: "csv",
      group_by: { period: "month", rows: "department" },
    });
    await workOn(http);
    const { bytes } = await fetchLink((await exports.read(id)).file?.download_url ?? "");
    const names = readCsv(bytes).records.map(({ name }) => name);
    expect(names.indexOf("No department")).toBeGreaterThan(names.indexOf("Sales"));
    expect(names.indexOf("Sales")).toBeGreaterThan(0);
  });

  test("and so do retained earnings among the equity", async () => {
    const kept = await http.company({
      categories: [
        ...CHART,
        {
          id: "cat_reserve",
          name: "Reserve",
          account_type: "equity",
          parent_id: null,
          position: 90,
          cash_flow: "financing",
          created: SET_UP,
        },
      ],
      journal: [
        voucher("2025-01-10", "in", [dr("checking", 10_00), cr("services", 10_00)]),
        voucher("2025-02-10", "in", [dr("checking", 10_00), cr("reserve", 10_00)]),
      ],
    });
    const exports = exportsOf(http, kept);
    const { id } = await exports.ask({
      report_type: "balance_sheet",
      start_date: "2025-01-01",
      end_date: "2025-02-28",
      format: "csv",
      group_by: { period: "month" },
    });
    await workOn(http);
    const { bytes } = await fetchLink((await exports.read(id)).file?.download_url ?? "");
    const names = readCsv(bytes).records.map(({ name }) => name);
    expect(names.indexOf("Retained Earnings")).toBeGreaterThan(names.indexOf("Reserve"));
    expect(names.indexOf("Reserve")).toBeGreaterThan(0);
  });
});
