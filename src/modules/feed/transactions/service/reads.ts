/**
 * Reading the feed: by date, and by change for mirrors. Invariant: a mirror that asks for what changed since
 * the watermark of its last run misses nothing, whoever was writing meanwhile, because nothing is ever
 * stamped before a watermark that was given.
 */
import { type CivilDate, LAST_SECOND, type UnixSeconds } from "../../../../core/civil-date.ts";
import { bindingOf, decodeCursor, encodeCursor } from "../../../../core/cursor.ts";
import { refuse } from "../../../../core/errors.ts";
import type { JsonLayout, JsonRows } from "../../../../core/json-rows.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import { type Db, gathered, type Queryable } from "../../../../platform/db/index.ts";
import { type SplitRow, splitsStore } from "../store/splits.ts";
import {
  type TransactionFilter,
  type TransactionRow,
  transactionsStore,
  type UncategorizedOfDay,
} from "../store/transactions.ts";

type Company = PublicId<"company">;

/** What a list is asked for. */
export interface TransactionQuery extends TransactionFilter {
  readonly limit: number;
  readonly startingAfter: string | null;
  /** Unix seconds; null for the list by date. */
  readonly updatedAfter: number | null;
}

/** Up to `limit` + 1 transactions as they are shown, and for a run of a mirror its watermark. */
export interface TransactionList<View> {
  readonly rows: JsonRows<View>;
  readonly watermark: UnixSeconds | null;
}

export interface TransactionReads {
  /** A page by date, or of changes. Refuses `invalid_date_range` and `resource_missing`. */
  list<View>(
    companyId: Company,
    query: TransactionQuery,
    layout: JsonLayout<View>,
    now: UnixSeconds,
  ): Promise<TransactionList<View>>;
  /** One that is not deleted. Refuses `resource_missing`. */
  get(companyId: Company, id: string): Promise<TransactionRow>;
  /**
   * Up to `count` lines of splits, of one transaction or of all, behind one. Refuses `resource_missing` when
   * there is no such one.
   */
  listSplits(
    companyId: Company,
    transaction: string | null,
    after: string | null,
    count: number,
  ): Promise<SplitRow[]>;
}

/**
 * Counts the transactions of each day of the books that nobody gave a category, by department and by the
 * given merchants.
 */
export function uncategorizedByDay(
  db: Queryable,
  companyId: PublicId<"company">,
  merchants: readonly string[],
): Promise<UncategorizedOfDay[]> {
  return transactionsStore.countUncategorizedByDay(db, companyId, merchants);
}

export function transactionReads(db: Db): TransactionReads {
  const find: Find = gathered(
    ({ id }: { readonly id: string }) => id,
    (companyId: Company, wanted) =>
      transactionsStore.listById(
        db,
        companyId,
        wanted.map(({ id }) => id),
      ),
  );
  return {
    async list(companyId, query, layout, now) {
      const { startDate, endDate, updatedAfter } = query;
      if (startDate !== null && endDate !== null && startDate > endDate)
        throw refuse("invalid_date_range", { param: "start_date" });
      return updatedAfter === null
        ? { rows: await listByDate(db, find, companyId, query, layout), watermark: null }
        : listByChange(db, companyId, { ...query, updatedAfter }, layout, now);
    },
    async get(companyId, id) {
      const row = await find(companyId, { id });
      if (row === null || row.deleted) throw refuse("resource_missing");
      return row;
    },
    async listSplits(companyId, transaction, after, count) {
      const place = after === null ? null : await splitsStore.find(db, companyId, after);
      if (
        after !== null &&
        (place === null || (transaction !== null && place.transaction_id !== transaction))
      )
        throw refuse("resource_missing");
      return splitsStore.list(db, companyId, transaction, place, count);
    },
  };
}

/** The transaction of an id, deleted or not; null when there is none. */
type Find = (companyId: Company, wanted: { readonly id: string }) => Promise<TransactionRow | null>;

async function listByDate<View>(
  db: Db,
  find: Find,
  companyId: Company,
  query: TransactionQuery,
  layout: JsonLayout<View>,
): Promise<JsonRows<View>> {
  const { startingAfter, limit } = query;
  const place = startingAfter === null ? null : await find(companyId, { id: startingAfter });
  // One that was deleted since still tells the place; what can never have stood in this list does not.
  if (startingAfter !== null && (place === null || !mayStand(place, query))) throw refuse("resource_missing");
  return transactionsStore.listByDate(db, companyId, query, place, limit + 1, layout);
}

/**
 * Whether what edits leave as it is passes the filters: who gives each page's transactions another category
 * goes on behind the last one.
 */
function mayStand(
  { date, status, source_vendor, source_type, account_id }: TransactionRow,
  filter: TransactionFilter,
): boolean {
  const { startDate, endDate, status: wantedStatus, sourceVendor, sourceType, accountId } = filter;
  const fits = (wanted: string | null, value: string): boolean => wanted === null || wanted === value;
  const within = (first: CivilDate | null, last: CivilDate | null): boolean =>
    (first === null || date >= first) && (last === null || date <= last);
  return (
    within(startDate, endDate) &&
    fits(sourceVendor, source_vendor) &&
    fits(sourceType, source_type) &&
    fits(accountId, account_id) &&
    fits(wantedStatus, status)
  );
}

async function listByChange<View>(
  db: Db,
  companyId: Company,
  query: TransactionQuery & { readonly updatedAfter: number },
  layout: JsonLayout<View>,
  now: UnixSeconds,
): Promise<TransactionList<View>> {
  const { startingAfter, updatedAfter, limit } = query;
  const place = startingAfter === null ? null : readPlace(startingAfter, bindingOf(companyId, updatedAfter));
  // Given before the first row is read: what is committed from here on is stamped no earlier.
  const watermark = place === null ? await transactionsStore.issue(db, companyId, now) : place.watermark;
  const rows = await transactionsStore.listByChange(
    db,
    companyId,
    query,
    updatedAfter,
    place ?? { updated: -1, id: "" },
    limit + 1,
    layout,
  );
  return { rows, watermark };
}

const PARTS = 4;

/** The cursor of a run of a company after a row. */
export function runCursor(
  companyId: Company,
  { updated, id }: { readonly updated: number; readonly id: string },
  updatedAfter: number,
  watermark: UnixSeconds,
): string {
  return encodeCursor([bindingOf(companyId, updatedAfter), watermark, updated, id]);
}

function readPlace(
  text: string,
  binding: string,
): { readonly watermark: UnixSeconds; readonly updated: number; readonly id: string } {
  const [bound, watermark, updated, id] = decodeCursor(text, PARTS) ?? [];
  const second = (value: unknown): value is number =>
    typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= LAST_SECOND;
  if (
    bound !== binding ||
    !second(watermark) ||
    !second(updated) ||
    typeof id !== "string" ||
    id.includes("\0")
  ) {
    throw refuse("resource_missing", {
      param: "starting_after",
      message: "The cursor does not belong to this run. Begin again from the stored watermark.",
    });
  }
  return { watermark: watermark as UnixSeconds, updated, id };
}
