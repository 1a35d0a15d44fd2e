/**
 * What the address of the transactions says: the conditions of the list, and what is open beside it. A word
 * that makes no sense counts as left out.
 */
import { rangeOf } from "../kit/typed-amounts.ts";
import { isDay } from "../kit/dates.ts";

/** The query of the address. */
export interface Search {
  readonly text?: string | undefined;
  /** An amount, or a range such as `10..20`, `10..` or `..20`; signs do not matter. */
  readonly amount?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The id of a category, `none` for uncategorized transactions or `any` for categorized ones. */
  readonly category?: string | undefined;
  readonly account?: string | undefined;
  readonly department?: string | undefined;
  readonly status?: string | undefined;
  /** The transaction that is open. */
  readonly open?: string | undefined;
  /** A list beside the transactions. */
  readonly show?: string | undefined;
}

export const STATUSES = {
  pending: "Pending at the bank",
  needs_review: "To be reviewed",
  approved: "Approved",
  excluded: "Excluded",
} as const;

export const FILTER_WORDS = [
  "text",
  "amount",
  "from",
  "to",
  "category",
  "account",
  "department",
  "status",
] as const;

/** The query of `findTransactions`, without its page. */
export function conditionsOf(search: Search): Record<string, string> {
  const { text, amount, from, to, category, account, department, status } = search;
  const range = amount === undefined ? null : rangeOf(amount);
  const given: Readonly<Record<string, string | null | undefined>> = {
    text: text?.trim(),
    least_cents: range?.least === null || range === null ? null : String(range.least),
    most_cents: range?.most === null || range === null ? null : String(range.most),
    start_date: isDay(from) ? from : null,
    end_date: isDay(to) && (!isDay(from) || from <= to) ? to : null,
    ...(category === "none"
      ? { categorized: "false" }
      : category === "any"
        ? { categorized: "true" }
        : { category_id: category }),
    account_id: account,
    department_id: department,
    status: status !== undefined && Object.hasOwn(STATUSES, status) ? status : null,
  };
  return Object.fromEntries(
    Object.entries(given).filter(
      (pair): pair is [string, string] => typeof pair[1] === "string" && pair[1] !== "",
    ),
  );
}

/** True if the list is only a part of all transactions. */
export function isFiltered(search: Search): boolean {
  return Object.keys(conditionsOf(search)).length > 0;
}
