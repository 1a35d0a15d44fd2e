/** The descriptions of `accounts` and `cards`. */
import {
  boolean,
  cents,
  id,
  NOW,
  patterned,
  type RowOf,
  seconds,
  table,
  text,
  word,
} from "../../../core/record.ts";
import { ACCOUNT_KINDS, CARD_STATUSES } from "./rules.ts";

const last4 = patterned("^[0-9]{4}$", "must be four digits", "The last four digits of its number.", {
  nullable: true,
});

export const ACCOUNTS = table("accounts", {
  id: id("account", "The account's id, unique in the company.", { key: true }),
  name: text("Its name."),
  institution_name: text("The bank, if known.", { nullable: true }),
  type: word(ACCOUNT_KINDS, "The kind of account."),
  last4,
  category_id: id("category", "The balance sheet category for its money.", {
    bundleDescription:
      "The category for its money: a liability for `credit`, otherwise an asset. It can't change once the account has transactions.",
  }),
  balance_cents: cents(
    "The sum of its transactions that are not excluded; money that the company owes is negative.",
    {
      derived: true,
    },
  ),
  active: boolean("True while it is in use.", { default: true }),
  created: seconds("When it was created.", { default: NOW }),
});
export type AccountRow = RowOf<typeof ACCOUNTS>;

export const CARDS = table("cards", {
  id: id("card", "The card's id, unique in the company.", { key: true }),
  account_id: id("account", "The account from which it is paid."),
  name: text("Its name."),
  last4,
  brand: text("Its network, such as `visa`.", { nullable: true }),
  cardholder_name: text("The cardholder.", { nullable: true }),
  status: word(CARD_STATUSES, "Its status.", { default: "active" }),
  created: seconds("When it was created.", { default: NOW }),
});
export type CardRow = RowOf<typeof CARDS>;
