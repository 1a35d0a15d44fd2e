/** The door of the reports module. */
export { reportsContract } from "./contract.ts";
export { reportsHandlers } from "./handlers.ts";
export {
  type BalanceSheet,
  type CashFlow,
  type IncomeSection,
  type IncomeStatement,
  type Line,
  type Section,
  STATEMENT_CHECKS,
} from "./rules.ts";
export { type ReportsService, reportsService } from "./service.ts";
