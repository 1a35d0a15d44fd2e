/** The door of the schedules module. */
export { schedulesContract } from "./contract.ts";
export { schedulesHandlers } from "./handlers.ts";
export type { SpreadRow } from "./record.ts";
export { monthsBetween, withAmount } from "./rules.ts";
export { putSpreads, removeSpreads, schedulesService, SPREADS_CHECK } from "./service.ts";
export { schedulesStore } from "./store.ts";
