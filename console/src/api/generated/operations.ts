/** The operations. Generated from the operation cards by `npm run emit`: do not edit. */

import type { List } from "@daybook/client";
import type { CallOptions, ListOptions, OperationRow } from "@daybook/client";
import type {
  ChangeList,
  Closing,
  EntryPreview,
  JournalEntryList,
  ManualEntry,
  NewClosing,
  NewManualEntry,
  NewReversal,
  Overview,
  Session,
  StatementTable,
  Voucher,
} from "./schemas.ts";

/** The path below which the API lies on its server. */
export const API_ROOT = "/app/api";

/** How each operation is called. */
export const OPERATIONS = {
  closeBooks: { method: "PUT", path: "/closing", body: "json", object: "closing" },
  createManualEntry: { method: "POST", path: "/manual_entries", body: "json", keyed: true, object: "manual_entry" },
  endSession: { method: "DELETE", path: "/session", empty: true },
  getClosing: { method: "GET", path: "/closing", object: "closing" },
  getOverview: { method: "GET", path: "/overview", object: "overview" },
  getSession: { method: "GET", path: "/session", object: "session" },
  getStatementTable: { method: "GET", path: "/statement_table", query: true, object: "statement_table" },
  getVoucher: { method: "GET", path: "/vouchers/{entry}", object: "voucher" },
  listChanges: { method: "GET", path: "/changes", query: true, list: "whole" },
  listStatementEntries: { method: "GET", path: "/statement_entries", query: true, list: "cursor", pageMost: 500 },
  openBooks: { method: "DELETE", path: "/closing", object: "closing" },
  previewManualEntry: { method: "POST", path: "/manual_entries/preview", body: "json", object: "entry_preview" },
  reverseVoucher: { method: "POST", path: "/vouchers/{entry}/reversal", body: "json", keyed: true, object: "manual_entry" },
  reviewManualEntry: { method: "PUT", path: "/vouchers/{entry}/review", object: "manual_entry" },
} as const satisfies Readonly<Record<string, OperationRow>>;

/** A function for each operation: first the parameters of its path, then its query or its body, then options. */
export interface Operations {
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
   * Sign out.
   *
   * Ends the session, in this browser only.
   *
   * `DELETE /session`
   */
  readonly endSession: (options?: CallOptions) => Promise<void>;
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
   * Read who is signed in.
   *
   * The user of the session, and the companies of which the user is a member, by name.
   *
   * `GET /session`
   */
  readonly getSession: (options?: CallOptions) => Promise<Session>;
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
   * List the last changes of a company.
   *
   * The last events of the audit trail, latest first.
   *
   * `GET /changes`
   */
  readonly listChanges: (query?: ListChangesQuery, options?: ListOptions) => List<ChangeList["data"][number], ChangeList>;
  /**
   * List the entries of a figure of a statement.
   *
   * The journal entries that add up to a figure of the table, latest first.
   *
   * `GET /statement_entries`
   */
  readonly listStatementEntries: (query: ListStatementEntriesQuery, options?: ListOptions) => List<JournalEntryList["data"][number], JournalEntryList>;
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
