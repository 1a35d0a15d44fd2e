/**
 * The kinds of accounts, the statuses of cards, which categories an account can be booked on, and what in a
 * chart is probably a mistake.
 */
import { natureOfName, natureWithin } from "@daybook/words/account-kinds";
import { type CategoryRole, isPointInTime } from "@daybook/words/ledger-words";
import type { CategoryRow } from "../../books/chart/index.ts";

export const ACCOUNT_KINDS = ["checking", "savings", "credit", "other"] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export const CARD_STATUSES = ["active", "frozen", "closed"] as const;

/** Returns the role of the category that an account of this kind gets if none is chosen. */
export function categoryRoleOf(type: AccountKind): CategoryRole {
  return type === "credit" ? "credit_cards" : "cash";
}

/**
 * True if an account of this kind can be booked on a category of that type. Money on a credit account is
 * owed, so it needs a liability.
 */
export function mayBook(type: AccountKind, accountType: string): boolean {
  return accountType === (type === "credit" ? "liability" : "asset");
}

/** True if the money of an account of this kind counts as cash on the statements. */
export function isCashAccount(type: AccountKind): boolean {
  return type === "checking" || type === "savings";
}

/**
 * Returns a sentence for each part of a chart that is allowed but probably a mistake: statements balance, but
 * amounts stand in the wrong place of the cash flow statement.
 */
export function chartWarnings(categories: readonly CategoryRow[]): string[] {
  return [...bankWarnings(categories), ...depreciationWarnings(categories)];
}

function bankWarnings(categories: readonly CategoryRow[]): string[] {
  return categories
    .filter(({ account_type, cash_flow }) => account_type === "asset" && cash_flow !== "cash")
    .filter(({ name }) => natureOfName(name) === "cash")
    .map(
      (row) =>
        `Category ${label(row)} is named like a bank account, but its cash flow role is ${row.cash_flow ?? "missing"} and not cash.`,
    );
}

/** Depreciation and accumulated depreciation are both shown in investing, or neither is. */
function depreciationWarnings(categories: readonly CategoryRow[]): string[] {
  const [accumulated, ...further] = categories.filter(
    ({ account_type, name }) => account_type === "asset" && isAccumulated(name),
  );
  if (!accumulated) return [];
  const isInvesting = accumulated.cash_flow === "investing";
  const differs = ({ cash_flow }: CategoryRow): boolean => (cash_flow === "investing") !== isInvesting;
  const roleOf = ({ cash_flow }: CategoryRow): string =>
    cash_flow === null ? "no cash flow role" : `the cash flow role ${cash_flow}`;
  const charged = categories.filter(
    ({ account_type, name }) =>
      !isPointInTime(account_type) && natureWithin(account_type, name) === "depreciation",
  );
  return [
    ...charged
      .filter(differs)
      .map(
        (row) =>
          `Category ${label(row)} has ${roleOf(row)}, but ${label(accumulated)} has ${accumulated.cash_flow ?? "none"}: depreciation is then ${isInvesting ? "not added back" : "added back twice"}. Give investing to both, or to neither.`,
      ),
    ...further
      .filter(differs)
      .map(
        (row) =>
          `Category ${label(row)} has ${roleOf(row)}, but ${label(accumulated)} has ${accumulated.cash_flow ?? "none"}: depreciation on one of them is added back twice or not at all. Give investing to both, or to neither.`,
      ),
  ];
}

function isAccumulated(name: string): boolean {
  const nature = natureOfName(name);
  return nature === "accumulated" || nature === "accumulated_amortization";
}

function label({ id, name }: CategoryRow): string {
  return `${id} (${name})`;
}
