/** The descriptions of `feed_connections` and `feed_connection_accounts`. No bundle and no answer has them. */
import Type, { type Static } from "typebox";
import { day, id, integer, json, type RowOf, seconds, table, text, word } from "../../../core/record.ts";
import { CONNECTION_STATUSES, VENDORS } from "./rules/words.ts";

const pending = Type.Array(
  Type.Object(
    { account: Type.String(), id: Type.String(), date: Type.String() },
    { additionalProperties: false },
  ),
);
export type PendingLine = Readonly<Static<typeof pending>[number]>;

const skipped = Type.Array(
  Type.Object(
    {
      key: Type.String(),
      account: Type.Union([Type.String(), Type.Null()]),
      line: Type.Union([Type.String(), Type.Null()]),
      reason: Type.String(),
      sent: Type.String(),
      first_sent_at: Type.Integer(),
      last_sent_at: Type.Integer(),
      is_dismissed: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
);
/** A line that could not be read. `key` is that of the line, or of its text where it has no id.
 * One that is dismissed is not listed; it is kept to be known while the vendor sends it. */
export type SkippedRow = Readonly<Static<typeof skipped>[number]>;

export const CONNECTIONS = table("feed_connections", {
  id: id("connection", "The connection's id.", { key: true }),
  vendor: word(VENDORS, "Where its lines come from.", { fixed: true }),
  secret: text("Its secret, encrypted."),
  status: word(CONNECTION_STATUSES, "`requires_reconnect` if a person has to sign in again.", {
    default: "connected",
  }),
  detail: text("A sentence for people about the last pull.", { nullable: true }),
  since: day("Lines of earlier days are not taken."),
  cursor: text("What its connector continues from; null for the beginning.", { nullable: true }),
  pending: json<readonly PendingLine[]>()(pending, "The lines that were pending at the last pull.", {
    default: [],
  }),
  skipped: json<readonly SkippedRow[]>()(skipped, "The lines that could not be read.", { default: [] }),
  again_cursor: text("What its connector begins with to read these lines again; null for none.", {
    nullable: true,
  }),
  again_at: seconds("When they are read again.", { nullable: true }),
  again_began: seconds("When that began, until it is done.", { nullable: true }),
  failures: integer("Pulls that failed since the last one that succeeded.", { default: 0, least: 0 }),
  revision: integer("Rises with each change.", { default: 0, least: 0 }),
  created: seconds("When it was made.", { fixed: true }),
  pulled_at: seconds("When the last pull succeeded.", { nullable: true }),
  next_pull_at: seconds("When the worker pulls next."),
});
export type ConnectionRow = RowOf<typeof CONNECTIONS>;

export const VENDOR_ACCOUNTS = table("feed_connection_accounts", {
  connection_id: id("connection", "The connection.", { key: true }),
  id: text("The account as the vendor names it.", { key: true }),
  name: text("Its name, for people."),
  currency: text("The code of its currency."),
  account_id: id("account", "The account of the books that its lines go to; null: they are not taken.", {
    nullable: true,
  }),
});
export type VendorAccountRow = RowOf<typeof VENDOR_ACCOUNTS>;
