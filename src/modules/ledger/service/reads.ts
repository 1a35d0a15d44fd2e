/** Use cases on the ledger's reads: pages of entries, totals, merchants, and the sums that statements are made of. */
import { missing } from "../../../contract/params.ts";
import { assert } from "../../../core/assert.ts";
import { type Cents, cents, sumCents, ZERO_CENTS } from "../../../core/cents.ts";
import { addDays, type CivilDate, FIRST_DATE, type UnixSeconds, unixSeconds } from "../../../core/civil-date.ts";
import { refuse } from "../../../core/errors.ts";
import { type AccountType, isPointInTime } from "../../../core/ledger-words.ts";
import { partition } from "../../../core/periods.ts";
import { journalEntryId, parseJournalEntryId, type PublicId } from "../../../core/public-id.ts";
import type { Db, Queryable } from "../../../platform/db/index.ts";
import { type CategoryRow, chartStore, inDisplayOrder, selectCategories } from "../../chart/index.ts";
import { avoidStale, type Range, readTotalDates, signedCents, type TotalDates } from "../rules.ts";
import { entriesStore, type EntryFilter, type EntryRow } from "../store/entries.ts";
import { type SumRow, sumsStore } from "../store/sums.ts";

export type { EntryRow };

type Company = PublicId<"company">;

/** What one category (in one department) sums to in one bucket. */
export interface Cell {
  /** Debit minus credit. */
  readonly netDebitCents: Cents;
  readonly entries: number;
  /** When what it was summed from last changed: the time of the call where entries were read. */
  readonly refreshedAt: UnixSeconds;
}

/** Sums by category over buckets, from one state of the books. */
export interface Sums {
  readonly categories: readonly CategoryRow[];
  /** The cell of a category in a bucket; null where nothing contributes. */
  cell(bucket: number, categoryId: string, departmentId?: string): Cell | null;
  /** The departments that appear, '' for none. */
  readonly departmentIds: readonly string[];
}

export interface SumRequest {
  readonly companyId: Company;
  readonly buckets: readonly Range[];
  readonly now: UnixSeconds;
  readonly today: CivilDate;
  readonly byDepartment?: boolean;
}

export interface EntryQuery {
  readonly category_id: string | null;
  readonly department_id: string | null;
  readonly start_date: CivilDate | null;
  readonly end_date: CivilDate | null;
  readonly merchant: string | null;
  readonly source: EntryFilter["source"];
  readonly transaction_id: string | null;
  readonly limit: number;
  readonly starting_after: string | null;
}

export interface Total {
  readonly category_id: string;
  readonly category_name: string;
  readonly account_type: AccountType;
  readonly total_cents: Cents;
  readonly period: { readonly start: CivilDate; readonly end: CivilDate } | null;
  readonly balance: CivilDate | null;
  readonly refreshed_at: UnixSeconds | null;
}

export interface TotalQuery extends TotalDates {
  readonly merchant: string | null;
  readonly now: UnixSeconds;
  readonly today: CivilDate;
}

export interface LedgerReads {
  sum(request: SumRequest): Promise<Sums>;
  /** Up to `limit` + 1 entries, latest first; refuses unknown filters and cursors. */
  listEntries(companyId: Company, query: EntryQuery): Promise<EntryRow[]>;
  getEntry(companyId: Company, id: string): Promise<EntryRow>;
  getTotal(companyId: Company, categoryId: string, query: TotalQuery): Promise<Total>;
  listTotals(companyId: Company, categoryIds: readonly string[] | null, query: TotalQuery): Promise<Total[]>;
  /** Up to `limit` + 1 names behind `after`. */
  listMerchants(companyId: Company, categoryId: string, after: string | null, limit: number): Promise<string[]>;
}

export function ledgerReads(db: Db): LedgerReads {
  return {
    sum: (request) => sum(db, request),
    listEntries: (companyId, query) => listEntries(db, companyId, query),
    async getEntry(companyId, id) {
      const entry = await findEntry(db, companyId, id);
      if (!entry) throw refuse("resource_missing");
      return entry;
    },
    async getTotal(companyId, categoryId, query) {
      const { period, balance } = readTotalDates(query);
      const rows = await chartStore.listCategories(db, companyId);
      const category = requireCategory(rows, categoryId, "category_id");
      const pointInTime = isPointInTime(category.account_type);
      if (pointInTime ? period !== null : balance !== null) throw wrongShape(pointInTime, query);
      if (pointInTime && balance === null) throw missing("date");
      if (!pointInTime && period === null) throw missing("start_date");
      const [total] = await totals(db, companyId, rows, [categoryId], query);
      assert(total !== undefined, "a category has no total");
      return total;
    },
    async listTotals(companyId, categoryIds, query) {
      const { period, balance } = readTotalDates(query);
      if (period === null && balance === null) throw missing("start_date");
      const rows = await chartStore.listCategories(db, companyId);
      const serves = (row: CategoryRow) => (isPointInTime(row.account_type) ? balance !== null : period !== null);
      if (categoryIds === null) {
        const ids = inDisplayOrder(rows.filter(serves)).map((row) => row.id);
        return totals(db, companyId, rows, ids, query);
      }
      for (const id of categoryIds) {
        const category = requireCategory(rows, id, "category_ids");
        if (!serves(category)) throw missing(isPointInTime(category.account_type) ? "date" : "start_date");
      }
      return totals(db, companyId, rows, categoryIds, query);
    },
    async listMerchants(companyId, categoryId, after, limit) {
      const rows = await chartStore.listCategories(db, companyId);
      const ids = selectCategories(rows, categoryId);
      if (ids === null) throw refuse("resource_missing", { param: "category_id" });
      if (after !== null && !(await entriesStore.hasMerchant(db, companyId, ids, after))) throw refuse("resource_missing");
      return entriesStore.listMerchants(db, companyId, ids, after ?? "", limit + 1);
    },
  };
}

const MOST_READINGS = 3;

/**
 * Sums over rollups; where some of them turn out to be stale, once more with those months read from entries. Each
 * reading is one statement, so what it finds is one state of the books, stale months included.
 */
export async function sum(db: Queryable, request: SumRequest): Promise<Sums> {
  const { companyId, buckets, today, byDepartment = false } = request;
  const segments = buckets.flatMap((range, bucket) => partition(range.from, range.to, today).map((segment) => ({ ...segment, bucket })));
  let avoided = new Set<CivilDate>();
  for (let reading = 1; ; reading += 1) {
    const chosen = segments.flatMap((segment) => avoidStale([segment], avoided).map((part) => ({ ...part, bucket: segment.bucket })));
    const rows = await sumsStore.sum(db, companyId, chosen, byDepartment);
    const stale = rows[0]?.stale ?? [];
    if (stale.every((month) => avoided.has(month))) return sumsOf(rows, request);
    assert(reading < MOST_READINGS, "months kept turning stale while they were read");
    avoided = new Set([...avoided, ...stale]);
  }
}

export function sumsOf(rows: readonly SumRow[], { now, byDepartment = false }: SumRequest): Sums {
  const categories: CategoryRow[] = [];
  const cells = new Map<string, Cell>();
  const departments = new Set<string>();
  for (const row of rows) {
    if (row.bucket === null) {
      categories.push(row);
      continue;
    }
    if (row.entries === 0) continue;
    const department = byDepartment ? (row.department_id ?? "") : "";
    departments.add(department);
    cells.set(`${row.bucket} ${row.id} ${department}`, {
      netDebitCents: cents(row.net_debit_cents),
      entries: row.entries,
      refreshedAt: row.live || row.refreshed_at === null ? now : row.refreshed_at,
    });
  }
  return {
    categories,
    cell: (bucket, categoryId, departmentId = "") => cells.get(`${bucket} ${categoryId} ${departmentId}`) ?? null,
    departmentIds: [...departments],
  };
}

/** The latest of some cells; null when nothing contributes. */
export function latestOf(cells: Iterable<Cell | null>): UnixSeconds | null {
  let latest: UnixSeconds | null = null;
  for (const cell of cells) if (cell && (latest === null || cell.refreshedAt > latest)) latest = cell.refreshedAt;
  return latest;
}

async function findEntry(db: Queryable, companyId: Company, id: string): Promise<EntryRow | null> {
  const named = parseJournalEntryId(id);
  return named && entriesStore.find(db, companyId, named.voucher, named.line);
}

async function listEntries(db: Db, companyId: Company, query: EntryQuery): Promise<EntryRow[]> {
  const { start_date, end_date } = query;
  if (start_date !== null && end_date !== null && start_date > end_date) throw refuse("invalid_date_range", { param: "start_date" });
  const filter: EntryFilter = {
    categoryIds: query.category_id === null ? null : await categoryFilter(db, companyId, query.category_id),
    departmentIds: query.department_id === null ? null : await departmentFilter(db, companyId, query.department_id),
    startDate: start_date,
    endDate: end_date,
    merchant: query.merchant,
    source: query.source,
    transactionId: query.transaction_id,
  };
  let after: EntryRow | null = null;
  if (query.starting_after !== null) {
    after = await findEntry(db, companyId, query.starting_after);
    if (!after || !matches(after, filter)) throw refuse("resource_missing");
  }
  return entriesStore.list(db, companyId, filter, after, query.limit + 1);
}

async function categoryFilter(db: Db, companyId: Company, id: string): Promise<string[]> {
  const ids = selectCategories(await chartStore.listCategories(db, companyId), id);
  if (ids === null) throw refuse("invalid_request", { param: "category_id", message: `\`${id}\` is not a category of this company.` });
  return ids;
}

async function departmentFilter(db: Db, companyId: Company, id: string): Promise<string[]> {
  const ids = selectCategories(await chartStore.listDepartments(db, companyId), id);
  if (ids === null) throw refuse("invalid_request", { param: "department_id", message: `\`${id}\` is not a department of this company.` });
  return ids;
}

function matches(entry: EntryRow, filter: EntryFilter): boolean {
  const within = (ids: readonly string[] | null, id: string | null) => ids === null || (id !== null && ids.includes(id));
  return (
    within(filter.categoryIds, entry.category_id) &&
    within(filter.departmentIds, entry.department_id) &&
    (filter.startDate === null || entry.date >= filter.startDate) &&
    (filter.endDate === null || entry.date <= filter.endDate) &&
    (filter.merchant === null || entry.merchant === filter.merchant) &&
    (filter.source === null || entry.source === filter.source) &&
    (filter.transactionId === null || entry.transaction_id === filter.transactionId)
  );
}

/** The row that a category filter names, `<id>-direct` included. */
function requireCategory(rows: readonly CategoryRow[], id: string, param: string): CategoryRow {
  const [first] = selectCategories(rows, id) ?? [];
  const row = rows.find((candidate) => candidate.id === first);
  if (!row) throw refuse("resource_missing", { param });
  return row;
}

function wrongShape(pointInTime: boolean, dates: TotalDates): Error {
  if (!pointInTime) {
    return refuse("invalid_request", { param: "date", message: "This category counts the activity of a period; use `start_date` and `end_date`." });
  }
  return refuse("invalid_request", {
    param: dates.start_month === null ? "start_date" : "start_month",
    message: "This category is point-in-time; use `date`.",
  });
}

const PERIOD = 0;
const BALANCE = 1;

async function totals(db: Queryable, companyId: Company, rows: readonly CategoryRow[], wanted: readonly string[], query: TotalQuery): Promise<Total[]> {
  const { period, balance } = readTotalDates(query);
  const nothing: Range = { from: FIRST_DATE, to: FIRST_DATE };
  const periodRange = period === null ? nothing : { from: period.start, to: addDays(period.end, 1) };
  const balanceRange = balance === null ? nothing : { from: FIRST_DATE, to: addDays(balance, 1) };
  const { now, today, merchant } = query;
  const sums = merchant === null ? await sum(db, { companyId, buckets: [periodRange, balanceRange], now, today }) : null;
  const found: Total[] = [];
  for (const id of wanted) {
    const category = requireCategory(rows, id, "category_ids");
    const pointInTime = isPointInTime(category.account_type);
    const ids = selectCategories(rows, id) ?? [];
    const range = pointInTime ? balanceRange : periodRange;
    const { net, refreshedAt } = sums
      ? netOf(ids.map((each) => sums.cell(pointInTime ? BALANCE : PERIOD, each)))
      : await merchantNet(db, companyId, ids, merchant ?? "", range);
    found.push({
      category_id: id,
      category_name: category.name,
      account_type: category.account_type,
      total_cents: signedCents(category.account_type, net),
      period: pointInTime ? null : period,
      balance: pointInTime ? balance : null,
      refreshed_at: refreshedAt,
    });
  }
  return found;
}

interface Net {
  readonly net: Cents;
  readonly refreshedAt: UnixSeconds | null;
}

function netOf(cells: readonly (Cell | null)[]): Net {
  return { net: sumCents(cells.map((cell) => cell?.netDebitCents ?? ZERO_CENTS)), refreshedAt: latestOf(cells) };
}

async function merchantNet(db: Queryable, companyId: Company, ids: readonly string[], merchant: string, { from, to }: Range): Promise<Net> {
  const row = await entriesStore.sumMerchant(db, companyId, ids, merchant, from, to);
  return { net: cents(row.net_debit_cents), refreshedAt: row.updated === null ? null : unixSeconds(row.updated) };
}

/** The public id of an entry's row. */
export function entryId(row: Pick<EntryRow, "voucher_id" | "line">): PublicId<"journalEntry"> {
  return journalEntryId(row.voucher_id, row.line);
}
