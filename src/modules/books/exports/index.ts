/** Public interface of the exports module. */
export { statementNotesSection } from "./bundle.ts";
export { exportsContract } from "./contract.ts";
export { exportsHandlers } from "./handlers.ts";
export { exportsJobs, GENERATE, SWEEP } from "./jobs.ts";
export { EXPORT_FILES } from "./store.ts";
export { type ExportsService, exportsService } from "./service/index.ts";
