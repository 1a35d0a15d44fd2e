/**
 * The cursors of the list of documents and of the search in cells. A cursor is bound to its search, so that
 * it is refused in another one. A cursor of cells also contains the document's revision: after an edit, the
 * pages before and after the cursor would no longer fit together.
 */
import { cursorsOf } from "../../../core/cursor.ts";
import { type Refusal, refuse } from "../../../core/errors.ts";

/** The position of a cell in a document: the positions of its worksheet's tab, row and column, from 0. */
export interface CellPlace {
  readonly worksheet: number;
  readonly row: number;
  readonly column: number;
}

function refused(fault: "foreign" | "unreadable"): Refusal {
  return fault === "unreadable"
    ? refuse("resource_missing")
    : refuse("invalid_request", {
        param: "starting_after",
        message: "`starting_after` must be the `next_cursor` of a page of the same search.",
      });
}

export const SHEET_CURSORS = cursorsOf({ created: "second", number: "count" }, refused);

export const CELL_CURSORS = cursorsOf(
  { revision: "count", worksheet: "count", row: "count", column: "count" },
  refused,
);
