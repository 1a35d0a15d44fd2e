/**
 * The columns of `book_closings`, the closing date of a company with what `verify` compares with it, of
 * `closing_history`, the record of how it was set and lifted, and of `manual_entries`, the vouchers that a
 * person posted.
 */
import Type, { type Static } from "typebox";
import {
  boolean,
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

export const CLOSINGS = table("book_closings", {
  closed_through: day("The last day of the closed period: no entry on or before it changes."),
  closed_at: seconds("When the books were closed through that day.", { default: NOW }),
  entry_count: integer("The number of closed entries.", { internal: true, default: 0, least: 0 }),
  digest: text("The sum of a hash of each closed entry.", { internal: true, default: "0" }),
});
export type ClosingRow = RowOf<typeof CLOSINGS>;

export const CLOSE_GROUPS = ["money", "entries", "subledgers", "review"] as const;
/** `nothing` where there was nothing to check, or nothing to compare with. */
const CLOSE_STATES = ["done", "open", "nothing"] as const;

/** A checked item of a month as it is kept and shown. */
export const CLOSE_ITEM = {
  item: Type.String({ description: "What was checked: a word that stays." }),
  group: Type.Enum([...CLOSE_GROUPS], { description: "Its group." }),
  title: Type.String({ description: "What is so once it is done." }),
  state: Type.Enum([...CLOSE_STATES], {
    description: "`nothing` if there was nothing to check, or nothing to compare with.",
  }),
  count: Type.Integer({ minimum: 0, description: "How many of what is open." }),
  amount_cents: Type.Union([Type.Integer(), Type.Null()], {
    description: "What these come to, in cents; null where it has no amount.",
  }),
  evidence: Type.String({ description: "A sentence for people: what was found." }),
};
const checklist = Type.Array(Type.Object(CLOSE_ITEM, { additionalProperties: false, title: "ClosingItem" }));
export type ClosingItem = Readonly<Static<typeof checklist>[number]>;

const CLOSING_ACTIONS = ["closed", "opened"] as const;

export const CLOSING_HISTORY = table("closing_history", {
  number: integer("Its number in the company, from 1.", { key: true, least: 1 }),
  action: word(CLOSING_ACTIONS, "Whether the books were closed, or opened again."),
  through: day("The last closed day: the new one, or the one that was lifted."),
  at: seconds("When it was done."),
  actor: text("Who did it: a user's id, or the operator's name on the machine.", { nullable: true }),
  reason: text("Why it was done, with items that were open.", { nullable: true }),
  checklist: json<readonly ClosingItem[]>()(
    checklist,
    "The checklist of the month as it was then; null for opening, and for a date that a bundle set.",
    { nullable: true },
  ),
});
export type ClosingEventRow = RowOf<typeof CLOSING_HISTORY>;

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
