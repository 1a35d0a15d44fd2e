/** The options of an export request, the access it needs, and its input with defaults filled in. */
import type { CivilDate } from "../../../../core/civil-date.ts";
import { type Comparison, COMPARISONS } from "../../../../core/compared-period.ts";

export const REPORT_TYPES = ["income_statement", "balance_sheet", "cash_flow"] as const;
export const FORMATS = ["pdf", "csv", "xlsx"] as const;
export const GROUP_PERIODS = ["month", "quarter", "year"] as const;
/** How the range of a table is cut into columns. Files always have one for each period. */
export const STEPS = [...GROUP_PERIODS, "whole"] as const;
export const GROUP_ROWS = ["category", "department"] as const;
/** What the columns beside the current ones compare with. */
export const COMPARES = ["none", ...COMPARISONS, "both"] as const;
export type ReportType = (typeof REPORT_TYPES)[number];
export type Format = (typeof FORMATS)[number];
export type GroupPeriod = (typeof GROUP_PERIODS)[number];
export type Step = (typeof STEPS)[number];
export type GroupRows = (typeof GROUP_ROWS)[number];
export type Compare = (typeof COMPARES)[number];

/** Returns the comparisons that a choice of columns asks for. */
export function comparisonsOf(compare: Compare): readonly Comparison[] {
  return COMPARISONS.filter((each) => compare === each || compare === "both");
}

/** The permissions that a user needs to request an export, and still needs when its file is attached. */
export const REQUIRED = [{ area: "reports", level: "view" }] as const;

/** The name of the company feature that rows by department need. */
export const DEPARTMENTS_FEATURE = "departments";

/** What a table of a statement shows. */
export interface TableInput {
  readonly report_type: ReportType;
  readonly start_date: CivilDate;
  readonly end_date: CivilDate;
  readonly group_period: Step;
  readonly group_rows: GroupRows;
  readonly compare: Compare;
}

/** The input of an export request with all defaults filled in, so that equal requests have equal inputs. */
export interface ExportInput extends TableInput {
  readonly group_period: GroupPeriod;
  readonly format: Format;
}
