/** The table of an export: the statements of its periods, from one state of the books. */
import { losAngelesDate, type UnixSeconds } from "../../../../core/civil-date.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { StatementTable } from "../../../../core/statement-table.ts";
import { companyStore } from "../../../tenants/company/index.ts";
import { type DisplayedPeriod, longDate, periodsOf } from "../rules/columns.ts";
import type { ReportType } from "../rules/words.ts";
import { type Layout, layOutBalance, layOutCashFlow, layOutIncome } from "../rules/table.ts";
import type { ExportRow } from "../record.ts";
import type { ExportsNeeds } from "./needs.ts";

const TITLES: Readonly<Record<ReportType, string>> = {
  income_statement: "Income Statement",
  balance_sheet: "Balance Sheet",
  cash_flow: "Cash Flow Statement",
};

/** Reads the books as they are now. */
export async function tableOf(
  { db, clock, reports, address }: Pick<ExportsNeeds, "db" | "clock" | "reports" | "address">,
  companyId: PublicId<"company">,
  row: ExportRow,
): Promise<StatementTable> {
  const now = clock.now();
  const { name, fiscal_year_start_month } = await companyStore.get(db, companyId);
  const periods = periodsOf(row, fiscal_year_start_month);
  const call = { companyId, now, today: losAngelesDate(now) };
  const { layout, refreshedAt } = await read(reports, call, row, periods);
  const first = longDate(row.start_date);
  const last = longDate(row.end_date);
  return {
    report: row.report_type,
    title:
      row.group_rows === "department" ? `${TITLES[row.report_type]} by Department` : TITLES[row.report_type],
    company: name,
    period:
      row.report_type === "balance_sheet" ? asOf(periods) : first === last ? first : `${first} to ${last}`,
    basis: "Accrual basis, in United States dollars",
    ...layout,
    startDate: row.start_date,
    endDate: row.end_date,
    generatedAt: now,
    refreshedAt,
    link: address(row.id),
  };
}

function asOf(periods: readonly DisplayedPeriod[]): string {
  const [first, last] = [periods[0], periods.at(-1)];
  if (first === undefined || last === undefined) return "";
  return periods.length === 1
    ? `As of ${longDate(last.endDate)}`
    : `Balances at period ends, ${longDate(first.endDate)} to ${longDate(last.endDate)}`;
}

async function read(
  reports: ExportsNeeds["reports"],
  call: Parameters<ExportsNeeds["reports"]["balanceSheets"]>[0],
  { report_type, group_rows }: ExportRow,
  periods: readonly DisplayedPeriod[],
): Promise<{ readonly layout: Layout; readonly refreshedAt: UnixSeconds | null }> {
  switch (report_type) {
    case "income_statement": {
      const byDepartment = group_rows === "department";
      const statements = await reports.incomeStatements(call, periods, byDepartment);
      return { layout: layOutIncome(periods, statements, byDepartment), refreshedAt: latest(statements) };
    }
    case "balance_sheet": {
      const statements = await reports.balanceSheets(
        call,
        periods.map(({ endDate }) => endDate),
      );
      return { layout: layOutBalance(periods, statements), refreshedAt: latest(statements) };
    }
    case "cash_flow": {
      const statements = await reports.cashFlows(call, periods);
      return { layout: layOutCashFlow(periods, statements), refreshedAt: latest(statements) };
    }
  }
}

function latest(statements: readonly { readonly refreshedAt: UnixSeconds | null }[]): UnixSeconds | null {
  const times = statements.map(({ refreshedAt }) => refreshedAt).filter((time) => time !== null);
  return times.length === 0 ? null : (Math.max(...times) as UnixSeconds);
}
