/** Public interface of the transactions module. */
export {
  reconciliationsSection,
  schedulesSection,
  transactionsSection,
  transfersSection,
} from "./bundle/index.ts";
export { reconciliationsConsoleContract } from "./contract/reconciliations.ts";
export { transactionsConsoleContract } from "./contract/console.ts";
export { schedulesConsoleContract } from "./contract/schedules.ts";
export { transactionsContract } from "./contract/index.ts";
export { schedulesConsoleHandlers } from "./handlers/schedules.ts";
export {
  reconciliationsConsoleHandlers,
  transactionsConsoleHandlers,
  transactionsHandlers,
} from "./handlers/index.ts";
export { RUN_JOB, transactionsJobs } from "./jobs.ts";
export { checkAccountingDate } from "./rules.ts";
export {
  assignableOf,
  chosenCategory,
  chosenDepartment,
  chosenOf,
  incorporated,
  lookUpCategories,
  lookUpDepartments,
  onlyNamed,
} from "./service/choices.ts";
export type { ExpectedLine } from "./service/expected.ts";
export type { FeedLine, FeedNews } from "./service/feed-line.ts";
export type { FeedOutcome, Suggest } from "./service/feed.ts";
export { type TransactionsService, transactionsService } from "./service/index.ts";
export { type ReconciliationsService, reconciliationsService } from "./service/reconciliations.ts";
export type { Reconciliation } from "./service/reconcile.ts";
export type { SchedulesUpkeep } from "./service/schedules.ts";
export { type Claim, payInvoice, refundable, takeBackPayments } from "./service/payments.ts";
export { postedTwins } from "./service/twins.ts";
export type { BookedEntry } from "./rules.ts";
export type { PostedLine } from "./store/twins.ts";
export { accountsFinding, FEED_CLOSE_CHECKS } from "./service/close.ts";
export { FEED_PARTS } from "./service/package.ts";
export { FEED_CHECKS } from "./service/verify.ts";
export { beginWriting } from "./service/write.ts";
export { uncategorizedByDay } from "./service/reads.ts";
export { feedAges } from "./store/ages.ts";
export { closeStore, type FedAccount } from "./store/close.ts";
export { TRANSACTION_RECORDS } from "./store/category-records.ts";
export { type PayableRow, paymentsStore } from "./store/payments.ts";
export type { UncategorizedOfDay } from "./store/transactions.ts";
export { TRANSACTION_CHANGES } from "./store/verify.ts";
