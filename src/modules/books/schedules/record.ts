/**
 * The columns of `spreads`, a table of spreads and capitalizations. The SQL and the API schema derive from
 * them.
 */
import Type from "typebox";
import type { Cents } from "../../../core/cents.ts";
import {
  boolean,
  cents,
  day,
  id,
  json,
  type RowOf,
  seconds,
  table,
  text,
  word,
} from "../../../core/record.ts";

export const SPREADS = table("spreads", {
  id: id("spread", "The spread's id.", { key: true }),
  kind: word(["spread", "capitalization"], "How its months count."),
  transaction_id: id("transaction", "The transaction whose amount, or part of it, is spread.", {
    fixed: true,
  }),
  category_id: id("category", "The category of each month's share."),
  department_id: id("department", "The department of each month's share.", { nullable: true }),
  holding_category_id: id("category", "What the transaction, or the line of its split, is booked on."),
  contra_category_id: id("category", "What each month is taken from."),
  amount_cents: cents("The spread amount, signed like the transaction: money in is positive."),
  start_date: day("A day of the first month."),
  end_date: day("A day of the last month."),
  description: text("The description of its vouchers."),
  merchant: text("The merchant of its vouchers.", { nullable: true }),
  held: boolean("Whether its transaction is on hold, and its months with it."),
  created: seconds("When it was created."),
  counted_cents: json<readonly Cents[]>()(
    Type.Array(Type.Integer()),
    "What the first months counted before the amount changed; fewer than the months.",
  ),
});
export type SpreadRow = RowOf<typeof SPREADS>;
