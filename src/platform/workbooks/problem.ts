/** The error for workbooks that are refused. */

/** A workbook can't be read or written. The message is shown to the user. */
export class WorkbookProblem extends Error {
  override readonly name = "WorkbookProblem";
}
