/** Builds the table of an export: the statements of its periods, all from one state of the books. */
import type { StatementChanges } from "../../../../contract/statement-changes.ts";
import { ZERO_CENTS } from "@daybook/words/cents";
import { type CivilDate, losAngelesDate, type UnixSeconds } from "@daybook/words/civil-date";
import type { EntityType, StatementLegend } from "@daybook/words/company-words";
import { isOver } from "@daybook/words/compared-period";
import { LIMITS } from "@daybook/words/limits";
import { ROUNDED_NOTE, ROUNDING_TEXTS, type Rounding } from "@daybook/words/money-text";
import type { StatementTable } from "../../../../core/statement-table.ts";
import { chartStore } from "../../chart/index.ts";
import { companyStore } from "../../../tenants/company/index.ts";
import type { EntryDraft, ReportsCompany } from "../../ledger/index.ts";
import { changesOf, type ReportCall, type ReportsService } from "../../reports/index.ts";
import {
  ALONE,
  type Beside,
  comparedPeriod,
  describeBalanceDates,
  describePeriod,
  type DisplayedPeriod,
  periodsOf,
  reportedPeriods,
  yearToDate,
} from "../rules/columns.ts";
import { comparisonsOf, type StatementType, type TableInput } from "../rules/words.ts";
import { type Chart, entriesOfRows, type RowEntries } from "../rules/figures.ts";
import { withNotes } from "../rules/notes.ts";
import { layOutBalance } from "../rules/balance.ts";
import type { Layout } from "../rules/table-builder.ts";
import { layOutCashFlow, layOutIncome } from "../rules/table.ts";
import { equityTitle, layOutEquity } from "../rules/changes-in-equity.ts";
import { layOutLedger } from "../rules/general-ledger.ts";
import { layOutTrialBalance } from "../rules/trial-balance.ts";
import { notesStore } from "../store.ts";
import type { ExportsNeeds } from "./needs.ts";

/** What statements say of the assurance on them. */
const LEGENDS: Readonly<Record<StatementLegend, string | null>> = {
  none: null,
  draft: "DRAFT \u2014 not reviewed",
  no_assurance: "No assurance is provided on these financial statements.",
};

interface StatementLayout {
  readonly layout: Layout;
  readonly refreshedAt: UnixSeconds | null;
}

interface ExportedReport {
  readonly title: string | ((entity: EntityType) => string);
  /** True for a report of balances at the ends of periods. */
  readonly isPointInTime: boolean;
  readonly read: (
    reports: ReportsService,
    call: ReportCall,
    periods: readonly DisplayedPeriod[],
    beside: Beside,
    input: TableInput,
    entity: EntityType,
  ) => Promise<StatementLayout>;
}

/**
 * The reports that can be exported: the title of each, and the function that reads and lays out its table.
 */
const EXPORTED_REPORTS: Readonly<Record<StatementType, ExportedReport>> = {
  income_statement: {
    title: "Income Statement",
    isPointInTime: false,
    async read(reports, call, periods, beside, { group_rows, shares }) {
      const byDepartment = group_rows === "department";
      const days = reportedPeriods(periods, beside);
      const statements = await reports.incomeStatements(call, days, byDepartment);
      return {
        layout: layOutIncome(periods, beside, statements, { byDepartment, hasShares: shares !== "none" }),
        refreshedAt: latestOf(statements),
      };
    },
  },
  balance_sheet: {
    title: "Balance Sheet",
    isPointInTime: true,
    async read(reports, call, periods, beside) {
      const days = reportedPeriods(periods, beside).map(({ endDate }) => endDate);
      const statements = await reports.balanceSheets(call, days);
      return { layout: layOutBalance(periods, beside, statements), refreshedAt: latestOf(statements) };
    },
  },
  cash_flow: {
    title: "Cash Flow Statement",
    isPointInTime: false,
    async read(reports, call, periods, beside) {
      const statements = await reports.printedCashFlows(call, reportedPeriods(periods, beside));
      return { layout: layOutCashFlow(periods, beside, statements), refreshedAt: latestOf(statements) };
    },
  },
  trial_balance: {
    title: "Trial Balance",
    isPointInTime: false,
    async read(reports, call, periods, _beside, { start_date, end_date, group_period, adjustments }) {
      const by = group_period === "whole" ? "year" : group_period;
      const days = { startDate: start_date, endDate: end_date };
      const balance = await reports.trialBalance(call, days, { by, adjustments });
      return {
        layout: layOutTrialBalance(periods, balance, by === "year"),
        refreshedAt: balance.refreshedAt,
      };
    },
  },
  general_ledger: {
    title: "General Ledger",
    isPointInTime: false,
    async read(reports, call, _periods, _beside, { start_date, end_date, category_id }) {
      const days = { startDate: start_date, endDate: end_date };
      const most = LIMITS.export_ledger_lines.value;
      const ledger = await reports.wholeGeneralLedger(call, days, category_id, most);
      return { layout: layOutLedger(ledger, isOver(end_date, call.today)), refreshedAt: ledger.refreshedAt };
    },
  },
  changes_in_equity: {
    title: equityTitle,
    isPointInTime: false,
    async read(reports, call, _periods, _beside, { start_date, end_date }, entity) {
      const days = { startDate: start_date, endDate: end_date, isOver: isOver(end_date, call.today) };
      const changes = await reports.changesInEquity(call, days);
      return { layout: layOutEquity(days, changes, entity), refreshedAt: changes.refreshedAt };
    },
  },
};

/**
 * Builds the table from the present state of the books. `link` is the address of the export's record; empty
 * for a file without a record.
 */
export async function buildTable(
  { db, clock, reports }: Pick<ExportsNeeds, "db" | "clock" | "reports">,
  companyId: ReportsCompany,
  input: TableInput,
  link: string,
): Promise<StatementTable> {
  const now = clock.now();
  const today = losAngelesDate(now);
  const { name, entity_type, fiscal_year_start_month, prepared_by, statement_legend } =
    await companyStore.get(db, companyId);
  const periods = periodsOf(input, fiscal_year_start_month, today);
  const range = { start: input.start_date, end: input.end_date };
  const beside = {
    yearToDate: input.beside === "none" ? [] : [yearToDate(range.end, fiscal_year_start_month, today)],
    compared: comparisonsOf(input.compare).map((comparison) =>
      comparedPeriod(range, comparison, fiscal_year_start_month, today),
    ),
  };
  const call = { companyId, now, today };
  const { title, isPointInTime, read } = EXPORTED_REPORTS[input.report_type];
  const { layout, refreshedAt } = await read(reports, call, periods, beside, input, entity_type);
  const notes = await notesStore.list(db, companyId);
  return {
    title: titleOf(typeof title === "string" ? title : title(entity_type), input),
    company: name,
    period: isPointInTime
      ? describeBalanceDates(periods, today)
      : describePeriod(range.start, range.end, today),
    basis: basisOf(input.rounding),
    ...(layout.textColumns === undefined ? {} : { textColumns: layout.textColumns }),
    rounding: input.rounding,
    preparedBy: prepared_by === null ? null : `Prepared by ${prepared_by}`,
    legend: LEGENDS[statement_legend],
    columns: layout.columns,
    ...withNotes(layout.rows, notes, input, reportedPeriods(periods, beside)),
    startDate: input.start_date,
    endDate: input.end_date,
    isOver: isOver(range.end, today),
    generatedAt: now,
    refreshedAt,
    link,
  };
}

function basisOf(rounding: Rounding): string {
  const basis = `Unaudited. Accrual basis, in ${ROUNDING_TEXTS[rounding]}`;
  return rounding === "cents" ? basis : `${basis}. ${ROUNDED_NOTE}`;
}

function titleOf(title: string, { group_rows, adjustments }: TableInput): string {
  if (adjustments === "excluded") return `Unadjusted ${title}`;
  if (adjustments === "separate") return `${title} with Adjustments`;
  return group_rows === "department" ? `${title} by Department` : title;
}

/** A table with the entries of its rows, by the numbers of the rows; null where they can't be listed. */
export interface OpenableTable {
  readonly table: StatementTable;
  readonly entries: readonly (RowEntries | null)[];
  readonly chart: Chart;
}

/** Builds the table, with what its rows are made of by the present chart. */
export async function buildOpenable(
  needs: Pick<ExportsNeeds, "db" | "clock" | "reports">,
  companyId: ReportsCompany,
  input: TableInput,
): Promise<OpenableTable> {
  const table = await buildTable(needs, companyId, input, "");
  const chart = {
    categories: await chartStore.listCategories(needs.db, companyId),
    departments: await chartStore.listDepartments(needs.db, companyId),
  };
  return { table, entries: entriesOfRows(table.rows, input, chart), chart };
}

/** Returns what an entry would change in each statement. Throws the refusals of `checkEntry`. */
export async function layOutChanges(
  { ledger, clock }: Pick<ExportsNeeds, "ledger" | "clock">,
  companyId: ReportsCompany,
  draft: EntryDraft,
): Promise<StatementChanges> {
  return changesOfLines(draft.date, await ledger.checkEntry(companyId, draft, clock.now()));
}

const ALL_CATEGORIES = { byDepartment: false, hasShares: false } as const;

/** Returns what lines of a day change in each statement: the rows that change, from top to bottom. */
export function changesOfLines(
  date: CivilDate,
  {
    lines,
    categories,
  }: {
    readonly lines: Parameters<typeof changesOf>[0];
    readonly categories: Parameters<typeof changesOf>[1];
  },
): StatementChanges {
  const { income, balance, cash } = changesOf(lines, categories);
  const days = [{ startDate: date, endDate: date, label: "", isOver: true }];
  return [
    {
      report_type: "income_statement",
      rows: changedRows(layOutIncome(days, ALONE, [income], ALL_CATEGORIES)),
    },
    { report_type: "balance_sheet", rows: changedRows(layOutBalance(days, ALONE, [balance])) },
    { report_type: "cash_flow", rows: changedRows(layOutCashFlow(days, ALONE, [cash])) },
  ];
}

function changedRows({ rows }: Layout) {
  return rows.flatMap(({ label, depth, amounts }) => {
    const change = amounts?.[0] ?? ZERO_CENTS;
    return change === 0 ? [] : [{ label, depth, change_cents: change }];
  });
}

function latestOf(statements: readonly { readonly refreshedAt: UnixSeconds | null }[]): UnixSeconds | null {
  const times = statements.map(({ refreshedAt }) => refreshedAt).filter((time) => time !== null);
  return times.length === 0 ? null : (Math.max(...times) as UnixSeconds);
}
