/** The types of the messages between the process and its calculation threads. */
import type { Scalar } from "@daybook/formula/cells";

/** A rectangle of cells, from its first to its last row and column. `sheet` is the worksheet's position. */
export interface Rectangle {
  readonly sheet: number;
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** A formula's question to the books: a function's name, and its arguments as scalars. */
export interface BookCall {
  readonly name: string;
  readonly args: readonly Scalar[];
}

/**
 * The answer to a `BookCall`: rows of scalars (one row of one scalar for a single value), or an error value
 * such as "#N/A" with a message. `uncategorized` is the number of uncategorized transactions that the figures
 * include.
 */
export type BookAnswer =
  | { readonly rows: readonly (readonly Scalar[])[]; readonly uncategorized?: number }
  | { readonly error: string; readonly message?: string };

export interface CellProblem {
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
  /** The code for programs, such as `division_by_zero`, `circular_reference` or `syntax_error`. */
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
      /** The rows of values of each range; null for blank and failed cells. */
      readonly values: readonly (readonly (readonly Scalar[])[])[];
      /** The failed cells of the ranges, each once, up to the number that the request allows. */
      readonly problems: readonly CellProblem[];
      readonly warnings: readonly CalculationWarning[];
    }
  | { readonly isAvailable: false; readonly message: string };

/** Returns the message for a calculation that exceeded its processor time. */
export function budgetExceeded(budgetMs: number): string {
  return `The calculation takes more than ${Math.round(budgetMs / 100) / 10} seconds of processor time.`;
}
