/**
 * DSUM and similar functions. They take a table whose first row has the names of its columns, and a table of
 * conditions. The conditions of one row must all hold, and at least one row must hold. A condition is about
 * the column with the name above it; an empty condition always holds.
 */
import type { Calculation } from "../calculation.ts";
import { compareTexts, finite, toText } from "../coerce.ts";
import { type Criterion, criterionOf } from "../criteria.ts";
import { type FormulaFunction, type Parameter, asArray, asIs, define, optional } from "../define.ts";
import { sizeOf } from "../scan.ts";
import { ArrayValue, DIVISION, type Element, NUM, VALUE, type Value, isError } from "../values.ts";

/** The table and its matching rows, with the column whose values count; null for a count of rows. */
interface Selection {
  readonly table: ArrayValue;
  readonly rows: readonly number[];
  readonly column: number | null;
}

/** Returns the index of the column with a name, or with a number from 1. Throws #VALUE! if there is none. */
function columnOf(table: ArrayValue, field: Element): number {
  if (isError(field)) throw field;
  if (typeof field === "number" || typeof field === "boolean") {
    const column = Math.trunc(Number(field)) - 1;
    if (column < 0 || column >= table.columns) throw VALUE;
    return column;
  }
  const column = columnNamed(table, field);
  if (column === null) throw VALUE;
  return column;
}

function columnNamed(table: ArrayValue, name: Element): number | null {
  if (name === null || isError(name)) return null;
  const text = toText(name);
  for (let column = 0; column < table.columns; column++) {
    const head = table.at(0, column);
    if (head !== null && !isError(head) && compareTexts(toText(head), text) === 0) return column;
  }
  return null;
}

interface Condition {
  readonly column: number;
  readonly criterion: Criterion;
}

/** Returns the conditions of each row of a table of conditions. Rows that never hold are left out. */
function conditionsOf(table: ArrayValue, criteria: ArrayValue): Condition[][] {
  const columns = Array.from({ length: criteria.columns }, (_, at) => columnNamed(table, criteria.at(0, at)));
  const rows: Condition[][] = [];
  for (let row = 1; row < criteria.rows; row++) {
    const conditions: Condition[] = [];
    let mayHold = true;
    for (let at = 0; at < criteria.columns; at++) {
      const column = columns[at] ?? null;
      const value = criteria.at(row, at);
      if (value === null) continue;
      if (column !== null) conditions.push({ column, criterion: conditionOf(value) });
      // A condition under a name that is not a column is true or false by itself.
      else mayHold &&= (typeof value === "boolean" || typeof value === "number") && Boolean(value);
    }
    if (mayHold) rows.push(conditions);
  }
  return rows;
}

/**
 * Returns the condition of a cell. Unlike in SUMIF, a text without an operator matches all texts that begin
 * with it.
 */
function conditionOf(value: Element): Criterion {
  if (typeof value !== "string" || /^[<>=]/u.test(value)) return criterionOf(value);
  const exact = criterionOf(value);
  const beginning = criterionOf(`${value}*`);
  return { matches: (element) => exact.matches(element) || beginning.matches(element), key: null };
}

function selected(
  calculation: Calculation,
  table: ArrayValue,
  field: Element | undefined,
  criteria: ArrayValue,
): Selection {
  // Column names without rows are not a table.
  if (table.rows < 2) throw VALUE;
  const column = field === undefined || field === null ? null : columnOf(table, field);
  const alternatives = conditionsOf(table, criteria);
  calculation.spend(table.rows * criteria.cells.length);
  const rows: number[] = [];
  for (let row = 1; row < table.rows; row++) {
    if (
      alternatives.some((conditions) =>
        conditions.every((each) => each.criterion.matches(table.at(row, each.column))),
      )
    )
      rows.push(row);
  }
  return { table, rows, column };
}

/** Returns the elements of the column in the matching rows. Throws #VALUE! if there is no column. */
function elements({ table, rows, column }: Selection): Element[] {
  if (column === null) throw VALUE;
  return rows.map((row) => table.at(row, column));
}

/** Returns the numbers among these elements. Throws the first error among them. */
function numbers(selection: Selection): number[] {
  return elements(selection).filter((element) => {
    if (isError(element)) throw element;
    return typeof element === "number";
  });
}

/** Returns the sum of squared distances from the mean, divided by the count minus `spared`. */
function variance(values: readonly number[], spared: number): number {
  if (values.length <= spared) throw DIVISION;
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  return values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (values.length - spared);
}

/** The field: one element, which may be absent for counts. A range of several cells is #VALUE!. */
const asField: Parameter<Element> = {
  ...asIs,
  read: (operand, calculation) => {
    const array = calculation.whole(asIs.read(operand, calculation));
    if (array.cells.length > 1) throw VALUE;
    return array.at(0, 0);
  },
};

/**
 * Conditions with their column names. Column names alone are #VALUE!; with blank cells below, they are an
 * empty condition, which always holds.
 */
const asCriteria: Parameter<ArrayValue> = {
  ...asIs,
  read: (operand, calculation) => {
    const value = asIs.read(operand, calculation);
    const array = calculation.array(value);
    if (sizeOf(value).rows < 2) throw array.cells.find(isError) ?? VALUE;
    return array.rows < 2
      ? new ArrayValue(2, array.columns, [...array.cells, ...array.cells.map(() => null)])
      : array;
  },
};

function over(name: string, of: (selection: Selection) => Value, isFieldOptional = false): FormulaFunction {
  const field: Parameter<Element | undefined> = isFieldOptional ? optional(asField, undefined) : asField;
  return define(name, [asArray, field, asCriteria], (calculation, table, named, criteria) => {
    if (!isFieldOptional && named === null) return VALUE;
    return of(selected(calculation, table, named, criteria));
  });
}

function overNumbers(name: string, of: (values: readonly number[]) => number): FormulaFunction {
  return over(name, (selection) => finite(of(numbers(selection))));
}

export const DATABASE: readonly FormulaFunction[] = [
  overNumbers("DSUM", (values) => values.reduce((sum, each) => sum + each, 0)),
  overNumbers("DAVERAGE", (values) => {
    if (values.length === 0) throw DIVISION;
    return values.reduce((sum, each) => sum + each, 0) / values.length;
  }),
  overNumbers("DMAX", (values) => values.reduce((most, each) => Math.max(most, each), values[0] ?? 0)),
  overNumbers("DMIN", (values) => values.reduce((least, each) => Math.min(least, each), values[0] ?? 0)),
  overNumbers("DPRODUCT", (values) =>
    values.length === 0 ? 0 : values.reduce((product, each) => product * each, 1),
  ),
  overNumbers("DVAR", (values) => variance(values, 1)),
  overNumbers("DVARP", (values) => variance(values, 0)),
  overNumbers("DSTDEV", (values) => Math.sqrt(variance(values, 1))),
  overNumbers("DSTDEVP", (values) => Math.sqrt(variance(values, 0))),
  over(
    "DCOUNT",
    (selection) =>
      selection.column === null
        ? selection.rows.length
        : elements(selection).filter((element) => typeof element === "number").length,
    true,
  ),
  over(
    "DCOUNTA",
    (selection) =>
      selection.column === null
        ? selection.rows.length
        : elements(selection).filter((element) => element !== null).length,
    true,
  ),
  over("DGET", (selection) => {
    const [found, ...others] = elements(selection);
    if (found === undefined) return VALUE;
    return others.length > 0 ? NUM : found;
  }),
];
