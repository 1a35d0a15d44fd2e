/** The order of siblings that people set: every form of a statement has it. */
import { expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { category, chart, cr, dr, voucher } from "../../../../../test/support/bundle.ts";
import { readPdfStatement } from "../../../../../test/support/pdf.ts";
import { readCsvStatement, readXlsxStatement } from "../../../../../test/support/xlsx.ts";
import { forOperator } from "@daybook/words/areas";

const http = await testApp();
const { app } = http;

test("CSV, XLSX and PDF have siblings in the order that was set (CHART-002)", async () => {
  const { id } = await http.company({
    categories: chart(
      category("cash", "Cash", "asset", "cash"),
      category("a", "Travel", "expense", null),
      category("b", "Rent", "expense", null),
      category("c", "Fees", "expense", null),
    ),
    departments: [],
    journal: [voucher("2025-03-05", "All", [dr("a", 1_00), dr("b", 2_00), dr("c", 3_00), cr("cash", 6_00)])],
  });
  const year = { start_date: "2025-01-01", end_date: "2025-12-31" } as const;
  const file = async (format: "csv" | "xlsx" | "pdf") => {
    const request = { report_type: "income_statement", ...year, format } as const;
    return (await app.exports.makeFile(forOperator(id), request, new AbortController().signal)).bytes;
  };
  const orders = async () =>
    [
      readCsvStatement(await file("csv")),
      readXlsxStatement(await file("xlsx")),
      await readPdfStatement(await file("pdf")),
    ].map(({ rows }) =>
      rows.map(({ label }) => label?.trim()).filter((label) => /^(?:Travel|Rent|Fees)$/.test(label ?? "")),
    );
  const all = (...names: string[]) => [names, names, names];
  expect(await orders()).toEqual(all("Travel", "Rent", "Fees"));
  await app.chart.moveCategory(forOperator(id), "cat_c", { place: { before: "cat_a" } });
  expect(await orders()).toEqual(all("Fees", "Travel", "Rent"));
});
