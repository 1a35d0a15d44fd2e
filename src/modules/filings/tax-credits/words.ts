/** The values of tax credits' enumerated fields, for code that must not load the whole module. */
export { DECISION_EVENTS, PAYROLL_EVENTS, RETURN_EVENTS } from "./rules/states.ts";
