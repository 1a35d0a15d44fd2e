/**
 * All limits of the engine. If Excel has a limit, it is the same, so that a workbook that is valid in Excel
 * is valid here.
 */
export { ARRAY_MAX, COLUMNS_MAX, FORMULA_MAX, ROWS_MAX, TEXT_MAX } from "@daybook/words/sheet-limits";

/** The most levels of calls and parentheses within a formula. */
export const DEPTH_MAX = 64;
/** The deepest nesting of calls of lambdas. */
export const CALLS_MAX = 1_024;
/** The share of a reading's budget that a call of a lambda uses, in elements: about its smallest cost. */
export const CALL_STEPS = 10;
