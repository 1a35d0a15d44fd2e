/** The table of an export: the statements of its periods, from one state of the books. */
import { losAngelesDate, type UnixSeconds } from "../../../../core/civil-date.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { StatementTable } from "../../../../core/statement-table.ts";
import { companyStore } from "../../../tenants/company/index.ts";
import type { ReportCall, ReportsService } from "../../reports/index.ts";
import { type DisplayedPeriod, longDate, periodsOf } from "../rules/columns.ts";
import type { ReportType } from "../rules/words.ts";
import { type Layout, layOutBalance, layOutCashFlow, layOutIncome } from "../rules/table.ts";
import type { ExportRow } from "../record.ts";
import type { ExportsNeeds } from "./needs.ts";

interface Read {
  readonly layout: Layout;
  readonly refreshedAt: UnixSeconds | null;
}

interface Exported {
  readonly title: string;
  /** True for balances, which are taken at the ends of periods. */
  readonly isPointInTime: boolean;
  readonly read: (
    reports: ReportsService,
    call: ReportCall,
    periods: readonly DisplayedPeriod[],
    byDepartment: boolean,
  ) => Promise<Read>;
}

/** Each report that can be exported: what its file says it is, and how its table is made. */
const EXPORTED: Readonly<Record<ReportType, Exported>> = {
  income_statement: {
    title: "Income Statement",
    isPointInTime: false,
    async read(reports, call, periods, byDepartment) {
      const statements = await reports.incomeStatements(call, periods, byDepartment);
      return { layout: layOutIncome(periods, statements, byDepartment), refreshedAt: latest(statements) };
    },
  },
  balance_sheet: {
    title: "Balance Sheet",
    isPointInTime: true,
    async read(reports, call, periods) {
      const statements = await reports.balanceSheets(
        call,
        periods.map(({ endDate }) => endDate),
      );
      return { layout: layOutBalance(periods, statements), refreshedAt: latest(statements) };
    },
  },
  cash_flow: {
    title: "Cash Flow Statement",
    isPointInTime: false,
    async read(reports, call, periods) {
      const statements = await reports.cashFlows(call, periods);
      return { layout: layOutCashFlow(periods, statements), refreshedAt: latest(statements) };
    },
  },
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
  const { title, isPointInTime, read } = EXPORTED[row.report_type];
  const byDepartment = row.group_rows === "department";
  const { layout, refreshedAt } = await read(reports, call, periods, byDepartment);
  const first = longDate(row.start_date);
  const last = longDate(row.end_date);
  return {
    title: byDepartment ? `${title} by Department` : title,
    company: name,
    period: isPointInTime ? asOf(periods) : first === last ? first : `${first} to ${last}`,
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

function latest(statements: readonly { readonly refreshedAt: UnixSeconds | null }[]): UnixSeconds | null {
  const times = statements.map(({ refreshedAt }) => refreshedAt).filter((time) => time !== null);
  return times.length === 0 ? null : (Math.max(...times) as UnixSeconds);
}
