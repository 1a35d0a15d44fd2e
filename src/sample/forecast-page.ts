/**
 * A worksheet of the sample company's forecast while it is written: cells by their names, each with how it
 * looks. Rows count from 1, as people read them.
 */
import { columnName } from "@daybook/formula/cells";
import type { BundleFormat, BundleValue } from "../contract/bundle-records.ts";

const MONEY = '#,##0;(#,##0);"\u2013"';
const HEAD: BundleFormat = { bold: true, background_color: "#E8EEF7", horizontal_alignment: "center" };

/** The formats of cells, by their content. */
export const LOOKS = {
  title: { bold: true, font_color: "#1F3864" },
  note: { italic: true, font_color: "#7F7F7F" },
  head: HEAD,
  label: {},
  money: { number_format: MONEY },
  total: { number_format: MONEY, bold: true },
  percent: { number_format: "0.0%" },
  number: { number_format: "#,##0.0" },
  month: { number_format: "mmm yyyy", horizontal_alignment: "left" },
  date: { number_format: "yyyy-mm-dd", horizontal_alignment: "right" },
  /** Inputs, in blue, as is usual in financial models. */
  inputMoney: { number_format: MONEY, font_color: "#0000FF" },
  inputPercent: { number_format: "0.0%", font_color: "#0000FF" },
  inputNumber: { number_format: "#,##0.0", font_color: "#0000FF" },
  inputDate: { number_format: "yyyy-mm-dd", font_color: "#0000FF", horizontal_alignment: "right" },
} as const satisfies Readonly<Record<string, BundleFormat>>;

export type Look = keyof typeof LOOKS;

export class Page {
  readonly cells: Record<string, BundleValue> = {};
  readonly formats: Record<string, BundleFormat> = {};

  /** Writes a cell: a text that begins with "=" is a formula. Columns are letters, or places from 0. */
  put(column: string | number, row: number, value: number | string, look: Look = "label"): void {
    const name = `${typeof column === "string" ? column : columnName(column)}${row}`;
    this.cells[name] = typeof value === "string" && value.startsWith("=") ? { formula: value } : value;
    if (Object.keys(LOOKS[look]).length > 0) this.formats[name] = LOOKS[look];
  }

  /** Writes a row from a column on. */
  line(row: number, values: readonly (number | string)[], look: Look, from = 0): void {
    for (const [at, value] of values.entries()) this.put(from + at, row, value, look);
  }
}
