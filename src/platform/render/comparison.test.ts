/**
 * Comparisons and notes in each format of file: changes and percentages are shown and recalculate to the same
 * figures, and every note is printed whole, whatever its length.
 */
import { expect, test } from "vitest";
import { describeWith, outsideProgram } from "../../../test/acceptance/outside.ts";
import { OFFICE, recalculated } from "../../../test/support/office.ts";
import { readPdfStatement } from "../../../test/support/pdf.ts";
import { incomeStatement } from "../../../test/support/statement-tables.ts";
import { readCsv, readXlsx } from "../../../test/support/xlsx.ts";
import { type Cents, cents } from "@daybook/words/cents";
import { changeOf, percentTenths, type StatementTable } from "../../core/statement-table.ts";
import { withShares } from "../../modules/books/exports/rules/shares.ts";
import { checkTable } from "./check.ts";
import { renderCsv } from "./csv.ts";
import { renderPdf } from "./pdf.ts";
import { renderXlsx } from "./xlsx.ts";

const NOTES = [
  "Due within a year.",
  `A long note: ${Array.from({ length: 300 }, (_none, index) => `word${index}`).join(" ")}`,
] as const;

/** A statement of three months and their total, beside prior amounts that `priorOf` gives for each total. */
function compared(priorOf: (total: number, row: number) => number): StatementTable {
  const table = incomeStatement(3);
  const last = table.columns.at(-1);
  if (last === undefined) throw new Error("no columns");
  const columns = { with: "prior_year", current: 3, prior: 4 } as const;
  const priors: Cents[] = [];
  for (const [index, { amounts, sumOf }] of table.rows.entries())
    priors.push(
      cents(
        sumOf === null
          ? priorOf(amounts?.[3] ?? 0, index)
          : sumOf.reduce((sum, part) => sum + (priors[part] ?? 0), 0),
      ),
    );
  return {
    ...table,
    columns: [
      ...table.columns,
      { ...last, label: "Jan \u2013 Mar 2025", kind: "prior", compared: columns },
      { ...last, label: "Change", kind: "change", compared: columns },
      { ...last, label: "Change %", kind: "percent", compared: columns },
      { ...last, label: "Effect", kind: "effect", compared: columns },
    ],
    rows: table.rows.map((row, index) => {
      if (row.amounts === null) return row;
      const amounts = [...row.amounts, priors[index] ?? cents(0)];
      return {
        ...row,
        amounts: [...amounts, changeOf(amounts, columns), null, null],
        notes: index === 1 ? [1] : index === 2 ? [1, 2] : [],
      };
    }),
    notes: NOTES,
  };
}

const TABLE = compared((total, row) => (row % 4 === 0 ? 0 : Math.round(total / 3) + row));
const COMPARED = { with: "prior_year", current: 3, prior: 4 } as const;

test.each([
  ["a rise", 150, 100, 500],
  ["a fall", 50, 100, -500],
  ["a loss or a cost that grew", -300, -100, 2000],
  ["a cost that fell", -50, -100, -500],
  ["a loss that became a gain", 100, -100, null],
  ["a gain that became a loss", -100, 100, null],
  ["a cost that ended", 0, -100, -1000],
  ["half a tenth, away from zero", 20_01, 20_00, 1],
  ["half a tenth below, away from zero", 19_99, 20_00, -1],
  ["less than half a tenth", 100_04, 100_00, 0],
  ["no change", 100, 100, 0],
  ["the largest amounts", Number.MAX_SAFE_INTEGER, 1, 9_007_199_254_740_990_000],
  ["nothing before", 100, 0, null],
])("%s is %i against %i: %s tenths of a percent (COMPARE-001)", (_what, current, prior, tenths) => {
  const amounts = [cents(0), cents(0), cents(0), cents(current), cents(prior)];
  expect(percentTenths(amounts, COMPARED)).toBe(tenths);
});

test("a table whose change is wrong, or whose columns stand elsewhere, is refused", () => {
  checkTable(TABLE, "pdf");
  const wrong = TABLE.rows.map((row) => ({
    ...row,
    amounts: row.amounts?.map((each, column) => (column === 5 ? cents((each ?? 0) + 1) : each)) ?? null,
  }));
  expect(() => checkTable({ ...TABLE, rows: wrong }, "pdf")).toThrow(/is not the (?:change|sum)/);
  expect(() => checkTable({ ...TABLE, columns: TABLE.columns.toReversed() }, "pdf")).toThrow(/column/);
  expect(() => checkTable({ ...TABLE, notes: [] }, "pdf")).toThrow("has a note that is not in the list");
});

test("a PDF shows changes, percentages and every word of the notes", async () => {
  const { pages } = await readPdfStatement(await renderPdf(TABLE));
  const shown = pages.map(({ texts }) => texts.map(({ text }) => text).join(" "));
  const all = shown.join(" ");
  for (const word of ["Change", "[1] Due within a year.", "[1, 2]", "word0", "word299"])
    expect(all).toContain(word);
  expect(all).toMatch(/\d+\.\d%/);
  expect(all).toContain(" favorable");
  expect(all).toContain("unfavorable");
  expect(shown.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
});

test("a PDF prints five hundred long notes on pages of their own, each with the legend (PRESENT-001)", async () => {
  const notes = Array.from(
    { length: 500 },
    (_none, index) => `note${index} ${"long text ".repeat(60)}end${index}.`,
  );
  const { pages } = await readPdfStatement(await renderPdf({ ...TABLE, notes, legend: "No assurance." }));
  const all = pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(" ");
  expect(
    notes.filter((_text, index) => !all.includes(`note${index} `) || !all.includes(`end${index}.`)),
  ).toEqual([]);
  for (const { texts } of pages)
    expect(texts.map(({ text }) => text).join(" ")).toContain("No assurance. \u00B7 See accompanying notes.");
  for (const { texts, height } of pages)
    expect(texts.filter(({ y }) => y < 20 || y > height - 30)).toEqual([]);
});

test("a CSV names the compared days, leaves a percentage of nothing empty, and ends with the notes (COMPARE-002)", () => {
  const { columns, records } = readCsv(renderCsv(TABLE));
  expect(columns.slice(-4)).toEqual([
    "prior_year_2026-01-01..2026-03-31",
    "prior_year_change",
    "prior_year_percent",
    "prior_year_effect",
  ]);
  const percents = records.map((record) => record["prior_year_percent"]);
  expect(percents.slice(0, TABLE.rows.length)).toEqual(
    TABLE.rows.map(({ amounts }) => {
      const tenths = amounts === null ? null : percentTenths(amounts, COMPARED);
      return tenths === null ? "" : (tenths / 10).toFixed(1);
    }),
  );
  expect(percents).toContain("");
  for (const record of records.slice(0, TABLE.rows.length)) {
    const change = Number(record["prior_year_change"]);
    expect(record["prior_year_effect"]).toBe(change > 0 ? "favorable" : change < 0 ? "unfavorable" : "");
  }
  expect(records.slice(TABLE.rows.length).map((record) => [record["row_type"], record["name"]])).toEqual([
    ["note", NOTES[0]],
    ["note", NOTES[0]],
    ["note", NOTES[1]],
  ]);
});

describeWith(outsideProgram(OFFICE), "a spreadsheet program", () => {
  test("recalculates totals and percentages of revenue beside them to the stored figures (PRESENT-003)", async () => {
    const table = incomeStatement(3, 6, { rounding: "thousands" });
    const shared = withShares(
      table,
      table.rows.findIndex(({ label }) => label === "Total Revenue"),
    );
    const shares = { ...table, ...shared };
    checkTable(shares, "xlsx");
    const workbook = renderXlsx(shares);
    const cellsOf = (bytes: Uint8Array) =>
      [...(readXlsx(bytes).sheets[0]?.cells.values() ?? [])]
        .filter(({ formula }) => formula !== null)
        .map(({ address, number }) => [address, Math.round((number ?? 0) * 1e6) / 1e6]);
    expect(cellsOf(await recalculated(workbook))).toEqual(cellsOf(workbook));
  });

  test("recalculates changes and percentages to the stored figures", async () => {
    const workbook = renderXlsx(TABLE);
    const cellsOf = (bytes: Uint8Array) =>
      [...(readXlsx(bytes).sheets[0]?.cells.values() ?? [])]
        .filter(({ formula }) => formula !== null)
        .map(({ address, number, text }) => [
          address,
          number === null ? (text ?? "") : Math.round(number * 1e6) / 1e6,
        ]);
    const stored = cellsOf(workbook);
    for (const column of ["H", "I"])
      expect(stored.filter(([address]) => String(address).startsWith(column))).not.toEqual([]);
    expect(cellsOf(await recalculated(workbook))).toEqual(stored);
  });
});
