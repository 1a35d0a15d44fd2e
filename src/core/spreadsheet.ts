/**
 * The content of a complete spreadsheet document, as it is imported, exported and stored: cells as their
 * authors wrote them, formats, names and charts. Rows and columns count from zero.
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

export interface Worksheet {
  readonly name: string;
  readonly rowCount: number;
  readonly columnCount: number;
  /** Ordered by row and column, each cell once. */
  readonly cells: readonly AuthoredCell[];
  /** Ordered by row and column, each cell once, with only the properties that are set. */
  readonly formats: readonly FormattedCell[];
  readonly charts: readonly Chart[];
}

export interface Spreadsheet {
  readonly worksheets: readonly Worksheet[];
  readonly names: readonly AuthoredName[];
}
