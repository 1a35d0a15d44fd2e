/** What a workbook is refused with. */

/** The file can't be taken. Its message is a sentence for whoever brought it. */
export class WorkbookProblem extends Error {
  override readonly name = "WorkbookProblem";
}
