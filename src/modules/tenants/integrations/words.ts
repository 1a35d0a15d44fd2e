/** The values of integrations' enumerated fields, for code that must not load the whole module. */
export { INTEGRATION_KEYS, INTEGRATION_STATUSES } from "./rules.ts";
