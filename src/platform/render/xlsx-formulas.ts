/**
 * The formulas of a statement's workbook. Invariant: a formula adds up just the cells that the table says the
 * amount is the sum of; if it would be too long for a cell, the cell has only the amount.
 */
import { columnName } from "@daybook/formula/cells";
import type { StatementRow, StatementTable } from "../../core/statement-table.ts";

const LONGEST_FORMULA = 8_000;
const MOST_ARGUMENTS = 250;
/** More cells than these are easier to read as arguments of SUM. */
const MOST_PLUSES = 6;

/**
 * The formula of an amount, without the equals sign; null for an amount without a formula. `rowOf` returns
 * the sheet's number of a row; amounts begin in column B.
 */
export function formulaOf(
  { columns }: StatementTable,
  row: StatementRow,
  rowNumber: number,
  column: number,
  rowOf: (index: number) => number,
): string | null {
  const name = columnName(column + 1);
  if (columns[column]?.kind === "total") {
    const [first, last] = [columnName(1), columnName(columns.length - 1)];
    if (row.across === "sum")
      return first === last ? `${first}${rowNumber}` : `SUM(${first}${rowNumber}:${last}${rowNumber})`;
    return `${row.across === "first" ? first : last}${rowNumber}`;
  }
  if (row.sumOf === null || row.sumOf.length === 0) return null;
  const ranges = rangesOf(row.sumOf).map(([from, to]) =>
    from === to ? `${name}${rowOf(from)}` : `${name}${rowOf(from)}:${name}${rowOf(to)}`,
  );
  const formula =
    ranges.length <= MOST_PLUSES && ranges.every((range) => !range.includes(":"))
      ? ranges.join("+")
      : `SUM(${ranges.join(",")})`;
  return ranges.length > MOST_ARGUMENTS || formula.length > LONGEST_FORMULA ? null : formula;
}

/** Neighbours put together, in the order in which they are named; what is named twice counts twice. */
function rangesOf(indices: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const ranges: [number, number][] = [];
  for (const index of indices) {
    const last = ranges.at(-1);
    if (last && last[1] + 1 === index) last[1] = index;
    else ranges.push([index, index]);
  }
  return ranges;
}
