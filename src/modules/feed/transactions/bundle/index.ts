/** The bundle's sections of the feed. */
export { reconciliationsSection } from "./reconciliations.ts";
export { schedulesSection } from "./schedules.ts";
export { transactionsSection } from "./transactions.ts";
export { transfersSection } from "./transfers.ts";
