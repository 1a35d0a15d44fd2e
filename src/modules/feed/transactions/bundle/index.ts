/** The bundle's sections of the feed. */
export { transactionsSection } from "./transactions.ts";
export { transfersSection } from "./transfers.ts";
