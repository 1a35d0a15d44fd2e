/**
 * The columns of `spreads`, a table of spreads and capitalizations. The SQL and the API schema derive from
 * them.
 */
import Type from "typebox";
import type { Cents } from "@daybook/words/cents";
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
  basis: word(["month", "day"], "Whether months get equal shares, or shares by their days.", {
    default: "month",
  }),
  description: text("The description of its vouchers."),
  merchant: text("The merchant of its vouchers.", { nullable: true }),
  held: boolean("Whether its transaction is on hold, and its months with it."),
  created: seconds("When it was created."),
  counted_cents: json<readonly Cents[]>()(
    Type.Array(Type.Integer()),
    "What the first months counted before the amount changed; fewer than the months.",
  ),
  ended_on: day("The day on which it ended early.", { nullable: true }),
  ended_as: word(
    ["recognized", "disposed"],
    "How it ended: its rest was recognized on that day, or the asset was disposed of.",
    { nullable: true },
  ),
  proceeds_cents: cents("What was paid for the asset.", { nullable: true, least: 0 }),
  proceeds_category_id: id("category", "Where what was paid for the asset is booked.", { nullable: true }),
  result_category_id: id("category", "Where the gain or loss is booked.", { nullable: true }),
});
export type SpreadRow = RowOf<typeof SPREADS>;

/** The fields of a spread that say how it ended. */
export type SpreadEnd = Pick<
  SpreadRow,
  "ended_on" | "ended_as" | "proceeds_cents" | "proceeds_category_id" | "result_category_id"
>;
/** The end of a spread that runs to its last month. */
export const NOT_ENDED: SpreadEnd = {
  ended_on: null,
  ended_as: null,
  proceeds_cents: null,
  proceeds_category_id: null,
  result_category_id: null,
};
