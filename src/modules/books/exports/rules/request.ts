/**
 * The rules for an export request: its defaults and its longest range (specification, "Report exports").
 */
import { type CivilDate, parts } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { Adjustments } from "@daybook/words/ledger-words";
import { DATE_INPUT, readAs } from "../../../../core/kinds.ts";
import { LIMITS } from "@daybook/words/limits";
import { cutIntoPeriods } from "@daybook/words/fiscal-periods";
import {
  type Compare,
  defaultPeriod,
  type ExportFormat,
  type ExportInput,
  type ExportType,
  FORMATS,
  type GroupPeriod,
  type GroupRows,
  isOfAllDays,
  isStatement,
  PACKAGE_FORMATS,
  type TableInput,
} from "./words.ts";

/** The body of a request, as the caller sent it. */
export interface RawInput {
  readonly report_type: ExportType;
  readonly start_date: string;
  readonly end_date: string;
  readonly format?: ExportFormat;
  readonly group_by?: { readonly period?: GroupPeriod; readonly rows?: GroupRows };
  /** Not in the API's body, which the specification closes. */
  readonly compare?: Compare;
  /** The same. */
  readonly adjustments?: Adjustments;
  /** The same. */
  readonly category_id?: string;
  readonly beside?: TableInput["beside"];
  readonly shares?: TableInput["shares"];
  readonly rounding?: TableInput["rounding"];
}

/** Fills in defaults and reads the dates. Throws the refusals of `checkTable`, and `invalid_date`. */
export function readInput({
  report_type,
  start_date,
  end_date,
  format = "pdf",
  group_by = {},
  compare = "none",
  adjustments = "included",
  category_id,
  beside = "none",
  shares = "none",
  rounding = "cents",
}: RawInput): ExportInput {
  const input = {
    report_type,
    start_date: readAs(DATE_INPUT, start_date, "start_date", "invalid_date"),
    end_date: readAs(DATE_INPUT, end_date, "end_date", "invalid_date"),
    format,
    group_period: group_by.period ?? defaultPeriod(report_type),
    group_rows: group_by.rows ?? "category",
    compare,
    adjustments,
    category_id: category_id ?? null,
    beside,
    shares,
    rounding,
  } as const;
  checkFormat(input);
  if (isStatement(input)) checkTable(input);
  else checkPackage(input);
  return input;
}

/** Throws the refusal `invalid_request` for a format that the file does not have. */
function checkFormat(input: ExportInput): void {
  const formats: readonly ExportFormat[] = input.report_type === "package" ? PACKAGE_FORMATS : FORMATS;
  if (!formats.includes(input.format))
    throw refuse("invalid_request", {
      param: "format",
      message: `\`format\` must be one of ${formats.join(", ")}.`,
    });
}

/** Throws the refusals `invalid_date_range`, and `invalid_request` for a choice that only a statement has. */
function checkPackage(input: ExportInput): void {
  const { start_date, end_date, group_rows, adjustments, category_id, beside, shares } = input;
  if (start_date > end_date) throw refuse("invalid_date_range", { param: "start_date" });
  const wrong = (
    [
      ["group_by", group_rows !== "category"],
      ["adjustments", adjustments !== "included"],
      ["category_id", category_id !== null],
      ["beside", beside !== "none"],
      ["shares", shares !== "none"],
    ] as const
  ).find(([, isGiven]) => isGiven);
  if (wrong !== undefined)
    throw refuse("invalid_request", {
      param: wrong[0],
      message: `A package has all its statements whole; leave \`${wrong[0]}\` out.`,
    });
}

/**
 * Throws the refusals `invalid_date_range` if the start is after the end or the range has too many columns,
 * and `invalid_request` for rows or columns that the report does not have.
 */
export function checkTable(input: TableInput): void {
  const { report_type, start_date, end_date, group_period, group_rows } = input;
  if (start_date > end_date) throw refuse("invalid_date_range", { param: "start_date" });
  if (group_rows === "department" && report_type !== "income_statement") {
    throw refuse("invalid_request", {
      param: "group_by",
      message:
        "Only the income statement has rows by department; leave `group_by.rows` out or make it `category`.",
    });
  }
  checkTrialBalance(input);
  checkOfAllDays(input);
  checkBesides(input);
  const limit = LIMITS.export_months.value;
  const months = monthNumber(end_date) - monthNumber(start_date) + 1;
  if (months > limit && group_period !== "whole")
    throw refuse("invalid_date_range", {
      param: "end_date",
      message: `The range covers ${months} calendar months; an export covers at most ${limit}.`,
    });
}

/** Throws the refusal `invalid_request` for columns that only other statements have. */
function checkTrialBalance({
  report_type,
  compare,
  adjustments,
}: Pick<TableInput, "report_type" | "compare" | "adjustments">): void {
  const isTrialBalance = report_type === "trial_balance";
  if (isTrialBalance && compare !== "none")
    throw refuse("invalid_request", {
      param: "compare",
      message: "A trial balance has no columns of other days. Ask for the trial balance of those days, too.",
    });
  if (!isTrialBalance && adjustments !== "included")
    throw refuse("invalid_request", {
      param: "adjustments",
      message: "Only a trial balance can leave adjusting entries out or show them by themselves.",
    });
}

/**
 * Throws the refusal `invalid_request` for columns that a statement of all days lacks, or a choice that only
 * a general ledger has.
 */
function checkOfAllDays({ report_type, group_period, compare, category_id }: TableInput): void {
  if (report_type !== "general_ledger" && category_id !== null)
    throw refuse("invalid_request", {
      param: "category_id",
      message: "Only a general ledger can be of one category.",
    });
  if (!isOfAllDays(report_type)) return;
  if (compare !== "none")
    throw refuse("invalid_request", {
      param: "compare",
      message: "This statement has no columns of other days. Ask for the statement of those days, too.",
    });
  if (group_period === "month" || group_period === "quarter")
    throw refuse("invalid_request", {
      param: "group_by",
      message: "This statement is of all its days, and has no columns of months or quarters.",
    });
}

/** Throws the refusal `invalid_request` for a column that balances can't have. */
function checkBesides({
  report_type,
  beside,
  shares,
}: Pick<TableInput, "report_type" | "beside" | "shares">): void {
  if (beside !== "none" && report_type !== "income_statement" && report_type !== "cash_flow")
    throw refuse("invalid_request", {
      param: "beside",
      message: "Only an income statement or a cash flow statement has a column of the year to date.",
    });
  if (shares !== "none" && report_type !== "income_statement")
    throw refuse("invalid_request", {
      param: "shares",
      message: "Only an income statement has percentages of revenue.",
    });
}

/** Throws the refusal `invalid_date_range` if a PDF would have more columns than fit on a page. */
export function checkPdfPeriods(input: ExportInput, fiscalYearStartMonth: number): void {
  const limit = LIMITS.export_pdf_periods.value;
  if (input.format !== "pdf" || !isStatement(input)) return;
  const { start_date: start, end_date: end } = input;
  const count = cutIntoPeriods({ start, end }, input.group_period, fiscalYearStartMonth).length;
  if (count > limit) {
    throw refuse("invalid_date_range", {
      param: "end_date",
      message: `A PDF shows at most ${limit} periods, and this range has ${count}. Group by longer periods, or ask for csv or xlsx.`,
    });
  }
}

export function isSameInput(a: ExportInput, b: ExportInput): boolean {
  const fields = [
    "report_type",
    "start_date",
    "end_date",
    "format",
    "group_period",
    "group_rows",
    "compare",
    "adjustments",
    "category_id",
    "beside",
    "shares",
    "rounding",
  ] as const;
  return fields.every((name) => a[name] === b[name]);
}

/** The number of a date's month, counted from the year 0. */
function monthNumber(date: CivilDate): number {
  const { year, month } = parts(date);
  return year * 12 + month;
}
