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
import {
  type CloseCheck,
  nothingToCheck,
  postedCheck,
  replacePostings,
  vouchersStore,
} from "../ledger/index.ts";
import type { SpreadRow } from "./record.ts";
import { postingsOf } from "./rules/index.ts";
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

/**
 * The item of schedules in the checklist of a month. All months of a schedule are posted when it is made;
 * that they are in the journal is said only after it was looked at.
 */
export const SCHEDULES_CLOSE_CHECK: CloseCheck = {
  item: "schedules",
  group: "entries",
  title: "Schedules are posted",
  async find(db, companyId, { monthFrom, through }) {
    const rows = await schedulesStore.listRunning(db, companyId, monthFrom, through);
    const due = rows.flatMap((row) =>
      postingsOf(row).flatMap(({ id, date, lines }) =>
        date >= monthFrom && date <= through && lines.some(({ net_debit_cents }) => net_debit_cents !== 0)
          ? [{ id, kind: row.kind }]
          : [],
      ),
    );
    if (due.length === 0) return nothingToCheck("No schedule has a share in this month");
    const ids = due.map(({ id }) => id);
    const posted = new Set((await vouchersStore.list(db, companyId, ids)).map((line) => line.voucher_id));
    const count = ids.filter((id) => !posted.has(id)).length;
    const spreads = due.filter(({ kind }) => kind === "spread").length;
    return {
      state: count === 0 ? "done" : "open",
      count,
      amount_cents: null,
      evidence:
        count === 0
          ? `${spreads} spread, ${due.length - spreads} of assets, all in the journal`
          : `${count} of ${due.length} shares are not in the journal`,
      opens: { operation: "listSpreads", query: {}, page: "schedules", search: {} },
    };
  },
};

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
