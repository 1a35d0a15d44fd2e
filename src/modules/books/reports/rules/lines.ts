/**
 * Lines and sections of statements as pure functions over sums by category. The ledger returns these sums in
 * "buckets": one bucket is the sums over one range of days. Invariants: a parent line equals the sum of its
 * children, and a section's total the sum of its root lines.
 */
import { addCents, type Cents, sumCents, ZERO_CENTS } from "@daybook/words/cents";
import { type AccountType, isPointInTime } from "@daybook/words/ledger-words";
import {
  type CategoryRow,
  childrenByParent,
  directId,
  readCategoryFilter,
  type TreeRow,
} from "../../chart/index.ts";
import { addCells, type Cell, signedCents, type Sums } from "../../ledger/index.ts";

/** One line of a statement. Each operation returns it under its own field names. */
export interface Line {
  readonly id: string;
  readonly name: string;
  readonly amount: Cents;
  readonly position: number;
  readonly parentId: string | null;
}

/** Lines in display order, and their total: the sum of the root lines, which have no parent. */
export interface Section {
  readonly total: Cents;
  readonly lines: readonly Line[];
}

/**
 * Returns the lines of a tree of categories or departments. A row has a line if the row itself or one of its
 * descendants has an amount. If a parent has both own entries and children with lines, its own entries get an
 * additional line, named "(direct)", as its last child.
 */
export function treeLines(
  rows: readonly TreeRow[],
  ownAmount: (id: string) => Cents,
  rootParentId: string | null = null,
): Line[] {
  const children = childrenByParent(rows);
  const visit = (row: TreeRow, parentId: string | null): { lines: Line[]; amount: Cents } => {
    const own = ownAmount(row.id);
    const visited = (children.get(row.id) ?? []).map((child) => visit(child, row.id));
    const childLines = visited.flatMap((child) => child.lines);
    const amount = addCents(own, sumCents(visited.map((child) => child.amount)));
    if (childLines.length === 0 && own === 0) return { lines: [], amount };
    if (childLines.length > 0 && own !== 0) {
      const position = Math.max(...(children.get(row.id) ?? []).map((child) => child.position)) + 1;
      childLines.push({
        id: directId(row.id),
        name: `${row.name} (direct)`,
        amount: own,
        position,
        parentId: row.id,
      });
    }
    return {
      lines: [{ id: row.id, name: row.name, amount, position: row.position, parentId }, ...childLines],
      amount,
    };
  };
  return (children.get(null) ?? []).flatMap((root) => visit(root, rootParentId).lines);
}

/**
 * Returns the lines of the categories that `isIn` accepts, by the rules of `treeLines`. A category with a
 * descendant that `isIn` rejects gets no line of its own, because a list of journal entries by its id would
 * also contain those of that descendant. Instead, its own entries get a "(direct)" line, and its accepted
 * children become root lines.
 */
export function linesOfPart(
  categories: readonly CategoryRow[],
  isIn: (row: CategoryRow) => boolean,
  ownAmount: (id: string) => Cents,
  rootParentId: string | null = null,
): Line[] {
  const byId = new Map<string, CategoryRow>(categories.map((row) => [row.id, row]));
  // The categories that have a rejected descendant.
  const mixedIds = new Set<string>();
  for (const rejected of categories) {
    if (isIn(rejected)) continue;
    for (let id = rejected.parent_id; id !== null && !mixedIds.has(id); id = byId.get(id)?.parent_id ?? null)
      mixedIds.add(id);
  }
  const rows = categories
    .filter(isIn)
    .map((row): TreeRow =>
      mixedIds.has(row.id)
        ? { ...row, id: directId(row.id), name: `${row.name} (direct)`, parent_id: null }
        : row,
    );
  return treeLines(rows, (id) => ownAmount(readCategoryFilter(id).id), rootParentId);
}

/** Returns a section of these lines. Root lines have the parent null. */
export function sectionOf(lines: readonly Line[]): Section {
  return {
    total: sumCents(lines.filter((line) => line.parentId === null).map((line) => line.amount)),
    lines,
  };
}

/** Consecutive buckets, added up as one: the numbers of the first bucket and of the bucket after the last. */
export type Span = readonly [from: number, to: number];

/** Running totals that were computed, kept for each `Sums` object by category and department. */
const runningTotals = new WeakMap<Sums, Map<string, (Cell | null)[]>>();

/** Returns sums whose bucket n adds up the buckets of `spans[n]`. */
export function mergeBuckets(sums: Sums, spans: readonly Span[]): Sums {
  const cell: Sums["cell"] = (bucket, id, department) => {
    const [from, to] = spans[bucket] ?? [0, 0];
    if (to - from === 1) return sums.cell(from, id, department);
    if (from === 0) return runningTotalsOf(sums, id, department, to)[to] ?? null;
    let total: Cell | null = null;
    for (let index = from; index < to; index += 1) total = addCell(total, sums.cell(index, id, department));
    return total;
  };
  return { ...sums, cell };
}

/**
 * Returns the running totals of a category: element n is the sum of the first n buckets, at least up to `to`.
 */
function runningTotalsOf(
  sums: Sums,
  id: string,
  department: string | undefined,
  to: number,
): (Cell | null)[] {
  const cached = runningTotals.get(sums) ?? new Map<string, (Cell | null)[]>();
  runningTotals.set(sums, cached);
  const key = department === undefined ? id : `${id} ${department}`;
  const totals = cached.get(key) ?? [null];
  cached.set(key, totals);
  while (totals.length <= to)
    totals.push(addCell(totals.at(-1) ?? null, sums.cell(totals.length - 1, id, department)));
  return totals;
}

function addCell(a: Cell | null, b: Cell | null): Cell | null {
  return b === null ? a : addCells(a, b);
}

/**
 * Returns the amount of a cell, zero without entries: debit minus credit for assets, credit minus debit for
 * all other types, expenses included.
 */
export function amountIn(cell: Cell | null, type: AccountType): Cents {
  return cell === null ? ZERO_CENTS : signedCents(type, cell.netDebitCents);
}

export function linesOfType(
  sums: Sums,
  type: AccountType,
  buckets: readonly number[],
  excluded: ReadonlySet<CategoryRow> = new Set(),
): Line[] {
  const amount = (id: string) => sumCents(buckets.map((bucket) => amountIn(sums.cell(bucket, id), type)));
  return linesOfPart(sums.categories, (row) => row.account_type === type && !excluded.has(row), amount);
}

export function sectionOfType(sums: Sums, type: AccountType, buckets: readonly number[]): Section {
  return sectionOf(linesOfType(sums, type, buckets));
}

/**
 * Returns the net income of a bucket: credit minus debit of all categories that are not on the balance sheet.
 */
export function netIncome(sums: Sums, bucket: number): Cents {
  const rows = sums.categories.filter((row) => !isPointInTime(row.account_type));
  return sumCents(rows.map((row) => amountIn(sums.cell(bucket, row.id), row.account_type)));
}

/** Returns the debit minus credit of all cash categories in a bucket. */
export function cashIn(sums: Sums, bucket: number): Cents {
  return sumCents(
    sums.categories
      .filter((row) => row.cash_flow === "cash")
      .map((row) => sums.cell(bucket, row.id)?.netDebitCents ?? ZERO_CENTS),
  );
}

export function cellsOf(
  sums: Sums,
  buckets: readonly number[],
  isIncluded: (row: CategoryRow) => boolean = () => true,
): (Cell | null)[] {
  return buckets.flatMap((bucket) =>
    sums.categories.filter(isIncluded).map((row) => sums.cell(bucket, row.id)),
  );
}

/**
 * Returns the position after all rows of a tree, whether or not they have a line, so that a line at it has
 * the same position in every period of an export.
 */
export function positionAfter(rows: readonly TreeRow[]): number {
  return Math.max(-1, ...rows.map((row) => row.position)) + 1;
}
