/**
 * Use cases on spreads and capitalizations. Whoever calls the functions with a transaction holds the feed of
 * the company, and posts the transaction itself. Invariant: the vouchers of a spread are those of its months,
 * as the spread is now.
 */
import { assert } from "../../../core/assert.ts";
import type { UnixSeconds } from "../../../core/civil-date.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { Db, QueryOf, Tx } from "../../../platform/db/index.ts";
import { postedCheck, replacePostings } from "../ledger/index.ts";
import type { SpreadRow } from "./record.ts";
import { postingsOf } from "./rules.ts";
import { schedulesStore } from "./store.ts";

type Company = PublicId<"company">;

/** The filters and the page of a list of spreads. */
export type SpreadQuery = QueryOf<typeof schedulesStore.pages>;

export interface SchedulesService {
  /** Up to `limit` + 1 spreads. Refuses `resource_missing`. */
  listSpreads(companyId: Company, query: SpreadQuery): Promise<SpreadRow[]>;
}

export function schedulesService({ db }: { readonly db: Db }): SchedulesService {
  return {
    async listSpreads(companyId, query) {
      const after = await schedulesStore.pages.place(
        query,
        async (id) => (await schedulesStore.listById(db, companyId, [id]))[0] ?? null,
      );
      return schedulesStore.pages.list(db, companyId, query, after);
    },
  };
}

/** Writes spreads as they are now, and their months in place of those they had. */
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

/** Writes spreads without their months, which the caller posts. */
export async function writeSpreads(tx: Tx, companyId: Company, rows: readonly SpreadRow[]): Promise<void> {
  if (rows.length === 0) return;
  const count = await schedulesStore.put(tx, companyId, rows);
  assert(count === rows.length, `${rows.length - count} of the spreads are of other transactions`);
}

/** Removes spreads with their months. */
export async function removeSpreads(
  tx: Tx,
  companyId: Company,
  now: UnixSeconds,
  ids: readonly string[],
): Promise<void> {
  await replacePostings(tx, companyId, now, await takeSpreads(tx, companyId, ids), []);
}

/** Removes spreads, and gives the vouchers of their months, which the caller removes. */
export async function takeSpreads(
  tx: Tx,
  companyId: Company,
  ids: readonly string[],
): Promise<PublicId<"voucher">[]> {
  if (ids.length === 0) return [];
  const rows = await schedulesStore.takeById(tx, companyId, ids);
  return vouchersOf(rows);
}

function vouchersOf(rows: readonly SpreadRow[]): PublicId<"voucher">[] {
  return rows.flatMap(postingsOf).map(({ id }) => id);
}

/** The check of `verify` on spreads: all months of each are posted, and no others. */
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
