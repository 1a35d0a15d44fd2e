/**
 * The public interface of the engine for spreadsheet formulas: takes workbooks and returns calculated cells.
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
  readBlock,
  writeBlock,
} from "./authored.ts";
export { BOOK_FUNCTIONS } from "./books.ts";
export type { Calculation } from "./calculation.ts";
export {
  type FormulaFunction,
  type Parameter,
  asElement,
  asNumber,
  asScalar,
  asText,
  define,
  optional,
  orEmpty,
} from "./define.ts";
export {
  type FileContext,
  type Names,
  type Place,
  type SharedFormula,
  type Table,
  formulaForFile,
  formulaFromFile,
  readsOutside,
  sharedFormula,
} from "./files/index.ts";
export { FUNCTIONS, type FunctionOperands, knownFunctions } from "./functions/index.ts";
export { formatNumber } from "./number-format/format.ts";
export { cellAt, cellName, columnAt, columnName, quotedSheet, unquotedSheet } from "./places.ts";
export { Exhausted, type Question, type ReadingOptions, questionKey } from "./questions.ts";
export { Reading } from "./reading.ts";
export {
  ArrayValue,
  BUSY,
  CIRCULAR,
  type Element,
  FormulaError,
  NAME,
  Reference,
  type Scalar,
  type Value,
  errorOf,
  isError,
} from "./values.ts";
export { type FormulaCell, Workbook, type WorkbookOptions } from "./workbook.ts";
