/**
 * Use cases of spreads, which are amounts recognized over several months, and of capitalizations, which are
 * assets written off over several months. The functions with a `tx` expect that the caller has locked the
 * company's feed, and that the caller posts the transaction of the spread.
 *
 * Invariant: the vouchers of a spread are those of its months in its present state.
 */
import { assert } from "@daybook/words/assert";
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import type { Db, QueryOf, Tx } from "../../../platform/db/index.ts";
import { postedCheck, replacePostings } from "../ledger/index.ts";
import type { SpreadRow } from "./record.ts";
import { postingsOf } from "./rules.ts";
import { schedulesStore } from "./store.ts";

type Company = PublicId<"company">;

/** The filters and the page of a list of spreads. */
export type SpreadQuery = QueryOf<typeof schedulesStore.pages>;

export interface SchedulesService {
  /** Returns up to `limit` + 1 spreads. Throws the refusal `resource_missing` for an unknown cursor. */
  listSpreads(companyId: Company, query: SpreadQuery): Promise<SpreadRow[]>;
}

export function schedulesService({ db }: { readonly db: Db }): SchedulesService {
  return {
    async listSpreads(companyId, query) {
      const after = await schedulesStore.pages.cursorRecord(
        query,
        async (id) => (await schedulesStore.listById(db, companyId, [id]))[0] ?? null,
      );
      return schedulesStore.pages.list(db, companyId, query, after);
    },
  };
}

/** Inserts or replaces spreads, and replaces the vouchers of their months. */
export async function putSpreads(
  tx: Tx,
  companyId: Company,
  now: UnixSeconds,
  rows: readonly SpreadRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const [former] = await Promise.all([
    schedulesStore.listById(
      tx,
      companyId,
      rows.map(({ id }) => id),
    ),
    writeSpreads(tx, companyId, rows),
  ]);
  await replacePostings(tx, companyId, now, vouchersOf(former), rows.flatMap(postingsOf));
}

/** Inserts or replaces spreads without the vouchers of their months, which the caller writes. */
export async function writeSpreads(tx: Tx, companyId: Company, rows: readonly SpreadRow[]): Promise<void> {
  if (rows.length === 0) return;
  const count = await schedulesStore.put(tx, companyId, rows);
  assert(count === rows.length, `${rows.length - count} of the spreads are of other transactions`);
}

/** Deletes spreads and the vouchers of their months. */
export async function removeSpreads(
  tx: Tx,
  companyId: Company,
  now: UnixSeconds,
  ids: readonly string[],
): Promise<void> {
  await replacePostings(tx, companyId, now, await deleteSpreadRows(tx, companyId, ids), []);
}

/** Deletes spreads. Returns the ids of their vouchers, which the caller must delete. */
export async function deleteSpreadRows(
  tx: Tx,
  companyId: Company,
  ids: readonly string[],
): Promise<PublicId<"voucher">[]> {
  if (ids.length === 0) return [];
  const rows = await schedulesStore.deleteById(tx, companyId, ids);
  return vouchersOf(rows);
}

/** Returns the ids of all vouchers of some spreads. */
function vouchersOf(rows: readonly SpreadRow[]): PublicId<"voucher">[] {
  return rows.flatMap(postingsOf).map(({ id }) => id);
}

/** The check of `verify` that exactly the months of all spreads are posted. */
export const SPREADS_CHECK = postedCheck({
  check: "spreads_are_posted",
  kind: "spread",
  listAfter: async (db, companyId, after, count) =>
    (await schedulesStore.listAll(db, companyId, after, count)).map((row) => ({
      id: row.id,
      postings: postingsOf(row),
    })),
  listById: async (db, companyId, ids) =>
    (await schedulesStore.listById(db, companyId, ids)).map((row) => ({
      id: row.id,
      postings: postingsOf(row),
    })),
});
