/** What is done with whole worksheets of a document. */
import type { SheetEdit } from "../api/generated/schemas.ts";
import type { Worksheet } from "./cells.ts";

/** A name that no worksheet has. */
export function freeName(worksheets: readonly Worksheet[]): string {
  const names = new Set(worksheets.map(({ name }) => name.toLowerCase()));
  for (let number = worksheets.length + 1; ; number++)
    if (!names.has(`sheet${number}`)) return `Sheet${number}`;
}

/** Moves a worksheet by one place, from where it is then. */
export function movedTab(worksheets: readonly Worksheet[], id: string, by: 1 | -1): SheetEdit | null {
  const place = worksheets.findIndex((sheet) => sheet.id === id) + by;
  // A worksheet that is gone has no place.
  const isThere = place - by >= 0 && place >= 0 && place < worksheets.length;
  return isThere ? { kind: "move_worksheet", worksheet_id: id, place } : null;
}
