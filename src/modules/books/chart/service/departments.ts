/**
 * Changes of the tree of departments. Invariants: only a department without others below it can be assigned,
 * and a department is deleted only while nothing names it.
 */
import { present } from "@daybook/words/assert";
import { monthOf } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import type { DepartmentRow } from "../record.ts";
import { departmentPlaceFault } from "../rules/changes.ts";
import { tiersOf, treeSelector } from "../rules/index.ts";
import { chartStore } from "../store.ts";
import { type ChangeWords, type ChartNeeds, describe, inTurn, nextPosition } from "./change.ts";

type Company = PublicId<"company">;

/** The first and the last month, as YYYY-MM. */
type Months = { readonly first: string; readonly last: string } | null;

/** A change of a department that was made, and what it changes elsewhere. */
export interface DepartmentChange {
  /** The department as it is; as it was before it was deleted. */
  readonly department: DepartmentRow;
  /** The months whose income statement by department changes; null if there are none. */
  readonly months: Months;
  /** The names of the departments that can't be assigned any more. */
  readonly closed: readonly string[];
  /** The names of the rules that assign one of them, and therefore assign nothing any more. */
  readonly rules: readonly string[];
}

export interface DepartmentsService {
  // With `isPreview`, a change below is checked and answered, and then rolled back.
  /** Adds a department after its siblings. Refuses `resource_missing` and `invalid_request`. */
  addDepartment(
    companyId: Company,
    department: Pick<DepartmentRow, "name"> & { readonly parent_id: string | null },
    isPreview?: boolean,
  ): Promise<DepartmentChange>;
  /** Changes the name and whether it can be assigned; null leaves each as it is. */
  changeDepartment(
    companyId: Company,
    id: string,
    change: { readonly name: string | null; readonly assignable: boolean | null },
    isPreview?: boolean,
  ): Promise<DepartmentChange>;
  /** Moves a department with all below it under another parent; null makes it a root. */
  moveDepartment(
    companyId: Company,
    id: string,
    parentId: string | null,
    isPreview?: boolean,
  ): Promise<DepartmentChange>;
  /** Deletes a department that nothing names. Refuses `resource_missing` and `invalid_request`. */
  deleteDepartment(companyId: Company, id: string, isPreview?: boolean): Promise<DepartmentChange>;
}

/** The departments that a transaction changes. */
interface OpenTree {
  readonly tx: Tx;
  readonly companyId: Company;
  readonly needs: ChartNeeds;
  readonly rows: readonly DepartmentRow[];
}

export function departmentsService(needs: ChartNeeds): DepartmentsService {
  const changing = (
    companyId: Company,
    isPreview: boolean | undefined,
    change: (tree: OpenTree) => Promise<DepartmentChange>,
  ): Promise<DepartmentChange> =>
    inTurn(needs, companyId, isPreview ?? false, async (tx) =>
      change({ tx, companyId, needs, rows: await chartStore.listDepartments(tx, companyId) }),
    );
  return {
    addDepartment: (companyId, department, isPreview) =>
      changing(companyId, isPreview, (tree) => add(tree, department)),
    changeDepartment: (companyId, id, change, isPreview) =>
      changing(companyId, isPreview, (tree) => edit(tree, id, change)),
    moveDepartment: (companyId, id, parentId, isPreview) =>
      changing(companyId, isPreview, (tree) => move(tree, id, parentId)),
    deleteDepartment: (companyId, id, isPreview) =>
      changing(companyId, isPreview, (tree) => remove(tree, id)),
  };
}

async function add(
  tree: OpenTree,
  { name, parent_id }: { readonly name: string; readonly parent_id: string | null },
): Promise<DepartmentChange> {
  const { rows, needs } = tree;
  if (rows.length >= LIMITS.departments.value)
    throw refuse("invalid_request", {
      message: `A company has at most ${LIMITS.departments.value} departments.`,
    });
  const parent = parent_id === null ? null : findRow(rows, parent_id, "parent");
  const row: DepartmentRow = {
    id: needs.ids.next("department"),
    name,
    tier: (parent?.tier ?? 0) + 1,
    parent_id: parent?.id ?? null,
    position: nextPosition(rows, parent?.id ?? null),
    assignable: true,
    created: needs.now(),
  };
  refusePlace([...rows, row], row);
  return write(tree, [row, ...closing(parent)], row, {
    words: { action: "department add", from: null, to: "added" },
  });
}

async function edit(
  tree: OpenTree,
  id: string,
  { name, assignable }: { readonly name: string | null; readonly assignable: boolean | null },
): Promise<DepartmentChange> {
  const former = findRow(tree.rows, id, "id");
  const row = { ...former, name: name ?? former.name, assignable: assignable ?? former.assignable };
  if (row.assignable && tree.rows.some(({ parent_id }) => parent_id === id))
    throw refuse("invalid_request", {
      param: "assignable",
      message: `${row.name} has departments below it. Only a department without others below it can be assigned.`,
    });
  const isSwitched = row.assignable !== former.assignable;
  if (!isSwitched && row.name === former.name)
    return { department: row, months: null, closed: [], rules: [] };
  return write(tree, [row], row, {
    words: {
      action: "department set",
      from: null,
      to: isSwitched ? (row.assignable ? "assignable" : "not assignable") : "renamed",
    },
  });
}

async function move(tree: OpenTree, id: string, parentId: string | null): Promise<DepartmentChange> {
  const { tx, companyId, needs, rows } = tree;
  const former = findRow(rows, id, "id");
  const parent = parentId === null ? null : findRow(rows, parentId, "parent");
  if (former.parent_id === parentId) return { department: former, months: null, closed: [], rules: [] };
  const moved = { ...former, parent_id: parent?.id ?? null, position: nextPosition(rows, parentId) };
  const after = rows.map((each) => (each.id === id ? moved : each));
  refusePlace(after, moved);
  const tiers = tiersOf(after);
  const tiered = after.map((each) => ({ ...each, tier: present(tiers.get(each.id), "a row has no tier") }));
  const tierBefore = new Map(rows.map((each) => [each.id, each.tier]));
  const row = findRow(tiered, id, "id");
  const days = await needs.findDepartmentDays(tx, companyId, treeSelector(rows)(id)?.ids ?? []);
  return write(
    tree,
    // All that is below it gets another tier.
    [...tiered.filter((each) => each.id === id || each.tier !== tierBefore.get(each.id)), ...closing(parent)],
    row,
    {
      words: {
        action: "department move",
        from: former.parent_id ?? "root",
        to: row.parent_id ?? "root",
      },
      months: days && { first: monthOf(days.first), last: monthOf(days.last) },
    },
  );
}

async function remove(tree: OpenTree, id: string): Promise<DepartmentChange> {
  const { tx, companyId, needs, rows } = tree;
  const row = findRow(rows, id, "id");
  const [rule] = await needs.listRulesAssigning(tx, companyId, [id]);
  const days = await needs.findDepartmentDays(tx, companyId, [id]);
  const because = rows.some(({ parent_id }) => parent_id === id)
    ? "has departments below it. Move or delete them first"
    : days !== null
      ? `has journal entries from ${monthOf(days.first)} to ${monthOf(days.last)}, so it stays. It can be closed to new ones`
      : rule === undefined
        ? null
        : `is assigned by the rule ${rule}. Change or delete the rule first`;
  if (because !== null) throw refuse("invalid_request", { param: "id", message: `${row.name} ${because}.` });
  await chartStore.deleteDepartment(tx, companyId, row);
  await describe(tree, id, { action: "department delete", from: row.parent_id ?? "root", to: "deleted" });
  return { department: row, months: null, closed: [], rules: [] };
}

/** The row of a parent that gets a child and can't be assigned any more, if it could. */
function closing(parent: DepartmentRow | null): DepartmentRow[] {
  return parent?.assignable === true ? [{ ...parent, assignable: false }] : [];
}

/** Writes departments, describes the change, and finds which of them were closed and what that ends. */
async function write(
  tree: OpenTree,
  written: readonly DepartmentRow[],
  row: DepartmentRow,
  { words, months = null }: { readonly words: ChangeWords; readonly months?: Months },
): Promise<DepartmentChange> {
  const { tx, companyId, needs, rows } = tree;
  await chartStore.putDepartments(tx, companyId, written);
  await describe(tree, row.id, words);
  const assignable = new Set(rows.flatMap((each) => (each.assignable ? [each.id] : [])));
  const closed = written.filter((each) => !each.assignable && assignable.has(each.id));
  return {
    department: row,
    months,
    closed: closed.map(({ name }) => name),
    rules:
      closed.length === 0
        ? []
        : await needs.listRulesAssigning(
            tx,
            companyId,
            closed.map(({ id }) => id),
          ),
  };
}

function findRow(rows: readonly DepartmentRow[], id: string, param: "id" | "parent"): DepartmentRow {
  const row = rows.find((each) => each.id === id);
  if (!row) throw refuse("resource_missing", { param, message: `The company has no department ${id}.` });
  return row;
}

function refusePlace(rows: readonly DepartmentRow[], changed: DepartmentRow): void {
  const message = departmentPlaceFault(rows, changed);
  if (message !== null) throw refuse("invalid_request", { param: "parent", message });
}
