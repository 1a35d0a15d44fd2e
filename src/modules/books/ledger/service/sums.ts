/**
 * Sums by category over buckets: ranges of days that the caller names. They are read from rollups where
 * possible, and in one state of the books.
 */
import { addCents, type Cents, cents } from "@daybook/words/cents";
import { type CivilDate, type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import { partition, rawSegment } from "@daybook/words/periods";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable } from "../../../../platform/db/index.ts";
import type { CategoryRow, TreeRow } from "../../chart/index.ts";
import { avoidStale, type Range } from "../rules.ts";
import { type CategoryOfSums, type SumRow, sumsStore } from "../store/sums.ts";

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
  /** Returns the cell of a category in a bucket; null if there are no rollups or entries for it. */
  cell(bucket: number, categoryId: string, departmentId?: string): Cell | null;
  /** The ids of the departments that have cells; '' stands for entries without a department. */
  readonly departmentIds: readonly string[];
  /** All departments of the company if sums are by department; otherwise empty. */
  readonly departments: readonly TreeRow[];
  /** Month (1 to 12) in which the company's fiscal year starts; null for a company without a chart. */
  readonly fiscalYearStartMonth: number | null;
}

export interface SumRequest {
  readonly companyId: PublicId<"company">;
  readonly buckets: readonly Range[];
  /**
   * The time of the request, which is the `refreshedAt` of sums that include entries read directly. If null,
   * their `refreshedAt` is the last change of those entries.
   */
  readonly now: UnixSeconds | null;
  readonly today: CivilDate;
  readonly byDepartment?: boolean;
}

/** The name of what `readSums` reads. */
export const sumsKey = ({ buckets, today, byDepartment = false }: SumRequest): string =>
  JSON.stringify([today, byDepartment, buckets]);

/**
 * The number of attempts to read from rollups, each of which may find newly stale months. After them, only
 * entries are read, which are never stale.
 */
const MAX_ATTEMPTS = 3;

/**
 * Returns sums that are read from rollups where possible. If some months turn out to be stale, the sums are
 * read again, with those months read from entries. Each attempt is one SQL statement, so its sums and its
 * list of stale months come from one state of the books.
 */
export async function sum(db: Queryable, request: SumRequest): Promise<Sums> {
  return sumsOf(await readSums(db, request), request);
}

/** Reads the rows of `sum`, which don't depend on the time of the request. */
export async function readSums(db: Queryable, request: SumRequest): Promise<SumRow[]> {
  const { companyId, buckets, today, byDepartment = false } = request;
  const segments = buckets.flatMap((range, bucket) =>
    partition(range.from, range.to, today).map((segment) => ({ ...segment, bucket })),
  );
  let avoided = new Set<CivilDate>();
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const chosen = segments.flatMap((segment) =>
      avoidStale([segment], avoided).map((part) => ({ ...part, bucket: segment.bucket })),
    );
    const rows = await sumsStore.sum(db, companyId, chosen, byDepartment);
    const stale = rows.find((row) => row.stale !== null)?.stale ?? [];
    if (stale.every((month) => avoided.has(month))) return rows;
    avoided = new Set([...avoided, ...stale]);
  }
  const entries = buckets.flatMap(({ from, to }, bucket) =>
    rawSegment(from, to).map((segment) => ({ ...segment, bucket })),
  );
  return sumsStore.sum(db, companyId, entries, byDepartment);
}

/**
 * Builds sums from the rows of the SQL statement. `readNow` is the `refreshedAt` of sums that include entries
 * read directly. If null, it is the last change of those entries.
 */
export function sumsOf(
  rows: readonly SumRow[],
  { now: readNow, byDepartment = false }: Pick<SumRequest, "now" | "byDepartment">,
): Sums {
  const categories: CategoryOfSums[] = [];
  const tree: TreeRow[] = [];
  // Nested by department, bucket and category. Concatenating the three into one key would be too slow: a
  // statement looks up hundreds of cells.
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
    // `live` does not count entries that are only subtracted from a rollup: the rollup's own time stays
    // valid.
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

/** Adds two cells up. */
export function addCells(a: Cell | null, b: Cell): Cell {
  if (a === null) return b;
  return {
    netDebitCents: addCents(a.netDebitCents, b.netDebitCents),
    entries: a.entries + b.entries,
    refreshedAt: a.refreshedAt > b.refreshedAt ? a.refreshedAt : b.refreshedAt,
  };
}

/**
 * Returns the latest `refreshedAt` of some cells; null if none of them includes an entry. A cell whose
 * entries were all removed counts too, because the removal changed the sum.
 */
export function latestOf(cells: Iterable<Cell | null>): UnixSeconds | null {
  let latest = NEVER;
  let hasEntries = false;
  for (const cell of cells) {
    if (cell === null) continue;
    hasEntries ||= cell.entries > 0;
    if (cell.refreshedAt > latest) latest = cell.refreshedAt;
  }
  return hasEntries ? latest : null;
}
