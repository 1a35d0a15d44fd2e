/** The messages between the process and the threads that calculate. */
import type { Scalar } from "@daybook/formula/cells";

/** A rectangle of cells by its corners, which belong to it; `sheet` is the worksheet's place. */
export interface Rectangle {
  readonly sheet: number;
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** A question to the books that a formula asks: a function's name, and its arguments as scalars. */
export interface BookCall {
  readonly name: string;
  readonly args: readonly Scalar[];
}

/**
 * Its answer: rows of scalars, one element for a single value, or an error value's code such as "#N/A" with
 * what is wrong.
 */
export type BookAnswer =
  | { readonly rows: readonly (readonly Scalar[])[]; readonly uncategorized?: number }
  | { readonly error: string; readonly message?: string };

export interface CellProblem {
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
  /** Such as `division_by_zero`, `circular_reference`, `syntax_error`. */
  readonly code: string;
  readonly message: string;
  readonly formula: string | null;
}

export interface CalculationWarning {
  readonly code: string;
  readonly message: string;
  readonly formula?: string;
  readonly count?: number;
}

export type CalculationResult =
  | {
      readonly isAvailable: true;
      /** For each range its rows of values; what is blank or failed is null. */
      readonly values: readonly (readonly (readonly Scalar[])[])[];
      /** The failed cells of the ranges, each once, up to the largest number that is reported. */
      readonly problems: readonly CellProblem[];
      readonly warnings: readonly CalculationWarning[];
    }
  | { readonly isAvailable: false; readonly message: string };

/** Why a calculation ended that took more processor time than it may. */
export function tooMuch(budgetMs: number): string {
  return `The calculation takes more than ${Math.round(budgetMs / 100) / 10} seconds of processor time.`;
}
