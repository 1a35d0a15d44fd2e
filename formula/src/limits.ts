/**
 * Every bound of the engine. Where Excel has one, it is Excel's, so that a workbook that is good there is
 * good here.
 */

/** Characters of a text. A result that is longer is #VALUE!. */
export const TEXT_MAX = 32_767;
/** Characters of a formula, without its "=". */
export const FORMULA_MAX = 8_192;
/** Levels of calls and parentheses within a formula. */
export const DEPTH_MAX = 64;
/** Rows and columns of a grid. */
export const ROWS_MAX = 1_048_576;
export const COLUMNS_MAX = 16_384;
/** Cells of an array that a formula makes. What would be larger is #NUM!, and is never made. */
export const ARRAY_MAX = 1_048_576;
/** The deepest nesting of calls of lambdas. */
export const CALLS_MAX = 1_024;
/** The share of a reading's budget that a call of a lambda uses, in elements: about its smallest cost. */
export const CALL_STEPS = 10;
