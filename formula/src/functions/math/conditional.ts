/**
 * Sums, counts and extremes of the cells that match conditions: SUMIF, COUNTIFS, MAXIFS and so on. Ranges
 * must be references of one size (#VALUE! otherwise). The part of a range outside the used part of its
 * worksheet is blank, and is counted without reading it. Equality conditions use an index that all formulas
 * of a reading share.
 */
import type { Calculation } from "../../calculation.ts";
import { finite } from "../../coerce.ts";
import { type Criterion, criterionOf, placesOf } from "../../criteria.ts";
import { type FormulaFunction, type Parameter, asElement, asIs, define, optional } from "../../define.ts";
import { elementAt } from "../../scan.ts";
import {
  type ArrayValue,
  DIVISION,
  type Element,
  Reference,
  VALUE,
  type Value,
  isError,
} from "../../values.ts";

interface Condition {
  readonly range: Reference;
  readonly array: ArrayValue;
  readonly criterion: Criterion;
}

function rangeOf(value: Value | undefined): Reference {
  if (value instanceof Reference) return value;
  throw isError(value) ? value : VALUE;
}

/**
 * Returns conditions from alternating ranges and criteria; all ranges must have the size of the first one.
 */
function conditionsOf(values: readonly Value[], calculation: Calculation): Condition[] {
  const conditions: Condition[] = [];
  for (let at = 0; at + 1 < values.length; at += 2) {
    const range = rangeOf(values[at]);
    const criterion = values[at + 1] ?? null;
    if (typeof criterion === "object" && criterion !== null && !isError(criterion)) throw VALUE;
    const first = conditions[0]?.range ?? range;
    if (range.rows !== first.rows || range.columns !== first.columns) throw VALUE;
    conditions.push({ range, array: calculation.array(range), criterion: criterionOf(criterion) });
  }
  return conditions;
}

/**
 * Calls `visit` for each position that matches all conditions, within the used part of a range whose
 * condition no blank matches, or else within the given rectangle.
 */
function eachPlace(
  conditions: readonly Condition[],
  rows: number,
  columns: number,
  calculation: Calculation,
  visit: (row: number, column: number) => void,
): void {
  const narrowing = conditions.filter(({ criterion }) => !criterion.matches(null));
  const indexed = narrowing
    .filter(({ criterion }) => criterion.key !== null)
    .map((condition) => ({ condition, places: placesOf(calculation, condition.array, condition.criterion) }));
  const [first] = narrowing;
  const drivers =
    indexed.length > 0 || !first
      ? indexed
      : [{ condition: first, places: placesOf(calculation, first.array, first.criterion) }];
  const isMet = (but: Condition | undefined, row: number, column: number) =>
    conditions.every(
      (condition) =>
        condition === but || condition.criterion.matches(elementAt(condition.array, row, column)),
    );
  const driver = drivers.reduce<(typeof drivers)[number] | undefined>(
    (best, each) => (best && best.places.length <= each.places.length ? best : each),
    undefined,
  );
  if (!driver) {
    calculation.spend(rows * columns * conditions.length);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) if (isMet(undefined, row, column)) visit(row, column);
    return;
  }
  calculation.spend(driver.places.length * conditions.length);
  const width = driver.condition.array.columns;
  for (const place of driver.places) {
    const row = Math.floor(place / width);
    const column = place % width;
    if (conditions.length === 1 || isMet(driver.condition, row, column)) visit(row, column);
  }
}

function countOf(conditions: readonly Condition[], calculation: Calculation): number {
  const { range } = conditions[0] ?? {};
  if (!range) throw VALUE;
  const rows = conditions.reduce((most, { array }) => Math.max(most, array.rows), 1);
  const columns = conditions.reduce((most, { array }) => Math.max(most, array.columns), 1);
  let count = conditions.every(({ criterion }) => criterion.matches(null))
    ? range.rows * range.columns - rows * columns
    : 0;
  eachPlace(conditions, rows, columns, calculation, () => {
    count++;
  });
  return count;
}

/**
 * Returns the numbers of a range at the positions that match all conditions. Throws the first error among
 * them.
 */
function numbersAt(conditions: readonly Condition[], range: Reference, calculation: Calculation): number[] {
  const array = calculation.array(range);
  const numbers: number[] = [];
  eachPlace(conditions, array.rows, array.columns, calculation, (row, column) => {
    const element: Element = elementAt(array, row, column);
    if (isError(element)) throw element;
    if (typeof element === "number") numbers.push(element);
  });
  return numbers;
}

type Summary = (numbers: readonly number[]) => Value;

const sum: Summary = (numbers) => finite(numbers.reduce((total, value) => total + value, 0));
const average: Summary = (numbers) =>
  numbers.length === 0
    ? DIVISION
    : finite(numbers.reduce((total, value) => total + value, 0) / numbers.length);
const least: Summary = (numbers) =>
  numbers.length === 0 ? 0 : numbers.reduce((best, value) => Math.min(best, value), Infinity);
const most: Summary = (numbers) =>
  numbers.length === 0 ? 0 : numbers.reduce((best, value) => Math.max(best, value), -Infinity);

/**
 * Defines a function with one condition. The summed range begins where the given one does, and has the size
 * of the condition's range.
 */
const withCondition = (name: string, of: Summary): FormulaFunction =>
  define(name, [asIs, asElement, optional(asIs, undefined)], (calculation, range, criterion, result) => {
    const conditions = conditionsOf([range, criterion], calculation);
    const { rows, columns } = rangeOf(range);
    const { sheet, top, left } = rangeOf(result ?? range);
    return of(
      numbersAt(conditions, new Reference(sheet, top, left, top + rows - 1, left + columns - 1), calculation),
    );
  });

/** The most operands of a call. */
const OPERANDS_MAX = 255;

/**
 * Defines a function of some operands, followed by alternating ranges and criteria; the criteria are lifted.
 */
function withConditions(
  name: string,
  leading: number,
  run: (values: readonly Value[], calculation: Calculation) => Value,
): FormulaFunction {
  const byCount = new Map<number, FormulaFunction>();
  const formOf = (count: number): FormulaFunction => {
    const parameters = Array.from({ length: count }, (_parameter, at): Parameter<Value> =>
      at >= leading && (at - leading) % 2 === 1 ? asElement : asIs,
    );
    return define(name, parameters, (calculation, ...values) => run(values, calculation));
  };
  return {
    ...formOf(leading + 2),
    most: OPERANDS_MAX - ((OPERANDS_MAX - leading) % 2),
    call: (operands, calculation) => {
      if ((operands.length - leading) % 2 !== 0) return VALUE;
      const form = byCount.get(operands.length) ?? formOf(operands.length);
      byCount.set(operands.length, form);
      return form.call(operands, calculation);
    },
  };
}

const overConditions = (name: string, of: Summary): FormulaFunction =>
  withConditions(name, 1, (values, calculation) => {
    const range = rangeOf(values[0]);
    const conditions = conditionsOf(values.slice(1), calculation);
    const size = conditions[0]?.range;
    if (size?.rows !== range.rows || size.columns !== range.columns) return VALUE;
    return of(numbersAt(conditions, range, calculation));
  });

export const CONDITIONAL: readonly FormulaFunction[] = [
  define("COUNTIF", [asIs, asElement], (calculation, range, criterion) =>
    countOf(conditionsOf([range, criterion], calculation), calculation),
  ),
  withConditions("COUNTIFS", 0, (values, calculation) =>
    countOf(conditionsOf(values, calculation), calculation),
  ),
  withCondition("SUMIF", sum),
  withCondition("AVERAGEIF", average),
  overConditions("SUMIFS", sum),
  overConditions("AVERAGEIFS", average),
  overConditions("MINIFS", least),
  overConditions("MAXIFS", most),
];
