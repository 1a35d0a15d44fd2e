/** The values of tax filings' enumerated fields, for code that must not load the whole module. */
export { TAX_EVENTS, TAX_TYPES } from "./rules/states.ts";
