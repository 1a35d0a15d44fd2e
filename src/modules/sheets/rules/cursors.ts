/**
 * The cursors of the two lists. Each carries the search that it is of, so that it can't be taken for a place
 * in another one; that of cells also carries the revision, since what was written since could stand on either
 * side of it.
 */
import { cursorsOf } from "../../../core/cursor.ts";
import { type Refusal, refuse } from "../../../core/errors.ts";

/** A place among the cells of a document: the place of the worksheet's tab, row and column, from 0. */
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
