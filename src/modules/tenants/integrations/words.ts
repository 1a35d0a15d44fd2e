/** The words of integrations, for who offers them without loading the module. */
export { INTEGRATION_KEYS, INTEGRATION_STATUSES } from "./rules.ts";
