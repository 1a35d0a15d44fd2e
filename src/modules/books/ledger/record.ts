/**
 * The columns of `book_closings`, the closing date of a company with what `verify` compares with it, and of
 * `manual_entries`, the vouchers that a person posted.
 */
import { boolean, day, id, integer, NOW, type RowOf, seconds, table, text } from "../../../core/record.ts";

export const CLOSINGS = table("book_closings", {
  closed_through: day("The last day of the closed period: no entry on or before it changes."),
  closed_at: seconds("When the books were closed through that day.", { default: NOW }),
  entry_count: integer("The number of closed entries.", { internal: true, default: 0, least: 0 }),
  digest: text("The sum of a hash of each closed entry.", { internal: true, default: "0" }),
});
export type ClosingRow = RowOf<typeof CLOSINGS>;

export const MANUAL_ENTRIES = table("manual_entries", {
  voucher_id: id("voucher", "The voucher of the journal that a person posted.", { key: true }),
  memo: text("What the entry is for."),
  reference: text("The poster's own name of the entry, unique in the company.", { nullable: true }),
  posted_by: text("Who posted it: a user's id, or the operator's name on the machine."),
  reverses: id("voucher", "The voucher whose opposite it is; null if it reverses none.", { nullable: true }),
  adjusting: boolean(
    "Whether it is an adjusting entry, which a trial balance can leave out or show by itself.",
    { default: false },
  ),
  reviewed_by: text("Who reviewed it.", { nullable: true }),
  reviewed_at: seconds("When it was reviewed.", { nullable: true }),
  created: seconds("When it was posted.", { default: NOW }),
});
export type ManualEntryRow = RowOf<typeof MANUAL_ENTRIES>;
