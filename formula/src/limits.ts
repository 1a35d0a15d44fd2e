/**
 * All limits of the engine. If Excel has a limit, it is the same, so that a workbook that is valid in Excel
 * is valid here.
 */

/** The most characters of a text. A longer result is #VALUE!. */
export const TEXT_MAX = 32_767;
/** The most characters of a formula, without its "=". */
export const FORMULA_MAX = 8_192;
/** The most levels of calls and parentheses within a formula. */
export const DEPTH_MAX = 64;
/** The numbers of rows and columns of a grid. */
export const ROWS_MAX = 1_048_576;
export const COLUMNS_MAX = 16_384;
/** The most cells of an array that a formula makes. A larger array is #NUM! and is never made. */
export const ARRAY_MAX = 1_048_576;
/** The deepest nesting of calls of lambdas. */
export const CALLS_MAX = 1_024;
/** The share of a reading's budget that a call of a lambda uses, in elements: about its smallest cost. */
export const CALL_STEPS = 10;
