/** Public interface of the transactions module. */
export { transactionsSection, transfersSection } from "./bundle/index.ts";
export { transactionsConsoleContract } from "./contract/console.ts";
export { transactionsContract } from "./contract/index.ts";
export { transactionsConsoleHandlers, transactionsHandlers } from "./handlers.ts";
export { RUN_JOB, transactionsJobs } from "./jobs.ts";
export { checkAccountingDate } from "./rules.ts";
export { chosenCategory, chosenDepartment, incorporated } from "./service/choices.ts";
export type { FeedLine, FeedNews, FeedOutcome, Suggest } from "./service/feed.ts";
export { type TransactionsService, transactionsService } from "./service/index.ts";
export type { Reconciliation } from "./service/reconcile.ts";
export type { SchedulesUpkeep } from "./service/schedules.ts";
export { type Claim, payInvoice, takeBackPayments } from "./service/payments.ts";
export { FEED_CHECKS } from "./service/verify.ts";
export { beginWriting } from "./service/write.ts";
export { uncategorizedByDay } from "./service/reads.ts";
export { feedAges } from "./store/ages.ts";
export type { UncategorizedOfDay } from "./store/transactions.ts";
export { TRANSACTION_CHANGES } from "./store/verify.ts";
