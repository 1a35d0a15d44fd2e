/**
 * Reads the feed: by date, and by change for mirrors. Invariant: a mirror that reads the changes since the
 * watermark of its last run misses nothing, even during writes, because no change is stamped before a
 * returned watermark.
 */
import { checkDateOrder } from "../../../../contract/params.ts";
import type { CompanyFor } from "@daybook/words/areas";
import { type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import { bindingOf, cursorsOf } from "../../../../core/cursor.ts";
import { refuse } from "../../../../core/errors.ts";
import type { JsonLayout, JsonRows } from "../../../../core/json-rows.ts";
import type { PublicId } from "@daybook/words/public-id";
import {
  type AuditEvent,
  combinedLookup,
  type Db,
  listAuditEvents,
  type Queryable,
  type QueryOf,
} from "../../../../platform/db/index.ts";
import type { SplitRow, TransferRow } from "../record.ts";
import { digestStore, type FeedDigest, type KeptDigest } from "../store/digest.ts";
import { splitsStore } from "../store/splits.ts";
import {
  type Conditions,
  FILTER_NAMES,
  type PlaceRow,
  type TransactionRow,
  transactionsStore,
  type TriedRow,
  type UncategorizedOfDay,
} from "../store/transactions.ts";
import { transfersStore } from "../store/transfers.ts";

type Company = PublicId<"company">;
/** A company whose feed the caller may read. */
export type FeedCompany = CompanyFor<"transactions:view">;

/** The filters and the page of a list of transactions. */
export type TransactionQuery = QueryOf<typeof transactionsStore.byDate> & {
  /** Unix seconds; null for the list by date. */
  readonly updated_after: number | null;
};

/** Up to `limit` + 1 transactions as they are shown, and for a run of a mirror its watermark. */
export interface TransactionList<View> {
  readonly rows: JsonRows<View>;
  readonly watermark: UnixSeconds | null;
  /**
   * The digest of the state of the feed that the run delivered; null except with the last page of a run
   * without filters, and if changes during the run may have been passed over.
   */
  readonly digest: FeedDigest | null;
  /** The cursor behind a row. */
  readonly cursor: (row: { readonly id: string; readonly updated: number }) => string;
}

/** The conditions and the page of a search. */
type FindQuery = Conditions & { readonly limit: number; readonly starting_after: string | null };

/** The filters and the page of a list of split lines. */
export type SplitQuery = QueryOf<typeof splitsStore.pages>;

export interface TransactionReads {
  /** A page by date, or of changes. Refuses `invalid_date_range` and `resource_missing`. */
  list<View>(
    companyId: FeedCompany,
    query: TransactionQuery,
    layout: JsonLayout<View>,
    now: UnixSeconds,
  ): Promise<TransactionList<View>>;
  /** A page of the transactions that meet conditions, by date. Refuses as `list` does. */
  find<View>(companyId: FeedCompany, query: FindQuery, layout: JsonLayout<View>): Promise<JsonRows<View>>;
  /** Up to `limit` + 1 places in the same list, `every` transactions apart. Refuses as `list` does. */
  listPlaces(companyId: FeedCompany, query: FindQuery & { readonly every: number }): Promise<PlaceRow[]>;
  /** Some transactions by their ids, deleted ones too, in any order. */
  listSome(companyId: Company, ids: readonly string[]): Promise<TransactionRow[]>;
  /** Refuses `resource_missing`. */
  getTransfer(companyId: Company, id: string): Promise<TransferRow>;
  /** Reads what rules look at, of the latest transactions, by date, in batches. */
  listTried(companyId: Company, most: number): AsyncGenerator<readonly TriedRow[]>;
  /** The latest `count` events of the audit trail about one. Refuses `resource_missing`. */
  listEvents(companyId: FeedCompany, id: string, count: number): Promise<AuditEvent[]>;
  /** One that is not deleted. Refuses `resource_missing`. */
  get(companyId: FeedCompany, id: string): Promise<TransactionRow>;
  /** Up to `limit` + 1 lines of splits. Refuses `resource_missing`. */
  listSplits(companyId: FeedCompany, query: SplitQuery): Promise<SplitRow[]>;
}

/** Transactions that a trial of a rule reads at once, so that others do not wait. */
const TRIED_BATCH = 5_000;

/** Counts the uncategorized transactions of each day, by department and by the given merchants. */
export function uncategorizedByDay(
  db: Queryable,
  companyId: FeedCompany | CompanyFor<"forecast:view">,
  merchants: readonly string[],
): Promise<UncategorizedOfDay[]> {
  return transactionsStore.countUncategorizedByDay(db, companyId, merchants);
}

export function transactionReads(db: Db): TransactionReads {
  const find: Find = combinedLookup(
    ({ id }: { readonly id: string }) => id,
    (companyId: Company, wanted) =>
      transactionsStore.listById(
        db,
        companyId,
        wanted.map(({ id }) => id),
      ),
  );
  const get = async (companyId: Company, id: string): Promise<TransactionRow> => {
    const row = await find(companyId, { id });
    if (row === null || row.deleted) throw refuse("resource_missing");
    return row;
  };
  const partOf = async (companyId: Company, query: FindQuery) => {
    checkDateOrder(query);
    const { starting_after, limit } = query;
    const after = starting_after === null ? null : await find(companyId, { id: starting_after });
    if (starting_after !== null && after === null) throw refuse("resource_missing");
    return { after, count: limit + 1 };
  };
  return {
    async list(companyId, query, layout, now) {
      checkDateOrder(query);
      if (query.updated_after !== null)
        return listByChange(db, companyId, query, query.updated_after, layout, now);
      // A transaction that was deleted since still has a position.
      const after = await transactionsStore.byDate.cursorRecord(query, (id) => find(companyId, { id }));
      const rows = await transactionsStore.byDate.listJson(db, companyId, query, after, layout);
      return { rows, watermark: null, digest: null, cursor: ({ id }) => id };
    },
    async find(companyId, query, layout) {
      return transactionsStore.findJson(db, companyId, query, await partOf(companyId, query), layout);
    },
    async listPlaces(companyId, query) {
      return transactionsStore.listPlaces(db, companyId, query, await partOf(companyId, query));
    },
    listSome: (companyId, ids) => transactionsStore.listById(db, companyId, ids),
    async getTransfer(companyId, id) {
      const [row] = await transfersStore.listById(db, companyId, [id]);
      if (row === undefined) throw refuse("resource_missing");
      return row;
    },
    async *listTried(companyId, most) {
      let after: TriedRow | null = null;
      for (let left = most; left > 0; left -= TRIED_BATCH) {
        const count = Math.min(left, TRIED_BATCH);
        const rows: TriedRow[] = await transactionsStore.listTried(db, companyId, after, count);
        yield rows;
        after = rows.at(-1) ?? null;
        if (rows.length < count) return;
      }
    },
    get,
    async listEvents(companyId, id, count) {
      await get(companyId, id);
      return listAuditEvents(db, companyId, { subject: id }, count);
    },
    async listSplits(companyId, query) {
      const after = await splitsStore.pages.cursorRecord(query, (id) => splitsStore.find(db, companyId, id));
      return splitsStore.pages.list(db, companyId, query, after);
    },
  };
}

/** Finds a transaction by its id, deleted or not; null if there is none. */
type Find = (companyId: Company, wanted: { readonly id: string }) => Promise<TransactionRow | null>;

async function listByChange<View>(
  db: Db,
  companyId: Company,
  query: TransactionQuery,
  updatedAfter: number,
  layout: JsonLayout<View>,
  now: UnixSeconds,
): Promise<TransactionList<View>> {
  const binding = bindingOf(companyId, updatedAfter);
  const place = RUNS.read(query.starting_after, binding);
  // Given before the first row is read: what is committed from here on is stamped no earlier.
  const { watermark, changes } = place ?? (await transactionsStore.issue(db, companyId, now));
  const from = { updated: unixSeconds(updatedAfter), id: "" };
  const after = place === null || place.updated < updatedAfter ? from : place;
  const readRows = (source: Queryable) =>
    transactionsStore.byChange.listJson(source, companyId, query, after, layout);
  const readBoth = () =>
    db.transaction((tx) => Promise.all([readRows(tx), digestStore.get(tx, companyId)]), { mode: "snapshot" });
  const mayBeLast = (rows: JsonRows<View>) => isWhole(query) && rows.length <= query.limit;
  // Most pages of a long run are not its last, and one statement is cheaper than a transaction. The last one
  // is read again, with the digest of the same state.
  const alone = place === null && isWhole(query) ? null : await readRows(db);
  const [rows, present] = alone === null || mayBeLast(alone) ? await readBoth() : [alone, null];
  const isLast = rows.length <= query.limit;
  return {
    rows,
    watermark,
    digest:
      isLast && present !== null && deliversState({ place, watermark, changes }, present) ? present : null,
    cursor: ({ updated, id }) =>
      RUNS.write(binding, { watermark, changes, updated: unixSeconds(updated), id }),
  };
}

/** True if no filter is set, so that a run delivers the whole feed. */
function isWhole(query: TransactionQuery): boolean {
  return FILTER_NAMES.every((name) => query[name] === null);
}

/**
 * True if all pages of a run, put together, are the state in which the last page was read. A row that changes
 * while a run goes on moves to its end and is delivered again, except if it stays before a place that the run
 * has already passed. That can't happen if the last page is the only one; nor if all passed places are before
 * the watermark, because later changes are stamped no earlier; nor if nothing changed.
 */
function deliversState(
  run: {
    readonly place: { readonly updated: UnixSeconds } | null;
    readonly watermark: UnixSeconds;
    readonly changes: number;
  },
  present: KeptDigest,
): boolean {
  return run.place === null || run.place.updated < run.watermark || run.changes === present.changes;
}

/** Cursors of the runs of a mirror. `changes` is the count of changes when the run began. */
const RUNS = cursorsOf({ watermark: "second", changes: "count", updated: "second", id: "text" }, () =>
  refuse("resource_missing", {
    param: "starting_after",
    message: "The cursor does not belong to this run. Begin again from the stored watermark.",
  }),
);
