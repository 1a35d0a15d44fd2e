/**
 * The cursors of the two lists. Each carries the search that it is of, so that it can't be taken for a place
 * in another one; that of cells also carries the revision, since what was written since could stand on either
 * side of it.
 */
import { type UnixSeconds, unixSeconds } from "../../../core/civil-date.ts";
import { BINDING_CHARACTERS, decodeCursor, encodeCursor } from "../../../core/cursor.ts";
import { refuse } from "../../../core/errors.ts";

/** A place in the list of documents. */
export interface SheetPlace {
  readonly created: UnixSeconds;
  readonly number: number;
}

/** A place among the cells of a document: the place of the worksheet's tab, row and column, from 0. */
export interface CellPlace {
  readonly worksheet: number;
  readonly row: number;
  readonly column: number;
}

export function sheetCursor(binding: string, { created, number }: SheetPlace): string {
  return encodeCursor([binding, created, number]);
}

/** Refuses `resource_missing` for what is no cursor, and `invalid_request` for that of another search. */
export function readSheetCursor(cursor: string, binding: string): SheetPlace {
  const [created = 0, number = 0] = readPlaces(cursor, binding, 2);
  return { created: unixSeconds(created), number };
}

export function cellCursor(binding: string, revision: number, { worksheet, row, column }: CellPlace): string {
  return encodeCursor([binding, revision, worksheet, row, column]);
}

/** Refuses `resource_missing` for what is no cursor, and `invalid_request` for that of another search. */
export function readCellCursor(cursor: string, binding: string): CellPlace & { readonly revision: number } {
  const [revision = 0, worksheet = 0, row = 0, column = 0] = readPlaces(cursor, binding, 4);
  return { revision, worksheet, row, column };
}

function readPlaces(cursor: string, binding: string, count: number): number[] {
  const [bound, ...places] = decodeCursor(cursor, count + 1) ?? [];
  const numbers = places.filter(
    (place) => typeof place === "number" && Number.isSafeInteger(place) && place >= 0,
  ) as number[];
  if (typeof bound !== "string" || bound.length !== BINDING_CHARACTERS || numbers.length !== count)
    throw refuse("resource_missing");
  if (bound !== binding)
    throw refuse("invalid_request", {
      param: "starting_after",
      message: "`starting_after` must be the `next_cursor` of a page of the same search.",
    });
  return numbers;
}
