/** Public interface of the rules module. */
export { rulesSection } from "./bundle.ts";
export { rulesConsoleContract, rulesContract } from "./contract.ts";
export { rulesConsoleHandlers, rulesHandlers } from "./handlers.ts";
export { rulesService, loadSuggest } from "./service.ts";
export { RULE_CHANGES, RULE_RECORDS, rulesStore } from "./store.ts";
