/**
 * The general ledger: each account of a trial balance with its opening balance, its entries in order with the
 * balance after each, and its totals with the closing balance. A page begins after any line. Asserted: the
 * balance after an account's last entry is its closing balance.
 */
import { assert, present } from "../../../../core/assert.ts";
import { addCents, type Cents, negateCents, ZERO_CENTS } from "../../../../core/cents.ts";
import type { CivilDate, UnixSeconds } from "../../../../core/civil-date.ts";
import type { LedgerLineKind } from "../../../../core/ledger-words.ts";
import { categoryFilter, entryId, type EntryRow, type Sums } from "../../ledger/index.ts";
import { hasAmount, sidesOf, type TrialBalance, type TrialLine, wholeTrialBalance } from "./trial-balance.ts";

/** A line. Balances are debits minus credits. */
export interface LedgerLine {
  /** The entry's id; of other lines, the account's id and what they are: `cat_cash.opening`. */
  readonly id: string;
  readonly kind: LedgerLineKind;
  readonly account: TrialLine;
  readonly date: CivilDate;
  readonly entry: EntryRow | null;
  /** The sides of an entry, or the sums of all entries of the account; null for its opening balance. */
  readonly sides: { readonly debit: Cents; readonly credit: Cents } | null;
  readonly balance: Cents;
}

export interface GeneralLedger {
  readonly startDate: CivilDate;
  readonly endDate: CivilDate;
  readonly refreshedAt: UnixSeconds | null;
  readonly lines: readonly LedgerLine[];
}

/** The place after which a page begins: a line of an account. */
export type LedgerPlace =
  | { readonly kind: "opening" | "closing"; readonly accountId: string }
  | { readonly kind: "entry"; readonly entry: EntryRow };

/** Returns the accounts that have a balance or entries: all, or those that a category filter selects. */
export function ledgerAccounts(
  sums: Sums,
  { startDate, endDate, periods }: Pick<TrialBalance, "startDate" | "endDate" | "periods">,
  category: string | null,
): Pick<TrialBalance, "lines" | "refreshedAt"> {
  const days = { startDate, endDate, periods, adjustments: "included" } as const;
  const { lines, refreshedAt } = wholeTrialBalance({ sums, adjusting: () => ZERO_CENTS }, days);
  const ids = category === null ? null : new Set(categoryFilter(sums.categories, category));
  const shown = lines.filter(
    (line) =>
      (hasAmount(line) || line.entries > 0) &&
      (ids === null || (line.categoryId !== null && ids.has(line.categoryId))),
  );
  return { lines: shown, refreshedAt };
}

const PLACE = /^(.+)\.(opening|closing)$/;

/** Reads the id of a line that is no entry; null for any other text. */
export function readPlace(id: string): Exclude<LedgerPlace, { readonly kind: "entry" }> | null {
  const [, accountId = "", kind] = PLACE.exec(id) ?? [];
  return kind === "opening" || kind === "closing" ? { kind, accountId } : null;
}

/** Returns the accounts whose lines follow a place, with that of the place itself; null if it is unknown. */
export function accountsFrom(
  accounts: readonly TrialLine[],
  after: LedgerPlace | null,
): readonly TrialLine[] | null {
  if (after === null) return accounts;
  const index = accounts.findIndex((each) =>
    after.kind === "entry" ? each.categoryId === after.entry.category_id : each.id === after.accountId,
  );
  if (index < 0) return null;
  return accounts.slice(after.kind === "closing" ? index + 1 : index);
}

/** Returns the first accounts, as many as surely have `limit` lines besides those of the first one. */
export function accountsOfPage(accounts: readonly TrialLine[], limit: number): readonly TrialLine[] {
  let lines = 0;
  const end = accounts.findIndex(({ entries }, index) => {
    if (index > 0) lines += OPENING_AND_CLOSING + entries;
    return lines >= limit;
  });
  return end < 0 ? accounts : accounts.slice(0, end + 1);
}

/** The number of lines that an account has besides its entries. */
const OPENING_AND_CLOSING = 2;

/** What lines are made of: the accounts of `accountsOfPage`, and their entries. */
export interface LedgerPage {
  readonly startDate: CivilDate;
  readonly endDate: CivilDate;
  readonly accounts: readonly TrialLine[];
  readonly entries: readonly EntryRow[];
  readonly after: LedgerPlace | null;
  /** Of the first account before its entries here: its balance, and its debits from the first day. */
  readonly before: { readonly balance: Cents; readonly debits: Cents } | null;
}

/** Returns the first `limit` lines of a page. Entries of which more were read are cut. */
export function ledgerLines(page: LedgerPage, limit: number): LedgerLine[] {
  const { startDate, endDate, accounts, after, before } = page;
  const entriesOf = Map.groupBy(page.entries, ({ category_id }) => category_id as string);
  const lines: LedgerLine[] = [];
  for (const [index, account] of accounts.entries()) {
    const resumed = index === 0 && after !== null && after.kind !== "closing" ? after.kind : null;
    let balance = account.opening;
    let debits = ZERO_CENTS;
    if (resumed === "entry") ({ balance, debits } = present(before, "a page has no balance to begin with"));
    if (resumed === null)
      lines.push({
        id: `${account.id}.opening`,
        kind: "opening",
        account,
        date: startDate,
        entry: null,
        sides: null,
        balance,
      });
    for (const entry of entriesOf.get(account.categoryId ?? "") ?? []) {
      const sides = sidesOf(entry.net_debit_cents);
      balance = addCents(balance, entry.net_debit_cents);
      debits = addCents(debits, sides.debit);
      lines.push({ id: entryId(entry), kind: "entry", account, date: entry.date, entry, sides, balance });
    }
    if (lines.length >= limit) break;
    assert(
      balance === account.closing,
      `the entries of ${account.id} lead to ${balance}, and its balance is ${account.closing}`,
    );
    const change = addCents(account.closing, negateCents(account.opening));
    lines.push({
      id: `${account.id}.closing`,
      kind: "closing",
      account,
      date: endDate,
      entry: null,
      sides: { debit: debits, credit: addCents(debits, negateCents(change)) },
      balance,
    });
  }
  return lines.slice(0, limit);
}
