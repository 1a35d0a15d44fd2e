/**
 * GROUPBY and PIVOTBY: make a table with groups of rows and, for PIVOTBY, groups of columns, from the lines
 * of both axes. Microsoft documents the arguments but not the layout of shown names, which follows Excel's
 * results as far as they are published.
 */
import type { Calculation } from "../../calculation.ts";
import { toBoolean } from "../../coerce.ts";
import {
  EMPTY,
  type FormulaFunction,
  type Parameter,
  asInteger,
  asWhole,
  define,
  orEmpty,
} from "../../define.ts";
import { ArrayValue, CALC, type Element, VALUE, type Value, checkSize, isError } from "../../values.ts";
import { type Grid, asGrid } from "../arrays.ts";
import { numbersIn } from "../sorting.ts";
import { type Aggregates, aggregate, asAggregates } from "./aggregates.ts";
import { type Line, linesOf } from "./axis.ts";
import { type Headers, headersOf, namesOf } from "./headers.ts";

interface Axis {
  readonly fields: Grid | null;
  readonly totals: number | undefined;
  readonly orders: ArrayValue | undefined;
  readonly isTable: boolean;
}

interface Table {
  readonly down: Axis;
  readonly across: Axis;
  readonly values: Grid;
  readonly aggregates: Aggregates;
  readonly headers: number | undefined;
  readonly filter: ArrayValue | undefined;
  /**
   * The second argument for a function with two parameters: 0 the column's total, 1 the row's total, 2 the
   * grand total, 3 the total of the parent group of columns, 4 of rows.
   */
  readonly relativeTo: number;
}

function tableOf(calculation: Calculation, table: Table): Value {
  const { down, across, values, aggregates, relativeTo } = table;
  if (relativeTo < 0 || relativeTo > 4 || (down.fields === null && across.fields === null)) return VALUE;
  const grids = [down.fields, across.fields, values].filter((grid) => grid !== null);
  if (grids.some(({ rows }) => rows !== values.rows)) return VALUE;
  const headers = headersOf(
    table.headers,
    values,
    grids.slice(0, -1).some(({ columns }) => columns > 1),
  );
  const rows = countedRows(table.filter, grids, values.rows, headers);
  if (rows.length === 0) return CALC;
  const { functions, isDown } = aggregates;
  const valueOf = (some: readonly number[], column: number): Element => {
    const { lambda } = functions[Math.floor(column / values.columns)] ?? {};
    return lambda ? aggregate(calculation, lambda, values, column % values.columns, some, () => rows) : null;
  };
  const lines = ({ fields, totals = fields ? 1 : 0, orders, isTable }: Axis): Line[] =>
    linesOf(calculation, {
      fields,
      rows,
      totals,
      orders: orders ? numbersIn(orders) : [],
      isTable,
      valueColumns: values.columns * (isDown ? 1 : functions.length),
      valueOf,
    });
  const [lefts, tops] = [lines(down), lines(across)];
  return laidOut(calculation, table, headers, lefts, tops, cellsOf(calculation, table, rows, lefts, tops));
}

/**
 * Returns the rows of the data that count. All rows beyond the part with content are equal, so one represents
 * them.
 */
function countedRows(
  filter: ArrayValue | undefined,
  grids: readonly Grid[],
  count: number,
  { isFirstRow }: Headers,
): number[] {
  if (filter && (filter.columns !== 1 || filter.rows !== count)) throw VALUE;
  const filled = filter
    ? count
    : Math.min(count, grids.reduce((most, { filledRows }) => Math.max(most, filledRows), 0) + 1);
  const rows: number[] = [];
  for (let row = isFirstRow ? 1 : 0; row < filled; row++) {
    const included = filter ? filter.at(row, 0) : true;
    if (isError(included)) throw included;
    if (toBoolean(included)) rows.push(row);
  }
  return rows;
}

/** Returns the result of function `at` for a column of the values and a pair of lines. */
type Cells = (left: number, top: number, at: number, column: number) => Element;

function cellsOf(
  calculation: Calculation,
  { values, aggregates: { functions }, relativeTo }: Table,
  all: readonly number[],
  lefts: readonly Line[],
  tops: readonly Line[],
): Cells {
  checkSize(lefts.length * functions.length, tops.length * values.columns);
  const topsOf = new Map<number, number[]>(all.map((row) => [row, []]));
  for (const [at, { rows }] of tops.entries()) for (const row of rows) topsOf.get(row)?.push(at);
  let last: { readonly line: Line; readonly rows: readonly (readonly number[])[] } | undefined;
  /** Returns the rows of a line, by the lines of the other axis that contain them. */
  const sharedOf = (line: Line): readonly (readonly number[])[] => {
    if (last?.line === line) return last.rows;
    calculation.spend(line.rows.length + tops.length);
    const rows = tops.map((): number[] => []);
    for (const row of line.rows) for (const top of topsOf.get(row) ?? []) rows[top]?.push(row);
    last = { line, rows };
    return rows;
  };
  const among = (rows: readonly number[], others: readonly number[]): readonly number[] => {
    calculation.spend(rows.length + others.length);
    const kept = new Set(others);
    return rows.filter((row) => kept.has(row));
  };
  const compared = (left: Line, top: Line): readonly number[] => {
    switch (relativeTo) {
      case 0:
        return top.rows;
      case 1:
        return left.rows;
      case 2:
        return all;
      case 3:
        return among(left.rows, top.parentRows);
      default:
        return among(top.rows, left.parentRows);
    }
  };
  return (left, top, at, column) => {
    const [one, other] = [lefts[left], tops[top]];
    const { lambda } = functions[at] ?? {};
    return one && other && lambda
      ? aggregate(calculation, lambda, values, column, sharedOf(one)[top] ?? [], () => compared(one, other))
      : null;
  };
}

/** Composes the table: names and labels above and to the left of the cells. */
function laidOut(
  calculation: Calculation,
  { down, across, values, aggregates: { functions, isDown, isNamed } }: Table,
  headers: Headers,
  lefts: readonly Line[],
  tops: readonly Line[],
  cells: Cells,
): ArrayValue {
  const own = isDown ? [null] : functions;
  const width = tops.length * own.length * values.columns;
  const margin = (down.fields?.columns ?? 0) + (isDown ? 1 : 0);
  const blanks = Array.from({ length: margin }, (): Element => "");
  /** Returns a row with an element for each column of cells. */
  const rowOf = (
    start: readonly Element[],
    make: (top: number, at: number, column: number) => Element,
  ): Element[] => [
    ...start,
    ...tops.flatMap((_top, top) =>
      own.flatMap((_own, at) =>
        Array.from({ length: values.columns }, (_none, column) => make(top, at, column)),
      ),
    ),
  ];
  const lines: Element[][] = [];
  if (headers.isShown && across.fields) {
    const names = namesOf(across.fields, headers, "Column Field");
    lines.push([...blanks, ...Array.from({ length: width }, (_, at): Element => names[at] ?? "")]);
  }
  for (let field = 0; field < (across.fields?.columns ?? 0); field++)
    lines.push(rowOf(blanks, (top) => tops[top]?.labels[field] ?? null));
  if (isNamed && !isDown) lines.push(rowOf(blanks, (_top, at) => functions[at]?.name ?? null));
  if (headers.isShown) {
    const names = namesOf(values, headers, "Value");
    lines.push(
      rowOf(
        [...namesOf(down.fields, headers, "Row Field"), ...(isDown ? [""] : [])],
        (_top, _at, column) => names[column] ?? null,
      ),
    );
  }
  checkSize(lines.length + lefts.length * (isDown ? functions.length : 1), margin + width);
  calculation.spend((lines.length + lefts.length) * (margin + width));
  for (const [left, { labels }] of lefts.entries()) {
    if (isDown)
      for (const [at, { name }] of functions.entries())
        lines.push(rowOf([...labels, name], (top, _at, column) => cells(left, top, at, column)));
    else lines.push(rowOf(labels, (top, at, column) => cells(left, top, at, column)));
  }
  return new ArrayValue(lines.length, margin + width, lines.flat());
}

/** The fields to group by; an empty operand means no field. */
const asFields: Parameter<Grid | null> = {
  ...asGrid,
  read: (operand, calculation) => (operand === EMPTY ? null : asGrid.read(operand, calculation)),
};
const maybeNumber = orEmpty(asInteger, undefined);
const maybeArray = orEmpty(asWhole, undefined);
const MAKES = { makesArrays: true } as const;

export const GROUPINGS: readonly FormulaFunction[] = [
  define(
    "GROUPBY",
    [asGrid, asGrid, asAggregates, maybeNumber, maybeNumber, maybeArray, maybeArray, orEmpty(asInteger, 0)],
    (calculation, fields, values, aggregates, headers, totals, orders, filter, relationship) => {
      if (relationship !== 0 && relationship !== 1) return VALUE;
      const across = { fields: null, totals: undefined, orders: undefined, isTable: false };
      return tableOf(calculation, {
        down: { fields, totals, orders, isTable: relationship === 1 },
        across,
        values,
        aggregates,
        headers,
        filter,
        relativeTo: 0,
      });
    },
    MAKES,
  ),
  define(
    "PIVOTBY",
    [
      asFields,
      asFields,
      asGrid,
      asAggregates,
      maybeNumber,
      maybeNumber,
      maybeArray,
      maybeNumber,
      maybeArray,
      maybeArray,
      orEmpty(asInteger, 0),
    ],
    (
      calculation,
      rowFields,
      columnFields,
      values,
      aggregates,
      headers,
      rowTotals,
      rowOrders,
      columnTotals,
      columnOrders,
      filter,
      relativeTo,
    ) => {
      const down = { fields: rowFields, totals: rowTotals, orders: rowOrders, isTable: false };
      const across = { fields: columnFields, totals: columnTotals, orders: columnOrders, isTable: false };
      return tableOf(calculation, { down, across, values, aggregates, headers, filter, relativeTo });
    },
    MAKES,
  ),
];
