/** The operations. Generated from the operation cards by `npm run emit`: do not edit. */

import type { CallOptions, OperationRow } from "@daybook/client";
import type {
  Session,
  Voucher,
} from "./schemas.ts";

/** The path below which the API lies on its server. */
export const API_ROOT = "/app/api";

/** How each operation is called. */
export const OPERATIONS = {
  endSession: { method: "DELETE", path: "/session", empty: true },
  getSession: { method: "GET", path: "/session", object: "session" },
  getVoucher: { method: "GET", path: "/vouchers/{entry}", object: "voucher" },
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
}

