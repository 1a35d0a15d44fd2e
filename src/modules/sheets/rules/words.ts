/** The types and word lists of documents, stored and returned. Rows and columns count from zero. */
import { cellName, quotedSheet } from "@daybook/formula/cells";
import type { UnixSeconds } from "../../../core/civil-date.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { Chart, ChartType } from "../../../core/spreadsheet.ts";

/** A document without what is in it. */
export interface SheetRow {
  readonly id: PublicId<"sheet">;
  /** In the order in which documents were made. */
  readonly number: number;
  readonly name: string;
  readonly revision: number;
  /** Other than a revision, no two contents ever share it. */
  readonly edition: string;
  readonly created: UnixSeconds;
}

export interface WorksheetRow {
  readonly id: PublicId<"worksheet">;
  /** The position of its tab, from 0. */
  readonly place: number;
  readonly name: string;
  readonly row_count: number;
  readonly column_count: number;
}

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

/** A name that formulas use; `formula` has its "=". */
export interface NameRow {
  readonly name: string;
  readonly formula: string;
  readonly worksheet_id: PublicId<"worksheet"> | null;
}

export interface ChartRow {
  readonly id: PublicId<"chart">;
  readonly worksheet_id: PublicId<"worksheet">;
  readonly type: ChartType;
  readonly title: string | null;
  readonly ranges: readonly string[];
  readonly position: Chart["position"];
}

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
