/**
 * GETPIVOTDATA for a pivot table that is stored as values. A figure is found by the labels that Excel puts
 * around it. Three layouts are recognized: each field of rows in its own column, or one field under "Row
 * Labels", with one or several figures side by side; or one figure with a field of columns. A figure that
 * can't be found with certainty is #REF!, like a figure in Excel that the table does not show.
 */
import type { Calculation } from "../calculation.ts";
import { toText } from "../coerce.ts";
import { type FormulaFunction, type Parameter, asScalar, asText, defineMany } from "../define.ts";
import { COLUMNS_MAX, ROWS_MAX } from "../limits.ts";
import { type Element, REF, Reference, type Scalar, type Value, isError } from "../values.ts";

const TOTAL = "grand total";
const [ROWS, COLUMNS] = ["row labels", "column labels"];
/** Excel's name of a figure, made of the function and the field. */
const FIGURE = /^(?:sum|count|average|max|min|product|count numbers|stddev|stddevp|var|varp) of (.+)$/u;

/** The connected cells around a cell that are neither blank nor formulas. */
interface Region {
  readonly rows: number;
  readonly columns: number;
  readonly at: (row: number, column: number) => Element;
}

function regionAround(
  calculation: Calculation,
  { sheet, top: startTop, left: startLeft }: Reference,
): Region {
  const isFilled = (row: number, column: number): boolean => {
    if (
      row < 0 ||
      column < 0 ||
      row >= ROWS_MAX ||
      column >= COLUMNS_MAX ||
      calculation.formula(sheet, row, column) !== null
    )
      return false;
    const element = calculation.cell(sheet, row, column);
    return element !== null && !isError(element);
  };
  let [top, left, bottom, right] = [startTop, startLeft, startTop, startLeft];
  const isRowFilled = (row: number): boolean => {
    calculation.spend(right - left + 3);
    for (let column = left - 1; column <= right + 1; column++) if (isFilled(row, column)) return true;
    return false;
  };
  const isColumnFilled = (column: number): boolean => {
    calculation.spend(bottom - top + 3);
    for (let row = top - 1; row <= bottom + 1; row++) if (isFilled(row, column)) return true;
    return false;
  };
  for (let size = -1; size !== bottom - top + right - left;) {
    size = bottom - top + right - left;
    while (isRowFilled(bottom + 1)) bottom++;
    while (isRowFilled(top - 1)) top--;
    while (isColumnFilled(right + 1)) right++;
    while (isColumnFilled(left - 1)) left--;
  }
  return {
    rows: bottom - top + 1,
    columns: right - left + 1,
    at: (row, column) => calculation.cell(sheet, top + row, left + column),
  };
}

const wordOf = (element: Element): string =>
  (isError(element) ? element.code : toText(element)).trim().toLowerCase();

/** True if a heading names a figure, with or without its function. */
function isFigure(heading: Element, figure: string): boolean {
  const word = wordOf(heading);
  return word !== "" && (word === figure || FIGURE.exec(word)?.[1] === figure);
}

/** Returns the only index. Throws #REF! unless there is exactly one. */
function only(places: readonly number[]): number {
  const [place] = places;
  if (place === undefined || places.length > 1) throw REF;
  return place;
}

const upTo = (count: number, from = 0): number[] =>
  Array.from({ length: Math.max(0, count - from) }, (_, at) => from + at);

/** A requested item of a field, both in lower case. */
interface WantedItem {
  readonly field: string;
  readonly item: string;
}

function found(region: Region, figure: string, wanted: readonly WantedItem[]): Element {
  const { rows, columns, at } = region;
  if (rows < 2 || columns < 2) throw REF;
  return isFigure(at(0, 0), figure)
    ? crossed(region, wanted)
    : listed(region, wanted, only(upTo(columns, 1).filter((column) => isFigure(at(0, column), figure))));
}

/** Finds a figure among figures side by side, whose names are in the first row. */
function listed(region: Region, wanted: readonly WantedItem[], column: number): Element {
  // The last row has a figure in each column except the label columns.
  const labels =
    upTo(column).find((place) => typeof region.at(region.rows - 1, place) === "number") ?? column;
  return region.at(rowOf(region, 0, labels, wanted), column);
}

/**
 * Finds a value of one figure with a field of columns: the figure's name is in the corner, the name of the
 * column field next to it, and the items of both axes below.
 */
function crossed(region: Region, wanted: readonly WantedItem[]): Element {
  const { at, columns } = region;
  const labels = upTo(columns, 1).find((column) => wordOf(at(0, column)) !== "");
  if (labels === undefined || wordOf(at(1, 0)) === "") throw REF;
  const field = wordOf(at(0, labels));
  const items = (item: string) => upTo(columns, labels).filter((column) => wordOf(at(1, column)) === item);
  // Without the name of the field, the item itself decides to which axis it belongs.
  const isAcross = (each: WantedItem) =>
    field === COLUMNS ? items(each.item).length === 1 && !hasRow(region, each.item) : field === each.field;
  const across = wanted.filter(isAcross);
  if (across.length > 1) throw REF;
  return at(
    rowOf(
      region,
      1,
      labels,
      wanted.filter((each) => !isAcross(each)),
    ),
    only(items(across[0]?.item ?? TOTAL)),
  );
}

const hasRow = ({ rows, at }: Region, item: string): boolean =>
  upTo(rows, 2).some((row) => wordOf(at(row, 0)) === item);

/**
 * Returns the row of the items; the names of their fields are in row `heads`. Items of only the outer fields
 * mean their total.
 */
function rowOf({ rows, at }: Region, heads: number, labels: number, wanted: readonly WantedItem[]): number {
  const below = upTo(rows, heads + 1);
  if (wanted.length === 0) return only(below.filter((row) => wordOf(at(row, 0)) === TOTAL));
  if (labels === 1 && wordOf(at(heads, 0)) === ROWS) {
    // Several fields share one column here, so only an item that occurs once is certain.
    if (wanted.length > 1) throw REF;
    return only(below.filter((row) => wordOf(at(row, 0)) === wanted[0]?.item));
  }
  const items = upTo(labels).map(
    (column) => wanted.find(({ field }) => field === wordOf(at(heads, column)))?.item,
  );
  const depth = wanted.length;
  if (depth > labels || items.slice(0, depth).includes(undefined)) throw REF;
  const current: string[] = [];
  const places: number[] = [];
  for (const row of below) {
    const words = upTo(labels).map((column) => wordOf(at(row, column)));
    const first = words.findIndex((word) => word !== "");
    // A label applies to all rows down to the next label.
    if (first >= 0) current.splice(first, Infinity, ...words.slice(first));
    const isTotal = depth < labels && words[depth - 1] === `${items[depth - 1] ?? ""} total`;
    const outer = isTotal ? depth - 1 : depth;
    if (
      (isTotal || (depth === labels && first >= 0)) &&
      items.slice(0, outer).every((item, field) => current[field] === item)
    )
      places.push(row);
  }
  return only(places);
}

function pivotValue(
  calculation: Calculation,
  pairs: readonly Scalar[],
  figure: string,
  place: Reference,
): Value {
  if (pairs.length % 2 !== 0) return REF;
  const wanted = upTo(pairs.length / 2).map((at): WantedItem => ({
    field: wordOf(pairs[at * 2] ?? null),
    item: wordOf(pairs[at * 2 + 1] ?? null),
  }));
  return found(regionAround(calculation, place), figure.trim().toLowerCase(), wanted) ?? 0;
}

/** A cell of the pivot table; it must be a reference. */
const asTable: Parameter<Reference> = {
  lifts: false,
  isOptional: false,
  read: (operand) => {
    if (operand instanceof Reference) return operand;
    throw isError(operand) ? operand : REF;
  },
};

export const PIVOT_VALUES: readonly FormulaFunction[] = [
  defineMany("GETPIVOTDATA", [asText, asTable], asScalar, pivotValue, { least: 0 }),
];
