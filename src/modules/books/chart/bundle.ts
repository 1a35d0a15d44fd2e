/**
 * The chart's sections of the bundle. Records may be in any order, and nodes may move: the checks look at the
 * tree that the file and the company make together. Invariant: nothing is written before the whole tree is
 * right, and then all of it in one statement. A fault of a category that is not in the file is reported at
 * the nearest category above it that is.
 */
import {
  BundleProblem,
  type BundleSection,
  onlyOnce,
  type ReadRecord,
  recordReader,
  sameFields,
  Tally,
} from "../../../contract/bundle.ts";
import { recordReading, recordSchema } from "../../../contract/record.ts";
import { isPointInTime } from "../../../core/ledger-words.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { Queryable, Tx } from "../../../platform/db/index.ts";
import { CATEGORIES, type CategoryRow, type DepartmentRow, DEPARTMENTS } from "./record.ts";
import { childrenByParent, inDisplayOrder, readCategoryFilter, tiersOf, type TreeRow } from "./rules.ts";
import { chartStore } from "./store.ts";

/** The rows of one tree: as they were, as they are to be, and their paths in the file. */
interface Planting<Row> {
  readonly former: ReadonlyMap<string, Row>;
  readonly rows: Map<string, Row>;
  /** The paths of the rows that the file states, in its order. */
  readonly paths: Map<string, string>;
}

type Tree = Planting<TreeRow & { readonly tier: number }>;

/** Merges the file's records into the rows of the company. */
async function plant<Row extends TreeRow, R extends { readonly id: string }>(
  what: { readonly plural: string; readonly most: number },
  existing: readonly Row[],
  records: AsyncIterable<ReadRecord<R>>,
  rowOf: (record: R, former: Row | undefined, path: string) => Row,
): Promise<Planting<Row>> {
  const former = new Map(existing.map((row) => [row.id, row]));
  const planting = { former, rows: new Map(former), paths: new Map<string, string>() };
  const stated = new Set<string>();
  for await (const { path, record } of records) {
    onlyOnce(stated, record.id, path);
    planting.rows.set(record.id, rowOf(record, former.get(record.id), path));
    planting.paths.set(record.id, path);
    if (planting.rows.size > what.most)
      throw new BundleProblem(
        path,
        `would be one more than the ${what.most} ${what.plural} that a company may have`,
      );
  }
  return planting;
}

/** Sets the tier of each row; refuses a cycle, a missing parent and more than `deepest` tiers. */
function placed<Row extends TreeRow & { readonly tier: number }>(
  planting: Planting<Row>,
  kind: string,
  deepest: number,
): Row[] {
  const { rows } = planting;
  for (const [id, path] of planting.paths) {
    const parent = rows.get(id)?.parent_id ?? null;
    if (parent !== null && !rows.has(parent))
      throw new BundleProblem(`${path}.parent_id`, `there is no ${kind} ${parent}`);
  }
  const tiers = tiersOf([...rows.values()]);
  for (const [id, path] of planting.paths) {
    const tier = tiers.get(id);
    if (tier === undefined)
      throw new BundleProblem(`${path}.parent_id`, `${id} would stand below itself, or below one that does`);
    if (tier > deepest)
      throw new BundleProblem(
        `${path}.parent_id`,
        `${id} would stand in tier ${tier}, but there are ${deepest}`,
      );
  }
  return [...rows.values()].map((row) => {
    const tier = tiers.get(row.id) ?? 0;
    if (tier > deepest)
      throw new BundleProblem(
        `${blamed(planting, row)}.parent_id`,
        `${row.id} below it would stand in tier ${tier}, but there are ${deepest}`,
      );
    return tier === row.tier ? row : { ...row, tier };
  });
}

/** The path of a row, or of the nearest row above it that the file states. */
function blamed({ rows, paths }: Tree, row: TreeRow): string {
  let at: TreeRow | undefined = row;
  while (at && !paths.has(at.id)) at = at.parent_id === null ? undefined : rows.get(at.parent_id);
  return paths.get(at?.id ?? "") ?? "";
}

/** The rows of the file, in its order, followed by the others. */
function statedFirst<Row extends TreeRow>({ paths }: Planting<Row>, rows: readonly Row[]): Row[] {
  const order = new Map([...paths.keys()].map((id, index) => [id, index]));
  return rows.toSorted((a, b) => (order.get(a.id) ?? order.size) - (order.get(b.id) ?? order.size));
}

/** Counts the outcomes of the file's rows, and returns every row that must be written. */
function changes<Row extends TreeRow>(
  { former, paths }: Planting<Row>,
  rows: readonly Row[],
): { tally: Tally; changed: Row[] } {
  const tally = new Tally();
  const changed = rows.filter((row) => {
    const before = former.get(row.id);
    const same = before !== undefined && sameFields(row, before);
    if (paths.has(row.id)) tally.compare(before, same);
    return !same;
  });
  return { tally, changed };
}

const categoryRecord = recordSchema(CATEGORIES);
const categoriesShape = {
  name: "categories",
  form: "array",
  description: `The chart, in any order: at most ${LIMITS.category_tiers.value} tiers. Categories missing from the file are kept.`,
  schema: categoryRecord,
} as const;
const readCategories = recordReader(categoriesShape, categoryRecord);
const categoryOf = recordReading(CATEGORIES);

/** Finds the first category, by id, that has journal entries; null if none has. The ledger implements it. */
type FindUsedCategory = (
  db: Queryable,
  companyId: PublicId<"company">,
  categoryIds: readonly string[],
) => Promise<string | null>;

/** The section of categories. */
export function categoriesSection(findUsedCategory: FindUsedCategory): BundleSection<Tx> {
  return {
    ...categoriesShape,
    async write({ tx, companyId, now }, batches) {
      const existing = await chartStore.listCategories(tx, companyId);
      const planting = await plant(
        { plural: "categories", most: LIMITS.categories.value },
        existing,
        readCategories(batches),
        (record, former, path): CategoryRow => {
          refuseDirect(record.id, path);
          return { ...categoryOf(record, former ?? null, path, now), tier: former?.tier ?? 1 };
        },
      );
      const rows = placed(planting, "category", LIMITS.category_tiers.value);
      for (const row of statedFirst(planting, rows)) checkCategory(planting, row);
      checkRoles(planting, rows);
      const retyped = rows.filter(
        (row) => (planting.former.get(row.id)?.account_type ?? row.account_type) !== row.account_type,
      );
      const used =
        retyped.length === 0
          ? null
          : await findUsedCategory(
              tx,
              companyId,
              retyped.map((row) => row.id),
            );
      if (used !== null)
        throw new BundleProblem(
          `${planting.paths.get(used) ?? ""}.account_type`,
          `${used} has journal entries and keeps its type, ${planting.former.get(used)?.account_type ?? ""}`,
        );
      const { tally, changed } = changes(planting, rows);
      if (changed.length > 0) await chartStore.putCategories(tx, companyId, changed);
      return tally.counts;
    },
    async *read({ tx, companyId }) {
      yield (await chartStore.listCategories(tx, companyId)).map(
        ({ tier: _tier, position, parent_id, created, role, ...first }) => ({
          ...first,
          position,
          parent_id,
          created,
          role,
        }),
      );
    },
  };
}

/** Refuses a type that is not the parent's, and a role that does not go with the type. */
function checkCategory(planting: Planting<CategoryRow>, row: CategoryRow): void {
  const own = planting.paths.get(row.id);
  const parent = row.parent_id === null ? undefined : planting.rows.get(row.parent_id);
  if (parent && parent.account_type !== row.account_type) {
    throw own === undefined
      ? new BundleProblem(
          `${blamed(planting, row)}.account_type`,
          `${row.id} below it is of type ${row.account_type}`,
        )
      : new BundleProblem(
          `${own}.account_type`,
          `is ${row.account_type}, but the parent ${parent.id} is of type ${parent.account_type}`,
        );
  }
  if (own === undefined) return;
  const at = `${own}.cash_flow`;
  if (isPointInTime(row.account_type) && row.cash_flow === null)
    throw new BundleProblem(at, `is required for a category of type ${row.account_type}`);
  if (!isPointInTime(row.account_type) && row.cash_flow !== null)
    throw new BundleProblem(at, `must be null for a category of type ${row.account_type}`);
  if (row.cash_flow === "cash" && row.account_type !== "asset")
    throw new BundleProblem(at, `must not be cash for a category of type ${row.account_type}`);
  if (row.role === "retained_earnings" && row.account_type !== "equity")
    throw new BundleProblem(
      `${own}.role`,
      `must not be retained_earnings for a category of type ${row.account_type}`,
    );
}

/** Refuses a role that another category has. */
function checkRoles(planting: Planting<CategoryRow>, rows: readonly CategoryRow[]): void {
  const having = new Map<string, string>();
  for (const { id, role } of rows) {
    if (role === null) continue;
    const other = having.get(role);
    if (other !== undefined)
      throw new BundleProblem(
        `${planting.paths.get(id) ?? planting.paths.get(other) ?? ""}.role`,
        `is ${role}, and so is that of another category`,
      );
    having.set(role, id);
  }
}

const departmentRecord = recordSchema(DEPARTMENTS);
const departmentsShape = {
  name: "departments",
  form: "array",
  description: `The departments, in any order: at most ${LIMITS.department_tiers.value} tiers. Departments missing from the file are kept.`,
  schema: departmentRecord,
} as const;
const readDepartments = recordReader(departmentsShape, departmentRecord);
const departmentOf = recordReading(DEPARTMENTS);

export const departmentsSection: BundleSection<Tx> = {
  ...departmentsShape,
  async write({ tx, companyId, now }, batches) {
    const open = new Set<string>();
    const existing = await chartStore.listDepartments(tx, companyId);
    const planting = await plant(
      { plural: "departments", most: LIMITS.departments.value },
      existing,
      readDepartments(batches),
      (record, former, path): DepartmentRow => {
        refuseDirect(record.id, path);
        if (record.assignable === undefined && former === undefined) open.add(record.id);
        return { ...departmentOf(record, former ?? null, path, now), tier: former?.tier ?? 1 };
      },
    );
    const placedRows = placed(planting, "department", LIMITS.department_tiers.value);
    const children = childrenByParent(placedRows);
    const rows = placedRows.map((row) =>
      open.has(row.id) ? { ...row, assignable: !children.has(row.id) } : row,
    );
    for (const row of statedFirst(planting, rows)) {
      const child =
        children.get(row.id)?.find(({ id }) => planting.paths.has(id)) ?? children.get(row.id)?.[0];
      if (!row.assignable || !child) continue;
      const own = planting.paths.get(row.id);
      throw own === undefined
        ? new BundleProblem(
            `${planting.paths.get(child.id) ?? ""}.parent_id`,
            `${row.id} is assignable, so it can't have departments below it`,
          )
        : new BundleProblem(`${own}.assignable`, `must be false, because ${child.id} stands below it`);
    }
    const { tally, changed } = changes(planting, rows);
    if (changed.length > 0) await chartStore.putDepartments(tx, companyId, changed);
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield inDisplayOrder(await chartStore.listDepartments(tx, companyId)).map(
      ({ tier: _tier, id, name, position, ...rest }) => ({ id, name, position, ...rest }),
    );
  },
};

/** Refuses an id that would read as the filter for a node's own entries. */
function refuseDirect(id: string, path: string): void {
  if (readCategoryFilter(id).direct)
    throw new BundleProblem(`${path}.id`, "must not end in -direct, which filters for a node's own entries");
}
