/** How statements are presented: who prepared them, and what they say of the assurance on them. */
import { expect, test } from "vitest";
import type { CivilDate } from "@daybook/words/civil-date";
import { defaultPeriod, STATEMENT_TYPES } from "../../src/modules/books/exports/words.ts";
import { testApp } from "../support/app.ts";
import { CHART, cr, dr, voucher } from "../support/bundle.ts";
import { readPdfStatement } from "../support/pdf.ts";
import { readCsv, readXlsx } from "../support/xlsx.ts";
import { PLAIN_TABLE } from "../support/exports.ts";

const http = await testApp();

const JOURNAL = [
  voucher("2024-12-31", "last year", [dr("checking", 1_00), cr("services", 1_00)]),
  voucher("2025-01-10", "january", [dr("checking", 90_00), cr("services", 90_00)]),
  voucher("2025-02-11", "rent", [dr("software", 30_00), cr("checking", 30_00)]),
];
const DAYS = { start_date: "2025-01-01", end_date: "2025-02-28" } as const;

async function book(others: typeof JOURNAL = []) {
  const { id } = await http.company({ categories: CHART, journal: [...JOURNAL, ...others] });
  const made = async (more: object, format: "csv" | "pdf" | "xlsx" = "csv") =>
    (
      await http.app.exports.makeFile(
        id,
        { report_type: "income_statement", ...DAYS, format, ...more },
        AbortSignal.timeout(60_000),
      )
    ).bytes;
  const texts = async () => ({
    pdf: (await readPdfStatement(await made({}, "pdf"))).pages.flatMap((page) =>
      page.texts.map(({ text }) => text),
    ),
    xlsx: readXlsx(await made({}, "xlsx")).sheets.map(({ cells }) =>
      [...cells.values()].map(({ text }) => text ?? ""),
    ),
  });
  const table = () =>
    http.app.exports.readTable(id, {
      report_type: "income_statement",
      start_date: DAYS.start_date as CivilDate,
      end_date: DAYS.end_date as CivilDate,
      ...PLAIN_TABLE,
    });
  return { id, texts, table, made };
}

test("statements name who prepared them and say what the company chose of their assurance (PRESENT-001)", async () => {
  const { id, texts, table } = await book();
  const plain = await texts();
  expect(
    [...plain.pdf, ...plain.xlsx.flat()].filter((text) => /prepared|DRAFT|assurance/.test(text)),
  ).toEqual([]);
  expect(await table()).toMatchObject({ prepared_by: null, legend: null });
  await http.app.company.change(id, { prepared_by: "Ōsaka & Quay", statement_legend: "draft" });
  const draft = await texts();
  expect(draft.pdf).toEqual(
    expect.arrayContaining(["Prepared by Ōsaka & Quay", "DRAFT \u2014 not reviewed"]),
  );
  expect(draft.xlsx[0]).toContain("Prepared by Ōsaka & Quay \u00B7 DRAFT \u2014 not reviewed");
  expect(draft.xlsx[1]).toEqual(
    expect.arrayContaining(["Prepared by Ōsaka & Quay", "DRAFT \u2014 not reviewed"]),
  );
  expect(await table()).toMatchObject({
    prepared_by: "Prepared by Ōsaka & Quay",
    legend: "DRAFT \u2014 not reviewed",
  });
  await http.app.company.change(id, { prepared_by: null, statement_legend: "no_assurance" });
  const legend = "No assurance is provided on these financial statements.";
  expect((await texts()).pdf.filter((text) => text === legend)).toHaveLength(2);
  expect(await table()).toMatchObject({ prepared_by: null, legend });
});

test("a statement with notes says where they are, and one without does not (PRESENT-002)", async () => {
  const { id, texts } = await book();
  const said = async () => {
    const { pdf, xlsx } = await texts();
    return [pdf, xlsx.flat()].map((all) => all.filter((text) => text === "See accompanying notes.").length);
  };
  expect(await said()).toEqual([0, 0]);
  await http.app.exports.addNote(id, {
    line: "cat_services",
    text: "One customer.",
    reportType: null,
    days: null,
  });
  expect(await said()).toEqual([1, 1]);
});

const FEBRUARY = { start_date: "2025-02-01", end_date: "2025-02-28" } as const;

test("a month stands beside the year to date, each with its percentages of revenue (PRESENT-003)", async () => {
  const { id, made } = await book();
  const form = { ...FEBRUARY, beside: "year_to_date", shares: "revenue" } as const;
  const { columns, records } = readCsv(await made({ ...form, compare: "prior_period" }));
  expect(columns.slice(6)).toEqual([
    "2025-02-01..2025-02-28",
    "2025-02-01..2025-02-28_of_revenue",
    "year_to_date",
    "year_to_date_of_revenue",
    "prior_period_2025-01-01..2025-01-31",
    "prior_period_change",
    "prior_period_percent",
    "prior_period_effect",
  ]);
  const figures = (name: string) => {
    const record = records.findLast((each) => each["name"] === name);
    return columns.slice(6).map((column) => record?.[column]);
  };
  // Without revenue there is no percentage of it.
  expect(figures("Total Revenue")).toEqual([
    "0.00",
    "",
    "90.00",
    "100.0",
    "90.00",
    "-90.00",
    "-100.0",
    "unfavorable",
  ]);
  expect(figures("Total Operating Expenses").slice(0, 4)).toEqual(["-30.00", "", "-30.00", "-33.3"]);
  expect(figures("Net Income").slice(0, 4)).toEqual(["-30.00", "", "60.00", "66.7"]);
  const cash = readCsv(await made({ report_type: "cash_flow", ...FEBRUARY, beside: "year_to_date" }));
  const beginning = cash.records.find((each) => each["name"] === "Cash at Beginning of Period");
  expect(beginning).toMatchObject({ "2025-02-01..2025-02-28": "91.00", year_to_date: "1.00" });
  const cells = readXlsx(await made(form, "xlsx")).sheets[0]?.cells;
  const formulas = [...(cells?.values() ?? [])].map(({ formula }) => formula).filter((each) => each !== null);
  expect(formulas).toContainEqual(expect.stringMatching(/^IF\(D\d+>0,ROUND\(D\d+\/D\d+,3\),""\)$/));
  for (const [wrong, message] of [
    [{ report_type: "balance_sheet", beside: "year_to_date" }, "a column of the year to date"],
    [{ report_type: "trial_balance", beside: "year_to_date" }, "a column of the year to date"],
    [{ report_type: "cash_flow", shares: "revenue" }, "Only an income statement has percentages of revenue"],
  ] as const)
    await expect(made(wrong)).rejects.toThrow(message);
  expect(id).toMatch(/^comp_/);
});

test("printed amounts are whole dollars or thousands, and the document says so; a CSV stays exact (PRESENT-004)", async () => {
  const { made } = await book([
    voucher("2025-01-11", "large", [dr("checking", 1_234_567_50), cr("services", 1_234_567_50)]),
    voucher("2025-01-12", "small", [dr("software", 50), cr("checking", 50)]),
  ]);
  const shown = async (rounding: string) =>
    (await readPdfStatement(await made({ rounding }, "pdf"))).pages.flatMap((page) =>
      page.texts.map(({ text }) => text),
    );
  const dollars = await shown("dollars");
  expect(dollars).toEqual(
    expect.arrayContaining([
      "Unaudited. Accrual basis, in whole United States dollars. Amounts are rounded and may not add up.",
      "1,234,658",
      "(1)",
      "(30)",
    ]),
  );
  const thousands = await shown("thousands");
  expect(thousands).toEqual(
    expect.arrayContaining([
      "Unaudited. Accrual basis, in thousands of United States dollars. Amounts are rounded and may not add up.",
      "1,235",
      "(0)",
    ]),
  );
  const { sheets, parts } = readXlsx(await made({ rounding: "thousands" }, "xlsx"));
  expect(parts.get("xl/styles.xml")).toContain("#,##0,_)");
  // The cells are exact, so that sums are.
  expect([...(sheets[0]?.cells.values() ?? [])].map(({ number }) => number)).toContain(1_234_657.5);
  expect(await made({ rounding: "thousands" })).toEqual(await made({}));
});

test("no statement has a heading with nothing below it, with and without entries (PRESENT-005)", async () => {
  const { id } = await http.company({ categories: CHART, journal: JOURNAL });
  const { id: empty } = await http.company({ categories: CHART });
  for (const company of [id, empty])
    for (const report_type of STATEMENT_TYPES)
      for (const compare of report_type === "trial_balance" || defaultPeriod(report_type) !== "month"
        ? (["none"] as const)
        : (["none", "both"] as const)) {
        const { rows } = await http.app.exports.readTable(company, {
          report_type,
          start_date: "2025-01-01" as CivilDate,
          end_date: "2025-03-31" as CivilDate,
          group_period: defaultPeriod(report_type),
          group_rows: "category",
          compare,
          adjustments: "included",
          category_id: null,
          beside: "none",
          shares: "none",
          rounding: "cents",
        });
        const empties = rows.filter(
          ({ kind, depth }, at) => kind === "heading" && (rows[at + 1]?.depth ?? -1) <= depth,
        );
        expect([report_type, empties]).toEqual([report_type, []]);
      }
});
