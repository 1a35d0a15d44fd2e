/**
 * Checks the assumptions that every file format makes about a statement's table. Invariants of a checked
 * table: each row with amounts has one amount per column (or none, in a general ledger), a sum equals the
 * total of the rows in its `sumOf`, the total of all periods follows them, and comparisons stand last, each
 * with its change, its percentage and perhaps its effect.
 */
import { assert, present } from "@daybook/words/assert";
import { type Cents, sumCents, ZERO_CENTS } from "@daybook/words/cents";
import { LIMITS } from "@daybook/words/limits";
import {
  changeOf,
  headLines,
  type StatementColumn,
  type StatementRow,
  type StatementTable,
} from "../../core/statement-table.ts";

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
  checkColumns(columns);
  for (const text of [
    table.title,
    table.company,
    table.period,
    table.basis,
    table.link,
    ...headLines(table),
    ...columns.map(({ label }) => label),
    ...rows.flatMap(({ label, texts = [] }) => [label, ...texts]),
    ...table.notes,
  ]) {
    assert(text.length <= LONGEST_TEXT, `a text has at most ${LONGEST_TEXT} characters, not ${text.length}`);
  }
  for (const [index, row] of rows.entries()) checkRow(table, row, index);
}

const COMPARED_KINDS = ["prior", "change", "percent", "effect"] as const;
const IN_ORDER = [["period"], ["total"], ["year_to_date"], COMPARED_KINDS] as const;

function checkColumns(all: readonly StatementColumn[]): void {
  const placeOf = new Map(all.map((column, index) => [column, index]));
  for (const [index, { kind, share }] of all.entries())
    assert(
      (kind === "share") === (share !== undefined) && (share === undefined || share.column === index - 1),
      `column ${index} is of percentages of another column than the one before it`,
    );
  const columns = all.filter(({ kind }) => kind !== "share");
  const groups = columns.map(({ kind }) =>
    IN_ORDER.findIndex((kinds) => kinds.some((each) => each === kind)),
  );
  assert(
    groups.every((group, index) => index === 0 || (groups[index - 1] ?? 0) <= group),
    "the columns of a statement are in another order",
  );
  const periods = columns.filter(({ kind }) => kind === "period").length;
  assert(periods > 0, "a statement has periods");
  const hasTotal = columns.some(({ kind }) => kind === "total");
  assert(!hasTotal || periods > 1, "a total column is over several periods");
  const current = placeOf.get(columns[periods - 1 + (hasTotal ? 1 : 0)] as StatementColumn);
  const size = COMPARED_KINDS.length - (columns.some(({ kind }) => kind === "effect") ? 0 : 1);
  const first = groups.indexOf(IN_ORDER.length - 1);
  for (const [index, column] of columns.entries()) {
    if (first < 0 || index < first) {
      assert(column.compared === null, `column ${index} compares others`);
      continue;
    }
    const place = (index - first) % size;
    assert(column.kind === COMPARED_KINDS[place], `column ${index} of comparisons is ${column.kind}`);
    assert(
      column.compared?.current === current &&
        column.compared?.prior === placeOf.get(columns[index - place] as StatementColumn),
      `column ${index} compares other columns than those beside it`,
    );
  }
}

function checkRow(table: StatementTable, row: StatementRow, index: number): void {
  const { textColumns, columns, rows, notes } = table;
  assert(Number.isSafeInteger(row.depth) && row.depth >= 0, `row ${index} is ${row.depth} deep`);
  const { amounts, sumOf } = row;
  assert(
    row.notes.every((note) => note >= 1 && note <= notes.length),
    `row ${index} has a note that is not in the list`,
  );
  if (amounts === null) {
    assert(row.kind === "heading" && sumOf === null, `row ${index} has no amounts and is no heading`);
    return;
  }
  assert(row.kind !== "heading", `row ${index} is a heading and has amounts`);
  assert(
    amounts.length === columns.length,
    `row ${index} has ${amounts.length} amounts in ${columns.length} columns`,
  );
  for (const [column, amount] of amounts.entries())
    if (amount !== null || textColumns === undefined) checkAmount(columns, row, amounts, column, amount);
  if (sumOf === null) return;
  const parts = sumOf.map((part) =>
    present(
      part === index ? null : rows[part]?.amounts,
      `row ${index} adds up row ${part}, which has no amounts of its own`,
    ),
  );
  for (const [column, amount] of amounts.entries()) {
    assert(
      amount === null || amount === sumCents(parts.map((part) => part[column] ?? ZERO_CENTS)),
      `row ${index} is not the sum of what it names in column ${column}`,
    );
  }
}

function checkAmount(
  columns: readonly StatementColumn[],
  row: StatementRow,
  amounts: readonly (Cents | null)[],
  column: number,
  amount: Cents | null,
): void {
  const { kind, compared } = columns[column] ?? {};
  if (kind === "percent" || kind === "effect" || kind === "share")
    return assert(amount === null, "a percentage is computed, and no amount");
  assert(Number.isSafeInteger(amount), "a row has an amount that is no number of cents");
  if (kind === "total")
    assert(
      amount ===
        totalOf(
          row,
          amounts
            .filter((_amount, index) => columns[index]?.kind === "period")
            .map((each) => each ?? ZERO_CENTS),
        ),
      `an amount of ${row.label} is not the total of its periods`,
    );
  if (kind === "change" && compared)
    assert(amount === changeOf(amounts, compared), `an amount of ${row.label} is not the change`);
}

function totalOf({ across }: StatementRow, periods: readonly Cents[]): Cents | undefined {
  return across === "sum" ? sumCents(periods) : periods.at(across === "first" ? 0 : -1);
}
