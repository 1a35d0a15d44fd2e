/**
 * Finds the header of a report and its columns. Reports begin with lines of titles, so the header is the
 * first row that has all the columns that a layout needs. Column names are compared without capitals, signs
 * and blanks at the ends.
 */
import { nameInCurrency } from "../../../../core/foreign-currency.ts";
import { statusPlaceOf } from "../entry-status.ts";
import type { TableRow } from "./format.ts";

/** What a column of a report holds. */
export type ReportColumn =
  | "id"
  | "date"
  | "due"
  | "kind"
  | "number"
  | "name"
  | "description"
  | "memo"
  | "account"
  | "accountCode"
  | "accountType"
  | "accountDetail"
  | "accountGroup"
  | "cashFlow"
  | "balanceSheet"
  | "debit"
  | "credit"
  | "amount"
  | "side"
  | "balance"
  | "currency"
  | "department"
  | "split"
  | "outflow"
  | "inflow"
  | "status";

/** The names that a column has in a report; the first one that is found counts. */
export type ColumnTitles = Readonly<Partial<Record<ReportColumn, readonly string[]>>>;

/** The index of each column that a report has. */
export type ColumnIndexes = Readonly<Partial<Record<ReportColumn, number>>>;

export interface Header {
  readonly line: number;
  readonly columns: ColumnIndexes;
  /** The name of the column that says whether an entry counts; empty without one. */
  readonly status: string;
}

/** Rows of titles that may come before the header. */
const MOST_TITLE_ROWS = 40;

function plainTitle(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[_\s]+/g, " ")
    .replaceAll(/^\*+|[.:*]+$/g, "")
    .trim();
}

/**
 * The header among the first rows; null if no row has all the columns that are needed. A column of money in
 * dollars is found before one in the currency of its source, and needs no column that names a currency.
 */
export function findHeader(
  rows: readonly TableRow[],
  titles: ColumnTitles,
  needed: readonly ReportColumn[],
): Header | null {
  for (const { fields, line } of rows.slice(0, MOST_TITLE_ROWS)) {
    const plain = fields.map(plainTitle);
    const inCurrency = plain.map(nameInCurrency);
    const placeOf = (names: readonly string[]): number =>
      names
        .flatMap((title) => [
          inCurrency.findIndex((each) => each?.name === title && each.isDollars),
          plain.indexOf(title),
          inCurrency.findIndex((each) => each?.name === title),
        ])
        .find((place) => place >= 0) ?? -1;
    const columns: Partial<Record<ReportColumn, number>> = {};
    for (const [column, names] of Object.entries(titles)) {
      const place = placeOf(names);
      if (place >= 0) columns[column as ReportColumn] = place;
    }
    if (!needed.every((column) => columns[column] !== undefined)) continue;
    const money = needed.includes("balance") ? columns.balance : (columns.debit ?? columns.amount);
    if (inCurrency[money ?? -1]?.isDollars === true) delete columns.currency;
    const status = statusPlaceOf(plain.map((name) => (name === "state" ? "" : name)));
    if (status >= 0) columns.status = status;
    return { line, columns, status: fields[status]?.trim() ?? "" };
  }
  return null;
}

/** Reads fields of a row by what they hold; an empty text for a column that the report does not have. */
export function fieldReader(columns: ColumnIndexes, { fields }: TableRow): (column: ReportColumn) => string {
  return (column) => {
    const index = columns[column];
    return index === undefined ? "" : (fields[index] ?? "").trim();
  };
}
