/** The door of the reports module. */
export { reportsContract } from "./contract.ts";
export { reportsHandlers } from "./handlers.ts";
export type * from "./rules.ts";
export { STATEMENT_CHECKS } from "./rules.ts";
export { type ReportCall, type ReportsService, reportsService } from "./service.ts";
