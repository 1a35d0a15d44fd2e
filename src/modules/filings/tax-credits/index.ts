/** The door of the tax-credits module. */
export { taxCreditsSection } from "./bundle.ts";
export { taxCreditsContract } from "./contract.ts";
export { taxCreditsHandlers } from "./handlers.ts";
export { DECISION_EVENTS, PAYROLL_EVENTS, RETURN_EVENTS } from "./rules/states.ts";
export { type Answers, type TaxCreditsService, taxCreditsService, type ComputedCredit } from "./service.ts";
export { CREDIT_CHANGES } from "./store.ts";
