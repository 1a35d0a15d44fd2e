/** The place of categories: below a parent, and among their siblings. */
import { present } from "@daybook/words/assert";
import { refuse } from "../../../../core/errors.ts";
import type { StoredCategory } from "../record.ts";
import { parentChangeFault, statementsOf } from "../rules/changes.ts";
import { inNameOrder, type SiblingPlace, tiersOf, treeSelector, withPlace } from "../rules/index.ts";
import { chartStore } from "../store.ts";
import {
  type ChartChange,
  describe,
  findRow,
  monthsOf,
  nextPosition,
  type OpenChart,
  refuseFault,
  usesOf,
  write,
} from "./change.ts";

/** Where a category goes: below a parent, whose id or null for the top is given, and next to a sibling. */
export interface CategoryPlace {
  /** Left out: the parent of the sibling, or that which it has. */
  readonly parent_id?: string | null;
  /** Left out: after its siblings, or where it is if its parent stays. */
  readonly place?: SiblingPlace;
}

export async function moveCategory(chart: OpenChart, id: string, to: CategoryPlace): Promise<ChartChange> {
  const { companyId, rows } = chart;
  const former = findRow(rows, id, "id");
  const parentId = parentOf(rows, former, to);
  const parent = parentId === null ? null : findRow(rows, parentId, "parent");
  const isStaying = former.parent_id === parentId;
  if (isStaying && to.place === undefined)
    return { company_id: companyId, category: former, statements: [], months: null };
  const moved = { ...former, parent_id: parent?.id ?? null, position: nextPosition(rows, parentId) };
  const after = rows.map((each) => (each.id === id ? moved : each));
  if (!isStaying)
    refuseFault(parentChangeFault({ rows: after, changed: moved, uses: await usesOf(chart, parentId) }));
  const next = placedRows(after, moved, to.place);
  const row = findRow(next, id, "id");
  const written = next.filter((each) => isPlacedAnew(rows, each));
  if (written.length > 0)
    await write(chart, written, row, {
      action: isStaying ? "category order" : "category move",
      from: former.parent_id ?? "root",
      to: row.parent_id ?? "root",
    });
  const months = isStaying ? null : await monthsOf(chart, treeSelector(rows)(id)?.ids ?? []);
  return {
    company_id: companyId,
    category: row,
    statements: months === null ? [] : statementsOf(row.account_type),
    months,
  };
}

/** The rows with their tiers, in which a category has its place among its siblings. */
function placedRows(
  rows: readonly StoredCategory[],
  moved: StoredCategory,
  place: SiblingPlace | undefined,
): StoredCategory[] {
  const tiers = tiersOf(rows);
  const siblings = rows.filter(({ parent_id }) => parent_id === moved.parent_id);
  const placed = place === undefined ? [] : withPlace(siblings, moved, place);
  const byId = new Map(placed.map((each) => [each.id, each]));
  return rows.map((each) => ({
    ...(byId.get(each.id) ?? each),
    tier: present(tiers.get(each.id), "a row has no tier"),
  }));
}

/** The parent that a category gets: that of the sibling next to which it is to stand, or the given one. */
function parentOf(
  rows: readonly StoredCategory[],
  moved: StoredCategory,
  { place, parent_id }: CategoryPlace,
): string | null {
  return place === undefined ? (parent_id ?? null) : siblingOf(rows, moved, place, parent_id).parent_id;
}

/** The sibling next to which a category is to stand. */
function siblingOf(
  rows: readonly StoredCategory[],
  moved: StoredCategory,
  place: SiblingPlace,
  parentId: string | null | undefined,
): StoredCategory {
  const [param, id] =
    "before" in place ? (["before", place.before] as const) : (["after", place.after] as const);
  const row = findRow(rows, id, param);
  if (row.id === moved.id)
    throw refuse("invalid_request", {
      param,
      message: `${row.id} (${row.name}) can't stand next to itself.`,
    });
  if (parentId !== undefined && row.parent_id !== parentId)
    throw refuse("invalid_request", {
      param,
      message: `${row.id} (${row.name}) does not stand ${parentId === null ? "at the top of the chart" : `below ${parentId}`}.`,
    });
  return row;
}

/** True if a category has another parent, tier or position than before. */
function isPlacedAnew(rows: readonly StoredCategory[], row: StoredCategory): boolean {
  const before = rows.find(({ id }) => id === row.id);
  return before?.parent_id !== row.parent_id || before.tier !== row.tier || before.position !== row.position;
}

/** Puts siblings into the order of their types and names. */
export async function orderCategories(chart: OpenChart, parentId?: string | null): Promise<StoredCategory[]> {
  const { tx, companyId, rows } = chart;
  if (typeof parentId === "string") findRow(rows, parentId, "parent");
  const families = Map.groupBy(rows, ({ parent_id }) => parent_id);
  const written = [...families]
    .filter(([parent]) => parentId === undefined || parent === parentId)
    .flatMap(([, siblings]) => inNameOrder(siblings))
    .filter((row) => isPlacedAnew(rows, row));
  if (written.length > 0) {
    await chartStore.putCategories(tx, companyId, written);
    await describe(chart, parentId ?? companyId, { action: "category order", from: null, to: "by name" });
  }
  return chartStore.listCategories(tx, companyId);
}
