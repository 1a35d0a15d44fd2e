/** The door of the ledger module. */
export { journalSection } from "./bundle.ts";
export { ledgerContract } from "./contract.ts";
export { ledgerHandlers } from "./handlers.ts";
export { ledgerJobs, REBUILD_STALE } from "./jobs.ts";
export { dollars, type Range, signedCents } from "./rules.ts";
export { type LedgerService, ledgerService, ledgerWithin } from "./service/index.ts";
export { addCells, type Cell, latestOf, type Sums } from "./service/reads.ts";
export {
  changePosting,
  postedVoucherId,
  type Posting,
  type PostingLine,
  replacePostings,
} from "./service/postings.ts";
export { type Posted, postedCheck } from "./service/posted.ts";
export { type NewVoucher, writeVouchers } from "./service/vouchers.ts";
export { changesCheck, type SourceCheck, type StatementCheck, type Verification } from "./service/verify.ts";
export { vouchersStore } from "./store/vouchers.ts";
