/** Reads files that list open invoices or bills of other programs, as CSV or XLSX, without storing anything. */
import type { Note } from "../../../core/advice.ts";
import { refuse } from "../../../core/errors.ts";
import type { CivilDate } from "@daybook/words/civil-date";
import type { DateFormat } from "@daybook/words/date-text";
import { LineProblem } from "../../../platform/text/line-problem.ts";
import type { Workbooks } from "../../../platform/workbooks/index.ts";
import { type ListReading, type OpenItemList, readOpenItemList } from "../rules/open-items.ts";
import { openBooks } from "./open-books.ts";

/** What is said of a file of open items. */
export interface OpenItemsFile {
  readonly content: AsyncIterable<Uint8Array>;
  readonly side: ListReading["side"];
  /** The day at whose end the items are open; null for the day of the file's title. */
  readonly date: CivilDate | null;
  readonly date_format: DateFormat | null;
}

/** The items of a file, with their day and sentences on what was read otherwise than it is written. */
export interface ReadOpenItems extends OpenItemList {
  readonly date: CivilDate;
  readonly notes: readonly Note[];
}

/** Refuses `invalid_request` for a file that can't be read exactly, and for one without a day. */
export async function readOpenItems(
  { content, side, date: given, date_format }: OpenItemsFile,
  { workbooks, signal }: { readonly workbooks: Workbooks; readonly signal: AbortSignal },
): Promise<ReadOpenItems> {
  const notes: Note[] = [];
  try {
    const opened = await openBooks({ content, include: null }, workbooks, signal);
    try {
      const list = await readOpenItemList(opened.file.table, {
        side,
        dateFormat: date_format,
        note: (note) => notes.push(note),
      });
      const date = given ?? list.date;
      if (date === null)
        throw refuse("invalid_request", {
          param: "date",
          message: "The file does not say on which day its items are open.",
          ways: [{ give: "date" }],
        });
      if (list.date !== null && list.date !== date)
        throw refuse("invalid_request", {
          param: "date",
          message: `The file is as of ${list.date}, not of ${date}. Export it as of the day of the opening.`,
        });
      return { ...list, date, notes };
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (!(error instanceof LineProblem)) throw error;
    throw refuse("invalid_request", { param: "file", message: error.message, ways: error.ways });
  }
}
