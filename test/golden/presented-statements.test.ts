/** How statements are presented: who prepared them, and what they say of the assurance on them. */
import { expect, test } from "vitest";
import type { CivilDate } from "../../src/core/civil-date.ts";
import { testApp } from "../support/app.ts";
import { CHART, cr, dr, voucher } from "../support/bundle.ts";
import { readPdfStatement } from "../support/pdf.ts";
import { readXlsx } from "../support/xlsx.ts";

const http = await testApp();

const JOURNAL = [
  voucher("2025-01-10", "january", [dr("checking", 90_00), cr("services", 90_00)]),
  voucher("2025-02-11", "rent", [dr("software", 30_00), cr("checking", 30_00)]),
];
const DAYS = { start_date: "2025-01-01", end_date: "2025-02-28" } as const;

async function book() {
  const { id } = await http.company({ categories: CHART, journal: JOURNAL });
  const file = async (format: "pdf" | "xlsx" | "csv") =>
    (
      await http.app.exports.makeFile(
        id,
        { report_type: "income_statement", ...DAYS, format },
        AbortSignal.timeout(60_000),
      )
    ).bytes;
  const texts = async () => ({
    pdf: (await readPdfStatement(await file("pdf"))).pages.flatMap((page) =>
      page.texts.map(({ text }) => text),
    ),
    xlsx: readXlsx(await file("xlsx")).sheets.map(({ cells }) =>
      [...cells.values()].map(({ text }) => text ?? ""),
    ),
  });
  const table = () =>
    http.app.exports.readTable(id, {
      report_type: "income_statement",
      start_date: DAYS.start_date as CivilDate,
      end_date: DAYS.end_date as CivilDate,
      group_period: "month",
      group_rows: "category",
      compare: "none",
      adjustments: "included",
    });
  return { id, texts, table };
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
