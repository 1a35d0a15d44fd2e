/** The door of the rules module. */
export { rulesSection } from "./bundle.ts";
export { rulesContract } from "./contract.ts";
export { rulesHandlers } from "./handlers.ts";
export { rulesService, suggestions } from "./service.ts";
export { RULE_CHANGES } from "./store.ts";
