/** The door of the intake module. */
export { JsonProblem } from "./rules/json-problem.ts";
export { type ImportedBooks, type IntakeService, intakeService } from "./service/index.ts";
export type { JournalOptions } from "./service/import-journal.ts";
export type { ReadingReport } from "./service/read-books.ts";
