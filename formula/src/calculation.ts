/**
 * The services that a reading offers to functions: cells, the clock, random numbers, and the budget. A
 * reading is one calculation of requested cells. Functions use nothing else: no global state and no other
 * clock.
 */
import type { ArrayValue, Element, Reference, Scalar, Union, Value } from "./values.ts";

export interface Calculation {
  /** The time of the whole reading, as a serial with its time of day, in the reader's time zone. */
  readonly now: number;
  /** The cell of the formula. */
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
  /** The names of the worksheets in order. */
  readonly sheets: readonly string[];
  /** A number from 0 up to but not including 1. */
  random(): number;
  /** The calculated value of a cell; null if it is blank. */
  cell(sheet: number, row: number, column: number): Element;
  /**
   * Returns a value's elements as an array: a reference is read, and a scalar becomes one element. The part
   * of a reference outside the used area of its worksheet is cut off. Throws an error that is the whole
   * value.
   */
  array(value: Value): ArrayValue;
  /** Like `array`, but a reference keeps its full size. Throws #NUM! if that is too large for an array. */
  whole(value: Value): ArrayValue;
  /**
   * Returns one element of a value. Of a reference or an array of several elements, this is the one by
   * implicit intersection (in the formula's own row or column), or else #VALUE!.
   */
  single(value: Value): Element;
  /** Visits each cell of a reference that is not blank, row by row. Stops if `visit` returns false. */
  each(
    reference: Reference | Union,
    visit: (element: Element, row: number, column: number, sheet: number) => boolean | undefined,
  ): void;
  /** Returns the formula of a cell with its "=", or null. */
  formula(sheet: number, row: number, column: number): string | null;
  /** Resolves a text such as "Sheet2!A1:B3" or a name, relative to the formula's cell. Throws #REF!. */
  refer(text: string, style: "A1" | "R1C1"): Value;
  /**
   * Returns the answer to a question to an outside system, such as a company's books; BUSY while there is
   * none.
   */
  ask(name: string, args: readonly Scalar[]): Value;
  /**
   * Reports work beyond the size of the arguments, in elements or steps. Ends the reading when its budget is
   * used up.
   */
  spend(steps: number): void;
  /**
   * Returns data derived from an array for a purpose, such as an index for lookups or a sorted copy. The data
   * is computed once and kept for the rest of the reading.
   */
  keep<T extends object>(array: ArrayValue, purpose: string, make: () => T): T;
}
