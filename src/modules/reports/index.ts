/** The door of the reports module. */
export { reportsContract } from "./contract.ts";
export { reportsHandlers } from "./handlers.ts";
export { STATEMENT_CHECKS } from "./rules.ts";
export { type ReportsService, reportsService } from "./service.ts";
