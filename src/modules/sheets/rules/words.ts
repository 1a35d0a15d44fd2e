/** Types of documents and texts of ranges. Rows and columns count from zero. */
import { cellName, quotedSheet } from "@daybook/formula/cells";
import type { RowOf } from "../../../core/record.ts";
import type { Chart } from "../../../core/spreadsheet.ts";
import type { CHARTS, SheetRow, WorksheetRow } from "../record.ts";

/** A rectangle of cells; all four sides are included. */
export interface Bounds {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** A worksheet with the smallest rectangle around its cells; null if it has no cells. */
export interface UsedWorksheet extends WorksheetRow {
  readonly used: Bounds | null;
}

/** A document with its worksheets, in the order of their tabs, and without cells. */
export interface SheetWithWorksheets extends SheetRow {
  readonly worksheets: readonly UsedWorksheet[];
}

export type ChartRow = Pick<RowOf<typeof CHARTS>, "id" | "worksheet_id" | "type" | "title" | "ranges"> &
  Pick<Chart, "position">;

/** Formats a rectangle without its worksheet: `A1:B2`, or `A1` for a single cell. */
export function rangeText({ top, left, bottom, right }: Bounds): string {
  const first = cellName(top, left);
  const last = cellName(bottom, right);
  return first === last ? first : `${first}:${last}`;
}

/** Formats a range with the name of its worksheet: `Plan!A1:B2`. */
export function qualifiedRange(worksheet: string, bounds: Bounds): string {
  return `${quotedSheet(worksheet)}!${rangeText(bounds)}`;
}

/** A worksheet as responses show it. */
export function worksheetView({ id, name, used, row_count, column_count }: UsedWorksheet) {
  return { id, name, used_range: used === null ? null : rangeText(used), row_count, column_count };
}

/** The size of a document. */
export interface DocumentSize {
  /** Cells with content. */
  readonly cells: number;
  /** The total length of texts and formulas. */
  readonly characters: number;
  /** Cells with a format. */
  readonly formats: number;
}
