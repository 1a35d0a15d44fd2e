/**
 * Use cases on the ledger's reads: pages of entries, totals, merchants, and the sums that statements are made
 * of.
 */
import { checkDateOrder, missing } from "../../../../contract/params.ts";
import { assert } from "../../../../core/assert.ts";
import { addCents, type Cents, cents, sumCents, ZERO_CENTS } from "../../../../core/cents.ts";
import {
  addDays,
  type CivilDate,
  FIRST_DATE,
  type UnixSeconds,
  unixSeconds,
} from "../../../../core/civil-date.ts";
import { cursorsOf, type Page, pageOf } from "../../../../core/cursor.ts";
import { refuse } from "../../../../core/errors.ts";
import type { JsonLayout, JsonRows } from "../../../../core/json-rows.ts";
import { type AccountType, isPointInTime } from "../../../../core/ledger-words.ts";
import { partition, rawSegment } from "../../../../core/periods.ts";
import { journalEntryId, parseJournalEntryId, type PublicId } from "../../../../core/public-id.ts";
import { type Db, gathered, type QueryOf, type Queryable } from "../../../../platform/db/index.ts";
import {
  type CategoryRow,
  chartStore,
  inDisplayOrder,
  type Selection,
  type TreeRow,
  treeSelector,
} from "../../chart/index.ts";
import {
  avoidStale,
  type Range,
  readTotalMonths,
  readTotalShape,
  signedCents,
  type TotalDates,
  type TotalMonths,
} from "../rules.ts";
import { entriesStore, type EntryKey, type EntryRow } from "../store/entries.ts";
import { type CategoryOfSums, type SumRow, sumsStore } from "../store/sums.ts";

export type { EntryRow };

type Company = PublicId<"company">;

/** The sum of one category (in one department) in one bucket. */
export interface Cell {
  /** Debit minus credit. */
  readonly netDebitCents: Cents;
  readonly entries: number;
  /** The time of the last change to the summed data. */
  readonly refreshedAt: UnixSeconds;
}

/** Sums by category over buckets, from one state of the books. */
export interface Sums {
  readonly categories: readonly CategoryRow[];
  /** The cell of a category in a bucket; null where nothing contributes. */
  cell(bucket: number, categoryId: string, departmentId?: string): Cell | null;
  /** The departments that appear in cells, '' for none. */
  readonly departmentIds: readonly string[];
  /** All departments of the company, where sums are by department. */
  readonly departments: readonly TreeRow[];
  /** Month (1 to 12) in which the company's fiscal year starts; null for a company without a chart. */
  readonly fiscalYearStartMonth: number | null;
}

/** The sum of one merchant's entries. */
export interface MerchantSum {
  /** Debit minus credit. */
  readonly netDebitCents: Cents;
}

export interface SumRequest {
  readonly companyId: Company;
  readonly buckets: readonly Range[];
  /**
   * The time of the call, as which entries that are read count; null where they count as their own last
   * change.
   */
  readonly now: UnixSeconds | null;
  readonly today: CivilDate;
  readonly byDepartment?: boolean;
}

/** The filters and the page of a list of entries; category and department include their descendants. */
export type EntryQuery = Omit<QueryOf<typeof entriesStore.pages>, "category_id" | "department_id"> & {
  readonly category_id: string | null;
  readonly department_id: string | null;
};

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
  /** Up to `limit` + 1 entries as they are shown, latest first; refuses unknown filters and cursors. */
  listEntries<View>(companyId: Company, query: EntryQuery, layout: JsonLayout<View>): Promise<JsonRows<View>>;
  getEntry(companyId: Company, id: string): Promise<EntryRow>;
  getTotal(companyId: Company, categoryId: string, query: TotalQuery): Promise<Total>;
  listTotals(companyId: Company, categoryIds: readonly string[] | null, query: TotalQuery): Promise<Total[]>;
  /** Up to `limit` + 1 names after `after`. */
  listMerchants(
    companyId: Company,
    categoryId: string,
    page: { readonly limit: number; readonly starting_after: string | null },
  ): Promise<Page<string>>;
}

/** Cursors of a list of merchants, which are names. */
const MERCHANTS = cursorsOf({ name: "text" }, () => refuse("resource_missing"));

export function ledgerReads(db: Db): LedgerReads {
  const findByKey = gathered(
    ({ voucher_id, line }: EntryKey) => `${voucher_id} ${line}`,
    (companyId: Company, keys) => entriesStore.listByKey(db, companyId, keys),
  );
  const findEntry: FindEntry = async (companyId, id) => {
    const named = parseJournalEntryId(id);
    return named && findByKey(companyId, { voucher_id: named.voucher, line: named.line });
  };
  return {
    sum: (request) => sum(db, request),
    listEntries: (companyId, query, layout) => listEntries(db, findEntry, companyId, query, layout),
    async getEntry(companyId, id) {
      const entry = await findEntry(companyId, id);
      if (!entry) throw refuse("resource_missing");
      return entry;
    },
    getTotal: (companyId, categoryId, query) => getTotal(db, companyId, categoryId, query),
    listTotals: (companyId, categoryIds, query) => listTotals(db, companyId, categoryIds, query),
    async listMerchants(companyId, categoryId, { limit, starting_after }) {
      const after = MERCHANTS.read(starting_after, null)?.name ?? null;
      const selection = treeSelector(await chartStore.listCategories(db, companyId))(categoryId);
      if (selection === null) throw refuse("resource_missing", { param: "category_id" });
      const { ids } = selection;
      if (after !== null && !(await entriesStore.hasMerchant(db, companyId, ids, after)))
        throw refuse("resource_missing");
      const names = await entriesStore.listMerchants(db, companyId, ids, after ?? "", limit + 1);
      return pageOf(names, limit, (name) => MERCHANTS.write(null, { name }));
    },
  };
}

/**
 * Readings that may meet newly stale months; the one after them reads entries only, which are never stale.
 */
const MOST_READINGS = 3;

/**
 * Sums over rollups; where some of them turn out to be stale, once more with those months read from entries.
 * Each reading is one statement, so what it finds is one state of the books, stale months included.
 */
export async function sum(db: Queryable, request: SumRequest): Promise<Sums> {
  const { companyId, buckets, today, byDepartment = false } = request;
  const segments = buckets.flatMap((range, bucket) =>
    partition(range.from, range.to, today).map((segment) => ({ ...segment, bucket })),
  );
  let avoided = new Set<CivilDate>();
  for (let reading = 1; reading <= MOST_READINGS; reading += 1) {
    const chosen = segments.flatMap((segment) =>
      avoidStale([segment], avoided).map((part) => ({ ...part, bucket: segment.bucket })),
    );
    const rows = await sumsStore.sum(db, companyId, chosen, byDepartment);
    const stale = rows.find((row) => row.stale !== null)?.stale ?? [];
    if (stale.every((month) => avoided.has(month))) return sumsOf(rows, request);
    avoided = new Set([...avoided, ...stale]);
  }
  const entries = buckets.flatMap(({ from, to }, bucket) =>
    rawSegment(from, to).map((segment) => ({ ...segment, bucket })),
  );
  return sumsOf(await sumsStore.sum(db, companyId, entries, byDepartment), request);
}

/**
 * Puts rows together. `readNow` is what entries that were read count as having changed at; null for their own
 * last change.
 */
export function sumsOf(
  rows: readonly SumRow[],
  { now: readNow, byDepartment = false }: Pick<SumRequest, "now" | "byDepartment">,
): Sums {
  const categories: CategoryOfSums[] = [];
  const tree: TreeRow[] = [];
  // By department, bucket and category, without a text made of the three: a statement looks up hundreds of
  // cells.
  const cells = new Map<string, Map<string, Cell>[]>();
  for (const row of rows) {
    if (row.bucket === null) {
      if (row.account_type === null) tree.push(row);
      else categories.push(row);
      continue;
    }
    const department = byDepartment ? (row.department_id ?? "") : "";
    let buckets = cells.get(department);
    if (!buckets) cells.set(department, (buckets = []));
    const byId = (buckets[row.bucket] ??= new Map<string, Cell>());
    // Entries that are only taken off a rollup make nothing fresher than the rollup is.
    const refreshedAt = row.live > 0 && readNow !== null ? readNow : (row.refreshed_at ?? NEVER);
    byId.set(
      row.id,
      addCells(byId.get(row.id) ?? null, {
        netDebitCents: cents(row.net_debit_cents),
        entries: row.entries,
        refreshedAt,
      }),
    );
  }
  return {
    categories,
    cell: (bucket, categoryId, departmentId = "") =>
      cells.get(departmentId)?.[bucket]?.get(categoryId) ?? null,
    departmentIds: [...cells.keys()],
    departments: tree,
    fiscalYearStartMonth: categories[0]?.fiscal_year_start_month ?? null,
  };
}

const NEVER = unixSeconds(0);

/** Two parts of a cell put together. */
export function addCells(a: Cell | null, b: Cell): Cell {
  if (a === null) return b;
  return {
    netDebitCents: addCents(a.netDebitCents, b.netDebitCents),
    entries: a.entries + b.entries,
    refreshedAt: a.refreshedAt > b.refreshedAt ? a.refreshedAt : b.refreshedAt,
  };
}

/**
 * The latest of some cells; null when nothing contributes. What a cell was emptied of contributed until then,
 * so its time counts.
 */
export function latestOf(cells: Iterable<Cell | null>): UnixSeconds | null {
  let latest = NEVER;
  let contributes = false;
  for (const cell of cells) {
    if (cell === null) continue;
    contributes ||= cell.entries > 0;
    if (cell.refreshedAt > latest) latest = cell.refreshedAt;
  }
  return contributes ? latest : null;
}

/** The entry of a public id, or null when that names none. */
type FindEntry = (companyId: Company, id: string) => Promise<EntryRow | null>;

async function listEntries<View>(
  db: Db,
  findEntry: FindEntry,
  companyId: Company,
  query: EntryQuery,
  layout: JsonLayout<View>,
): Promise<JsonRows<View>> {
  checkDateOrder(query);
  const { category_id, department_id } = query;
  const asked = {
    ...query,
    category_id: category_id === null ? null : await categoryFilter(db, companyId, category_id),
    department_id: department_id === null ? null : await departmentFilter(db, companyId, department_id),
  };
  const after = await entriesStore.pages.place(asked, (id) => findEntry(companyId, id));
  return entriesStore.pages.listJson(db, companyId, asked, after, layout);
}

async function categoryFilter(db: Db, companyId: Company, id: string): Promise<readonly string[]> {
  const selection = treeSelector(await chartStore.listCategories(db, companyId))(id);
  if (selection === null)
    throw refuse("invalid_request", {
      param: "category_id",
      message: `\`${id}\` is not a category of this company.`,
    });
  return selection.ids;
}

async function departmentFilter(db: Db, companyId: Company, id: string): Promise<readonly string[]> {
  const selection = treeSelector(await chartStore.listDepartments(db, companyId))(id);
  if (selection === null)
    throw refuse("invalid_request", {
      param: "department_id",
      message: `\`${id}\` is not a department of this company.`,
    });
  return selection.ids;
}

/** Resolves a category filter. Refuses `resource_missing` for an unknown one. */
function requireCategory(
  select: (filter: string) => Selection<CategoryRow> | null,
  id: string,
  param: string,
): Selection<CategoryRow> {
  const selection = select(id);
  if (selection === null) throw refuse("resource_missing", { param });
  return selection;
}

async function getTotal(db: Db, companyId: Company, categoryId: string, query: TotalQuery): Promise<Total> {
  const shape = readTotalShape(query);
  const { row } = requireCategory(
    treeSelector(await chartStore.listCategories(db, companyId)),
    categoryId,
    "category_id",
  );
  const pointInTime = isPointInTime(row.account_type);
  if (pointInTime ? shape.period : shape.balance) throw wrongShape(pointInTime, query);
  const months = readTotalMonths(query);
  if (pointInTime && months.balance === null) throw missing("date");
  if (!pointInTime && months.period === null) throw missing("start_date");
  const [total] = await totals(db, companyId, months, query, () => [categoryId], "category_id");
  assert(total !== undefined, "a category has no total");
  return total;
}

async function listTotals(
  db: Db,
  companyId: Company,
  categoryIds: readonly string[] | null,
  query: TotalQuery,
): Promise<Total[]> {
  readTotalShape(query);
  const months = readTotalMonths(query);
  const { period, balance } = months;
  if (period === null && balance === null) throw missing("start_date");
  const serves = (row: CategoryRow) => (isPointInTime(row.account_type) ? balance !== null : period !== null);
  if (categoryIds === null)
    return totals(
      db,
      companyId,
      months,
      query,
      (rows) => inDisplayOrder(rows.filter(serves)).map(({ id }) => id),
      "category_ids",
    );
  const select = treeSelector(await chartStore.listCategories(db, companyId));
  for (const id of categoryIds) {
    const { row } = requireCategory(select, id, "category_ids");
    if (!serves(row)) throw missing(isPointInTime(row.account_type) ? "date" : "start_date");
  }
  return totals(db, companyId, months, query, () => categoryIds, "category_ids");
}

function wrongShape(pointInTime: boolean, { start_date, end_date, start_month }: TotalDates): Error {
  if (!pointInTime) {
    return refuse("invalid_request", {
      param: "date",
      message: "This category counts the activity of a period; use `start_date` and `end_date`.",
    });
  }
  const param =
    start_date !== null
      ? "start_date"
      : end_date !== null
        ? "end_date"
        : start_month !== null
          ? "start_month"
          : "end_month";
  return refuse("invalid_request", { param, message: "This category is point-in-time; use `date`." });
}

const PERIOD = 0;
const BALANCE = 1;
const NOTHING: Range = { from: FIRST_DATE, to: FIRST_DATE };

/**
 * Totals of the categories that `wanted` names, which is given the chart of the same state of the books as
 * the sums.
 */
async function totals(
  db: Queryable,
  companyId: Company,
  { period, balance }: TotalMonths,
  { today, merchant }: TotalQuery,
  wanted: (rows: readonly CategoryRow[]) => readonly string[],
  param: string,
): Promise<Total[]> {
  const buckets: readonly Range[] = [
    period === null ? NOTHING : { from: period.start, to: addDays(period.end, 1) },
    balance === null ? NOTHING : { from: FIRST_DATE, to: addDays(balance, 1) },
  ];
  const sums =
    merchant === null
      ? await sum(db, { companyId, buckets, now: null, today })
      : sumsOf(await sumsStore.sumMerchant(db, companyId, merchant, buckets), { now: null });
  const select = treeSelector(sums.categories);
  return wanted(sums.categories).map((id): Total => {
    const { row, ids } = requireCategory(select, id, param);
    const pointInTime = isPointInTime(row.account_type);
    const cells = ids.map((each) => sums.cell(pointInTime ? BALANCE : PERIOD, each));
    return {
      category_id: id,
      category_name: row.name,
      account_type: row.account_type,
      total_cents: signedCents(
        row.account_type,
        sumCents(cells.map((cell) => cell?.netDebitCents ?? ZERO_CENTS)),
      ),
      period: pointInTime ? null : period,
      balance: pointInTime ? balance : null,
      refreshed_at: latestOf(cells),
    };
  });
}

/** The public id of an entry's row. */
export function entryId(row: Pick<EntryRow, "voucher_id" | "line">): PublicId<"journalEntry"> {
  return journalEntryId(row.voucher_id, row.line);
}
