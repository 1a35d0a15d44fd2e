/**
 * Checks the assumptions that every file format makes about a statement's table. Invariants of a checked
 * table: each row with amounts has one amount per column, a sum equals the total of the rows in its `sumOf`,
 * and only the last column may be the total of all periods.
 */
import { assert, present } from "../../core/assert.ts";
import { type Cents, sumCents } from "../../core/cents.ts";
import { LIMITS } from "../../core/limits.ts";
import type { StatementRow, StatementTable } from "../../core/statement-table.ts";

/** 120 months and their total, with room for more. */
const MOST_COLUMNS = 400;
/** The categories of the largest chart, with a heading and a subtotal for each. */
const MOST_ROWS = 60_000;
/**
 * The number of cells for which a thread has enough memory: in a PDF each figure is a node of the tagged
 * tree.
 */
const MOST_CELLS = {
  csv: LIMITS.export_figures.value,
  xlsx: LIMITS.export_xlsx_figures.value,
  pdf: LIMITS.export_pdf_figures.value,
} as const;
const LONGEST_TEXT = 10_000;

/** Throws `AssertionFailed` if `table` breaks a rule of `StatementTable` or is too large for the format. */
export function checkTable(table: StatementTable, format: keyof typeof MOST_CELLS): void {
  const { columns, rows } = table;
  assert(
    columns.length >= 1 && columns.length <= MOST_COLUMNS,
    `a statement has 1 to ${MOST_COLUMNS} columns, not ${columns.length}`,
  );
  assert(rows.length <= MOST_ROWS, `a statement has at most ${MOST_ROWS} rows, not ${rows.length}`);
  const cells = rows.length * columns.length;
  assert(
    cells <= MOST_CELLS[format],
    `a statement has at most ${MOST_CELLS[format]} amounts as ${format}, not ${cells}`,
  );
  const total = columns.findIndex(({ kind }) => kind === "total");
  assert(
    total === -1 || (total === columns.length - 1 && total > 0),
    "only the last column is over all periods, and there are periods before it",
  );
  for (const text of [
    table.title,
    table.company,
    table.period,
    table.basis,
    table.link,
    ...columns.map(({ label }) => label),
    ...rows.map(({ label }) => label),
  ]) {
    assert(text.length <= LONGEST_TEXT, `a text has at most ${LONGEST_TEXT} characters, not ${text.length}`);
  }
  for (const [index, row] of rows.entries()) checkRow(table, row, index);
}

function checkRow({ columns, rows }: StatementTable, row: StatementRow, index: number): void {
  assert(Number.isSafeInteger(row.depth) && row.depth >= 0, `row ${index} is ${row.depth} deep`);
  const { amounts, sumOf } = row;
  if (amounts === null) {
    assert(row.kind === "heading" && sumOf === null, `row ${index} has no amounts and is no heading`);
    return;
  }
  assert(row.kind !== "heading", `row ${index} is a heading and has amounts`);
  assert(
    amounts.length === columns.length,
    `row ${index} has ${amounts.length} amounts in ${columns.length} columns`,
  );
  assert(
    amounts.every((amount) => Number.isSafeInteger(amount)),
    `row ${index} has an amount that is no number of cents`,
  );
  if (columns.at(-1)?.kind === "total")
    assert(
      amounts.at(-1) === totalOf(row, amounts.slice(0, -1)),
      `the last amount of row ${index} is not the total of its periods`,
    );
  if (sumOf === null) return;
  const parts = sumOf.map((part) =>
    present(
      part === index ? null : rows[part]?.amounts,
      `row ${index} adds up row ${part}, which has no amounts of its own`,
    ),
  );
  for (const [column, amount] of amounts.entries()) {
    assert(
      amount === sumCents(parts.map((part) => present(part[column], "checked above"))),
      `row ${index} is not the sum of what it names in column ${column}`,
    );
  }
}

function totalOf({ across }: StatementRow, periods: readonly Cents[]): Cents | undefined {
  return across === "sum" ? sumCents(periods) : periods.at(across === "first" ? 0 : -1);
}
