/**
 * What the figures of a statement's table are made of: a key by which each row is named, and its journal
 * entries. Invariant: a row has entries only if they add up to its figures, whatever the period.
 */
import { addDays, type CivilDate, startOfFiscalYear } from "@daybook/words/civil-date";
import type { Adjustments } from "@daybook/words/ledger-words";
import { isPointInTime } from "@daybook/words/ledger-words";
import type { StatementColumn, StatementRow } from "../../../../core/statement-table.ts";
import {
  type CategoryRow,
  type DepartmentRow,
  readCategoryFilter,
  type Selection,
  treeSelector,
} from "../../chart/index.ts";
import type { EquityMovement, FlowEntries, FlowLine } from "../../ledger/index.ts";
import {
  EARLIER_INCOME_ID,
  type EquityChange,
  INCOME_SECTIONS,
  NET_INCOME_ID,
  readAdjustment,
  readFlowLine,
  readTakenOut,
  RETAINED_EARNINGS_ID,
  retainedCategories,
} from "../../reports/index.ts";
import { NET_INCOME_PART } from "./balance.ts";
import type { TableInput } from "./words.ts";

/**
 * How entries add up to a figure: by their amounts in the API, by credits minus debits, or by debits minus
 * credits.
 */
export const ENTRY_SUMS = ["amount", "credit", "debit"] as const;
export type EntrySum = (typeof ENTRY_SUMS)[number];

/**
 * The days of the entries of a figure: those of its column, or all up to its end, for instance. In a trial
 * balance they depend on the column; income counts from the start of the fiscal year, or up to it.
 */
type Days = "column" | "through_end" | "before_start" | "fiscal_year" | TrialDays;
type TrialDays = "balance" | "income" | "earlier_income";

/** The entries of a row. */
export interface RowEntries {
  readonly categoryIds: readonly string[];
  /** The departments of the entries; null for any or none, an empty list for none. */
  readonly departmentIds: readonly string[] | null;
  readonly sum: EntrySum;
  readonly days: Days;
  /** Which of them a row of the cash flow statement shows, if not all; the ids are not used then. */
  readonly flow: FlowEntries | null;
  /** What a row of the changes in equity shows; its categories are those of the column. */
  readonly equity?: EquityFigure;
}

/** What a figure of the changes in equity is. */
type EquityFigure = EquityChange | "opening" | "closing";

/** The chart of a company. */
export interface Chart {
  readonly categories: readonly CategoryRow[];
  readonly departments: readonly DepartmentRow[];
}

/**
 * Returns the key of a row, which is the same in every period: `revenue.cat_plans`, `revenue.total`,
 * `net_income`. Rows beneath the statement are named by their place.
 */
export function keyOf({ section, id, kind, label, depth }: StatementRow, index: number): string {
  if (section === null)
    return depth > 0 || kind === "heading" ? `beneath.${index}` : label.toLowerCase().replaceAll(/\W+/g, "_");
  const name = id ?? (kind === "line" ? NO_DEPARTMENT : null);
  const base = name === null ? section : `${section}.${name}`;
  return kind === "heading" || kind === "line" ? base : `${base}.total`;
}

const NO_DEPARTMENT = "none";

/** Categories whose entries count as they are, and those whose entries count with the opposite sign. */
interface Parts {
  readonly plus: ReadonlySet<string>;
  readonly minus: ReadonlySet<string>;
  /** Categories of which only the entries count that net income is adjusted for. */
  readonly adjusted: ReadonlySet<string>;
}

const of = (plus: Iterable<string>): Parts => ({
  plus: new Set(plus),
  minus: new Set(),
  adjusted: new Set(),
});

/** Adds parts up. A category that is taken out of another part's is in neither. */
function added(parts: readonly Parts[]): Parts {
  const plus = new Set(parts.flatMap((each) => [...each.plus]));
  const minus = new Set(parts.flatMap((each) => [...each.minus]));
  return {
    plus: new Set([...plus].filter((id) => !minus.has(id))),
    minus: new Set([...minus].filter((id) => !plus.has(id))),
    adjusted: new Set(parts.flatMap((each) => [...each.adjusted])),
  };
}

type Select = (filter: string) => Selection<CategoryRow> | null;

/** Returns the entries of each row; null for a row whose entries can't be listed. */
export function entriesOfRows(
  rows: readonly StatementRow[],
  { report_type, group_rows }: Pick<TableInput, "report_type" | "group_rows">,
  chart: Chart,
): (RowEntries | null)[] {
  if (report_type === "cash_flow") return cashEntries(rows, chart);
  if (report_type === "trial_balance") return trialEntries(rows, chart);
  if (report_type === "changes_in_equity") return rows.map(equityEntries);
  // Its rows are entries.
  if (report_type === "general_ledger") return rows.map(() => null);
  const idsOf = (isIn: (row: CategoryRow) => boolean) => chart.categories.filter(isIn).map(({ id }) => id);
  const byDepartment = group_rows === "department";
  const ofSection = (section: string): Parts =>
    of(idsOf((row) => row.account_type === INCOME_SECTIONS[section as keyof typeof INCOME_SECTIONS]));
  const income = idsOf((row) => !isPointInTime(row.account_type));
  const select = treeSelector(chart.categories);
  const days = report_type === "balance_sheet" ? "through_end" : "column";
  const parts = partsOfRows(rows, (row) => {
    const { id, section, kind } = row;
    if (byDepartment && section !== null) return ofSection(section);
    if (id === RETAINED_EARNINGS_ID) {
      const root = chart.categories.find(({ role }) => role === "retained_earnings");
      return of([...income, ...(root === undefined ? [] : (select(root.id)?.ids ?? []))]);
    }
    if (id === NET_INCOME_PART) return of(income);
    if (id === null && kind === "total" && section !== null && row.sumOf === null) return ofSection(section);
    return ofCategory(select, id);
  });
  const departments = treeSelector(chart.departments);
  return rows.map((row, index) => {
    const { plus } = parts[index] ?? of([]);
    if (row.amounts === null || plus.size === 0) return null;
    const isOfDepartment = byDepartment && row.section !== null && (row.kind === "line" || row.id !== null);
    return {
      categoryIds: [...plus],
      departmentIds: isOfDepartment ? (row.id === null ? [] : (departments(row.id)?.ids ?? [])) : null,
      sum: "amount",
      days: row.id === NET_INCOME_PART ? "fiscal_year" : days,
      flow: null,
    };
  });
}

/** The entries of the rows of a cash flow statement. Its last rows are of the cash categories. */
function cashEntries(rows: readonly StatementRow[], { categories }: Chart): (RowEntries | null)[] {
  const select = treeSelector(categories);
  const income = of(categories.filter((row) => !isPointInTime(row.account_type)).map(({ id }) => id));
  const cash = categories.filter((row) => row.cash_flow === "cash").map(({ id }) => id);
  const parts = partsOfRows(rows, ({ id }) => {
    if (id === NET_INCOME_ID) return income;
    if (id === null) return null;
    const idsOf = (category: string): ReadonlySet<string> => ofCategory(select, category)?.plus ?? new Set();
    const takenOut = readTakenOut(id);
    if (takenOut !== null) return { ...of([]), minus: idsOf(takenOut) };
    const adjusted = readAdjustment(id);
    return adjusted === null ? ofCategory(select, id) : { ...of([]), adjusted: idsOf(adjusted) };
  });
  return rows.map(({ id, amounts, section, depth, across }, index): RowEntries | null => {
    if (amounts === null) return null;
    const whole = { departmentIds: null, flow: null } as const;
    if (section === null) {
      // The lines beneath the statement are of vouchers.
      if (depth > 0 || cash.length === 0) return null;
      const days = ({ sum: "column", first: "before_start", last: "through_end" } as const)[across];
      return { ...whole, categoryIds: cash, sum: "amount", days };
    }
    const place = PLACES[section];
    if (place !== undefined) {
      const lines = id === null ? [] : flowLines(select, id);
      if (lines === null) return null;
      return { ...whole, categoryIds: [], sum: "credit", days: "column", flow: { place, lines } };
    }
    const { plus, minus, adjusted } = parts[index] ?? of([]);
    const shown = new Set([...plus, ...adjusted]);
    if ((shown.size === 0) === (minus.size === 0)) return null;
    const isOperating = shown.size > 0 && id !== NET_INCOME_ID;
    return {
      ...whole,
      categoryIds: [...shown, ...minus],
      sum: shown.size > 0 ? "credit" : "debit",
      days: "column",
      flow: isOperating ? { place: "operating", categoryIds: [...shown] } : null,
    };
  });
}

const PLACES: Readonly<Record<string, "investing" | "financing">> = {
  investing_activities: "investing",
  financing_activities: "financing",
};

/** The flows of a row of investing or financing; null for a row that is not known. */
function flowLines(select: Select, id: string): readonly FlowLine[] | null {
  const apart = readFlowLine(id);
  if (apart !== null) return [apart];
  return select(id)?.ids.map((line) => ({ line, direction: 0 })) ?? null;
}

function equityEntries({ id, amounts }: StatementRow): RowEntries | null {
  if (amounts === null) return null;
  const equity = (id ?? "closing") as EquityFigure;
  const days = equity === "opening" ? "before_start" : equity === "closing" ? "through_end" : "column";
  return { categoryIds: [], departmentIds: null, sum: "amount", days, flow: null, equity };
}

/** Returns the categories of a figure of the changes in equity, by the category of its column. */
export function equityCategories(
  figure: EquityFigure,
  column: string | undefined,
  { categories }: Pick<Chart, "categories">,
): readonly string[] {
  const ids = (rows: Iterable<CategoryRow>) => Array.from(rows, ({ id }) => id);
  const isTotal = column === undefined;
  const equity = isTotal
    ? ids(categories.filter((row) => row.account_type === "equity"))
    : column === RETAINED_EARNINGS_ID
      ? ids(retainedCategories({ categories }))
      : [readCategoryFilter(column).id];
  const hasIncome = isTotal || column === RETAINED_EARNINGS_ID;
  const income = hasIncome ? ids(categories.filter((row) => !isPointInTime(row.account_type))) : [];
  if (figure === "netIncome") return income;
  return figure === "opening" || figure === "closing" ? [...equity, ...income] : equity;
}

/** The movements that a figure of the changes in equity shows; null for those that are not known. */
export const MOVEMENTS: Readonly<Partial<Record<EquityFigure, EquityMovement | null>>> = {
  corrected: "corrected",
  paidIn: "paid_in",
  paidOut: "paid_out",
  transferred: "transferred",
  other: null,
};

/** The entries of the rows of a trial balance: each is of one category, or of all income of earlier years. */
function trialEntries(rows: readonly StatementRow[], { categories }: Chart): (RowEntries | null)[] {
  const income = categories.filter((row) => !isPointInTime(row.account_type)).map(({ id }) => id);
  const byId = new Map<string, CategoryRow>(categories.map((row) => [row.id, row]));
  return rows.map(({ kind, id }) => {
    if (kind !== "line" || id === null) return null;
    const shared = { departmentIds: null, sum: "debit", flow: null } as const;
    if (id === EARLIER_INCOME_ID) return { ...shared, categoryIds: income, days: "earlier_income" };
    const row = byId.get(readCategoryFilter(id).id);
    if (row === undefined) return null;
    return { ...shared, categoryIds: [row.id], days: isPointInTime(row.account_type) ? "balance" : "income" };
  });
}

/** Returns the days of the entries of a trial balance's figure. */
function trialDaysOf(
  days: TrialDays,
  { startDate, endDate, trial }: Pick<StatementColumn, "startDate" | "endDate" | "trial">,
  startMonth: number,
): { readonly from: CivilDate | null; readonly to: CivilDate } {
  const isOpening = trial?.stage === "opening";
  // The days of the opening are those before the first one.
  const yearStart = startOfFiscalYear(isOpening ? addDays(endDate, 1) : endDate, startMonth);
  const isOfDays = trial?.stage === "change" || trial?.stage === "adjustments";
  // Nothing is booked on the days that is income of earlier years.
  if (days === "earlier_income")
    return isOfDays ? { from: addDays(endDate, 1), to: endDate } : { from: null, to: addDays(yearStart, -1) };
  if (isOfDays) return { from: startDate, to: endDate };
  return { from: days === "income" ? yearStart : null, to: endDate };
}

/**
 * Which entries of the days of a table are left out of a trial balance's figure, or are alone in it, as they
 * are marked as adjusting; null if it doesn't matter.
 */
export function adjustingIn({ trial }: StatementColumn, adjustments: Adjustments): "only" | "without" | null {
  if (trial === undefined || adjustments === "included" || trial.stage === "opening") return null;
  if (trial.stage === "adjustments") return "only";
  return trial.stage === "closing" && adjustments === "separate" ? null : "without";
}

function ofCategory(select: Select, id: string | null): Parts | null {
  const selection = id === null ? null : select(id);
  return selection === null ? null : of(selection.ids);
}

/**
 * Returns the parts of each row: those that `partsOf` names, or the sum of the parts of the rows that it adds
 * up. Null if they are not known.
 */
function partsOfRows(
  rows: readonly StatementRow[],
  partsOf: (row: StatementRow) => Parts | null,
): (Parts | null)[] {
  const known: (Parts | null)[] = [];
  for (const row of rows) {
    const found = row.amounts === null ? null : partsOf(row);
    const summed = (row.sumOf ?? []).map((index) => known[index] ?? null);
    const isSum = summed.length > 0 && summed.every((each) => each !== null);
    known.push(found ?? (isSum ? added(summed) : null));
  }
  return known;
}

/** Returns the first and the last day of the entries of a figure; null for no first day. */
export function daysOf(
  { days }: RowEntries,
  column: Pick<StatementColumn, "startDate" | "endDate" | "trial">,
  fiscalYearStartMonth: number,
): { readonly from: CivilDate | null; readonly to: CivilDate } {
  const { startDate, endDate } = column;
  if (days === "balance" || days === "income" || days === "earlier_income")
    return trialDaysOf(days, column, fiscalYearStartMonth);
  if (days === "before_start") return { from: null, to: addDays(startDate, -1) };
  const from = {
    column: startDate,
    through_end: null,
    fiscal_year: startOfFiscalYear(endDate, fiscalYearStartMonth),
  };
  return { from: from[days], to: endDate };
}
