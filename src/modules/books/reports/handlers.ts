/** The handlers of the report operations: they call the service and turn statements into API responses. */
import type { CallOf, Handlers } from "../../../contract/operation.ts";
import { page } from "../../../contract/schemas.ts";
import { addCents, type Cents, sumCents, ZERO_CENTS } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { refuse } from "../../../core/errors.ts";
import type { reportsConsoleContract } from "./contract/console.ts";
import type { reportsContract } from "./contract/index.ts";
import type { ChangesInEquity, EquityAmounts } from "./rules/changes-in-equity.ts";
import type { LedgerLine } from "./rules/general-ledger.ts";
import type { Line, Section } from "./rules/lines.ts";
import type { Compared } from "./rules/overview.ts";
import { sidesOf, type TrialBalance, type TrialLine, unadjustedOf } from "./rules/trial-balance.ts";
import { periodOf, type ReportCall, type ReportsService } from "./service/index.ts";
import type { Overview } from "./service/overview.ts";
import type { Period } from "./service/trial-days.ts";

export function reportsHandlers(reports: ReportsService): Handlers<typeof reportsContract> {
  return {
    async getBalanceSheet(call) {
      const date = call.input.date ?? call.today;
      const sheet = await reports.balanceSheet(callOf(call), date);
      const { beginning, netIncome, ending } = sheet.retained;
      return {
        object: "balance_sheet",
        date,
        currency: "USD",
        refreshed_at: sheet.refreshedAt,
        cash_cents: sheet.cash,
        assets: balanceSection(sheet.assets),
        liabilities: balanceSection(sheet.liabilities),
        equity: {
          ...balanceSection(sheet.equity),
          retained_earnings: {
            beginning_balance_cents: beginning,
            net_income_cents: netIncome,
            ending_balance_cents: ending,
          },
        },
        liabilities_and_equity_cents: sheet.liabilitiesAndEquity,
      };
    },
    async getIncomeStatement(call) {
      const period = periodOf(call.input, call.today);
      const groupBy = call.input.group_by ?? "category";
      const { refreshedAt, sections, netIncome } = await reports.incomeStatement(
        callOf(call),
        period,
        groupBy === "department",
      );
      const grossProfit = addCents(sections.revenue.total, sections.cost_of_goods_sold.total);
      return {
        object: "income_statement",
        start_date: period.startDate,
        end_date: period.endDate,
        currency: "USD",
        group_by: groupBy,
        refreshed_at: refreshedAt,
        revenue: incomeSection(sections.revenue),
        cost_of_goods_sold: incomeSection(sections.cost_of_goods_sold),
        gross_profit_cents: grossProfit,
        operating_expenses: incomeSection(sections.operating_expenses),
        operating_income_cents: addCents(grossProfit, sections.operating_expenses.total),
        other_income: incomeSection(sections.other_income),
        other_expenses: incomeSection(sections.other_expenses),
        net_income_cents: netIncome,
      };
    },
    async getCashFlow(call) {
      const period = periodOf(call.input, call.today);
      const flow = await reports.cashFlow(callOf(call), period);
      return {
        object: "cash_flow",
        start_date: period.startDate,
        end_date: period.endDate,
        currency: "USD",
        refreshed_at: flow.refreshedAt,
        operating_activities: { ...periodSection(flow.operating), net_income_cents: flow.netIncome },
        investing_activities: periodSection(flow.investing),
        financing_activities: periodSection(flow.financing),
        beginning_cash_cents: flow.beginningCash,
        change_in_cash_cents: flow.changeInCash,
        ending_cash_cents: flow.endingCash,
        non_cash_activities: flow.disclosure.nonCash.map(({ name, amount, categories }) => ({
          name,
          amount_cents: amount,
          categories: categories.map((each) => ({
            category_id: each.id,
            name: each.name,
            amount_cents: each.amount,
          })),
        })),
        depreciation: {
          charged_cents: flow.disclosure.depreciation.charged,
          released_cents: flow.disclosure.depreciation.released,
        },
      };
    },
    async getTrialBalance(call) {
      const { period, adjustments } = call.input;
      const form = { by: period ?? "year", adjustments: adjustments ?? "included" } as const;
      return trialView(await reports.trialBalance(callOf(call), daysOfYear(call), form));
    },
    async getChangesInEquity(call) {
      const period = periodOf(call.input, call.today);
      return changesView(period, await reports.changesInEquity(callOf(call), period));
    },
    async listGeneralLedger(call) {
      const { category_id: category, limit, starting_after: startingAfter } = call.input;
      const query = { category, limit, startingAfter };
      const { lines } = await reports.generalLedger(callOf(call), daysOfYear(call), query);
      return page("/reports/general_ledger", lines, limit, ledgerView);
    },
  };
}

/** The handlers of what only the web console asks. `cardsOf` returns the categories of a company's cards. */
export function reportsConsoleHandlers(
  reports: ReportsService,
  cardsOf: (companyId: ReportCall["companyId"]) => Promise<ReadonlySet<string>>,
): Handlers<typeof reportsConsoleContract> {
  return {
    async getOverview(call) {
      const cards = await cardsOf(call.principal.companyId);
      const overview = await reports.overview(callOf(call), cards);
      return {
        object: "overview",
        date: call.today,
        cash_cents: overview.cash,
        cash_since_date: overview.cashSince.date,
        cash_change_cents: overview.cashSince.change,
        cash_categories: overview.cashCategories.map(({ categoryId, name, balance }) => ({
          category_id: categoryId,
          name,
          balance_cents: balance,
        })),
        cards: overview.cards && { count: overview.cards.count, balance_cents: overview.cards.balance },
        days: daysView(overview.days),
        days_before: daysView(overview.daysBefore),
        revenue: figureView(overview.revenue),
        expenses: figureView(overview.expenses),
        burn: figureView(overview.burn),
        burn_days: daysView(overview.burnDays),
        runway: {
          tenths: overview.runway.tenths,
          before_tenths: overview.runway.before,
          change_tenths: overview.runway.change,
          is_better: overview.runway.isBetter,
        },
        changes: overview.changes.map(changeView),
        months: overview.months.map((month) => ({
          ...daysView(month),
          revenue_cents: month.revenue,
          expenses_cents: month.expenses,
          net_income_cents: month.netIncome,
          cash_cents: month.cash,
          burn_cents: month.burn,
          runway_tenths: month.runwayTenths,
        })),
      };
    },
  };
}

function callOf({
  principal: { companyId },
  now,
  today,
}: Pick<CallOf<typeof reportsContract.getCashFlow>, "principal" | "now" | "today">): ReportCall {
  return { companyId, now, today };
}

/** The days of a trial balance or a general ledger. Throws the refusal `invalid_date_range`. */
function daysOfYear({
  input: { start_date: startDate, end_date },
  today,
}: {
  readonly input: { readonly start_date: CivilDate | null; readonly end_date: CivilDate | null };
  readonly today: CivilDate;
}) {
  const endDate = end_date ?? today;
  if (startDate !== null && startDate > endDate) throw refuse("invalid_date_range", { param: "start_date" });
  return { startDate, endDate };
}

function ledgerView({ id, kind, category, date, entry, sides, balance }: LedgerLine) {
  return {
    id,
    object: "general_ledger_line" as const,
    kind,
    category_id: category.id,
    category_name: category.name,
    account_type: category.accountType,
    date,
    description: entry && entry.description,
    merchant: entry && entry.merchant,
    source: entry && entry.source,
    debit_cents: sides?.debit ?? ZERO_CENTS,
    credit_cents: sides?.credit ?? ZERO_CENTS,
    balance_cents: balance,
  };
}

function changesView({ startDate, endDate }: Period, { refreshedAt, categories, total }: ChangesInEquity) {
  return {
    object: "changes_in_equity" as const,
    start_date: startDate,
    end_date: endDate,
    currency: "USD" as const,
    refreshed_at: refreshedAt,
    categories: categories.map((category) => ({
      category_id: category.id,
      name: category.name,
      ...equityView(category),
    })),
    total: equityView(total),
  };
}

function equityView(amounts: EquityAmounts) {
  return {
    opening_cents: amounts.opening,
    corrected_cents: amounts.corrected,
    net_income_cents: amounts.netIncome,
    paid_in_cents: amounts.paidIn,
    paid_out_cents: amounts.paidOut,
    transferred_cents: amounts.transferred,
    other_cents: amounts.other,
    closing_cents: amounts.closing,
  };
}

function trialView({ startDate, endDate, periods, adjustments, refreshedAt, lines }: TrialBalance) {
  const isSeparate = adjustments === "separate";
  /** The amounts of a line, or of all lines: each stage has its sides. */
  const stages = (sides: (amount: (line: TrialLine) => Cents) => SidesView) => ({
    opening: sides(({ opening }) => opening),
    changes: periods.map((_, index) => sides(({ changes }) => changes[index] ?? ZERO_CENTS)),
    unadjusted: isSeparate ? sides(unadjustedOf) : null,
    adjustments: isSeparate ? sides((line) => line.adjustments) : null,
    closing: sides(({ closing }) => closing),
  });
  return {
    object: "trial_balance" as const,
    start_date: startDate,
    end_date: endDate,
    currency: "USD" as const,
    adjustments,
    refreshed_at: refreshedAt,
    periods: periods.map((period) => ({ start_date: period.startDate, end_date: period.endDate })),
    categories: lines.map((line) => ({
      category_id: line.id,
      name: line.name,
      account_type: line.accountType,
      ...stages((amount) => sidesView([amount(line)])),
    })),
    total: stages((amount) => sidesView(lines.map(amount))),
  };
}

type SidesView = ReturnType<typeof sidesView>;

/** The sums of each side over amounts that are debits minus credits. */
function sidesView(amounts: readonly Cents[]) {
  const sides = amounts.map(sidesOf);
  return {
    debit_cents: sumCents(sides.map(({ debit }) => debit)),
    credit_cents: sumCents(sides.map(({ credit }) => credit)),
  };
}

function periodSection({ total, lines }: Section) {
  return {
    total_cents: total,
    categories: lines.map(({ id, name, amount, position, parentId }) => ({
      category_id: id,
      name,
      amount_cents: amount,
      position,
      parent_category_id: parentId,
    })),
  };
}

function balanceSection({ total, lines }: Section) {
  return {
    total_cents: total,
    categories: lines.map(({ id, name, amount, position, parentId }) => ({
      category_id: id,
      name,
      balance_cents: amount,
      position,
      parent_category_id: parentId,
    })),
  };
}

function incomeSection(section: Section & { readonly departments: readonly Line[] | null }) {
  const departments = section.departments?.map(({ id, name, amount, position, parentId }) => ({
    department_id: id === "" ? null : id,
    name,
    amount_cents: amount,
    position,
    parent_department_id: parentId,
  }));
  return { ...periodSection(section), departments: departments ?? null };
}

function daysView({ startDate, endDate }: Period) {
  return { start_date: startDate, end_date: endDate };
}

function figureView({ amount, before, change, percentTenths, isBetter }: Compared) {
  return {
    amount_cents: amount,
    before_cents: before,
    change_cents: change,
    percent_tenths: percentTenths,
    is_better: isBetter,
  };
}

function changeView({ section, lineId, reason, ...line }: Overview["changes"][number]) {
  return {
    line: `${section}.${lineId}`,
    category_id: lineId,
    name: line.name,
    amount_cents: line.amount,
    before_cents: line.before,
    change_cents: line.change,
    is_better: line.isBetter,
    reason: reason && {
      merchant: reason.merchant,
      source: reason.source,
      amount_cents: reason.amount,
      before_cents: reason.before,
      entry_count: reason.entries,
      before_entry_count: reason.entriesBefore,
    },
  };
}
