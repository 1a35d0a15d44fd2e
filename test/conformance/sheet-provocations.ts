/** Requests about spreadsheets that are refused, by the expected error: `operation code param`. */
import { encodeCursor } from "../../src/core/cursor.ts";
import type { Provocation } from "./feed-provocations.ts";

const SHEETS = "/sheets";
const KEPT = `${SHEETS}/sht_kept`;
const CELLS = `${KEPT}/cells`;
const LONG = "x".repeat(1_001);
/** Returns a well-formed cursor that belongs to no search. */
const foreignCursor = (places: number) =>
  encodeCursor(["0123456789012345678901", ...Array.from({ length: places }, () => 1)]);
const deleting = (query: string, body?: object): Provocation => ({
  target: `${KEPT}${query}`,
  method: "DELETE",
  ...(body === undefined ? {} : { body }),
});

export const SHEET_PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  "listSheets invalid_request query": `${SHEETS}?query=`,
  "listSheets invalid_request limit": `${SHEETS}?limit=0`,
  "listSheets invalid_request starting_after": `${SHEETS}?starting_after=${foreignCursor(2)}`,
  "listSheets resource_missing ": `${SHEETS}?starting_after=nonsense`,
  "getSheet invalid_request ranges": `${KEPT}?ranges=A:A`,
  "getSheet invalid_request worksheet_id": `${KEPT}?worksheet_id=wks_nobodys`,
  "getSheet invalid_request view": `${KEPT}?view=all`,
  "getSheet invalid_request include": `${KEPT}?include=cells`,
  "getSheet resource_missing ": `${SHEETS}/sht_nobodys`,
  "listSheetCells parameter_missing query": CELLS,
  "listSheetCells invalid_request query": `${CELLS}?query=${LONG}`,
  "listSheetCells invalid_request match": `${CELLS}?query=x&match=like`,
  "listSheetCells invalid_request worksheet_id": `${CELLS}?query=x&worksheet_id=wks_nobodys`,
  "listSheetCells invalid_request limit": `${CELLS}?query=x&limit=501`,
  "listSheetCells invalid_request starting_after": `${CELLS}?query=x&starting_after=${foreignCursor(4)}`,
  "listSheetCells resource_missing ": `${SHEETS}/sht_nobodys/cells?query=x`,
  "deleteSheet parameter_missing base_revision": deleting(""),
  "deleteSheet invalid_request base_revision": deleting("?base_revision=latest"),
  "deleteSheet invalid_request ": deleting("?base_revision=1", {}),
  "deleteSheet resource_missing ": { target: `${SHEETS}/sht_nobodys?base_revision=1`, method: "DELETE" },
  "deleteSheet revision_conflict ": deleting("?base_revision=2"),
};
