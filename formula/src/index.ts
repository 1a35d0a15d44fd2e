/** Spreadsheet formulas: workbooks in, calculated cells out. This is all that is meant for use from outside. */
export { type Authored, type AuthoredCell, type AuthoredName, FormulaText, type WorkbookSource, type WorksheetSource, inputText, readBlock, writeBlock } from "./authored.ts";
export { COLUMNS_MAX, FORMULA_MAX, ROWS_MAX, TEXT_MAX } from "./limits.ts";
export { cellAt, cellName, columnAt, columnName, quotedSheet } from "./places.ts";
export { type Element, FormulaError, type Scalar, errorOf, isError } from "./values.ts";
