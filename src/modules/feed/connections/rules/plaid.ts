/** Plaid: how its transactions, its errors and its link sessions are read. */
import { type CivilDate, parseCivilDate } from "@daybook/words/civil-date";
import { negateCents } from "@daybook/words/cents";
import {
  centsOfDollars,
  elementsOf,
  idOf,
  idOrNull,
  listOf,
  members,
  objectOf,
  readEach,
  textOf,
  textOrNull,
  UnexpectedAnswer,
} from "./answers.ts";
import type { Page, SkippedLine, VendorAccount, VendorLine } from "./pull.ts";

type Members = Readonly<Record<string, unknown>>;

/** A page of `/transactions/sync`, of which a run has several. */
export interface SyncPage {
  readonly accounts: readonly VendorAccount[] | null;
  readonly lines: readonly VendorLine[];
  readonly removed: readonly { readonly account: string | null; readonly id: string }[];
  readonly skipped: readonly SkippedLine[];
  readonly problems: readonly string[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

export function readSyncPage(body: string): SyncPage {
  const answer = objectOf(body);
  const sent = [...elementsOf(answer, "added"), ...elementsOf(answer, "modified")];
  const changed = readEach(
    sent,
    (each) => {
      const currency = textOrNull(each, "iso_currency_code");
      return currency === "USD" ? lineOf(each) : idOf(each, "transaction_id");
    },
    ofTransaction,
  );
  const removed = readEach(
    elementsOf(answer, "removed"),
    (each) => ({ account: textOrNull(each, "account_id"), id: idOf(each, "transaction_id") }),
    ofTransaction,
  );
  return {
    accounts: answer["accounts"] === undefined ? null : readAccountList(answer),
    lines: changed.values.filter((each) => typeof each !== "string"),
    removed: removed.values,
    skipped: [...changed.skipped, ...removed.skipped],
    problems: changed.values
      .filter((each) => typeof each === "string")
      .map((id) => `The transaction ${id} is not in US dollars; it was left out.`),
    cursor: textOf(answer, "next_cursor"),
    hasMore: answer["has_more"] === true,
  };
}

/** The accounts of an answer to `/accounts/get`. */
export function readAccounts(body: string): readonly VendorAccount[] {
  return readAccountList(objectOf(body));
}

function readAccountList(answer: Members): readonly VendorAccount[] {
  return listOf(answer, "accounts").map((account) => {
    const mask = textOrNull(account, "mask");
    const balances = account["balances"] === undefined ? {} : members(account["balances"], "`balances`");
    return {
      id: idOf(account, "account_id"),
      name: `${textOf(account, "name")}${mask === null ? "" : ` ${mask}`}`,
      currency: textOrNull(balances, "iso_currency_code") ?? "unknown",
    };
  });
}

function ofTransaction(transaction: Members) {
  return { account: idOrNull(transaction, "account_id"), id: idOrNull(transaction, "transaction_id") };
}

function lineOf(transaction: Members): VendorLine {
  const date: CivilDate | null = parseCivilDate(textOf(transaction, "date"));
  if (date === null) throw new UnexpectedAnswer("Plaid gave a day that can't be read.");
  return {
    account: idOf(transaction, "account_id"),
    id: idOf(transaction, "transaction_id"),
    date,
    // Plaid counts money out as positive.
    amount_cents: negateCents(centsOfDollars(transaction, "amount")),
    description: textOrNull(transaction, "original_description") ?? textOf(transaction, "name"),
    merchant_name: textOrNull(transaction, "merchant_name"),
    pending: transaction["pending"] === true,
    replaces: textOrNull(transaction, "pending_transaction_id"),
  };
}

/** True for a cursor from which Plaid gives the whole history. It is empty while Plaid has no data yet. */
function isBeginning(cursor: string | null): boolean {
  return cursor === null || cursor === "";
}

/** The page of a complete run. `reconnect` is a sentence if a person has to sign in. */
export function pageOf(run: readonly SyncPage[], from: string | null, reconnect: string | null): Page {
  const accounts = run.findLast((page) => page.accounts !== null)?.accounts ?? null;
  // If two pages have the same line, the later page counts.
  const last = new Map<string, number>();
  for (const [index, { lines, removed, skipped }] of run.entries())
    for (const { id } of [...lines, ...removed, ...skipped]) if (id !== null) last.set(id, index);
  return {
    accounts,
    lines: run.flatMap(({ lines }, index) => lines.filter(({ id }) => last.get(id) === index)),
    removed: run.flatMap(({ removed }, index) => removed.filter(({ id }) => last.get(id) === index)),
    skipped: run.flatMap(({ skipped }, index) =>
      skipped.filter(({ id }) => id === null || last.get(id) === index),
    ),
    again: from ?? "",
    // The whole history has all that is pending.
    allPendingOf: isBeginning(from) ? (accounts ?? []).map(({ id }) => id) : [],
    cursor: run.at(-1)?.cursor ?? "",
    hasMore: false,
    problems: run.flatMap(({ problems }) => problems),
    reconnect,
  };
}

/** Errors after which a person has to sign in again, or to connect again. */
const NEED_PERSON = new Set([
  "ACCESS_NOT_GRANTED",
  "INSUFFICIENT_CREDENTIALS",
  "INVALID_ACCESS_TOKEN",
  "INVALID_CREDENTIALS",
  "INVALID_MFA",
  "INVALID_UPDATED_USERNAME",
  "ITEM_LOCKED",
  "ITEM_LOGIN_REQUIRED",
  "ITEM_NOT_FOUND",
  "NO_ACCOUNTS",
  "USER_PERMISSION_REVOKED",
  "USER_SETUP_REQUIRED",
]);

export function needsPerson(code: string): boolean {
  return NEED_PERSON.has(code);
}

/** The code of an error, in the answer to a request or in an item; null if there is none. */
function errorCodeOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("error_code" in value)) return null;
  const { error_code: code } = value;
  return typeof code === "string" && /^[A-Z0-9_]{1,100}$/.test(code) ? code : null;
}

/** The code of the error in the body of a failed request; null if the body is another. */
export function errorCodeOfBody(body: string): string | null {
  try {
    return errorCodeOf(JSON.parse(body));
  } catch {
    return null;
  }
}

/** The code of the error that `/item/get` reports; null for an item that works. */
export function itemErrorOf(body: string): string | null {
  return errorCodeOf(members(objectOf(body)["item"], "`item`")["error"]);
}

/** The public tokens of the banks that a link session added. */
export function publicTokensOf(body: string): readonly string[] {
  const sessions = objectOf(body)["link_sessions"];
  if (!Array.isArray(sessions)) return [];
  return sessions.flatMap((session: unknown) => {
    const results = members(session, "a link session")["results"];
    if (typeof results !== "object" || results === null) return [];
    const added = members(results, "`results`");
    return Array.isArray(added["item_add_results"])
      ? listOf(added, "item_add_results").map((each) => textOf(each, "public_token"))
      : [];
  });
}
