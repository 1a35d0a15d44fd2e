/** The operations. Generated from the operation cards by `npm run emit`: do not edit. */

import type { List } from "@daybook/client";
import type { CallOptions, ListOptions, OperationRow } from "@daybook/client";
import type {
  ListedUploadList,
  NewRuleTrial,
  NewTransactionSpread,
  NewTransactionUploadForm,
  RuleTrial,
  Session,
  StartedSpread,
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
  endSession: { method: "DELETE", path: "/session", empty: true },
  findTransactions: { method: "GET", path: "/transactions", query: true, list: "cursor", pageMost: 500 },
  getSession: { method: "GET", path: "/session", object: "session" },
  getVoucher: { method: "GET", path: "/vouchers/{entry}", object: "voucher" },
  listTransactionEvents: { method: "GET", path: "/transactions/{id}/events", list: "whole" },
  listTransferProposals: { method: "GET", path: "/transfer_proposals", list: "whole" },
  listUploads: { method: "GET", path: "/uploads", list: "whole" },
  previewUpload: { method: "POST", path: "/uploads/preview", body: "form", object: "upload_preview" },
  spreadTransaction: { method: "POST", path: "/transactions/{id}/spread", body: "json", keyed: true, object: "spread" },
  takeBackUpload: { method: "POST", path: "/uploads/{id}/take_back", body: "json", keyed: true, object: "upload_take_back" },
  tryRule: { method: "POST", path: "/rules/try", body: "json", object: "rule_trial" },
} as const satisfies Readonly<Record<string, OperationRow>>;

/** A function for each operation: first the parameters of its path, then its query or its body, then options. */
export interface Operations {
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
   * Read who is signed in.
   *
   * The user of the session, and the companies of which the user is a member, by name.
   *
   * `GET /session`
   */
  readonly getSession: (options?: CallOptions) => Promise<Session>;
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
