/** Public interface of the rules module. */
export { rulesSection } from "./bundle.ts";
export { rulesContract } from "./contract.ts";
export { rulesHandlers } from "./handlers.ts";
export { rulesService, loadSuggest } from "./service.ts";
export { RULE_CHANGES } from "./store.ts";
