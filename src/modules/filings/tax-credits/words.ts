/** The words of tax credits, for who offers them without loading the module. */
export { DECISION_EVENTS, PAYROLL_EVENTS, RETURN_EVENTS } from "./rules/states.ts";
