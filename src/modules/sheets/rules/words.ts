/** The types and word lists of documents, stored and returned. Rows and columns count from zero. */
import { cellName, quotedSheet } from "@daybook/formula/cells";
import type { RowOf } from "../../../core/record.ts";
import type { Chart } from "../../../core/spreadsheet.ts";
import type { CHARTS, SheetRow, WorksheetRow } from "../record.ts";

/** The place of a range. */
export interface Bounds {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** A worksheet with the rectangle of its cells, null where it has none. */
export interface UsedWorksheet extends WorksheetRow {
  readonly used: Bounds | null;
}

/** A document with its worksheets, in their order. */
export interface WholeSheet extends SheetRow {
  readonly worksheets: readonly UsedWorksheet[];
}

export type ChartRow = Pick<RowOf<typeof CHARTS>, "id" | "worksheet_id" | "type" | "title" | "ranges"> &
  Pick<Chart, "position">;

/** A rectangle as it is written without a worksheet: `A1:B2`, or `A1` for a single cell. */
export function rangeText({ top, left, bottom, right }: Bounds): string {
  const first = cellName(top, left);
  const last = cellName(bottom, right);
  return first === last ? first : `${first}:${last}`;
}

/** The range with the name of its worksheet. */
export function qualifiedRange(worksheet: string, bounds: Bounds): string {
  return `${quotedSheet(worksheet)}!${rangeText(bounds)}`;
}

/** The size of a document. */
export interface Fill {
  /** In which something is written. */
  readonly cells: number;
  /** The total length of texts and formulas. */
  readonly characters: number;
  /** Cells with a format. */
  readonly formats: number;
}
