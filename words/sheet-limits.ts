/**
 * Sizes of spreadsheets. They are Excel's, so that a workbook that is valid there is valid here. The engine
 * keeps them, and `limits.ts` tells callers.
 */

/** The most characters of a text. A longer result is #VALUE!. */
export const TEXT_MAX = 32_767;
/** The most characters of a formula, without its "=". */
export const FORMULA_MAX = 8_192;
/** The numbers of rows and columns of a grid. */
export const ROWS_MAX = 1_048_576;
export const COLUMNS_MAX = 16_384;
/** The most cells of an array that a formula makes. A larger array is #NUM! and is never made. */
export const ARRAY_MAX = 1_048_576;
