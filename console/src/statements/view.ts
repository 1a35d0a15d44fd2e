/**
 * What a statement's address says: which statement of which days, how it is cut into columns, what it is
 * compared with, and what is open beside it. Every word is optional, and one that makes no sense counts as
 * left out, so that an old address still shows something.
 */
import {
  endOf,
  isDay,
  partsOfPeriod,
  type Period,
  periodBefore,
  periodText,
  startOf,
  type Step,
  STEPS,
  yearBefore,
  dayText,
} from "../parts/dates.ts";

export const STATEMENTS = {
  income: { name: "Income statement", report: "income_statement" },
  balance: { name: "Balance sheet", report: "balance_sheet" },
  cash: { name: "Cash flow", report: "cash_flow" },
} as const;
export type StatementName = keyof typeof STATEMENTS;

export const COMPARISONS = ["none", "period", "year"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** The query of the address. */
export interface Search {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly by?: string | undefined;
  readonly compare?: string | undefined;
  readonly rows?: string | undefined;
  /** Keys of closed headings, with commas. */
  readonly closed?: string | undefined;
  readonly find?: string | undefined;
  /** The row and the days of the figure that is open. */
  readonly line?: string | undefined;
  readonly days?: string | undefined;
  /** The entry whose voucher is open, and the transaction. */
  readonly entry?: string | undefined;
  readonly transaction?: string | undefined;
}

export interface View {
  readonly statement: StatementName;
  readonly period: Period;
  readonly by: Step;
  readonly compare: Comparison;
  readonly byDepartment: boolean;
  readonly closed: ReadonlySet<string>;
  readonly find: string;
}

/** Most columns of one statement, each of which is a request. */
export const MOST_COLUMNS = 24;

/** Reads an address. Left out, the period is the fiscal quarter so far. */
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
  const from = isDay(search.from) && search.from <= to ? search.from : startOf("quarter", to, firstMonth);
  return {
    statement,
    period: { from, to },
    by: STEPS.find((step) => step === search.by) ?? "month",
    compare: COMPARISONS.find((word) => word === search.compare) ?? "none",
    byDepartment: statement === "income" && hasDepartments && search.rows === "department",
    closed: new Set((search.closed ?? "").split(",").filter((key) => key !== "")),
    find: search.find ?? "",
  };
}

/** A column of figures, which is one request; or one that is worked out from two others. */
export type Column =
  | {
      readonly kind: "figures";
      readonly key: string;
      readonly label: string;
      readonly period: Period;
      readonly isTotal: boolean;
    }
  | {
      readonly kind: "change" | "percent";
      readonly label: string;
      readonly now: string;
      readonly before: string;
    };

export type FigureColumn = Extract<Column, { kind: "figures" }>;

/** The columns of a view, in order; null if there would be too many. */
export function columnsOf(view: View, firstMonth: number): Column[] | null {
  const { statement, period, by, compare } = view;
  const isBalance = statement === "balance";
  const parts = partsOfPeriod(period, by, firstMonth, MOST_COLUMNS);
  if (parts.length > MOST_COLUMNS) return null;
  const figures = (each: Period, isTotal: boolean, label?: string): FigureColumn => ({
    kind: "figures",
    key: isBalance ? each.to : `${each.from}..${each.to}`,
    label: label ?? (isBalance ? dayText(each.to) : periodText(each)),
    period: each,
    isTotal,
  });
  const columns: Column[] = parts.map((each) => figures(each, false));
  if (!isBalance && parts.length > 1) columns.push(figures(period, true, "Total"));
  if (compare === "none") return columns;
  const other = compare === "year" ? yearBefore(period) : periodBefore(period);
  const [now, before] = [figures(period, true), figures(other, false)];
  return [
    ...columns,
    before,
    { kind: "change", label: "Change", now: now.key, before: before.key },
    { kind: "percent", label: "Change, %", now: now.key, before: before.key },
  ];
}

/** The requests of the columns, each once. */
export function requestsOf(columns: readonly Column[]): FigureColumn[] {
  const figures = columns.filter((column) => column.kind === "figures");
  return [...new Map(figures.map((column) => [column.key, column])).values()];
}

/** The query of the report's operation for a column. */
export function queryOf(view: View, { period: { from, to } }: FigureColumn): Record<string, string> {
  if (view.statement === "balance") return { date: to };
  return {
    start_date: from,
    end_date: to,
    ...(view.byDepartment ? { group_by: "department" } : {}),
  };
}
