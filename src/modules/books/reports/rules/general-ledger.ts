/**
 * The general ledger: each category of a trial balance with its opening balance, its entries in order with
 * the balance after each, and its totals with the closing balance. A page begins after any line. Asserted:
 * the balance after a category's last entry is its closing balance.
 */
import { assert, present } from "@daybook/words/assert";
import { addCents, type Cents, negateCents, ZERO_CENTS } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import type { LedgerLineKind } from "@daybook/words/ledger-words";
import { categoryFilter, entryId, type EntryRow, type Sums } from "../../ledger/index.ts";
import { hasAmount, sidesOf, type TrialBalance, type TrialLine, wholeTrialBalance } from "./trial-balance.ts";

/** A line. Balances are debits minus credits. */
export interface LedgerLine {
  /** The entry's id; of other lines, the category's id and what they are: `cat_cash.opening`. */
  readonly id: string;
  readonly kind: LedgerLineKind;
  readonly category: TrialLine;
  readonly date: CivilDate;
  readonly entry: EntryRow | null;
  /** The sides of an entry, or the sums of all entries of the category; null for its opening balance. */
  readonly sides: { readonly debit: Cents; readonly credit: Cents } | null;
  readonly balance: Cents;
}

export interface GeneralLedger {
  readonly startDate: CivilDate;
  readonly endDate: CivilDate;
  readonly refreshedAt: UnixSeconds | null;
  readonly lines: readonly LedgerLine[];
}

/** The place after which a page begins: a line of a category. */
export type LedgerPlace =
  | { readonly kind: "opening" | "closing"; readonly lineId: string }
  | { readonly kind: "entry"; readonly entry: EntryRow };

/** Returns the categories that have a balance or entries: all, or those that a category filter selects. */
export function ledgerCategories(
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
  const [, lineId = "", kind] = PLACE.exec(id) ?? [];
  return kind === "opening" || kind === "closing" ? { kind, lineId } : null;
}

/** Returns the categories whose lines follow a place, with that of the place itself; null if it is unknown. */
export function categoriesFrom(
  categories: readonly TrialLine[],
  after: LedgerPlace | null,
): readonly TrialLine[] | null {
  if (after === null) return categories;
  const index = categories.findIndex((each) =>
    after.kind === "entry" ? each.categoryId === after.entry.category_id : each.id === after.lineId,
  );
  if (index < 0) return null;
  return categories.slice(after.kind === "closing" ? index + 1 : index);
}

/** Returns the first categories, as many as surely have `limit` lines besides those of the first one. */
export function categoriesOfPage(categories: readonly TrialLine[], limit: number): readonly TrialLine[] {
  let lines = 0;
  const end = categories.findIndex(({ entries }, index) => {
    if (index > 0) lines += OPENING_AND_CLOSING + entries;
    return lines >= limit;
  });
  return end < 0 ? categories : categories.slice(0, end + 1);
}

/** The number of lines that a category has besides its entries. */
const OPENING_AND_CLOSING = 2;

/** What lines are made of: the categories of `categoriesOfPage`, and their entries. */
export interface LedgerPage {
  readonly startDate: CivilDate;
  readonly endDate: CivilDate;
  readonly categories: readonly TrialLine[];
  readonly entries: readonly EntryRow[];
  readonly after: LedgerPlace | null;
  /** Of the first category before its entries here: its balance, and its debits from the first day. */
  readonly before: { readonly balance: Cents; readonly debits: Cents } | null;
}

/** Returns the first `limit` lines of a page. Entries of which more were read are cut. */
export function ledgerLines(page: LedgerPage, limit: number): LedgerLine[] {
  const { startDate, endDate, categories, after, before } = page;
  const entriesOf = Map.groupBy(page.entries, ({ category_id }) => category_id as string);
  const lines: LedgerLine[] = [];
  for (const [index, category] of categories.entries()) {
    const resumed = index === 0 && after !== null && after.kind !== "closing" ? after.kind : null;
    let balance = category.opening;
    let debits = ZERO_CENTS;
    if (resumed === "entry") ({ balance, debits } = present(before, "a page has no balance to begin with"));
    if (resumed === null)
      lines.push({
        id: `${category.id}.opening`,
        kind: "opening",
        category,
        date: startDate,
        entry: null,
        sides: null,
        balance,
      });
    for (const entry of entriesOf.get(category.categoryId ?? "") ?? []) {
      const sides = sidesOf(entry.net_debit_cents);
      balance = addCents(balance, entry.net_debit_cents);
      debits = addCents(debits, sides.debit);
      lines.push({ id: entryId(entry), kind: "entry", category, date: entry.date, entry, sides, balance });
    }
    if (lines.length >= limit) break;
    assert(
      balance === category.closing,
      `the entries of ${category.id} lead to ${balance}, and its balance is ${category.closing}`,
    );
    const change = addCents(category.closing, negateCents(category.opening));
    lines.push({
      id: `${category.id}.closing`,
      kind: "closing",
      category,
      date: endDate,
      entry: null,
      sides: { debit: debits, credit: addCents(debits, negateCents(change)) },
      balance,
    });
  }
  return lines.slice(0, limit);
}
