/** The operations. Generated from the operation cards by `npm run emit`: do not edit. */

import type { CallOptions, OperationRow } from "@daybook/client";
import type {
  CategoryEdit,
  CategoryMove,
  Chart,
  ChartChange,
  NewCategory,
  PaymentCandidates,
  Receivables,
  Session,
  Voucher,
} from "./schemas.ts";

/** The path below which the API lies on its server. */
export const API_ROOT = "/app/api";

/** How each operation is called. */
export const OPERATIONS = {
  addCategory: { method: "POST", path: "/chart/categories", body: "json", keyed: true, object: "chart_change" },
  changeCategory: { method: "PATCH", path: "/chart/categories/{id}", body: "json", object: "chart_change" },
  endSession: { method: "DELETE", path: "/session", empty: true },
  getChart: { method: "GET", path: "/chart", object: "chart" },
  getReceivables: { method: "GET", path: "/receivables", query: true, object: "receivables" },
  getSession: { method: "GET", path: "/session", object: "session" },
  getVoucher: { method: "GET", path: "/vouchers/{entry}", object: "voucher" },
  listPaymentCandidates: { method: "GET", path: "/invoices/{id}/candidates", object: "payment_candidates" },
  moveCategory: { method: "POST", path: "/chart/categories/{id}/move", body: "json", object: "chart_change" },
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
   * Sign out.
   *
   * Ends the session, in this browser only.
   *
   * `DELETE /session`
   */
  readonly endSession: (options?: CallOptions) => Promise<void>;
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
   * Move a category.
   *
   * Moves a category with all below it under another parent, after its siblings.
   *
   * Another company's category is answered like an unknown one.
   *
   * `POST /chart/categories/{id}/move`
   */
  readonly moveCategory: (id: string, body: CategoryMove, options?: CallOptions) => Promise<ChartChange>;
}

/** The query of `getReceivables`. */
export interface GetReceivablesQuery {
  /**
   * The day. Default: today. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset,
   * which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly date?: string | undefined;
}
