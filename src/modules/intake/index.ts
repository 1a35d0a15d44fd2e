/** The door of the intake module. */
export { JournalProblem } from "./rules/parsed-voucher.ts";
export { JsonProblem } from "./rules/json-stream.ts";
export type { BundleImport } from "./service/import-bundle.ts";
export type { JournalOptions } from "./service/import-journal.ts";
export { type IntakeService, intakeService, type Seeding, type SeedOptions } from "./service/index.ts";
