/**
 * A spreadsheet document whole, as it is imported, exported, put into bundles and stored: what was written
 * into its cells, how they look, its names and its charts. Rows and columns count from zero.
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
  /** Ranges with their worksheet: "'Monthly plan'!B2:B13". */
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
  /** Row after row, each cell once. */
  readonly cells: readonly AuthoredCell[];
  /** Row after row, each cell once; only what is set. */
  readonly formats: readonly FormattedCell[];
  readonly charts: readonly Chart[];
}

export interface Spreadsheet {
  readonly worksheets: readonly Worksheet[];
  readonly names: readonly AuthoredName[];
}
