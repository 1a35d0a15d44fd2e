/** The records of spreadsheets in bundles, and short ways to write them. Imports nothing of the service. */

export type BundleCell =
  | number
  | string
  | boolean
  | null
  | { readonly formula: string; readonly fills?: { readonly rows: number; readonly columns: number } }
  | { readonly error: string }
  | { readonly number: string };

export interface BundleContent {
  readonly worksheet_id: string;
  readonly cells?: Readonly<Record<string, BundleCell>>;
  readonly formats?: Readonly<Record<string, object | null>>;
}

export interface BundleWorksheet {
  readonly id: string;
  readonly name: string;
  readonly row_count: number;
  readonly column_count: number;
  readonly column_widths?: readonly { readonly line: number; readonly pixels: number }[];
  readonly row_heights?: readonly { readonly line: number; readonly pixels: number }[];
  readonly frozen_rows?: number;
  readonly frozen_columns?: number;
}

export interface BundleChart {
  readonly id: string;
  readonly worksheet_id: string;
  readonly type: string;
  readonly title?: string | null;
  readonly ranges: readonly string[];
  readonly position: {
    readonly row: number;
    readonly column: number;
    readonly row_span: number;
    readonly column_span: number;
  };
}

export interface BundleSheet {
  readonly id: string;
  readonly name?: string;
  readonly revision?: number;
  readonly created?: number;
  readonly worksheets?: readonly BundleWorksheet[];
  readonly names?: readonly {
    readonly name: string;
    readonly formula: string;
    readonly worksheet_id?: string | null;
  }[];
  readonly charts?: readonly BundleChart[];
  readonly contents?: readonly BundleContent[];
}

/** Returns a worksheet of 100 rows and 26 columns, with an id made of its name. */
export function worksheet(name: string, more: Partial<BundleWorksheet> = {}): BundleWorksheet {
  return {
    id: `wks_${name.replaceAll(/[^A-Za-z0-9]/gu, "")}`,
    name,
    row_count: 100,
    column_count: 26,
    ...more,
  };
}

/** Turns a text that begins with "=" into a formula. */
function cellOf(value: BundleCell): BundleCell {
  return typeof value === "string" && value.startsWith("=") ? { formula: value } : value;
}

/**
 * Returns a spreadsheet with the cells of its worksheets. The ids of worksheets are unique in a company, so
 * two spreadsheets of one company need different values of `prefix`.
 */
export function sheet(
  name: string,
  worksheets: Readonly<Record<string, Readonly<Record<string, BundleCell>>>>,
  { prefix = "", ...more }: Partial<BundleSheet> & { readonly prefix?: string } = {},
): BundleSheet {
  const rows = Object.keys(worksheets).map((each) => ({
    ...worksheet(each),
    id: `wks_${prefix}${each.replaceAll(/[^A-Za-z0-9]/gu, "")}`,
  }));
  const contents = Object.values(worksheets).map((cells, place) => ({
    worksheet_id: rows[place]?.id ?? "",
    cells: Object.fromEntries(Object.entries(cells).map(([cell, value]) => [cell, cellOf(value)])),
  }));
  return { id: `sht_${name}`, name, worksheets: rows, contents, ...more };
}
