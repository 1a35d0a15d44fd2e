/** Public interface of the exports module. */
export { statementNotesSection } from "./bundle.ts";
export { exportsConsoleContract, exportsContract } from "./contract/index.ts";
export { exportsConsoleHandlers, exportsHandlers } from "./handlers.ts";
export { exportsJobs, GENERATE, SWEEP } from "./jobs.ts";
export { changesOfLines } from "./service/table.ts";
export { EXPORT_FILES, EXPORT_RECORDS } from "./store.ts";
export { type ExportsService, exportsService } from "./service/index.ts";
