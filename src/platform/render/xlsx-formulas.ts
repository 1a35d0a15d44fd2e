/**
 * The formulas of a statement's workbook. Invariant: a formula adds up exactly the rows in `sumOf`, or for a
 * total column the periods of `across`, or compares two columns. If a formula would be too long, the cell has
 * only the amount.
 */
import { columnName } from "@daybook/formula/cells";
import type { StatementRow, StatementTable } from "../../core/statement-table.ts";

const LONGEST_FORMULA = 8_000;
const MOST_ARGUMENTS = 250;
/** A sum of more cells than this is written with SUM instead of plus signs. */
const MOST_PLUSES = 6;

/** Returns the index of the first column of amounts, after the labels and the texts. */
export function firstAmount({ textColumns = [] }: Pick<StatementTable, "textColumns">): number {
  return 1 + textColumns.length;
}

/**
 * Returns the formula of an amount without the equals sign, or null for an amount without a formula. `rowOf`
 * returns the number in the sheet of the table's row with an index.
 */
export function formulaOf(
  table: StatementTable,
  row: StatementRow,
  rowNumber: number,
  column: number,
  rowOf: (index: number) => number,
): string | null {
  const { columns } = table;
  const first = firstAmount(table);
  const name = columnName(first + column);
  const { kind, compared } = columns[column] ?? {};
  if (compared && kind !== "prior") {
    const [current, prior] = [compared.current, compared.prior].map(
      (index) => `${columnName(first + index)}${rowNumber}`,
    );
    return kind === "change"
      ? `${current}-${prior}`
      : `IF(${prior}=0,"",ROUND((${current}-${prior})/ABS(${prior}),3))`;
  }
  if (kind === "total") {
    const [from, to] = [columnName(first), columnName(first + column - 1)];
    if (row.across === "sum")
      return from === to ? `${from}${rowNumber}` : `SUM(${from}${rowNumber}:${to}${rowNumber})`;
    return `${row.across === "first" ? from : to}${rowNumber}`;
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

/** Joins consecutive indices into ranges and keeps their order. An index that occurs twice stays twice. */
function rangesOf(indices: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const ranges: [number, number][] = [];
  for (const index of indices) {
    const last = ranges.at(-1);
    if (last && last[1] + 1 === index) last[1] = index;
    else ranges.push([index, index]);
  }
  return ranges;
}
