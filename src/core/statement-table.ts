/**
 * A statement as a table of columns and rows, from which exports of all file formats are made. Invariants: a
 * row with amounts has one amount per column, or null in one of percentages or effects, and where a general
 * ledger has none; a row with `sumOf` equals, in each column of amounts, the sum of the rows that `sumOf`
 * lists; the amount in the total column follows from those of the periods by the row's `across`; a change is
 * the current amount minus the prior one.
 */
import { addCents, type Cents, negateCents, ZERO_CENTS } from "@daybook/words/cents";
import type { Comparison } from "@daybook/words/compared-period";
import {
  accountingPercentText,
  decimalPercentText,
  decimalText,
  type Rounding,
  roundedText,
} from "@daybook/words/money-text";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";

/**
 * - `heading`: a title above other rows, without amounts.
 * - `line`: a row with its own amounts.
 * - `subtotal`: the sum of the rows below a heading.
 * - `total`: the sum of a section.
 * - `grand_total`: a result of the statement, such as net income.
 */
export type StatementRowKind = "heading" | "line" | "subtotal" | "total" | "grand_total";

/** The columns that a comparison adds. */
export interface ComparedColumns {
  readonly with: Comparison;
  /** The indexes of the columns that are compared. */
  readonly current: number;
  readonly prior: number;
}

/** What a column of a trial balance holds. */
export interface TrialColumn {
  /**
   * - `opening`, `closing`: balances before the first day, and at the end of the last one.
   * - `change`: what was booked on the days of the column.
   * - `unadjusted`, `adjustments`: the closing balances without adjusting entries, and these.
   */
  readonly stage: "opening" | "change" | "unadjusted" | "adjustments" | "closing";
  /** The side whose amounts it has, never negative; null for debits minus credits. */
  readonly side: "debit" | "credit" | null;
}

export const COLUMN_KINDS = [
  "period",
  "total",
  "year_to_date",
  "prior",
  "change",
  "percent",
  "effect",
  "share",
] as const;

/** What a column of percentages of revenue is of. */
export interface Share {
  /** The index of the column with the amounts. */
  readonly column: number;
  /** The index of the row with the revenue, and its amount in that column. */
  readonly row: number;
  readonly base: Cents;
  /** The key of the column with the amounts. */
  readonly key: string;
}

export interface StatementColumn {
  /** `Jan 2026`, `Q1 2026`, `FY 2026`, `Jan 15 - 31, 2026`, `Total`, `Change`, `Change %`. */
  readonly label: string;
  readonly startDate: CivilDate;
  /** The last day of the column. Balances are those at the end of this day. */
  readonly endDate: CivilDate;
  /**
   * - `total`: the column over all periods, after the last of them.
   * - `year_to_date`: the fiscal year up to the last day, after the total.
   * - `share`: the percentages of revenue of the column before it.
   * - `prior`: the amounts that the current ones are compared with; `change` and `percent` follow it, and in
   *   an income statement `effect`: whether the change raises or lowers income.
   */
  readonly kind: (typeof COLUMN_KINDS)[number];
  /** False while its last day has not ended; its label says so, too. */
  readonly isOver: boolean;
  /** The columns that `prior` and those after it compare; null for the others. */
  readonly compared: ComparedColumns | null;
  /** Only of a trial balance. */
  readonly trial?: TrialColumn;
  /** Only of a general ledger: what it has of each line. */
  readonly ledger?: "debit" | "credit" | "balance";
  /** Only of changes in equity: the category that it is of. */
  readonly equity?: string;
  /** Only of percentages of revenue. */
  readonly share?: Share;
}

/**
 * Names a column for programs, unlike every other of its table: its days, so that they can be parsed, or what
 * it holds. The columns of a comparison begin with its name.
 */
export function columnKey(column: StatementColumn): string {
  const { kind, startDate, endDate, compared, trial, share, ledger, equity } = column;
  const own = ledger ?? equity;
  if (own !== undefined) return own;
  const days = `${startDate}..${endDate}`;
  if (share !== undefined) return `${share.key}_of_revenue`;
  if (compared !== null) return `${compared.with}_${kind === "prior" ? days : kind}`;
  if (trial?.side) return `${trial.stage}_${trial.side}`;
  if (trial !== undefined && trial.stage !== "change") return trial.stage;
  return kind === "total" || kind === "year_to_date" ? kind : days;
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
  /**
   * An amount per column, with the signs of the JSON report, and null for none and in columns of percentages
   * and effects;
   * null for a heading.
   */
  readonly amounts: readonly (Cents | null)[] | null;
  /** The indexes of the rows whose sum this row is; null for a row that is not a sum. */
  readonly sumOf: readonly number[] | null;
  /** The amount in the total column: the sum of the periods' amounts, the first of them or the last. */
  readonly across: "sum" | "first" | "last";
  /** The numbers of the notes on this row, in rising order. */
  readonly notes: readonly number[];
  /** What stands in the columns of texts, if the table has any; absent for nothing. */
  readonly texts?: readonly string[];
}

/** A column of texts after the labels. */
export interface TextColumn {
  /** Names it for programs. */
  readonly key: string;
  readonly label: string;
}

/** Returns what stands in the columns of texts of a row. */
export function textsOf(
  { textColumns = [] }: Pick<StatementTable, "textColumns">,
  { texts = [] }: Pick<StatementRow, "texts">,
): readonly string[] {
  return textColumns.map((_column, index) => texts[index] ?? "");
}

/** Returns the label with the numbers of its notes, as in `Term Loan [1]`. */
export function markedLabel({ label, notes }: Pick<StatementRow, "label" | "notes">): string {
  return notes.length === 0 ? label : `${label} [${notes.join(", ")}]`;
}

/** Returns the label as it is printed, after the texts of the row in the same column: `2026-01-05  Rent`. */
export function printedLabel(row: Pick<StatementRow, "label" | "notes" | "texts">): string {
  return [...(row.texts ?? []), markedLabel(row)].filter((text) => text !== "").join("  ");
}

/** A figure in a column of a row: an amount, tenths of a percent, or 1 for a favorable change and -1. */
export type Figure =
  | { readonly unit: "cents"; readonly value: Cents }
  | { readonly unit: "percent" | "effect"; readonly value: number };

/**
 * Returns the figure of a row in a column; null if there is none: in a heading, for a percentage of nothing
 * or across a change of sign, and for the effect of no change.
 */
export function figureOf(
  columns: readonly StatementColumn[],
  { amounts }: Pick<StatementRow, "amounts">,
  index: number,
): Figure | null {
  const amount = amounts?.[index] ?? null;
  if (amount !== null) return { unit: "cents", value: amount };
  const { kind, compared, share } = columns[index] ?? {};
  if (amounts !== null && share !== undefined) {
    const value = shareTenths(amounts[share.column] ?? ZERO_CENTS, share.base);
    return value === null ? null : { unit: "percent", value };
  }
  if (amounts === null || !compared) return null;
  if (kind === "effect") {
    const value = Math.sign(changeOf(amounts, compared));
    return value === 0 ? null : { unit: "effect", value };
  }
  const value = kind === "percent" ? percentTenths(amounts, compared) : null;
  return value === null ? null : { unit: "percent", value };
}

/** The words of a change that raises income, and of one that lowers it. */
export const EFFECTS = { favorable: "favorable", unfavorable: "unfavorable" } as const;

/** Returns the word of an effect: 1 is favorable. Costs are negative, so that less of them is a rise. */
export function effectText(value: number): string {
  return value > 0 ? EFFECTS.favorable : EFFECTS.unfavorable;
}

/**
 * Returns an amount in tenths of a percent of revenue, rounded half away from zero, with the sign of the
 * amount; null unless there is revenue.
 */
function shareTenths(amount: Cents, revenue: Cents): number | null {
  if (revenue <= 0) return null;
  const [size, base] = [BigInt(Math.abs(amount)), BigInt(revenue)];
  const tenths = Number((size * 2000n + base) / (2n * base));
  return amount < 0 && tenths !== 0 ? -tenths : tenths;
}

/** Formats a figure for people: `1,234.50` or rounded `1,235`, `(12.5%)`, `favorable`. */
export function accountingFigure(figure: Figure, rounding: Rounding): string {
  if (figure.unit === "cents") return roundedText(figure.value, rounding);
  return figure.unit === "percent" ? accountingPercentText(figure.value) : effectText(figure.value);
}

/** Formats a figure for programs: `-1234.50`; a percentage without its sign, `-12.5`; `favorable`. */
export function decimalFigure(figure: Figure): string {
  if (figure.unit === "cents") return decimalText(figure.value);
  return figure.unit === "percent" ? decimalPercentText(figure.value) : effectText(figure.value);
}

/** Returns the change of two compared amounts: the current one minus the prior one. */
export function changeOf(amounts: readonly (Cents | null)[], { current, prior }: ComparedColumns): Cents {
  return addCents(amounts[current] ?? ZERO_CENTS, negateCents(amounts[prior] ?? ZERO_CENTS));
}

/**
 * Returns the change of the size of an amount in tenths of a percent of the prior size, rounded half away
 * from zero: positive for a cost that grew, although its amounts are negative. Null if the prior amount is
 * zero or has the other sign, because no percentage tells how a loss became a gain.
 */
export function percentTenths(
  amounts: readonly (Cents | null)[],
  columns: Pick<ComparedColumns, "current" | "prior">,
): number | null {
  const [current, prior] = [BigInt(amounts[columns.current] ?? 0), BigInt(amounts[columns.prior] ?? 0)];
  if (prior === 0n || current * prior < 0n) return null;
  const size = prior < 0n ? -prior : prior;
  const change = (current < 0n ? -current : current) - size;
  const tenths = ((change < 0n ? -change : change) * 2000n + size) / (2n * size);
  return Number(change < 0n ? -tenths : tenths);
}

/** What a statement with notes says beneath its rows, and on every page. */
export const SEE_NOTES = "See accompanying notes.";

/** Returns what every page of a statement says at its foot: its legend, and where its notes are. */
export function pageLines({ legend, notes }: Pick<StatementTable, "legend" | "notes">): readonly string[] {
  return [...(legend === null ? [] : [legend]), ...(notes.length === 0 ? [] : [SEE_NOTES])];
}

/** Returns what stands in the head of a statement below its basis. */
export function headLines({
  preparedBy,
  legend,
}: Pick<StatementTable, "preparedBy" | "legend">): readonly string[] {
  return [preparedBy, legend].filter((line) => line !== null);
}

export interface StatementTable {
  /** `Income Statement`. */
  readonly title: string;
  /** The company's name. */
  readonly company: string;
  /** `For the Three Months Ended March 31, 2026`, `As of March 31, 2026 (not over)`. */
  readonly period: string;
  /** `Unaudited. Accrual basis, in United States dollars`. */
  readonly basis: string;
  /** Only of a general ledger. */
  readonly textColumns?: readonly TextColumn[];
  /** What printed amounts are rounded to; `basis` says so, too. */
  readonly rounding: Rounding;
  /** `Prepared by Quay Accounting`; null where nobody is named. */
  readonly preparedBy: string | null;
  /** `DRAFT — not reviewed`, which stands on every page; null for none. */
  readonly legend: string | null;
  readonly columns: readonly StatementColumn[];
  readonly rows: readonly StatementRow[];
  /** The texts of the notes on rows; the first has the number 1. */
  readonly notes: readonly string[];
  readonly startDate: CivilDate;
  readonly endDate: CivilDate;
  /** False while the days of the statement have not ended; `period` says so, too. */
  readonly isOver: boolean;
  readonly generatedAt: UnixSeconds;
  /** When the data of the statement last changed; null for a statement without data. */
  readonly refreshedAt: UnixSeconds | null;
  /** The URL of the export in the API. */
  readonly link: string;
}
