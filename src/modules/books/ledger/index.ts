/** Public interface of the ledger module. */
export { closingSection, closingsSection, journalSection, manualEntriesSection } from "./bundle.ts";
export { ledgerConsoleContract } from "./contract/console.ts";
export { ledgerContract } from "./contract/index.ts";
export { ledgerConsoleHandlers, ledgerHandlers } from "./handlers.ts";
export { ledgerJobs, REBUILD_STALE } from "./jobs.ts";
export { dollars, type Range, signedCents } from "./rules.ts";
export { type CloseCheck, dayWords, leftFinding, nothingToCheck } from "./service/checklist.ts";
export { LEDGER_CLOSE_CHECKS } from "./service/close-checks.ts";
export { CLOSE_GROUPS } from "./record.ts";
export type { ClosingService } from "./service/closing.ts";
export type { SumsWithMovements } from "./service/owners.ts";
export type { SumsWithAdjusting } from "./service/adjusting.ts";
export { type LedgerService, ledgerService, ledgerWithin } from "./service/index.ts";
export type { EquityMovement, SpecialEquity } from "./store/owners.ts";
export type { Flows } from "./service/flows.ts";
export type { CauseRow } from "./store/causes.ts";
export type { NonCash } from "./service/non-cash.ts";
export { categoryFilter, entryId, type EntryRow, type ReportsCompany } from "./service/reads.ts";
export { addCells, type Cell, latestOf, type Sums } from "./service/sums.ts";
export { draftOf, type EntryRecord } from "./service/entry-file.ts";
export type { DraftLine, EntryDraft } from "./service/entry-lines.ts";
export {
  type EntryCaller,
  MANUAL_ENTRIES_CHECK,
  type ManualEntriesService,
} from "./service/manual-entries.ts";
export { closedReason, closedRefusal, closedThrough, noteClosing, openDay } from "./service/closing.ts";
export {
  changePosting,
  postedVoucherId,
  type Posting,
  type PostingLine,
  replacePostings,
} from "./service/postings.ts";
export { ENTRY_RECORDS } from "./service/merged-category.ts";
export { type PostedSource, postedCheck } from "./service/posted.ts";
export { type NewVoucher, writeVouchers } from "./service/vouchers.ts";
export { changesCheck, type SourceCheck, type StatementCheck, type Verification } from "./service/verify.ts";
export { ACQUISITIONS_LINE, type FlowEntries, type FlowLine, type FlowRow } from "./store/flows.ts";
export type { PackageDays, PackagePart, PartRow, PartTable } from "./service/package-parts.ts";
export type { ClosingEventRow } from "./record.ts";
export { sumsStore } from "./store/sums.ts";
export { type LineRow, vouchersStore } from "./store/vouchers.ts";
