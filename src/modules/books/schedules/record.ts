/**
 * The columns of `spreads`, a table of spreads and capitalizations. The SQL and the API schema derive from
 * them.
 */
import Type from "typebox";
import { SCHEDULE_BASES } from "@daybook/words/feed-words";
import { type Cents, cents as toCents } from "@daybook/words/cents";
import {
  boolean,
  cents,
  day,
  id,
  integer,
  json,
  NOW,
  type RowOf,
  seconds,
  table,
  text,
  word,
} from "../../../core/record.ts";

const NOTHING = toCents(0);

export const SPREADS = table("spreads", {
  id: id("spread", "The spread's id.", { key: true }),
  kind: word(["spread", "capitalization"], "How its months count."),
  transaction_id: id(
    "transaction",
    "The transaction whose amount, or part of it, is spread; null if it is in the books otherwise.",
    { fixed: true, nullable: true, internal: true },
  ),
  category_id: id("category", "The category of each month's share."),
  department_id: id("department", "The department of each month's share.", { nullable: true }),
  holding_category_id: id("category", "What the transaction, or the line of its split, is booked on."),
  contra_category_id: id("category", "What each month is taken from."),
  amount_cents: cents("The spread amount, signed like the transaction: money in is positive."),
  start_date: day("A day of the first month."),
  end_date: day("A day of the last month."),
  basis: word(SCHEDULE_BASES, "The convention: equal shares of whole months, shares by days, and so on.", {
    default: "month",
  }),
  first_year_months: integer("Of a half-year convention: the months of its first fiscal year that count.", {
    nullable: true,
    least: 1,
  }),
  declining_percent: integer(
    "The part of straight line that a declining balance takes; null for straight line.",
    {
      nullable: true,
      least: 100,
    },
  ),
  salvage_cents: cents("What an asset is worth at the end of its life, which is not written off.", {
    default: NOTHING,
    least: 0,
  }),
  opened_on: day("The day through which it was written off before it came into these books.", {
    nullable: true,
  }),
  opened_cents: cents("What was written off by then, signed like the amount.", { default: NOTHING }),
  description: text("The description of its vouchers."),
  merchant: text("The merchant of its vouchers.", { nullable: true }),
  held: boolean("Whether its transaction is on hold, and its months with it.", { internal: true }),
  created: seconds("When it was created.", { default: NOW }),
  counted_cents: json<readonly Cents[]>()(
    Type.Array(Type.Integer()),
    "What the first months counted before the amount changed; fewer than the months.",
    { default: [] },
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

/** The fields of a schedule that whole months, straight line and these books alone decide. */
export const PLAIN = {
  first_year_months: null,
  declining_percent: null,
  salvage_cents: NOTHING,
  opened_on: null,
  opened_cents: NOTHING,
} as const satisfies Partial<SpreadRow>;
