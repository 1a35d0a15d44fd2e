/**
 * Builds a worksheet of the sample company's forecast: the contents and formats of cells, by the names of the
 * cells, such as `B2`. Rows count from 1, as in a spreadsheet.
 */
import { columnName } from "@daybook/formula/cells";
import type { BundleFormat, BundleValue } from "../contract/bundle-records.ts";

const MONEY = '#,##0;(#,##0);"\u2013"';
const HEAD: BundleFormat = { bold: true, background_color: "#E8EEF7", horizontal_alignment: "center" };

/** The formats of cells, by the kind of their content. */
export const STYLES = {
  title: { bold: true, font_color: "#1F3864" },
  note: { italic: true, font_color: "#6B6B6B" },
  head: HEAD,
  label: {},
  money: { number_format: MONEY },
  total: { number_format: MONEY, bold: true },
  percent: { number_format: "0.0%" },
  number: { number_format: "#,##0.0" },
  month: { number_format: "mmm yyyy", horizontal_alignment: "left" },
  date: { number_format: "yyyy-mm-dd", horizontal_alignment: "right" },
  /** Inputs are blue, as is usual in financial models. */
  inputMoney: { number_format: MONEY, font_color: "#0000FF" },
  inputPercent: { number_format: "0.0%", font_color: "#0000FF" },
  inputNumber: { number_format: "#,##0.0", font_color: "#0000FF" },
  inputDate: { number_format: "yyyy-mm-dd", font_color: "#0000FF", horizontal_alignment: "right" },
} as const satisfies Readonly<Record<string, BundleFormat>>;

export type Style = keyof typeof STYLES;

export class Page {
  readonly cells: Record<string, BundleValue> = {};
  readonly formats: Record<string, BundleFormat> = {};

  /** Writes a cell. A text that begins with "=" is a formula. `column` is a letter, or a number from 0. */
  put(column: string | number, row: number, value: number | string, style: Style = "label"): void {
    const name = `${typeof column === "string" ? column : columnName(column)}${row}`;
    this.cells[name] = typeof value === "string" && value.startsWith("=") ? { formula: value } : value;
    if (Object.keys(STYLES[style]).length > 0) this.formats[name] = STYLES[style];
  }

  /** Writes values into neighboring cells of a row, beginning at the column `from`. */
  line(row: number, values: readonly (number | string)[], style: Style, from = 0): void {
    for (const [at, value] of values.entries()) this.put(from + at, row, value, style);
  }
}
