/** The door of the reports module. */
export { reportsContract } from "./contract.ts";
export { reportsHandlers } from "./handlers.ts";
export { STATEMENT_CHECKS } from "./rules.ts";
export { reportsService } from "./service.ts";
