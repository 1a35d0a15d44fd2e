/** Public interface of the schedules module. */
export { schedulesContract } from "./contract.ts";
export { schedulesHandlers } from "./handlers.ts";
export { monthsBetween, postingsOf, withAmount } from "./rules.ts";
export {
  putSpreads,
  removeSpreads,
  schedulesService,
  SPREADS_CHECK,
  deleteSpreadRows,
  writeSpreads,
} from "./service.ts";
export type { SpreadRow } from "./record.ts";
export { schedulesStore } from "./store.ts";
