/**
 * The services that a reading offers to functions: cells, the clock, random numbers, and the budget.
 * Functions use nothing else: no global state and no other clock.
 */
import type { ArrayValue, Element, Reference, Scalar, Union, Value } from "./values.ts";

export interface Calculation {
  /** The one moment of the whole reading, as a serial with its time of day, where the reader is. */
  readonly now: number;
  /** The cell of the formula. */
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
  /** The worksheets' names, in their order. */
  readonly sheets: readonly string[];
  /** A number from 0 up to but not including 1. */
  random(): number;
  /** The calculated value of a cell; null if it is blank. */
  cell(sheet: number, row: number, column: number): Element;
  /**
   * A value's elements as an array: a reference is read, a scalar is one element. What of a reference lies
   * beyond the used part of its worksheet is cut off. Throws errors that are the whole value.
   */
  array(value: Value): ArrayValue;
  /**
   * Like `array`, but a reference keeps its whole size, as far as an array may have it. Throws #NUM! beyond.
   */
  whole(value: Value): ArrayValue;
  /**
   * One element of a value: of a reference or an array of several the one by implicit intersection, or
   * #VALUE!.
   */
  single(value: Value): Element;
  /** Each cell of a reference that is not blank, row after row. Stops when `visit` returns false. */
  each(
    reference: Reference | Union,
    visit: (element: Element, row: number, column: number, sheet: number) => boolean | undefined,
  ): void;
  /** The formula of a cell with its "=", or null. */
  formula(sheet: number, row: number, column: number): string | null;
  /** Resolves a text such as "Sheet2!A1:B3" or a name, relative to the formula's cell. Throws #REF!. */
  refer(text: string, style: "A1" | "R1C1"): Value;
  /** The answer to a question to the outside, such as a company's books; BUSY until there is one. */
  ask(name: string, args: readonly Scalar[]): Value;
  /**
   * Reports work beyond the size of the arguments, in elements or steps. Ends the reading when its budget is
   * used up.
   */
  spend(steps: number): void;
  /**
   * Something computed once for an array and a purpose, and kept while the reading lasts: an index for
   * lookups, a sorted copy.
   */
  keep<T extends object>(array: ArrayValue, purpose: string, make: () => T): T;
}
