/**
 * A statement laid out in columns and rows: what is exported, before it is a file of any format. Invariants:
 * every row with amounts has one for each column; a row with `sumOf` equals, in each column, the sum of the
 * rows that it names; a column over all periods is, in each row, what `across` says of the periods' columns.
 */
import type { Cents } from "./cents.ts";
import type { CivilDate, UnixSeconds } from "./civil-date.ts";

/**
 * - `heading`: names what follows, without amounts.
 * - `line`: amounts of its own.
 * - `subtotal`: what a heading's rows add up to.
 * - `total`: what a section adds up to.
 * - `grand_total`: what the statement leads to, such as net income.
 */
export type StatementRowKind = "heading" | "line" | "subtotal" | "total" | "grand_total";

export interface StatementColumn {
  /** `Jan 2026`, `Q1 2026`, `FY 2026`, `Jan 15 - 31, 2026`, `Total`. */
  readonly label: string;
  readonly startDate: CivilDate;
  /** The day at whose end a balance stands. */
  readonly endDate: CivilDate;
  /** The column over all periods is the last one, when there is one. */
  readonly kind: "period" | "total";
}

export interface StatementRow {
  readonly kind: StatementRowKind;
  /** From 0; what stands below a heading is one deeper, its subtotal as deep as the heading. */
  readonly depth: number;
  /**
   * The section of the report that it belongs to, in the words of the API: `revenue`, `assets`,
   * `operating_activities`; null for what is of none.
   */
  readonly section: string | null;
  /**
   * Id of the category, group or department that it is of, as in the JSON report; a subtotal has its
   * heading's. Null for totals.
   */
  readonly id: string | null;
  readonly parentId: string | null;
  readonly label: string;
  /** One for each column, in the signs of the JSON report; null for a heading. */
  readonly amounts: readonly Cents[] | null;
  /** The indexes of the rows that it sums; null for an amount that is not a sum. */
  readonly sumOf: readonly number[] | null;
  /** Its amount in the column over all periods: their sum, the first or the last. */
  readonly across: "sum" | "first" | "last";
}

export interface StatementTable {
  /** `Income Statement`. */
  readonly title: string;
  /** The company's name. */
  readonly company: string;
  /** `January 1, 2026 to March 31, 2026`. */
  readonly period: string;
  /** `Accrual basis, in United States dollars`. */
  readonly basis: string;
  readonly columns: readonly StatementColumn[];
  readonly rows: readonly StatementRow[];
  readonly startDate: CivilDate;
  readonly endDate: CivilDate;
  readonly generatedAt: UnixSeconds;
  /** When the latest of what is in it changed; null when nothing is. */
  readonly refreshedAt: UnixSeconds | null;
  /** The export's address in the API. */
  readonly link: string;
}
