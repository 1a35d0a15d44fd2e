/** The word lists of accounts and cards, and the role of the category for an account without a chosen one. */
import type { CategoryRole } from "../../../core/ledger-words.ts";

export const ACCOUNT_KINDS = ["checking", "savings", "credit", "other"] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export const CARD_STATUSES = ["active", "frozen", "closed"] as const;

/** The role of the category that such an account is booked on. */
export function roleOf(type: AccountKind): CategoryRole {
  return type === "credit" ? "credit_cards" : "cash";
}

/** True if such an account can be booked on a category of that type: money that is owed is a liability. */
export function mayBook(type: AccountKind, accountType: string): boolean {
  return accountType === (type === "credit" ? "liability" : "asset");
}
