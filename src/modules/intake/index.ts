/** The door of the intake module. */
export { JsonProblem } from "./rules/json-problem.ts";
export { type IntakeService, intakeService } from "./service/index.ts";
