/** The operations. Generated from the operation cards by `npm run emit`: do not edit. */

import type { List } from "@daybook/client";
import type { CallOptions, ListOptions, OperationRow } from "@daybook/client";
import type {
  BookAnswers,
  BookCalls,
  CategoryEdit,
  CategoryMove,
  ChangeList,
  Chart,
  ChartChange,
  Closing,
  EditedSheet,
  EntryPreview,
  JournalEntryList,
  ListedUploadList,
  ManualEntry,
  NewCategory,
  NewClosing,
  NewManualEntry,
  NewReversal,
  NewRuleTrial,
  NewSheet,
  NewSheetImport,
  NewTransactionSpread,
  NewTransactionUploadForm,
  Overview,
  PaymentCandidates,
  Receivables,
  RuleTrial,
  Session,
  SheetChanges,
  SheetContent,
  SheetEdits,
  SheetImport,
  SheetSummary,
  StartedSpread,
  StatementTable,
  TakenBackUpload,
  TransactionEventList,
  TransactionList,
  TransferProposalList,
  UploadPreview,
  UploadTakeBack,
  Voucher,
} from "./schemas.ts";

/** The path below which the API lies on its server. */
export const API_ROOT = "/app/api";

/** How each operation is called. */
export const OPERATIONS = {
  addCategory: { method: "POST", path: "/chart/categories", body: "json", keyed: true, object: "chart_change" },
  askBooks: { method: "POST", path: "/book_calls", body: "json", object: "book_answers" },
  changeCategory: { method: "PATCH", path: "/chart/categories/{id}", body: "json", object: "chart_change" },
  closeBooks: { method: "PUT", path: "/closing", body: "json", object: "closing" },
  createManualEntry: { method: "POST", path: "/manual_entries", body: "json", keyed: true, object: "manual_entry" },
  createSheet: { method: "POST", path: "/sheets", body: "json", keyed: true },
  editSheet: { method: "POST", path: "/sheets/{id}/edits", body: "json", keyed: true, object: "edited_sheet" },
  endSession: { method: "DELETE", path: "/session", empty: true },
  findTransactions: { method: "GET", path: "/transactions", query: true, list: "cursor", pageMost: 500 },
  getChart: { method: "GET", path: "/chart", object: "chart" },
  getClosing: { method: "GET", path: "/closing", object: "closing" },
  getOverview: { method: "GET", path: "/overview", object: "overview" },
  getReceivables: { method: "GET", path: "/receivables", query: true, object: "receivables" },
  getSession: { method: "GET", path: "/session", object: "session" },
  getSheetChanges: { method: "GET", path: "/sheets/{id}/changes", query: true, object: "sheet_changes" },
  getSheetContent: { method: "GET", path: "/sheets/{id}/content", query: true, object: "sheet_content" },
  getStatementTable: { method: "GET", path: "/statement_table", query: true, object: "statement_table" },
  getVoucher: { method: "GET", path: "/vouchers/{entry}", object: "voucher" },
  importSheet: { method: "POST", path: "/sheet_imports", body: "form", keyed: true, object: "sheet_import" },
  listChanges: { method: "GET", path: "/changes", query: true, list: "whole" },
  listPaymentCandidates: { method: "GET", path: "/invoices/{id}/candidates", object: "payment_candidates" },
  listStatementEntries: { method: "GET", path: "/statement_entries", query: true, list: "cursor", pageMost: 500 },
  listTransactionEvents: { method: "GET", path: "/transactions/{id}/events", list: "whole" },
  listTransferProposals: { method: "GET", path: "/transfer_proposals", list: "whole" },
  listUploads: { method: "GET", path: "/uploads", list: "whole" },
  moveCategory: { method: "POST", path: "/chart/categories/{id}/move", body: "json", object: "chart_change" },
  openBooks: { method: "DELETE", path: "/closing", object: "closing" },
  previewManualEntry: { method: "POST", path: "/manual_entries/preview", body: "json", object: "entry_preview" },
  previewUpload: { method: "POST", path: "/uploads/preview", body: "form", object: "upload_preview" },
  reverseVoucher: { method: "POST", path: "/vouchers/{entry}/reversal", body: "json", keyed: true, object: "manual_entry" },
  reviewManualEntry: { method: "PUT", path: "/vouchers/{entry}/review", object: "manual_entry" },
  spreadTransaction: { method: "POST", path: "/transactions/{id}/spread", body: "json", keyed: true, object: "spread" },
  takeBackUpload: { method: "POST", path: "/uploads/{id}/take_back", body: "json", keyed: true, object: "upload_take_back" },
  tryRule: { method: "POST", path: "/rules/try", body: "json", object: "rule_trial" },
} as const satisfies Readonly<Record<string, OperationRow>>;

/** A function for each operation: first the parameters of its path, then its query or its body, then options. */
export interface Operations {
  /**
   * Add a category.
   *
   * Adds a category after its siblings.
   *
   * Another company's category is answered like an unknown one.
   *
   * `POST /chart/categories`
   */
  readonly addCategory: (body: NewCategory, options?: CallOptions) => Promise<ChartChange>;
  /**
   * Answer functions over the books.
   *
   * The answers to calls of formula functions such as BOOKS.TOTAL, in the order of the calls
   * and all from one state of the books.
   *
   * `POST /book_calls`
   */
  readonly askBooks: (body: BookCalls, options?: CallOptions) => Promise<BookAnswers>;
  /**
   * Rename a category or change its section of the cash flow statement.
   *
   * Changes the name, the section of the cash flow statement, or both. The answer names the
   * statements and months that change.
   *
   * Another company's category is answered like an unknown one.
   *
   * `PATCH /chart/categories/{id}`
   */
  readonly changeCategory: (id: string, body: CategoryEdit, options?: CallOptions) => Promise<ChartChange>;
  /**
   * Close the books through a day.
   *
   * No entry on that day or before changes afterwards. The day must have ended, and no bank
   * line up to it may be pending.
   *
   * `PUT /closing`
   */
  readonly closeBooks: (body: NewClosing, options?: CallOptions) => Promise<Closing>;
  /**
   * Post a journal entry.
   *
   * Posts an entry in the user's name. It never changes afterwards; a mistake is reversed.
   *
   * `POST /manual_entries`
   */
  readonly createManualEntry: (body: NewManualEntry, options?: CallOptions) => Promise<ManualEntry>;
  /**
   * Make a spreadsheet.
   *
   * A new document with one empty worksheet.
   *
   * `POST /sheets`
   */
  readonly createSheet: (body: NewSheet, options?: CallOptions) => Promise<SheetSummary>;
  /**
   * Edit a spreadsheet.
   *
   * Makes all edits or none, if the document is still at `base_revision`. Together they raise
   * the revision by one.
   *
   * Another company's document is answered like an unknown one.
   *
   * `POST /sheets/{id}/edits`
   */
  readonly editSheet: (id: string, body: SheetEdits, options?: CallOptions) => Promise<EditedSheet>;
  /**
   * Sign out.
   *
   * Ends the session, in this browser only.
   *
   * `DELETE /session`
   */
  readonly endSession: (options?: CallOptions) => Promise<void>;
  /**
   * Find transactions.
   *
   * The transactions that meet all given conditions, by date, the latest first. Letter case
   * does not matter in texts.
   *
   * A cursor from another company is answered like an unknown one.
   *
   * `GET /transactions`
   */
  readonly findTransactions: (query?: FindTransactionsQuery, options?: ListOptions) => List<TransactionList["data"][number], TransactionList>;
  /**
   * Read the chart with its roles.
   *
   * All categories, ordered by tier, then position, then name, with their sections of the cash
   * flow statement and the service's uses of them.
   *
   * `GET /chart`
   */
  readonly getChart: (options?: CallOptions) => Promise<Chart>;
  /**
   * Read through which day the books are closed.
   *
   * No journal entry on that day or before it changes.
   *
   * `GET /closing`
   */
  readonly getClosing: (options?: CallOptions) => Promise<Closing>;
  /**
   * Read the overview of a company.
   *
   * Cash, revenue and expenses by month: the last twelve whole months and the present one.
   * Burn is by how much cash fell in a month, on average over the last three whole months.
   * Runway is how long the cash lasts at that burn.
   *
   * `GET /overview`
   */
  readonly getOverview: (options?: CallOptions) => Promise<Overview>;
  /**
   * Read receivables by age.
   *
   * What each customer owes at the end of a day, by the days since it was due, beside the
   * balance of the receivables in the ledger.
   *
   * `GET /receivables`
   */
  readonly getReceivables: (query?: GetReceivablesQuery, options?: CallOptions) => Promise<Receivables>;
  /**
   * Read who is signed in.
   *
   * The user of the session, and the companies of which the user is a member, by name.
   *
   * `GET /session`
   */
  readonly getSession: (options?: CallOptions) => Promise<Session>;
  /**
   * Read what changed in a spreadsheet.
   *
   * The document with the rows and columns that were inserted and deleted since a revision,
   * and with the present content of all blocks that may have changed otherwise. If that is not
   * known any more, `is_known` is false, and the document must be read again.
   *
   * Another company's document is answered like an unknown one.
   *
   * `GET /sheets/{id}/changes`
   */
  readonly getSheetChanges: (id: string, query: GetSheetChangesQuery, options?: CallOptions) => Promise<SheetChanges>;
  /**
   * Read a spreadsheet as it is written.
   *
   * The document with its names, charts and cells, formulas as they were written. A large one
   * comes in parts.
   *
   * Another company's document is answered like an unknown one.
   *
   * `GET /sheets/{id}/content`
   */
  readonly getSheetContent: (id: string, query?: GetSheetContentQuery, options?: CallOptions) => Promise<SheetContent>;
  /**
   * Read a statement as a table.
   *
   * The columns and rows of the file that an export of the same days would hold.
   *
   * `GET /statement_table`
   */
  readonly getStatementTable: (query?: GetStatementTableQuery, options?: CallOptions) => Promise<StatementTable>;
  /**
   * Read the voucher of an entry.
   *
   * All entries that were posted together with one, in the order of their lines. Their debits
   * equal their credits.
   *
   * Another company's entry is answered like an unknown one.
   *
   * `GET /vouchers/{entry}`
   */
  readonly getVoucher: (entry: string, options?: CallOptions) => Promise<Voucher>;
  /**
   * Import a workbook as a spreadsheet.
   *
   * Reads an XLSX workbook into a new document, which is named after the file. What can't be
   * imported is told in `notes`.
   *
   * `POST /sheet_imports`
   */
  readonly importSheet: (body: NewSheetImport, options?: CallOptions) => Promise<SheetImport>;
  /**
   * List the last changes of a company.
   *
   * The last events of the audit trail, latest first.
   *
   * `GET /changes`
   */
  readonly listChanges: (query?: ListChangesQuery, options?: ListOptions) => List<ChangeList["data"][number], ChangeList>;
  /**
   * Find transactions that could pay an invoice.
   *
   * Inflows of at most the amount due that pay nothing yet, from 60 days before the day of
   * issue on: those of exactly the amount first, then those nearest to the due date. Empty if
   * nothing can be paid.
   *
   * Another company's invoice is answered like an unknown one.
   *
   * `GET /invoices/{id}/candidates`
   */
  readonly listPaymentCandidates: (id: string, options?: CallOptions) => Promise<PaymentCandidates>;
  /**
   * List the entries of a figure of a statement.
   *
   * The journal entries that add up to a figure of the table, latest first.
   *
   * `GET /statement_entries`
   */
  readonly listStatementEntries: (query: ListStatementEntriesQuery, options?: ListOptions) => List<JournalEntryList["data"][number], JournalEntryList>;
  /**
   * List who changed a transaction.
   *
   * The latest events of the audit trail about one transaction, the latest first.
   *
   * Another company's transaction is answered like an unknown one.
   *
   * `GET /transactions/{id}/events`
   */
  readonly listTransactionEvents: (id: string, options?: ListOptions) => List<TransactionEventList["data"][number], TransactionEventList>;
  /**
   * List what looks like transfers.
   *
   * Pairs of opposite amounts on two accounts, a few days apart, that are no transfer yet. The
   * pairs of the nearest days stand first.
   *
   * `GET /transfer_proposals`
   */
  readonly listTransferProposals: (options?: ListOptions) => List<TransferProposalList["data"][number], TransferProposalList>;
  /**
   * List the uploads.
   *
   * The latest uploads, the latest first, also those that were taken back.
   *
   * `GET /uploads`
   */
  readonly listUploads: (options?: ListOptions) => List<ListedUploadList["data"][number], ListedUploadList>;
  /**
   * Move a category.
   *
   * Moves a category with all below it under another parent, after its siblings.
   *
   * Another company's category is answered like an unknown one.
   *
   * `POST /chart/categories/{id}/move`
   */
  readonly moveCategory: (id: string, body: CategoryMove, options?: CallOptions) => Promise<ChartChange>;
  /**
   * Open the books.
   *
   * Lifts the closing date, so that entries of closed days can change again.
   *
   * `DELETE /closing`
   */
  readonly openBooks: (options?: CallOptions) => Promise<Closing>;
  /**
   * Show what an entry would change.
   *
   * The changes that an entry would make in the three statements, if it were posted. It is not
   * posted. Investing and financing without cash count here as if they moved cash.
   *
   * `POST /manual_entries/preview`
   */
  readonly previewManualEntry: (body: NewManualEntry, options?: CallOptions) => Promise<EntryPreview>;
  /**
   * Preview an upload.
   *
   * Reads a bank file as an upload does, and tells which lines are new, known or refused.
   * Changes nothing.
   *
   * Another company's account is answered like an unknown one.
   *
   * `POST /uploads/preview`
   */
  readonly previewUpload: (body: NewTransactionUploadForm, options?: CallOptions) => Promise<UploadPreview>;
  /**
   * Reverse a voucher.
   *
   * Posts the same lines with debits and credits exchanged. A voucher is reversed once.
   *
   * `POST /vouchers/{entry}/reversal`
   */
  readonly reverseVoucher: (entry: string, body: NewReversal, options?: CallOptions) => Promise<ManualEntry>;
  /**
   * Note that an entry is reviewed.
   *
   * Notes the user as the reviewer of an entry that a person posted. The first reviewer stays.
   *
   * `PUT /vouchers/{entry}/review`
   */
  readonly reviewManualEntry: (entry: string, options?: CallOptions) => Promise<ManualEntry>;
  /**
   * Spread a whole transaction.
   *
   * Books a transaction in equal shares on the last days of some months. What is not yet
   * booked is held on a balance sheet category.
   *
   * Another company's transaction or category is answered like an unknown one.
   *
   * `POST /transactions/{id}/spread`
   */
  readonly spreadTransaction: (id: string, body: NewTransactionSpread, options?: CallOptions) => Promise<StartedSpread>;
  /**
   * Take an upload back.
   *
   * Removes the transactions that an upload added, with their journal entries: all of them, or
   * none if something depends on one. With `dry_run`, only counts them.
   *
   * Another company's upload is answered like an unknown one.
   *
   * `POST /uploads/{id}/take_back`
   */
  readonly takeBackUpload: (id: string, body: UploadTakeBack, options?: CallOptions) => Promise<TakenBackUpload>;
  /**
   * Try a rule on the past.
   *
   * Counts the latest transactions that meet conditions, and what their categories are.
   * Changes nothing.
   *
   * Another company's account is answered like an unknown one.
   *
   * `POST /rules/try`
   */
  readonly tryRule: (body: NewRuleTrial, options?: CallOptions) => Promise<RuleTrial>;
}

/** The query of `findTransactions`. */
export interface FindTransactionsQuery {
  /** A part of the bank's description, the merchant, the memo, or the id. */
  readonly text?: string | undefined;
  /** The least amount, without its sign, in cents. */
  readonly least_cents?: number | undefined;
  /** The largest amount, without its sign, in cents. */
  readonly most_cents?: number | undefined;
  /**
   * First day, of the transaction's own date. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z`
   * or an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Last day, of the transaction's own date. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or
   * an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /** Only transactions that are categorized, or with false only those that are not. */
  readonly categorized?: boolean | undefined;
  /** Only transactions of exactly this category. */
  readonly category_id?: string | undefined;
  /** Only transactions of exactly this department. */
  readonly department_id?: string | undefined;
  /** Only transactions of this account. */
  readonly account_id?: string | undefined;
  /** Only transactions of this status. */
  readonly status?: "pending" | "approved" | "needs_review" | "excluded" | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`. */
  readonly starting_after?: string | undefined;
}

/** The query of `getReceivables`. */
export interface GetReceivablesQuery {
  /**
   * The day. Default: today. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset,
   * which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly date?: string | undefined;
}

/** The query of `getSheetChanges`. */
export interface GetSheetChangesQuery {
  /** The revision that the reader has. */
  readonly since: number;
}

/** The query of `getSheetContent`. */
export interface GetSheetContentQuery {
  /** `next` of the part before. */
  readonly starting_after?: string | undefined;
}

/** The query of `getStatementTable`. */
export interface GetStatementTableQuery {
  /** The statement. Default: `income_statement`. */
  readonly report_type?: "income_statement" | "balance_sheet" | "cash_flow" | undefined;
  /**
   * First day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its
   * day in Los Angeles. Blank counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Last day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its
   * day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /** The period that each column covers; `whole`: one column for all days. Default: `month`. */
  readonly step?: "month" | "quarter" | "year" | "whole" | undefined;
  /** The unit of each row. `department` is for the income statement only. Default: `category`. */
  readonly group_by?: "category" | "department" | undefined;
  /** The days that the total is compared with in columns of their own. Default: `none`. */
  readonly compare?: "none" | "prior_period" | "prior_year" | "both" | undefined;
}

/** The query of `listChanges`. */
export interface ListChangesQuery {
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
}

/** The query of `listStatementEntries`. */
export interface ListStatementEntriesQuery {
  /** The statement. Default: `income_statement`. */
  readonly report_type?: "income_statement" | "balance_sheet" | "cash_flow" | undefined;
  /**
   * First day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its
   * day in Los Angeles. Blank counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Last day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its
   * day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /** The period that each column covers; `whole`: one column for all days. Default: `month`. */
  readonly step?: "month" | "quarter" | "year" | "whole" | undefined;
  /** The unit of each row. `department` is for the income statement only. Default: `category`. */
  readonly group_by?: "category" | "department" | undefined;
  /** The days that the total is compared with in columns of their own. Default: `none`. */
  readonly compare?: "none" | "prior_period" | "prior_year" | "both" | undefined;
  /** The key of the figure's row. */
  readonly row: string;
  /**
   * The first day of the figure's column. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an
   * offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly column_start?: string | undefined;
  /**
   * The last day of the figure's column. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an
   * offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly column_end?: string | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same figure. */
  readonly starting_after?: string | undefined;
}
