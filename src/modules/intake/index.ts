/** The door of the intake module. */
export { JournalProblem } from "./rules/parsed-voucher.ts";
export { JsonProblem } from "./rules/json-problem.ts";
export { type IntakeService, intakeService } from "./service/index.ts";
