/** The words of tax filings, for who offers them without loading the module. */
export { TAX_EVENTS, TAX_TYPES } from "./rules/states.ts";
