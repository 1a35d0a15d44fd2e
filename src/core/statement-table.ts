/**
 * A statement as a table of columns and rows, from which exports of all file formats are made. Invariants: a
 * row with amounts has one amount per column; a row with `sumOf` equals, in each column, the sum of the rows
 * that `sumOf` lists; the amount in the total column follows from those of the periods by the row's `across`.
 */
import type { Cents } from "./cents.ts";
import type { CivilDate, UnixSeconds } from "./civil-date.ts";

/**
 * - `heading`: a title above other rows, without amounts.
 * - `line`: a row with its own amounts.
 * - `subtotal`: the sum of the rows below a heading.
 * - `total`: the sum of a section.
 * - `grand_total`: a result of the statement, such as net income.
 */
export type StatementRowKind = "heading" | "line" | "subtotal" | "total" | "grand_total";

export interface StatementColumn {
  /** `Jan 2026`, `Q1 2026`, `FY 2026`, `Jan 15 - 31, 2026`, `Total`. */
  readonly label: string;
  readonly startDate: CivilDate;
  /** The last day of the column. Balances are those at the end of this day. */
  readonly endDate: CivilDate;
  /** `total`: the column over all periods. If there is one, it is the last column. */
  readonly kind: "period" | "total";
}

export interface StatementRow {
  readonly kind: StatementRowKind;
  /** Starts at 0. Rows below a heading are one deeper than it; its subtotal has the heading's depth. */
  readonly depth: number;
  /**
   * The row's section of the report, as the API names it: `revenue`, `assets`, `operating_activities`; null
   * for a row outside the sections.
   */
  readonly section: string | null;
  /**
   * The id of the row's category, group or department, as in the JSON report. A subtotal has the id of its
   * heading. Null for totals.
   */
  readonly id: string | null;
  readonly parentId: string | null;
  readonly label: string;
  /** An amount per column, with the signs of the JSON report; null for a heading. */
  readonly amounts: readonly Cents[] | null;
  /** The indexes of the rows whose sum this row is; null for a row that is not a sum. */
  readonly sumOf: readonly number[] | null;
  /** The amount in the total column: the sum of the periods' amounts, the first of them or the last. */
  readonly across: "sum" | "first" | "last";
}

export interface StatementTable {
  /** `Income Statement`. */
  readonly title: string;
  /** The company's name. */
  readonly company: string;
  /** `For the Three Months Ended March 31, 2026`, `As of March 31, 2026`. */
  readonly period: string;
  /** `Unaudited. Accrual basis, in United States dollars`. */
  readonly basis: string;
  readonly columns: readonly StatementColumn[];
  readonly rows: readonly StatementRow[];
  readonly startDate: CivilDate;
  readonly endDate: CivilDate;
  readonly generatedAt: UnixSeconds;
  /** When the data of the statement last changed; null for a statement without data. */
  readonly refreshedAt: UnixSeconds | null;
  /** The URL of the export in the API. */
  readonly link: string;
}
