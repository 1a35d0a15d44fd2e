/**
 * The authored content and names of cells, without the engine: for code that stores, shows and names cells
 * and must load fast.
 */
export {
  type Authored,
  type AuthoredCell,
  type AuthoredName,
  type Extent,
  FormulaText,
  type WorkbookSource,
  type WorksheetSource,
  inputText,
  inputValue,
  readBlock,
  writeBlock,
} from "./authored.ts";
export { ARRAY_MAX, COLUMNS_MAX, FORMULA_MAX, ROWS_MAX, TEXT_MAX } from "./limits.ts";
export {
  type LineMove,
  movedCell,
  movedLine,
  movedLines,
  movedPosition,
  reversedMove,
  withMovedLines,
} from "./moved-lines.ts";
export { cellAt, cellName, columnAt, columnName, quotedSheet, unquotedSheet } from "./places.ts";
export { errorOfProblem, meaningOfProblem, problemOf } from "./problems.ts";
export { withRenamedWorksheet } from "./renamed-worksheet.ts";
export { FormulaError, type Scalar, errorOf, isError } from "./values.ts";
