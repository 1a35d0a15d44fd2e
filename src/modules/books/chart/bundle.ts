/**
 * The sections of the bundle for categories and departments. The bundle is the JSON file with all records of
 * a company. Records may be in any order, and may move a node to another parent, so the checks look at the
 * whole tree: the records of the file together with the existing rows that are not in the file.
 *
 * Invariant: nothing is written before the whole tree is valid, and then all of it by one SQL statement. If a
 * row that is not in the file becomes invalid, the error names its nearest ancestor in the file.
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
import { cashFlowRolesOf, isPointInTime } from "@daybook/words/ledger-words";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable, Tx } from "../../../platform/db/index.ts";
import { CATEGORIES, type DepartmentRow, DEPARTMENTS, type StoredCategory } from "./record.ts";
import {
  childrenByParent,
  inDisplayOrder,
  readCategoryFilter,
  tiersOf,
  type TreeRow,
} from "./rules/index.ts";
import { presentationFault } from "./rules/changes.ts";
import { movedOnStatements } from "./rules/shown.ts";
import { chartStore } from "./store.ts";

/** The import of one tree. */
interface TreeImport<Row> {
  /** The existing rows of the company, by id. */
  readonly existing: ReadonlyMap<string, Row>;
  /** The rows after the import, by id. */
  readonly rows: Map<string, Row>;
  /** The paths of the records in the file by id, in the order of the file. */
  readonly paths: Map<string, string>;
}

type Tree = TreeImport<TreeRow & { readonly tier: number }>;

/** Merges the records of the file into the existing rows of the company. */
async function mergeRecords<Row extends TreeRow, R extends { readonly id: string }>(
  kind: { readonly plural: string; readonly limit: number },
  existingRows: readonly Row[],
  records: AsyncIterable<ReadRecord<R>>,
  rowOf: (record: R, existing: Row | undefined, path: string) => Row,
): Promise<TreeImport<Row>> {
  const existing = new Map(existingRows.map((row) => [row.id, row]));
  const tree = { existing, rows: new Map(existing), paths: new Map<string, string>() };
  const seen = new Set<string>();
  for await (const { path, record } of records) {
    onlyOnce(seen, record.id, path);
    tree.rows.set(record.id, rowOf(record, existing.get(record.id), path));
    tree.paths.set(record.id, path);
    if (tree.rows.size > kind.limit)
      throw new BundleProblem(
        path,
        `would be one more than the ${kind.limit} ${kind.plural} that a company may have`,
      );
  }
  return tree;
}

/**
 * Returns the rows with their tiers. Throws a `BundleProblem` for a missing parent, a cycle, or more than
 * `maxTier` tiers.
 */
function setTiers<Row extends TreeRow & { readonly tier: number }>(
  tree: TreeImport<Row>,
  kind: string,
  maxTier: number,
): Row[] {
  const { rows } = tree;
  for (const [id, path] of tree.paths) {
    const parent = rows.get(id)?.parent_id ?? null;
    if (parent !== null && !rows.has(parent))
      throw new BundleProblem(`${path}.parent_id`, `there is no ${kind} ${parent}`);
  }
  const tiers = tiersOf([...rows.values()]);
  for (const [id, path] of tree.paths) {
    const tier = tiers.get(id);
    if (tier === undefined)
      throw new BundleProblem(`${path}.parent_id`, `${id} would stand below itself, or below one that does`);
    if (tier > maxTier)
      throw new BundleProblem(
        `${path}.parent_id`,
        `${id} would stand in tier ${tier}, but there are ${maxTier}`,
      );
  }
  return [...rows.values()].map((row) => {
    const tier = tiers.get(row.id) ?? 0;
    if (tier > maxTier)
      throw new BundleProblem(
        `${nearestPath(tree, row)}.parent_id`,
        `${row.id} below it would stand in tier ${tier}, but there are ${maxTier}`,
      );
    return tier === row.tier ? row : { ...row, tier };
  });
}

/**
 * Returns the path of a row in the file. If the row is not in the file, returns that of its nearest ancestor
 * there.
 */
function nearestPath({ rows, paths }: Tree, row: TreeRow): string {
  let node: TreeRow | undefined = row;
  while (node && !paths.has(node.id)) node = node.parent_id === null ? undefined : rows.get(node.parent_id);
  return paths.get(node?.id ?? "") ?? "";
}

/** Returns the rows of the file in the order of the file, followed by the other rows. */
function inFileOrder<Row extends TreeRow>({ paths }: TreeImport<Row>, rows: readonly Row[]): Row[] {
  const order = new Map([...paths.keys()].map((id, index) => [id, index]));
  return rows.toSorted((a, b) => (order.get(a.id) ?? order.size) - (order.get(b.id) ?? order.size));
}

/**
 * Counts how many rows of the file are created, changed and unchanged. Returns every row that must be
 * written.
 */
function compareRows<Row extends TreeRow>(
  { existing, paths }: TreeImport<Row>,
  rows: readonly Row[],
): { tally: Tally; changed: Row[] } {
  const tally = new Tally();
  const changed = rows.filter((row) => {
    const before = existing.get(row.id);
    const isSame = before !== undefined && sameFields(row, before);
    if (paths.has(row.id)) tally.compare(before, isSame);
    return !isSame;
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

/** Finds the first of some categories, by id, that has journal entries; null if there is none. */
type FindUsedCategory = (
  db: Queryable,
  companyId: PublicId<"company">,
  categoryIds: readonly string[],
) => Promise<string | null>;

/** Makes the section of categories. The ledger, which depends on this module, provides `findUsedCategory`. */
export function categoriesSection(findUsedCategory: FindUsedCategory): BundleSection<Tx> {
  return {
    ...categoriesShape,
    async write({ tx, companyId, now }, batches) {
      const existingRows = await chartStore.listCategories(tx, companyId);
      const tree = await mergeRecords(
        { plural: "categories", limit: LIMITS.categories.value },
        existingRows,
        readCategories(batches),
        (record, existing, path): StoredCategory => {
          refuseDirect(record.id, path);
          return { ...categoryOf(record, existing ?? null, path, now), tier: existing?.tier ?? 1 };
        },
      );
      const rows = setTiers(tree, "category", LIMITS.category_tiers.value);
      for (const row of inFileOrder(tree, rows)) checkCategory(tree, row);
      checkRoles(tree, rows);
      checkMerged(tree, rows);
      const retyped = rows.filter(
        (row) => (tree.existing.get(row.id)?.account_type ?? row.account_type) !== row.account_type,
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
          `${tree.paths.get(used) ?? ""}.account_type`,
          `${used} has journal entries and keeps its type, ${tree.existing.get(used)?.account_type ?? ""}`,
        );
      const { tally, changed } = compareRows(tree, rows);
      await chartStore.requireOpen(tx, companyId, movedOnStatements(existingRows, changed).ids);
      if (changed.length > 0) await chartStore.putCategories(tx, companyId, changed);
      return tally.counts;
    },
    async *read({ tx, companyId }) {
      yield (await chartStore.listCategories(tx, companyId)).map(
        ({ tier: _tier, position, parent_id, created, role, ...rest }) => {
          const { balance_class, cash_paid_for, active, merged, ...first } = rest;
          const last = { balance_class, cash_paid_for, active, merged };
          return { ...first, position, parent_id, created, role, ...last };
        },
      );
    },
  };
}

/**
 * Throws a `BundleProblem` if a category differs in type from its parent, or has a role that its type can't
 * have.
 */
function checkCategory(tree: TreeImport<StoredCategory>, row: StoredCategory): void {
  const own = tree.paths.get(row.id);
  const parent = row.parent_id === null ? undefined : tree.rows.get(row.parent_id);
  if (parent && parent.account_type !== row.account_type) {
    throw own === undefined
      ? new BundleProblem(
          `${nearestPath(tree, row)}.account_type`,
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
  if (row.cash_flow !== null && !cashFlowRolesOf(row.account_type).includes(row.cash_flow))
    throw new BundleProblem(at, `must not be ${row.cash_flow} for a category of type ${row.account_type}`);
  if (row.role === "retained_earnings" && row.account_type !== "equity")
    throw new BundleProblem(
      `${own}.role`,
      `must not be retained_earnings for a category of type ${row.account_type}`,
    );
  if (row.role !== null && !row.active)
    throw new BundleProblem(`${own}.active`, `must be true for a category with the role ${row.role}`);
  const fault = presentationFault(row);
  if (fault !== null) throw new BundleProblem(`${own}.${fault.param}`, `is refused: ${fault.message}`);
}

/** Throws a `BundleProblem` if two categories have the same role. */
function checkRoles(tree: TreeImport<StoredCategory>, rows: readonly StoredCategory[]): void {
  const idByRole = new Map<string, string>();
  for (const { id, role } of rows) {
    if (role === null) continue;
    const other = idByRole.get(role);
    if (other !== undefined)
      throw new BundleProblem(
        `${tree.paths.get(id) ?? tree.paths.get(other) ?? ""}.role`,
        `is ${role}, and so is that of another category`,
      );
    idByRole.set(role, id);
  }
}

/**
 * Throws a `BundleProblem` if a category of the file was merged into two. A category may have the id of one
 * that was merged: it comes before that one wherever the id is looked up.
 */
function checkMerged({ paths }: TreeImport<StoredCategory>, rows: readonly StoredCategory[]): void {
  const intoById = new Map<string, string>();
  for (const { id: into, merged } of rows)
    for (const { id } of merged) {
      const other = intoById.get(id) ?? into;
      const path = paths.get(into) ?? paths.get(other);
      if (other !== into && path !== undefined)
        throw new BundleProblem(`${path}.merged`, `${id} was merged into both ${other} and ${into}`);
      intoById.set(id, into);
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
    // New departments without `assignable` get the default, which depends on whether they have children.
    const withDefault = new Set<string>();
    const existingRows = await chartStore.listDepartments(tx, companyId);
    const tree = await mergeRecords(
      { plural: "departments", limit: LIMITS.departments.value },
      existingRows,
      readDepartments(batches),
      (record, existing, path): DepartmentRow => {
        refuseDirect(record.id, path);
        if (record.assignable === undefined && existing === undefined) withDefault.add(record.id);
        return { ...departmentOf(record, existing ?? null, path, now), tier: existing?.tier ?? 1 };
      },
    );
    const tieredRows = setTiers(tree, "department", LIMITS.department_tiers.value);
    const children = childrenByParent(tieredRows);
    const rows = tieredRows.map((row) =>
      withDefault.has(row.id) ? { ...row, assignable: !children.has(row.id) } : row,
    );
    for (const row of inFileOrder(tree, rows)) {
      const child = children.get(row.id)?.find(({ id }) => tree.paths.has(id)) ?? children.get(row.id)?.[0];
      if (!row.assignable || !child) continue;
      const own = tree.paths.get(row.id);
      throw own === undefined
        ? new BundleProblem(
            `${tree.paths.get(child.id) ?? ""}.parent_id`,
            `${row.id} is assignable, so it can't have departments below it`,
          )
        : new BundleProblem(`${own}.assignable`, `must be false, because ${child.id} stands below it`);
    }
    const { tally, changed } = compareRows(tree, rows);
    if (changed.length > 0) await chartStore.putDepartments(tx, companyId, changed);
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield inDisplayOrder(await chartStore.listDepartments(tx, companyId)).map(
      ({ tier: _tier, id, name, position, ...rest }) => ({ id, name, position, ...rest }),
    );
  },
};

/** Throws a `BundleProblem` for an id that ends in `-direct`, because filters give this suffix a meaning. */
function refuseDirect(id: string, path: string): void {
  if (readCategoryFilter(id).direct)
    throw new BundleProblem(`${path}.id`, "must not end in -direct, which filters for a node's own entries");
}
