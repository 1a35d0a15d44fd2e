/**
 * Reads of the ledger: lists of entries, totals, merchants, and the sums from which statements are computed.
 */
import { checkDateOrder, missing } from "../../../../contract/params.ts";
import type { CompanyFor } from "@daybook/words/areas";
import { assert } from "@daybook/words/assert";
import { type Cents, sumCents, ZERO_CENTS } from "@daybook/words/cents";
import { addDays, type CivilDate, FIRST_DATE, type UnixSeconds } from "@daybook/words/civil-date";
import { cursorsOf, type Page, pageOf } from "../../../../core/cursor.ts";
import { refuse } from "../../../../core/errors.ts";
import type { JsonLayout, JsonRows } from "../../../../core/json-rows.ts";
import { type AccountType, isPointInTime } from "@daybook/words/ledger-words";
import { journalEntryId, parseJournalEntryId, type PublicId } from "@daybook/words/public-id";
import { combinedLookup, type Db, type Queryable, type QueryOf } from "../../../../platform/db/index.ts";
import {
  type CategoryRow,
  chartStore,
  inDisplayOrder,
  type Selection,
  treeSelector,
} from "../../chart/index.ts";
import {
  type Range,
  readTotalMonths,
  readTotalShape,
  signedCents,
  type TotalDates,
  type TotalMonths,
} from "../rules.ts";
import { entriesStore, type EntryKey, type EntryRow } from "../store/entries.ts";
import { sumsStore } from "../store/sums.ts";

import type { Kept } from "./kept.ts";
import { latestOf, readSums, sum, type SumRequest, type Sums, sumsKey, sumsOf } from "./sums.ts";

export type { EntryRow };

type Company = PublicId<"company">;
/** A company whose reports, journal entries and totals the caller may read. */
export type ReportsCompany = CompanyFor<"reports:view">;

/** The sum of one merchant's entries. */
export interface MerchantSum {
  /** Debit minus credit. */
  readonly netDebitCents: Cents;
}

/**
 * The filters of a list of entries, and the requested page. A category or department includes its
 * descendants.
 */
export type EntryQuery = Omit<ResolvedEntryQuery, "category_id" | "department_id" | "without_department"> & {
  readonly category_id: string | null;
  readonly department_id: string | null;
};

/** The same with the ids of all categories and departments whose entries are listed. */
export type ResolvedEntryQuery = QueryOf<typeof entriesStore.pages>;

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
  sum(request: SumRequest & { readonly companyId: ReportsCompany }): Promise<Sums>;
  /**
   * Returns up to `limit` + 1 entries in the JSON of the API, latest first. Throws a refusal for an unknown
   * category, department or cursor.
   */
  listEntries<View>(
    companyId: ReportsCompany,
    query: EntryQuery,
    layout: JsonLayout<View>,
  ): Promise<JsonRows<View>>;
  /** The same for ids that are known to be the company's. */
  listResolvedEntries<View>(
    companyId: ReportsCompany,
    query: ResolvedEntryQuery,
    layout: JsonLayout<View>,
  ): Promise<JsonRows<View>>;
  getEntry(companyId: ReportsCompany, id: string): Promise<EntryRow>;
  /** Returns the same, or null if there is no such entry. */
  findEntry(companyId: ReportsCompany, id: string): Promise<EntryRow | null>;
  /** All entries of the voucher that an entry belongs to, in order. Throws the refusal `resource_missing`. */
  getVoucher(companyId: ReportsCompany, entryId: string): Promise<EntryRow[]>;
  getTotal(companyId: ReportsCompany, categoryId: string, query: TotalQuery): Promise<Total>;
  listTotals(
    companyId: ReportsCompany,
    categoryIds: readonly string[] | null,
    query: TotalQuery,
  ): Promise<Total[]>;
  /** Returns a page of the names of merchants, in order. */
  listMerchants(
    companyId: ReportsCompany,
    categoryId: string,
    page: { readonly limit: number; readonly starting_after: string | null },
  ): Promise<Page<string>>;
}

/** The cursors of a list of merchants, each of which is a name. */
const MERCHANTS = cursorsOf({ name: "text" }, () => refuse("resource_missing"));

/** Makes the look-up of entries, which reads those that are asked for at the same time together. */
export function entryFinder(db: Db): FindEntry {
  const findByKey = combinedLookup(
    ({ voucher_id, line }: EntryKey) => `${voucher_id} ${line}`,
    (companyId: Company, keys) => entriesStore.listByKey(db, companyId, keys),
  );
  return async (companyId, id) => {
    const parsed = parseJournalEntryId(id);
    return parsed && findByKey(companyId, { voucher_id: parsed.voucher, line: parsed.line });
  };
}

export function ledgerReads(db: Db, findEntry: FindEntry, kept: Kept): LedgerReads {
  return {
    async sum(request) {
      const rows = await kept({
        companyId: request.companyId,
        key: sumsKey(request),
        read: (read) => readSums(read, request),
        // Further attempts each replace the one before.
        isOneStatement: true,
        rows: ({ length }) => length,
      });
      return sumsOf(rows, request);
    },
    listEntries: (companyId, query, layout) => listEntries(db, findEntry, companyId, query, layout),
    listResolvedEntries: (companyId, query, layout) =>
      listResolvedEntries(db, findEntry, companyId, query, layout),
    findEntry,
    async getEntry(companyId, id) {
      const entry = await findEntry(companyId, id);
      if (!entry) throw refuse("resource_missing");
      return entry;
    },
    async getVoucher(companyId, id) {
      const parsed = parseJournalEntryId(id);
      const rows = parsed === null ? [] : await entriesStore.listOfVoucher(db, companyId, parsed.voucher);
      if (!rows.some(({ line }) => line === parsed?.line)) throw refuse("resource_missing");
      return rows;
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

/** Finds an entry by its public id; null if there is none. */
export type FindEntry = (companyId: Company, id: string) => Promise<EntryRow | null>;

async function listEntries<View>(
  db: Db,
  findEntry: FindEntry,
  companyId: Company,
  query: EntryQuery,
  layout: JsonLayout<View>,
): Promise<JsonRows<View>> {
  checkDateOrder(query);
  const { category_id, department_id } = query;
  const resolved = {
    ...query,
    category_id:
      category_id === null
        ? null
        : categoryFilter(await chartStore.listCategories(db, companyId), category_id),
    department_id: department_id === null ? null : await departmentFilter(db, companyId, department_id),
    without_department: null,
  };
  return listResolvedEntries(db, findEntry, companyId, resolved, layout);
}

async function listResolvedEntries<View>(
  db: Db,
  findEntry: FindEntry,
  companyId: Company,
  query: ResolvedEntryQuery,
  layout: JsonLayout<View>,
): Promise<JsonRows<View>> {
  const after = await entriesStore.pages.cursorRecord(query, (id) => findEntry(companyId, id));
  return entriesStore.pages.listJson(db, companyId, query, after, layout);
}

/**
 * Returns the ids that a category filter selects. Throws the refusal `invalid_request` for an unknown
 * category.
 */
export function categoryFilter(categories: readonly CategoryRow[], id: string): readonly string[] {
  const selection = treeSelector(categories)(id);
  if (selection === null)
    throw refuse("invalid_request", {
      param: "category_id",
      message: `\`${id}\` is not a category of this company.`,
    });
  return selection.ids;
}

/**
 * Returns the ids that a department filter selects. Throws the refusal `invalid_request` for an unknown
 * department.
 */
async function departmentFilter(db: Db, companyId: Company, id: string): Promise<readonly string[]> {
  const selection = treeSelector(await chartStore.listDepartments(db, companyId))(id);
  if (selection === null)
    throw refuse("invalid_request", {
      param: "department_id",
      message: `\`${id}\` is not a department of this company.`,
    });
  return selection.ids;
}

/** Resolves the category of a total. Throws the refusal `resource_missing` for an unknown category. */
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
  const [total] = await computeTotals(db, companyId, months, query, () => [categoryId], "category_id");
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
  const hasDates = (row: CategoryRow) =>
    isPointInTime(row.account_type) ? balance !== null : period !== null;
  if (categoryIds === null)
    return computeTotals(
      db,
      companyId,
      months,
      query,
      (rows) => inDisplayOrder(rows.filter(hasDates)).map(({ id }) => id),
      "category_ids",
    );
  const select = treeSelector(await chartStore.listCategories(db, companyId));
  for (const id of categoryIds) {
    const { row } = requireCategory(select, id, "category_ids");
    if (!hasDates(row)) throw missing(isPointInTime(row.account_type) ? "date" : "start_date");
  }
  return computeTotals(db, companyId, months, query, () => categoryIds, "category_ids");
}

/** Makes the refusal for dates of a period on a balance sheet category, or the reverse. */
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
const EMPTY_RANGE: Range = { from: FIRST_DATE, to: FIRST_DATE };

/**
 * Computes the totals of the categories that `chooseIds` returns. That function gets the categories of the
 * same state of the books as the sums.
 */
async function computeTotals(
  db: Queryable,
  companyId: Company,
  { period, balance }: TotalMonths,
  { today, merchant }: TotalQuery,
  chooseIds: (rows: readonly CategoryRow[]) => readonly string[],
  param: string,
): Promise<Total[]> {
  const buckets: readonly Range[] = [
    period === null ? EMPTY_RANGE : { from: period.start, to: addDays(period.end, 1) },
    balance === null ? EMPTY_RANGE : { from: FIRST_DATE, to: addDays(balance, 1) },
  ];
  const sums =
    merchant === null
      ? await sum(db, { companyId, buckets, now: null, today })
      : sumsOf(await sumsStore.sumMerchant(db, companyId, merchant, buckets), { now: null });
  const select = treeSelector(sums.categories);
  return chooseIds(sums.categories).map((id): Total => {
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

/** Returns the public id of an entry. */
export function entryId(row: Pick<EntryRow, "voucher_id" | "line">): PublicId<"journalEntry"> {
  return journalEntryId(row.voucher_id, row.line);
}
