/**
 * The formulas of a statement's workbook. Invariant: a formula adds up exactly the rows in `sumOf`, or for a
 * total column the periods of `across`, or compares two columns. If a formula would be too long, the cell has
 * only the amount.
 */
import { columnName } from "@daybook/formula/cells";
import {
  type ComparedColumns,
  EFFECTS,
  type StatementColumn,
  type StatementRow,
  type StatementTable,
} from "../../core/statement-table.ts";

const LONGEST_FORMULA = 8_000;
const MOST_ARGUMENTS = 250;
/** A sum of more cells than this is written with SUM instead of plus signs. */
const MOST_PLUSES = 6;

/** Returns the index of the first column of amounts, after the labels and the texts. */
export function firstAmount({ textColumns = [] }: Pick<StatementTable, "textColumns">): number {
  return 1 + textColumns.length;
}

/** Returns the name of a column of the table in the sheet. */
type NameOf = (column: number) => string;

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
  const nameOf: NameOf = (index) => columnName(firstAmount(table) + index);
  const name = nameOf(column);
  const { kind, compared, share } = columns[column] ?? {};
  if (compared && kind !== "prior") return comparedFormula(kind, compared, rowNumber, nameOf);
  if (share !== undefined) {
    const [amount, base] = [rowNumber, rowOf(share.row)].map((number) => `${nameOf(share.column)}${number}`);
    return `IF(${base}>0,ROUND(${amount}/${base},3),"")`;
  }
  if (kind === "total") return totalFormula(columns, row, rowNumber, nameOf);
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

/** Returns the formula of the total of the periods: their sum, or the first or the last of them. */
function totalFormula(
  columns: readonly StatementColumn[],
  { across }: StatementRow,
  rowNumber: number,
  nameOf: NameOf,
): string {
  const cells = columns.flatMap(({ kind }, index) => (kind === "period" ? [index] : []));
  const [first = 0, last = 0] = [cells[0], cells.at(-1)];
  const cellOf = (index: number): string => `${nameOf(index)}${rowNumber}`;
  if (across !== "sum") return cellOf(across === "first" ? first : last);
  if (first === last) return cellOf(first);
  const isRange = last - first + 1 === cells.length;
  return `SUM(${isRange ? `${cellOf(first)}:${cellOf(last)}` : cells.map(cellOf).join(",")})`;
}

/** Returns the formula of a change, of its percentage or of its effect. */
function comparedFormula(
  kind: StatementColumn["kind"] | undefined,
  { current, prior }: ComparedColumns,
  rowNumber: number,
  nameOf: NameOf,
): string {
  const [now, before] = [current, prior].map((index) => `${nameOf(index)}${rowNumber}`);
  if (kind === "change") return `${now}-${before}`;
  if (kind === "percent")
    return `IF(OR(${before}=0,${now}*${before}<0),"",ROUND((ABS(${now})-ABS(${before}))/ABS(${before}),3))`;
  const { favorable, unfavorable } = EFFECTS;
  return `IF(${now}>${before},"${favorable}",IF(${now}<${before},"${unfavorable}",""))`;
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
