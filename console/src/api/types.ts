/** Names of what the console reads, beside those that the clients have. */
import type { Session, StatementTable } from "./generated/schemas.ts";

export type { Session, Voucher } from "./generated/schemas.ts";

/** A company as a member sees it: its state, and the member's levels. */
export type Company = Session["companies"][number];

export type StatementTableRow = StatementTable["rows"][number];
