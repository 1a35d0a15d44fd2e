/** The options of an export request, the access it needs, and its input with defaults filled in. */
import type { CivilDate } from "@daybook/words/civil-date";
import { type Comparison, COMPARISONS } from "@daybook/words/compared-period";
import { GROUP_PERIODS, type GroupPeriod } from "@daybook/words/fiscal-periods";
import { ADJUSTMENTS, type Adjustments } from "@daybook/words/ledger-words";
import { type Rounding, ROUNDINGS } from "@daybook/words/money-text";

/** The reports of the specification. */
export const REPORT_TYPES = ["income_statement", "balance_sheet", "cash_flow"] as const;
/** All statements that are laid out as a table. */
export const STATEMENT_TYPES = [
  ...REPORT_TYPES,
  "trial_balance",
  "general_ledger",
  "changes_in_equity",
] as const;
/** What files are made of: a statement, or the package of a closed period, which has them all. */
export const EXPORT_TYPES = [...STATEMENT_TYPES, "package"] as const;
export const FORMATS = ["pdf", "csv", "xlsx"] as const;
/** The formats of a package: one PDF, or an archive of workbooks. */
export const PACKAGE_FORMATS = ["pdf", "zip"] as const;
export const EXPORT_FORMATS = [...FORMATS, "zip"] as const;
export { ADJUSTMENTS, GROUP_PERIODS };
/** How the range of a table is cut into columns. Files always have one for each period. */
export const STEPS = [...GROUP_PERIODS, "whole"] as const;
export const GROUP_ROWS = ["category", "department"] as const;
/** What the columns beside the current ones compare with. */
export const COMPARES = ["none", ...COMPARISONS, "both"] as const;
/** What stands beside the periods: the fiscal year up to the last day. */
export const BESIDES = ["none", "year_to_date"] as const;
/** What amounts are shown as percentages of, in columns of their own. */
export const SHARES = ["none", "revenue"] as const;
export { ROUNDINGS };
export type ReportType = (typeof REPORT_TYPES)[number];
export type StatementType = (typeof STATEMENT_TYPES)[number];
export type ExportType = (typeof EXPORT_TYPES)[number];
export type Format = (typeof FORMATS)[number];
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export type { GroupPeriod };
export type Step = (typeof STEPS)[number];
export type GroupRows = (typeof GROUP_ROWS)[number];
export type Compare = (typeof COMPARES)[number];

/** True for a statement without columns of periods: it has one table of all days. */
export function isOfAllDays(type: ExportType): boolean {
  return type === "general_ledger" || type === "changes_in_equity" || type === "package";
}

/** The period of a column where none is named. */
export function defaultPeriod(type: ExportType): GroupPeriod {
  return isOfAllDays(type) ? "year" : "month";
}

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
  readonly report_type: StatementType;
  readonly start_date: CivilDate;
  readonly end_date: CivilDate;
  readonly group_period: Step;
  readonly group_rows: GroupRows;
  readonly compare: Compare;
  /** Of a trial balance; `included` for all others. */
  readonly adjustments: Adjustments;
  /** Of a general ledger: a category with its descendants, or `<id>-direct`; null for all. */
  readonly category_id: string | null;
  readonly beside: (typeof BESIDES)[number];
  readonly shares: (typeof SHARES)[number];
  readonly rounding: Rounding;
}

/** The input of an export request with all defaults filled in, so that equal requests have equal inputs. */
export interface ExportInput extends Omit<TableInput, "report_type" | "group_period"> {
  readonly report_type: ExportType;
  readonly group_period: GroupPeriod;
  readonly format: ExportFormat;
}

/** The input of a file of one statement. */
export type StatementInput = TableInput & { readonly group_period: GroupPeriod; readonly format: Format };

/** True for the file of a statement; a package has several of them. */
export function isStatement<Input extends ExportInput>(input: Input): input is Input & StatementInput {
  return input.report_type !== "package";
}
