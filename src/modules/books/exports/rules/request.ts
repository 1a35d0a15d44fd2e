/**
 * The rules for an export request: its defaults and the longest range (specification, "Report
 * exports").
 */
import { type CivilDate, parts } from "../../../../core/civil-date.ts";
import { refuse } from "../../../../core/errors.ts";
import { DATE_INPUT, readAs } from "../../../../core/kinds.ts";
import { LIMITS } from "../../../../core/limits.ts";
import { periodsOf } from "./columns.ts";
import type { ExportInput, Format, GroupPeriod, GroupRows, ReportType } from "./words.ts";

/** A request as it came. */
export interface RawInput {
  readonly report_type: ReportType;
  readonly start_date: string;
  readonly end_date: string;
  readonly format?: Format;
  readonly group_by?: { readonly period?: GroupPeriod; readonly rows?: GroupRows };
}

/**
 * Fills in defaults and reads the dates. Refuses `invalid_date`, `invalid_date_range` of dates the wrong way
 * round or too far apart, and `invalid_request` of rows that the report does not have.
 */
export function readInput({
  report_type,
  start_date,
  end_date,
  format = "pdf",
  group_by = {},
}: RawInput): ExportInput {
  const input = {
    report_type,
    start_date: readAs(DATE_INPUT, start_date, "start_date", "invalid_date"),
    end_date: readAs(DATE_INPUT, end_date, "end_date", "invalid_date"),
    format,
    group_period: group_by.period ?? "month",
    group_rows: group_by.rows ?? "category",
  } as const;
  if (input.start_date > input.end_date) throw refuse("invalid_date_range", { param: "start_date" });
  if (input.group_rows === "department" && report_type !== "income_statement") {
    throw refuse("invalid_request", {
      param: "group_by",
      message:
        "Only the income statement has rows by department; leave `group_by.rows` out or make it `category`.",
    });
  }
  const most = LIMITS.export_months.value;
  const months = monthNumber(input.end_date) - monthNumber(input.start_date) + 1;
  if (months > most)
    throw refuse("invalid_date_range", {
      param: "end_date",
      message: `The range covers ${months} calendar months; an export covers at most ${most}.`,
    });
  return input;
}

/** Refuses `invalid_date_range` when a PDF would have more columns than fit on its page. */
export function checkShown(input: ExportInput, fiscalYearStartMonth: number): void {
  const most = LIMITS.export_pdf_periods.value;
  if (input.format !== "pdf") return;
  const shown = periodsOf(input, fiscalYearStartMonth).length;
  if (shown > most) {
    throw refuse("invalid_date_range", {
      param: "end_date",
      message: `A PDF shows at most ${most} periods, and this range has ${shown}. Group by longer periods, or ask for csv or xlsx.`,
    });
  }
}

/** True if two requests have the same input. */
export function isSame(a: ExportInput, b: ExportInput): boolean {
  const fields = ["report_type", "start_date", "end_date", "format", "group_period", "group_rows"] as const;
  return fields.every((name) => a[name] === b[name]);
}

function monthNumber(date: CivilDate): number {
  const { year, month } = parts(date);
  return year * 12 + month;
}
