/**
 * What a page of a general ledger needs: the sums of all categories, the entries of some of them in their
 * order, and what the first of these came to before the page. All of it is of one state of the books.
 */
import { cents, type Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { Db } from "../../../../platform/db/index.ts";
import { type CategoryPlace, categoryEntriesStore, type EntryPlace } from "../store/category-entries.ts";
import type { EntryRow } from "./reads.ts";
import { sum, type SumRequest, type Sums } from "./sums.ts";

/** The entries of some categories that a page needs. */
export interface CategoryEntries {
  /** In their order. */
  readonly categoryIds: readonly string[];
  /** The first and the last day. */
  readonly from: CivilDate;
  readonly through: CivilDate;
  /** The entry of the first category after which its entries are read; null for all of them. */
  readonly after: EntryPlace | null;
  /** The most entries. */
  readonly limit: number;
}

export interface SumsWithEntries<Chosen extends CategoryEntries> {
  readonly sums: Sums;
  /** What was chosen by the sums. */
  readonly chosen: Chosen | null;
  /** By category, and then by date, voucher and line. */
  readonly entries: readonly EntryRow[];
  /**
   * Of the first category: the debit minus credit of its entries on the day of `after`, up to it, and the
   * debits of those from the first day. The debits are 0 while they don't matter, because fewer than all of
   * its entries fit. Null without `after`.
   */
  readonly before: { readonly ofDay: Cents; readonly debits: Cents } | null;
}

/** Returns sums, and the entries that `choose` names by them; none for null. */
export function sumWithEntries<Chosen extends CategoryEntries>(
  db: Db,
  request: SumRequest,
  choose: (sums: Sums) => Chosen | null,
): Promise<SumsWithEntries<Chosen>> {
  return db.transaction(
    async (tx) => {
      const sums = await sum(tx, request);
      const chosen = choose(sums);
      const first = chosen?.categoryIds[0];
      if (chosen === null || first === undefined) return { sums, chosen, entries: [], before: null };
      const { companyId } = request;
      const { categoryIds, from, through, after, limit } = chosen;
      const places = categoryIds.map((categoryId, index): CategoryPlace => ({
        categoryId,
        after: (index === 0 ? after : null) ?? { date: from, voucher_id: BEFORE_ALL, line: 0 },
      }));
      const entries = await categoryEntriesStore.list(tx, companyId, places, through, limit);
      if (after === null) return { sums, chosen, entries, before: null };
      const upTo = { categoryId: first, after };
      const { net_debit_cents } = await categoryEntriesStore.sumUpTo(tx, companyId, after.date, upTo);
      // All debits are read only for the page on which the category ends.
      const isLast = entries.length < limit || entries.at(-1)?.category_id !== first;
      const { debit_cents } = isLast
        ? await categoryEntriesStore.sumUpTo(tx, companyId, from, upTo)
        : { debit_cents: 0 };
      const before = { ofDay: cents(net_debit_cents), debits: cents(debit_cents) };
      return { sums, chosen, entries, before };
    },
    { mode: "snapshot" },
  );
}

/** Less than the id of every voucher. */
const BEFORE_ALL = "" as EntryPlace["voucher_id"];
