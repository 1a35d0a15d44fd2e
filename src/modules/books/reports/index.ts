/** Public interface of the reports module. */
export { reportsConsoleContract } from "./contract/console.ts";
export { reportsContract } from "./contract/index.ts";
export { reportsConsoleHandlers, reportsHandlers } from "./handlers.ts";
export { type CashFlow, NET_INCOME_ID, readTakenOut } from "./rules/cash-flow.ts";
export { changesOf } from "./rules/changes.ts";
export { readAdjustment, readFlowLine } from "./rules/printed-cash-flow.ts";
export type { BalanceClassSection } from "./rules/classes.ts";
export { STATEMENT_CHECKS } from "./rules/checks.ts";
export { type ChangesInEquity, type EquityChange, specialEquity } from "./rules/changes-in-equity.ts";
export type { GeneralLedger, LedgerLine } from "./rules/general-ledger.ts";
export type { Line, Section } from "./rules/lines.ts";
export {
  type BalanceSheet,
  INCOME_SECTIONS,
  type IncomeSection,
  type IncomeStatement,
  RETAINED_EARNINGS_ID,
  retainedCategories,
} from "./rules/statements.ts";
export {
  EARLIER_INCOME_ID,
  sidesOf,
  type TrialBalance,
  type TrialLine,
  unadjustedOf,
} from "./rules/trial-balance.ts";
export { type ReportCall, type ReportsService, reportsService } from "./service/index.ts";
