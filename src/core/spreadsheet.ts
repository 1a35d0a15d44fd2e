/**
 * The content of a complete spreadsheet document, as it is imported, exported and stored: cells as their
 * authors wrote them, formats, names, charts and the layout of their worksheets. Rows and columns count from
 * zero.
 */
import type { AuthoredCell, AuthoredName } from "@daybook/formula/cells";

export interface CellFormat {
  readonly number_format?: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** "#" and six hexadecimal digits. */
  readonly font_color?: string;
  readonly background_color?: string;
  readonly horizontal_alignment?: "left" | "center" | "right" | "justify" | "fill";
}

export interface FormattedCell {
  readonly row: number;
  readonly column: number;
  readonly format: CellFormat;
}

export const CHART_TYPES = ["line", "bar", "column", "area", "pie", "doughnut", "scatter", "combo"] as const;
export type ChartType = (typeof CHART_TYPES)[number];

export interface Chart {
  readonly type: ChartType;
  readonly title: string | null;
  /** The charted ranges with their worksheets: "'Monthly plan'!B2:B13". */
  readonly ranges: readonly string[];
  readonly position: {
    readonly row: number;
    readonly column: number;
    readonly row_span: number;
    readonly column_span: number;
  };
}

/** The pixels that a row may be high, and a column wide. */
export const LINE_PIXELS = { least: 16, most: 2_000 } as const;

/** Rows or columns of a worksheet with a size of their own, in ascending order. */
export type LineSizes = readonly { readonly line: number; readonly pixels: number }[];

/** How the grid of a worksheet is shown. */
export interface WorksheetLayout {
  readonly column_widths: LineSizes;
  readonly row_heights: LineSizes;
  /** The first rows and columns, which stay in sight when the others scroll. */
  readonly frozen_rows: number;
  readonly frozen_columns: number;
}

export const PLAIN_LAYOUT: WorksheetLayout = {
  column_widths: [],
  row_heights: [],
  frozen_rows: 0,
  frozen_columns: 0,
};

export interface Worksheet {
  readonly name: string;
  readonly rowCount: number;
  readonly columnCount: number;
  /** Ordered by row and column, each cell once. */
  readonly cells: readonly AuthoredCell[];
  /** Ordered by row and column, each cell once, with only the properties that are set. */
  readonly formats: readonly FormattedCell[];
  readonly charts: readonly Chart[];
  readonly layout: WorksheetLayout;
}

export interface Spreadsheet {
  readonly worksheets: readonly Worksheet[];
  readonly names: readonly AuthoredName[];
}
