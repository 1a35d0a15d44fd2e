/** Public interface of the schedules module. */
export { schedulesContract } from "./contract.ts";
export { schedulesHandlers } from "./handlers.ts";
export {
  type AssetFigures,
  assetFigures,
  disposalVoucher,
  lastDayOf,
  lastPlannedDay,
  monthsBetween,
  planFault,
  postingsOf,
  remainingCents,
  withAmount,
  withEnd,
  withLastDay,
} from "./rules/index.ts";
export {
  putSpreads,
  removeSpreads,
  SCHEDULES_CLOSE_CHECK,
  schedulesService,
  SPREADS_CHECK,
  deleteSpreadRows,
  writeSpreads,
} from "./service.ts";
export { NOT_ENDED, PLAIN, type SpreadEnd, type SpreadRow, SPREADS } from "./record.ts";
export { SCHEDULE_RECORDS, schedulesStore } from "./store.ts";
