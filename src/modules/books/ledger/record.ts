/** The columns of `book_closings`: the closing date of a company, and what `verify` compares with it. */
import { day, integer, NOW, type RowOf, seconds, table, text } from "../../../core/record.ts";

export const CLOSINGS = table("book_closings", {
  closed_through: day("The last day of the closed period: no entry on or before it changes."),
  closed_at: seconds("When the books were closed through that day.", { default: NOW }),
  entry_count: integer("The number of closed entries.", { internal: true, default: 0, least: 0 }),
  digest: text("The sum of a hash of each closed entry.", { internal: true, default: "0" }),
});
export type ClosingRow = RowOf<typeof CLOSINGS>;
