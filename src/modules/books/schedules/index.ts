/** The door of the schedules module. */
export { schedulesContract } from "./contract.ts";
export { schedulesHandlers } from "./handlers.ts";
export { monthsBetween, withAmount } from "./rules.ts";
export { putSpreads, removeSpreads, schedulesService, SPREADS_CHECK } from "./service.ts";
export { schedulesStore, type SpreadRow } from "./store.ts";
