/**
 * Statements beside the period before and the year before, and notes on their lines. The books are small
 * enough to check by hand.
 */
import { describe, expect, test } from "vitest";
import type { CivilDate } from "@daybook/words/civil-date";
import type { Comparison } from "@daybook/words/compared-period";
import { testApp } from "../support/app.ts";
import { CHART, cr, dr, voucher } from "../support/bundle.ts";
import { readCsv } from "../support/xlsx.ts";
import { PLAIN_TABLE } from "../support/exports.ts";

const http = await testApp();

const JOURNAL = [
  voucher("2023-12-31", "old", [dr("checking", 500_00), cr("stock", 500_00)]),
  voucher("2024-02-29", "leap", [dr("checking", 80_00), cr("services", 80_00)]),
  voucher("2025-01-10", "january", [dr("checking", 90_00), cr("services", 90_00)]),
  voucher("2025-02-10", "february", [dr("checking", 100_00), cr("services", 100_00)]),
  voucher("2025-02-11", "rent", [dr("software", 30_00), cr("checking", 30_00)]),
];

async function book(more: typeof JOURNAL = []) {
  const { id: companyId } = await http.company({ categories: CHART, journal: [...JOURNAL, ...more] });
  const file = async (
    report_type: "income_statement" | "balance_sheet" | "cash_flow",
    days: readonly [start: string, end: string],
    compare: Comparison | "both" | "none",
    period: "month" | "year" = "month",
  ) => {
    const { bytes } = await http.app.exports.makeFile(
      companyId,
      {
        report_type,
        start_date: days[0],
        end_date: days[1],
        format: "csv",
        group_by: { period },
        compare,
      },
      AbortSignal.timeout(60_000),
    );
    return readCsv(bytes);
  };
  return { companyId, file };
}

/** Returns the figures of the rows with a name, without the fixed columns. */
function figures(
  { columns, records }: ReturnType<typeof readCsv>,
  name: string,
): readonly (string | undefined)[] {
  const record = records.findLast((each) => each["name"] === name);
  return columns.slice(6).map((column) => record?.[column]);
}

describe("a comparison", () => {
  test("of a month with the month before has its amounts, the change, and the change in percent", async () => {
    const { file } = await book();
    const csv = await file("income_statement", ["2025-02-01", "2025-02-28"], "prior_period");
    expect(csv.columns.slice(6)).toEqual([
      "2025-02-01..2025-02-28",
      "prior_period_2025-01-01..2025-01-31",
      "prior_period_change",
      "prior_period_percent",
      "prior_period_effect",
    ]);
    expect(figures(csv, "Total Revenue")).toEqual(["100.00", "90.00", "10.00", "11.1", "favorable"]);
    // Nothing was spent in January, and no percentage of nothing is made up.
    expect(figures(csv, "Total Operating Expenses")).toEqual(["-30.00", "0.00", "-30.00", "", "unfavorable"]);
    expect(figures(csv, "Net Income")).toEqual(["70.00", "90.00", "-20.00", "-22.2", "unfavorable"]);
  });

  test("of a cost that grew is a positive percentage, unfavorable to income (COMPARE-001)", async () => {
    const { file } = await book([
      voucher("2025-01-11", "rent of January", [dr("software", 20_00), cr("checking", 20_00)]),
    ]);
    const csv = await file("income_statement", ["2025-02-01", "2025-02-28"], "prior_period");
    const costs = ["-30.00", "-20.00", "-10.00", "50.0", "unfavorable"];
    expect(figures(csv, "Total Operating Expenses")).toEqual(costs);
    expect(figures(csv, "Gross Profit")).toEqual(["100.00", "90.00", "10.00", "11.1", "favorable"]);
  });

  test("of days that have not ended names their column, in every format and on the page (COMPARE-003)", async () => {
    const { companyId, file } = await book();
    const days = ["2099-11-01", "2099-12-31"] as const;
    const csv = await file("income_statement", days, "none");
    expect(csv.columns.slice(6)).toEqual(["2099-11-01..2099-11-30", "2099-12-01..2099-12-31", "total"]);
    expect(csv.records.at(-1)).toMatchObject({
      row_type: "note",
      name: "Not over: 2099-11-01..2099-11-30, 2099-12-01..2099-12-31. More may be booked on these days.",
      total: "",
    });
    for (const report_type of ["income_statement", "balance_sheet", "cash_flow", "trial_balance"] as const) {
      const { columns } = await http.app.exports.readTable(companyId, {
        report_type,
        start_date: days[0] as CivilDate,
        end_date: days[1] as CivilDate,
        ...PLAIN_TABLE,
      });
      const labels = columns.map(({ label }) => label);
      expect(labels.filter((label) => label.endsWith("(not over)"))).toHaveLength(2);
      expect(labels).toContain(
        report_type === "balance_sheet" ? "Dec 31, 2099 (not over)" : "Dec 2099 (not over)",
      );
    }
    const over = await file("income_statement", ["2025-01-01", "2025-02-28"], "none");
    expect(over.records.filter((each) => each["row_type"] === "note")).toEqual([]);
  });

  test("of several months compares their total with the same months of the year before, to their last day", async () => {
    const { file } = await book();
    const csv = await file("income_statement", ["2025-01-01", "2025-02-28"], "prior_year");
    expect(csv.columns.slice(6)).toEqual([
      "2025-01-01..2025-01-31",
      "2025-02-01..2025-02-28",
      "total",
      "prior_year_2024-01-01..2024-02-29",
      "prior_year_change",
      "prior_year_percent",
      "prior_year_effect",
    ]);
    expect(figures(csv, "Net Income")).toEqual([
      "90.00",
      "70.00",
      "160.00",
      "80.00",
      "80.00",
      "100.0",
      "favorable",
    ]);
  });

  test("of a balance sheet is of the balances on its last day", async () => {
    const { file } = await book();
    const csv = await file("balance_sheet", ["2025-01-01", "2025-02-28"], "both");
    expect(figures(csv, "Total Assets")).toEqual([
      "670.00",
      "740.00",
      // The day before the range, and the end of February of the year before.
      "580.00",
      "160.00",
      "27.6",
      "580.00",
      "160.00",
      "27.6",
    ]);
  });

  test("overlaps the range that it is compared with, if that is longer than a year", async () => {
    const { file } = await book();
    const csv = await file("cash_flow", ["2024-01-01", "2025-12-31"], "prior_year", "year");
    expect(figures(csv, "Cash at Beginning of Period")).toEqual([
      "500.00",
      "580.00",
      "500.00",
      "0.00",
      "500.00",
      "",
    ]);
    expect(figures(csv, "Cash at End of Period")).toEqual([
      "580.00",
      "740.00",
      "740.00",
      "580.00",
      "160.00",
      "27.6",
    ]);
    const income = await file("income_statement", ["2024-01-01", "2025-12-31"], "prior_year", "year");
    expect(figures(income, "Net Income")).toEqual([
      "80.00",
      "160.00",
      "240.00",
      "80.00",
      "160.00",
      "200.0",
      "favorable",
    ]);
  });
});

describe("notes on lines", () => {
  const day = (text: string) => text as CivilDate;

  test("are printed beneath the statements that have their line and their days, and nowhere else", async () => {
    const { companyId, file } = await book();
    const add = (line: string, text: string, others: object = {}) =>
      http.app.exports.addNote(companyId, { line, text, reportType: null, days: null, ...others });
    await add("cat_services", "One customer.");
    await add("operating_activities", "No interest was paid.", { reportType: "cash_flow" });
    const { id } = await add("cat_software", "Rent begins in February.", {
      days: { from: day("2025-02-01"), through: day("2025-02-28") },
    });
    const notes = async (...args: Parameters<typeof file>) =>
      (await file(...args)).records
        .filter((each) => each["row_type"] === "note")
        .map((each) => [each["id"] || each["section"], each["name"]]);
    expect(await notes("income_statement", ["2025-02-01", "2025-02-28"], "none")).toEqual([
      ["cat_services", "One customer."],
      ["cat_software", "Rent begins in February."],
    ]);
    expect(await notes("income_statement", ["2025-01-01", "2025-01-31"], "none")).toEqual([
      ["cat_services", "One customer."],
    ]);
    expect(await notes("cash_flow", ["2025-01-01", "2025-01-31"], "none")).toEqual([
      ["operating_activities", "No interest was paid."],
    ]);
    // The compared month is shown, so its note is, too.
    expect(await notes("income_statement", ["2026-02-01", "2026-02-28"], "prior_year")).toContainEqual([
      "cat_software",
      "Rent begins in February.",
    ]);
    await http.app.exports.removeNote(companyId, id);
    expect(await notes("income_statement", ["2025-02-01", "2025-02-28"], "none")).toHaveLength(1);
    expect((await http.app.exports.listNotes(companyId)).map(({ text }) => text).toSorted()).toEqual([
      "No interest was paid.",
      "One customer.",
    ]);
  });

  test("are in the company bundle, and come back from it", async () => {
    const company = await http.company({ categories: CHART, journal: JOURNAL });
    const note = { line: "assets", text: "Pledged.", reportType: "balance_sheet", days: null } as const;
    await http.app.exports.addNote(company.id, note);
    const notesOf = async () => {
      let text = "";
      for await (const piece of http.app.intake.exportBundle(company.id)) text += piece;
      return (JSON.parse(text) as { readonly statement_notes: readonly { readonly id: string }[] })
        .statement_notes;
    };
    const written = await notesOf();
    expect(written).toMatchObject([{ line_id: "assets", text: "Pledged.", report_type: "balance_sheet" }]);
    await http.app.exports.removeNote(company.id, written[0]?.id ?? "");
    const { format, version, company: profile } = company.bundle;
    const put = (statement_notes: readonly object[]) =>
      http.put({ format, version, company: { id: profile.id }, statement_notes } as never);
    await put(written);
    expect(await notesOf()).toEqual(written);
    await expect(put([{ ...written[0], line_id: "cat_none" }])).rejects.toThrow(
      "statement_notes[0].line_id: there is no line cat_none",
    );
    await expect(put([{ ...written[0], start_date: "2026-01-01" }])).rejects.toThrow(
      "only one of start_date",
    );
    expect(await notesOf()).toEqual(written);
  });

  test.each([
    ["of a line that no statement has", { line: "cat_none" }, "invalid_request"],
    [
      "with its days in the wrong order",
      { days: { from: "2025-02-02", through: "2025-02-01" } },
      "invalid_request",
    ],
  ])("%s are refused", async (_title, wrong, code) => {
    const { companyId } = await book();
    const note = { line: "cat_services", text: "x", reportType: null, days: null, ...wrong };
    await expect(http.app.exports.addNote(companyId, note as never)).rejects.toMatchObject({ code });
    expect(await http.app.exports.listNotes(companyId)).toEqual([]);
  });
});
