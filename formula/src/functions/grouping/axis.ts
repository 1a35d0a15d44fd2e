/**
 * The lines of one axis of GROUPBY and PIVOTBY: a line for each group of the data's rows, sorted, with
 * subtotals and the grand total. Invariant: the lines of the finest groups contain each row of the data once.
 */
import type { Calculation } from "../../calculation.ts";
import { type Element, VALUE } from "../../values.ts";
import { type Grid, identity } from "../arrays.ts";
import { ordered } from "../sorting.ts";

export interface Line {
  /** One label for each field; "" if a total has none. */
  readonly labels: readonly Element[];
  /** The rows of the data in this line, in ascending order. */
  readonly rows: readonly number[];
  /** The rows of the parent group; for the grand total, its own rows. */
  readonly parentRows: readonly number[];
}

export interface AxisOptions {
  /** Null if the table is not grouped along this axis. */
  readonly fields: Grid | null;
  /** The rows of the data that count. */
  readonly rows: readonly number[];
  /**
   * 0 means no totals, 1 the grand total, 2 and more also subtotals of the outer fields. If negative, totals
   * come first.
   */
  readonly totals: number;
  /** The sort keys of lines: fields from 1, then columns of values; negative in descending order. */
  readonly orders: readonly number[];
  /** The number of columns of values by which lines can be sorted. */
  readonly valueColumns: number;
  /** True to sort like a table, by all fields together, and not field within field. */
  readonly isTable: boolean;
  /** Aggregates a column of values over some rows. */
  readonly valueOf: (rows: readonly number[], column: number) => Element;
}

/** The number of work steps to find the group of a label. */
const KEY_STEPS = 4;

/** Rows with the same values of their first fields. */
interface Group {
  readonly id: number;
  readonly label: Element;
  readonly rows: number[];
}

/** One of the finest groups with all its parent groups, by field. */
type Path = readonly Group[];

/** Returns the lines of an axis. Throws #VALUE! for totals or an order that its fields do not have. */
export function linesOf(calculation: Calculation, options: AxisOptions): Line[] {
  const { fields, rows, totals } = options;
  if (fields === null) return [{ labels: [], rows, parentRows: rows }];
  const depth = Math.abs(totals);
  if (depth > fields.columns || (options.isTable && depth > 1)) throw VALUE;
  const paths = pathsOf(calculation, fields, rows);
  const compare = comparison(options, fields.columns);
  paths.sort((a, b) => {
    calculation.spend(fields.columns);
    return compare(a, b);
  });
  const blanks = (count: number): Element[] => Array.from({ length: count }, () => "");
  const lineAt = (path: Path, level: number): Line => ({
    labels: [...path.slice(0, level).map(({ label }) => label), ...blanks(fields.columns - level)],
    rows: path[level - 1]?.rows ?? rows,
    parentRows: path[level - 2]?.rows ?? rows,
  });
  const lines: Line[] = [];
  for (const [at, path] of paths.entries()) {
    calculation.spend(depth + 1);
    const others = paths[totals < 0 ? at - 1 : at + 1];
    const subtotals: Line[] = [];
    for (let level = 1; level < depth; level++)
      if (others?.[level - 1] !== path[level - 1]) subtotals.push(lineAt(path, level));
    const own = lineAt(path, fields.columns);
    lines.push(...(totals < 0 ? [...subtotals, own] : [own, ...subtotals.toReversed()]));
  }
  if (depth === 0) return lines;
  const grand: Line = {
    labels: [depth > 1 ? "Grand Total" : "Total", ...blanks(fields.columns - 1)],
    rows,
    parentRows: rows,
  };
  return totals < 0 ? [grand, ...lines] : [...lines, grand];
}

function pathsOf(calculation: Calculation, fields: Grid, rows: readonly number[]): Path[] {
  const groups = new Map<string, Group>();
  const paths = new Map<number, Path>();
  for (const row of rows) {
    calculation.spend(fields.columns * KEY_STEPS);
    const path: Group[] = [];
    for (let column = 0; column < fields.columns; column++) {
      const label = fields.at(row, column);
      const key = `${path.at(-1)?.id ?? ""}|${identity(label)}`;
      const group = groups.get(key) ?? { id: groups.size, label, rows: [] };
      groups.set(key, group);
      group.rows.push(row);
      path.push(group);
    }
    const finest = path.at(-1)?.id ?? 0;
    if (!paths.has(finest)) paths.set(finest, path);
  }
  return [...paths.values()];
}

function comparison(
  { orders, valueColumns, isTable, valueOf }: AxisOptions,
  fields: number,
): (a: Path, b: Path) => number {
  const columns = orders.map(Math.abs);
  if (columns.some((column) => column < 1 || column > fields + valueColumns)) throw VALUE;
  // If there are several orders, they may only be fields.
  if (columns.length > 1 && columns.some((column) => column > fields)) throw VALUE;
  const values = new Map<Group, Element>();
  const valueFor = (group: Group | undefined, column: number): Element => {
    if (!group) return null;
    const known = values.get(group);
    if (known !== undefined) return known;
    const value = valueOf(group.rows, column);
    values.set(group, value);
    return value;
  };
  const byLabel = (a: Path, b: Path, field: number, descends: boolean) =>
    ordered(a[field]?.label ?? null, b[field]?.label ?? null, descends);
  const byValue = (a: Path, b: Path, field: number, order: number) =>
    ordered(
      valueFor(a[field], Math.abs(order) - fields - 1),
      valueFor(b[field], Math.abs(order) - fields - 1),
      order < 0,
    );
  const ofValues = orders.find((order) => Math.abs(order) > fields);
  if (isTable) {
    return (a, b) => {
      for (const order of orders) {
        const found =
          order === ofValues
            ? byValue(a, b, fields - 1, order)
            : byLabel(a, b, Math.abs(order) - 1, order < 0);
        if (found !== 0) return found;
      }
      return firstDifference(fields, (field) => byLabel(a, b, field, false));
    };
  }
  return (a, b) =>
    firstDifference(fields, (field) => {
      if (a[field] === b[field]) return 0;
      const found = ofValues === undefined ? 0 : byValue(a, b, field, ofValues);
      return found === 0 ? byLabel(a, b, field, orders.includes(-field - 1)) : found;
    });
}

function firstDifference(fields: number, compare: (field: number) => number): number {
  for (let field = 0; field < fields; field++) {
    const found = compare(field);
    if (found !== 0) return found;
  }
  return 0;
}
