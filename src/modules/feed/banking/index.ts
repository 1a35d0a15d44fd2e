/** Public interface of the banking module. */
export { accountsSection, cardsSection } from "./bundle.ts";
export { bankingConsoleContract, bankingContract } from "./contract.ts";
export { bankingConsoleHandlers, bankingHandlers } from "./handlers.ts";
export { type BankingService, bankingService, findChartWarnings, listCategoryUses } from "./service.ts";
export type { AccountRow } from "./record.ts";
export { bankingStore } from "./store.ts";
