/**
 * What a statement's address says: which statement of which days, how it is cut into columns, what it is
 * compared with, and what is open beside it. Every word is optional, and one that makes no sense counts as
 * left out, so that an old address still shows something.
 */
import type { GetStatementTableQuery } from "../api/generated/operations.ts";
import type { NewStatementExport, StatementTableColumn } from "../api/generated/schemas.ts";
import { endOf, isDay, type Period, startOf, type Step, STEPS } from "../kit/dates.ts";
import type { Rounding } from "@daybook/words/money-text";
import { type StatementName, STATEMENTS } from "../shell/pages.ts";

const ADJUSTMENTS = ["included", "excluded", "separate"] as const;
type Adjustments = (typeof ADJUSTMENTS)[number];
export const COMPARISONS = ["none", "period", "year"] as const;
export type Comparison = (typeof COMPARISONS)[number];
/** What stands beside the amounts: the year to date, percentages of revenue, or both. */
const BESIDES = ["none", "year", "revenue", "both"] as const;
export type Beside = (typeof BESIDES)[number];

/** The query of the address. */
export interface Search {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly by?: string | undefined;
  readonly compare?: string | undefined;
  readonly rows?: string | undefined;
  /** How a trial balance shows adjusting entries. */
  readonly adjustments?: string | undefined;
  readonly beside?: string | undefined;
  readonly rounding?: string | undefined;
  /** Keys of closed headings, with commas. */
  readonly closed?: string | undefined;
  readonly find?: string | undefined;
  /** The row and the days of the figure that is open. */
  readonly line?: string | undefined;
  readonly days?: string | undefined;
  /** The entry whose voucher is open, and the transaction. */
  readonly entry?: string | undefined;
  readonly transaction?: string | undefined;
  /** How the line that is open is shown over time. */
  readonly over?: string | undefined;
}

export interface View {
  readonly statement: StatementName;
  readonly period: Period;
  readonly by: Step;
  readonly compare: Comparison;
  readonly byDepartment: boolean;
  readonly adjustments: Adjustments;
  readonly beside: Beside;
  readonly rounding: Rounding;
  readonly closed: ReadonlySet<string>;
  readonly find: string;
}

export type Column = StatementTableColumn;

/** Reads an address. Left out, the period is the fiscal quarter so far; of a trial balance, the fiscal year. */
export function viewOf(
  statement: StatementName,
  search: Search,
  now: string,
  firstMonth: number,
  hasDepartments: boolean,
): View {
  const to = isDay(search.to)
    ? search.to
    : isDay(search.from)
      ? endOf("month", search.from, firstMonth)
      : now;
  const first = startOf(FIRST_UNITS[statement] ?? "quarter", to, firstMonth);
  const from = isDay(search.from) && search.from <= to ? search.from : first;
  return {
    statement,
    period: { from, to },
    ...columnsOf(statement, search),
    rounding: search.rounding === "dollars" || search.rounding === "thousands" ? search.rounding : "cents",
    byDepartment: statement === "income" && hasDepartments && search.rows === "department",
    closed: new Set((search.closed ?? "").split(",").filter((key) => key !== "")),
    find: search.find ?? "",
  };
}

/** What is shown first where the address names no first day; the others begin with a quarter. */
const FIRST_UNITS: Readonly<Partial<Record<StatementName, "year">>> = { trial: "year" };

/** How a statement is cut into columns. A trial balance has no columns of other days, others no adjustments. */
function columnsOf(
  statement: StatementName,
  search: Search,
): Pick<View, "by" | "compare" | "adjustments" | "beside"> {
  // Percentages of revenue stand beside income only, and nothing beside balances.
  const words = BESIDES.slice(0, statement === "income" ? 4 : statement === "cash" ? 2 : 1);
  const beside = words.find((word) => word === search.beside) ?? "none";
  const by = STEPS.find((step) => step === search.by);
  if (statement === "trial")
    return {
      by: by ?? "total",
      compare: "none",
      adjustments: ADJUSTMENTS.find((word) => word === search.adjustments) ?? "included",
      beside,
    };
  // A column of it is a category.
  if (statement === "equity") return { by: "total", compare: "none", adjustments: "included", beside };
  const compare = COMPARISONS.find((word) => word === search.compare) ?? "none";
  return { by: by ?? "month", compare, adjustments: "included", beside };
}

/** The request for the file of the table that a view shows. */
export function exportOf(view: View, format: "pdf" | "xlsx" | "csv"): NewStatementExport {
  const { statement, period, by, compare, byDepartment, adjustments, beside, rounding } = view;
  return {
    report_type: STATEMENTS[statement].report,
    start_date: period.from,
    end_date: period.to,
    format,
    // An export has a column for each of its periods, of which the year is the longest.
    group_by: { period: by === "total" ? "year" : by, rows: byDepartment ? "department" : "category" },
    compare: COMPARES[compare],
    adjustments,
    ...BESIDE_WORDS[beside],
    rounding,
  };
}

/** The query of the entries of a figure. */
export function figureOf(view: View, row: string, { key, start_date, end_date }: Column) {
  return {
    ...queryOf(view),
    row,
    column_start: start_date,
    column_end: end_date,
    ...(view.statement === "trial" ? { column: key } : {}),
  };
}

/** What is asked of the service for what stands beside. */
const BESIDE_WORDS = {
  none: {},
  year: { beside: "year_to_date" },
  revenue: { shares: "revenue" },
  both: { beside: "year_to_date", shares: "revenue" },
} as const;
const COMPARES = { none: "none", period: "prior_period", year: "prior_year" } as const;

/** The query of the table that a view shows. */
export function queryOf({
  statement,
  period,
  by,
  compare,
  byDepartment,
  adjustments,
  beside,
}: View): GetStatementTableQuery {
  return {
    report_type: STATEMENTS[statement].report,
    start_date: period.from,
    end_date: period.to,
    step: by === "total" ? "whole" : by,
    group_by: byDepartment ? "department" : "category",
    compare: COMPARES[compare],
    ...(adjustments === "included" ? {} : { adjustments }),
    ...BESIDE_WORDS[beside],
  };
}

/** The name of a column in addresses: its days, or the day of its balances; if several have the same, its key. */
export function keyOf(statement: StatementName, { key, start_date, end_date }: Column): string {
  if (statement === "trial" || statement === "equity") return key;
  return statement === "balance" ? end_date : `${start_date}..${end_date}`;
}
