/** The door of the intake module. */
export { intakeConsoleContract } from "./contract/index.ts";
export { importsContract } from "./contract/imports.ts";
export { importsHandlers } from "./handlers/imports.ts";
export { openItemsContract } from "./contract/open-items.ts";
export { openItemsHandlers } from "./handlers/open-items.ts";
export { intakeConsoleHandlers } from "./handlers/index.ts";
export { END_WAITING, IMPORT_BOOKS, intakeJobs } from "./jobs.ts";
export { JsonProblem } from "./rules/json-problem.ts";
export {
  EMPTY,
  type FirstVisitService,
  firstVisitService,
  MADE_UP,
  type OfferedCompany,
} from "./service/first-visit.ts";
export { type ImportedBooks, type IntakeService, intakeService } from "./service/index.ts";
export type { JournalOptions } from "./service/import-journal.ts";
export type { PlanReport } from "./service/plan-books.ts";
export { IMPORT_RECORDS } from "./store.ts";
export type { LaterImport } from "./rules/later-import.ts";
export { type ReadingReport, UnsureAccounts } from "./service/read-books.ts";
