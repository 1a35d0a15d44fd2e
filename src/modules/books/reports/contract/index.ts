/** The API of the three statements (specification, "Reports" and "Balance sheet"). */
import Type, { type TSchema } from "typebox";
import { exactly, operation, READ_HINTS } from "../../../../contract/operation.ts";
import { dateParam, limitParam, opaqueParam, textParam, wordParam } from "../../../../contract/params.ts";
import {
  centsSchema,
  currencySchema,
  dateSchema,
  markerSchema,
  pageSchema,
} from "../../../../contract/schemas.ts";
import { GROUP_PERIODS } from "@daybook/words/fiscal-periods";
import { ACCOUNT_TYPES, ADJUSTMENTS } from "@daybook/words/ledger-words";
import {
  balanceEntry,
  balanceSection,
  categoryId,
  entriesSchema,
  equityAmounts,
  flowSection,
  incomeSection,
  ledgerLine,
  nonCashActivity,
  periodEntry,
  refreshedAt,
  total,
  trialStages,
} from "./schemas.ts";

const period = {
  start_date: dateParam({
    description: "First day; by default the first day of the current calendar quarter.",
    code: "invalid_date",
  }),
  end_date: dateParam({ description: "Last day; by default today.", code: "invalid_date" }),
} as const;

const read = {
  since: "1.0",
  method: "GET",
  tag: "Reports",
  requires: [{ area: "reports", level: "view" }],
  pathParams: {},
  unknownQuery: "ignored",
  body: { mode: "ignored" },
  paging: { kind: "none" },
  idempotency: "A read; repeat it freely.",
  tagged: true,
  onReplica: true,
  limits: [],
  hints: READ_HINTS,
} as const;

const statement = { ...read, tagged: "books" } as const;

/** The days of a trial balance or a general ledger. */
const daysOfYear = {
  start_date: dateParam({
    description: "First day; by default the first day of the fiscal year of the last day.",
    code: "invalid_date",
  }),
  end_date: dateParam({ description: "Last day; by default today.", code: "invalid_date" }),
} as const;

const YEAR_ERROR = {
  code: "invalid_date_range",
  params: ["start_date", "end_date"],
  when: "The start is after the end, or the days are of several fiscal years.",
} as const;

const RANGE_ERROR = {
  code: "invalid_date_range",
  params: ["start_date"],
  when: "The start is after the end.",
} as const;

function success<S extends TSchema>(description: string, schema: S) {
  return { status: 200 as const, description, schema };
}

export const reportsContract = {
  getBalanceSheet: operation({
    ...statement,
    id: "getBalanceSheet",
    path: "/reports/balance_sheet",
    summary: "Read the balance sheet",
    description:
      "The full statement at the end of a day. Retained earnings are computed from the books and shown as one equity entry, with a breakdown: the amount before the fiscal year and the net income to date. A category with the role `retained_earnings` is included in that entry and has no entry of its own.",
    query: { date: dateParam({ description: "The day; by default today.", code: "invalid_date" }) },
    success: success(
      "The balance sheet.",
      exactly({
        object: markerSchema("balance_sheet"),
        date: dateSchema("The day at whose end the balances are taken."),
        currency: currencySchema,
        refreshed_at: refreshedAt,
        cash_cents: centsSchema("Balance of the cash categories among the assets."),
        assets: balanceSection,
        liabilities: balanceSection,
        equity: exactly({
          total_cents: total,
          categories: entriesSchema(balanceEntry),
          retained_earnings: exactly({
            beginning_balance_cents: centsSchema(
              "All net income before the fiscal year of the date, and the balance of the category with the role `retained_earnings`.",
            ),
            net_income_cents: centsSchema("Net income from the start of the fiscal year through the date."),
            ending_balance_cents: centsSchema("Their sum."),
          }),
        }),
        liabilities_and_equity_cents: centsSchema("Equals the total of assets."),
      }),
    ),
    errors: [],
    examples: [{ title: "At the end of a quarter", path: "/reports/balance_sheet?date=2026-03-31" }],
  }),
  getIncomeStatement: operation({
    ...statement,
    id: "getIncomeStatement",
    path: "/reports/income_statement",
    summary: "Read the income statement",
    description:
      "Revenue is positive and expenses are negative, so that the totals of the sections add up to net income.",
    guards: ["departments_feature_when_grouped_by_department"],
    query: {
      ...period,
      group_by: wordParam(["category", "department"], {
        description:
          "`department` breaks each section down by department too; it needs the departments feature.",
      }),
    },
    success: success(
      "The income statement.",
      exactly({
        object: markerSchema("income_statement"),
        start_date: dateSchema("First day."),
        end_date: dateSchema("Last day."),
        currency: currencySchema,
        group_by: Type.Enum(["category", "department"], { description: "How it is grouped." }),
        refreshed_at: refreshedAt,
        revenue: incomeSection,
        cost_of_goods_sold: incomeSection,
        gross_profit_cents: centsSchema("Revenue and cost of goods sold."),
        operating_expenses: incomeSection,
        operating_income_cents: centsSchema("Gross profit and operating expenses."),
        other_income: incomeSection,
        other_expenses: incomeSection,
        net_income_cents: centsSchema("Sum of all sections."),
      }),
    ),
    errors: [
      RANGE_ERROR,
      { code: "feature_disabled", when: "Grouped by department without the departments feature." },
    ],
    examples: [
      { title: "A quarter", path: "/reports/income_statement?start_date=2026-01-01&end_date=2026-03-31" },
      {
        title: "By department",
        path: "/reports/income_statement?start_date=2026-01-01&end_date=2026-03-31&group_by=department",
      },
    ],
  }),
  getCashFlow: operation({
    ...statement,
    id: "getCashFlow",
    path: "/reports/cash_flow",
    summary: "Read the cash flow statement",
    description:
      "The indirect method, computed from the books: net income, then the change of every balance sheet category except cash. Income that belongs to investing or financing is taken out under Non-Cash Expenses. Inflows are positive. The three totals add up to the change of the cash balance.",
    query: period,
    success: success(
      "The cash flow statement.",
      exactly({
        object: markerSchema("cash_flow"),
        start_date: dateSchema("First day."),
        end_date: dateSchema("Last day."),
        currency: currencySchema,
        refreshed_at: refreshedAt,
        operating_activities: exactly({
          total_cents: total,
          net_income_cents: centsSchema(
            "Net income of the period, also listed among the entries as `grp_net_income`.",
          ),
          categories: entriesSchema(periodEntry),
        }),
        investing_activities: flowSection,
        financing_activities: flowSection,
        beginning_cash_cents: centsSchema("Cash before the first day."),
        change_in_cash_cents: centsSchema("Sum of the three totals."),
        ending_cash_cents: centsSchema("Cash at the end of the last day."),
        non_cash_activities: Type.Array(nonCashActivity, {
          description:
            "Investing and financing without cash, such as equipment bought for a note: vouchers of the balance sheet that touch a category of investing or financing and no cash, added up by the categories that they touch.",
        }),
        depreciation: exactly({
          charged_cents: centsSchema("What was added to accumulated depreciation."),
          released_cents: centsSchema("What was taken from it, as with assets that were sold."),
        }),
      }),
    ),
    errors: [RANGE_ERROR],
    examples: [{ title: "A quarter", path: "/reports/cash_flow?start_date=2026-01-01&end_date=2026-03-31" }],
  }),
  getTrialBalance: operation({
    ...read,
    id: "getTrialBalance",
    path: "/reports/trial_balance",
    summary: "Read the trial balance",
    description:
      "For each category with any of these amounts: its opening balance, before the first day; its changes, what was booked on the days; and its closing balance, at the end of the last day, without adjusting entries of the days if these are excluded. Each amount is a debit or a credit of the category's own entries, without those of categories below it. In every total debits equal credits. The days are of one fiscal year: income and expenses begin at zero with it, and what they came to before is the line `grp_earlier_net_income`. An adjusting entry is one that was marked as such when it was posted; those of before the first day are in the opening balances.",
    query: {
      ...daysOfYear,
      period: wordParam(GROUP_PERIODS, {
        description:
          "The period of each of the changes; the first and the last may be partial. Default: `year`, which is one for all days.",
      }),
      adjustments: wordParam(ADJUSTMENTS, {
        description:
          "Whether adjusting entries of the days are `included`, which makes the trial balance adjusted; `excluded`, which makes it unadjusted; or `separate`, which gives both. Default: `included`.",
      }),
    },
    success: success(
      "The trial balance.",
      exactly({
        object: markerSchema("trial_balance"),
        start_date: dateSchema("First day."),
        end_date: dateSchema("Last day."),
        currency: currencySchema,
        adjustments: Type.Enum([...ADJUSTMENTS], { description: "How adjusting entries are shown." }),
        refreshed_at: refreshedAt,
        periods: Type.Array(
          exactly(
            { start_date: dateSchema("First day."), end_date: dateSchema("Last day.") },
            { title: "TrialBalancePeriod" },
          ),
          { description: "The periods of the changes, in their order." },
        ),
        categories: Type.Array(
          exactly(
            {
              category_id: categoryId,
              name: Type.String({ description: "Its name." }),
              account_type: Type.Enum([...ACCOUNT_TYPES], { description: "Its type." }),
              ...trialStages,
            },
            { title: "TrialBalanceLine" },
          ),
          { description: "In the order of their types, and then of the chart." },
        ),
        total: exactly(trialStages, {
          description: "The sums of all debits and of all credits, which are equal.",
          title: "TrialBalanceTotal",
        }),
      }),
    ),
    errors: [YEAR_ERROR],
    examples: [
      { title: "A quarter", path: "/reports/trial_balance?start_date=2026-01-01&end_date=2026-03-31" },
      {
        title: "By month, with the adjusting entries by themselves",
        path: "/reports/trial_balance?start_date=2026-01-01&end_date=2026-03-31&period=month&adjustments=separate",
      },
    ],
  }),
  getChangesInEquity: operation({
    ...read,
    id: "getChangesInEquity",
    path: "/reports/changes_in_equity",
    summary: "Read the changes in equity",
    description:
      'Each category of equity, and retained earnings, from its balance before the first day to that at the end of the last day. The totals are those of the balance sheet, and the net income is that of the income statement. Amounts are positive where they add to equity. A change has a kind only if its voucher leaves no doubt: cash against equity alone, equity alone, or retained earnings against assets and liabilities other than cash, with words such as "prior period correction". All others are other changes, as is cash against retained earnings or opening balances, whatever its words; so is what the books of the first day open with, unless it came from a bank.',
    query: period,
    success: success(
      "The changes in equity.",
      exactly({
        object: markerSchema("changes_in_equity"),
        start_date: dateSchema("First day."),
        end_date: dateSchema("Last day."),
        currency: currencySchema,
        refreshed_at: refreshedAt,
        categories: Type.Array(
          exactly(
            { category_id: categoryId, name: Type.String({ description: "Its name." }), ...equityAmounts },
            { title: "EquityChanges" },
          ),
          { description: "In the order of the chart. Retained earnings are the last." },
        ),
        total: exactly(equityAmounts, {
          description: "The sums of all categories.",
          title: "EquityChangesTotal",
        }),
      }),
    ),
    errors: [RANGE_ERROR],
    examples: [
      { title: "A quarter", path: "/reports/changes_in_equity?start_date=2026-01-01&end_date=2026-03-31" },
    ],
  }),
  listGeneralLedger: operation({
    ...read,
    id: "listGeneralLedger",
    path: "/reports/general_ledger",
    summary: "Read the general ledger",
    description:
      "The lines of each category of a trial balance of the same days, in its order: the opening balance, each entry with the balance after it, the earliest first, and the totals with the closing balance. Categories without a balance and without entries have no lines. The days are of one fiscal year, as those of a trial balance.",
    concealment:
      "A cursor from another company, or one that the filters exclude, is answered like an unknown one.",
    query: {
      ...daysOfYear,
      category_id: textParam({
        description:
          "Only this category and its descendants. `<id>-direct`, as shown in reports, excludes the descendants.",
      }),
      limit: limitParam(),
      starting_after: opaqueParam({
        description: "The previous page's `next_cursor`, with the same days and category.",
      }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: success("A page of lines.", pageSchema("/reports/general_ledger", ledgerLine)),
    errors: [
      YEAR_ERROR,
      {
        code: "invalid_request",
        params: ["category_id"],
        when: "The filter names an unknown category; a `grp_` id is not a category.",
      },
      { code: "resource_missing", when: "The cursor is unknown or filtered out." },
    ],
    limits: ["page_size_default", "page_size_max"],
    examples: [
      {
        title: "The ledger of a category",
        path: "/reports/general_ledger?category_id=cat_hosting&start_date=2026-01-01&end_date=2026-03-31",
      },
    ],
  }),
} as const;
