/**
 * Use cases of the chart: its lists, its changes, and the categories with a role, which the service uses for
 * postings. Invariant: a change is checked and written under the locks of the company and of its chart, so no
 * import and no other change comes between.
 */
import { present } from "../../../../core/assert.ts";
import { monthOf, type UnixSeconds } from "../../../../core/civil-date.ts";
import { refuse } from "../../../../core/errors.ts";
import {
  type AccountType,
  type BalanceClass,
  type CashFlowRole,
  type CashPaidFor,
  type CategoryRole,
  isPointInTime,
} from "../../../../core/ledger-words.ts";
import { LIMITS } from "../../../../core/limits.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import { type Tx, takeTurn } from "../../../../platform/db/index.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import type { CategoryRow, DepartmentRow } from "../record.ts";
import {
  type CategoryUse,
  cashFlowChangeFault,
  type ChangedStatement,
  type ChangeFault,
  categoryForRole,
  inDisplayOrder,
  parentChangeFault,
  presentationFault,
  ROLE_CONVENTIONS,
  statementsOf,
  tiersOf,
  treeSelector,
} from "../rules.ts";
import { chartStore } from "../store.ts";
import { type ChangeWords, type ChartNeeds, describe, inTurn, nextPosition } from "./change.ts";
import { type DepartmentsService, departmentsService } from "./departments.ts";

type Company = PublicId<"company">;

/** A category that is to be added. */
export interface NewCategory {
  readonly name: string;
  readonly account_type: AccountType;
  /** Null for that of the parent, or without one for `working_capital` on the balance sheet. */
  readonly cash_flow: CashFlowRole | null;
  readonly parent_id: string | null;
}

/** A change of a category that is to be made. */
export interface CategoryEdit {
  readonly name: string | null;
  readonly cash_flow: CashFlowRole | "none" | null;
  readonly balance_class?: BalanceClass | "none" | null;
  readonly cash_paid_for?: CashPaidFor | "none" | null;
}

/** A change of a category that was made, and what it changes of the statements. */
export interface ChartChange {
  readonly company_id: Company;
  readonly category: CategoryRow;
  /** The statements that change; empty if the category has no entries or only its name changed. */
  readonly statements: readonly ChangedStatement[];
  /** The first and the last month, as YYYY-MM, with entries that change their place; null if there are none. */
  readonly months: { readonly first: string; readonly last: string } | null;
}

export interface ChartService extends DepartmentsService {
  /** Lists categories by tier, then position, then name. */
  listCategories(companyId: PublicId<"company">): Promise<CategoryRow[]>;
  /** Lists departments in display order: each is followed by its children. */
  listDepartments(companyId: PublicId<"company">): Promise<DepartmentRow[]>;
  // With `isPreview`, a change below is checked and answered, and then rolled back.
  /** Adds a category after its siblings. Refuses `resource_missing` and `invalid_request`. */
  addCategory(companyId: Company, category: NewCategory): Promise<ChartChange>;
  /**
   * Changes a category's name and cash flow role; null leaves each as it is, and the role `none` takes it
   * away. Refuses `resource_missing` and `invalid_request`.
   */
  changeCategory(
    companyId: Company,
    id: string,
    change: CategoryEdit,
    isPreview?: boolean,
  ): Promise<ChartChange>;
  /**
   * Moves a category with all below it under another parent, after its siblings; null makes it a root.
   * Refuses `resource_missing` and `invalid_request`.
   */
  moveCategory(
    companyId: Company,
    id: string,
    parentId: string | null,
    isPreview?: boolean,
  ): Promise<ChartChange>;
}

export function chartService(needs: ChartNeeds): ChartService {
  const { db } = needs;
  /** Runs a change of a company's chart in its turn. */
  const changing = (
    companyId: Company,
    change: (chart: OpenChart) => Promise<ChartChange>,
    isPreview = false,
  ): Promise<ChartChange> =>
    inTurn(needs, companyId, isPreview, async (tx) =>
      change({ tx, companyId, needs, rows: await chartStore.listCategories(tx, companyId) }),
    );
  return {
    listCategories: (companyId) => chartStore.listCategories(db, companyId),
    async listDepartments(companyId) {
      return inDisplayOrder(await chartStore.listDepartments(db, companyId));
    },
    addCategory: (companyId, category) => changing(companyId, (chart) => addCategory(chart, category)),
    changeCategory: (companyId, id, change, isPreview) =>
      changing(companyId, (chart) => changeCategory(chart, id, change), isPreview),
    moveCategory: (companyId, id, parentId, isPreview) =>
      changing(companyId, (chart) => moveCategory(chart, id, parentId), isPreview),
    ...departmentsService(needs),
  };
}

/** A chart that a transaction changes. */
interface OpenChart {
  readonly tx: Tx;
  readonly companyId: Company;
  readonly needs: ChartNeeds;
  readonly rows: readonly CategoryRow[];
}

/** Writes rows of the chart, and describes the change in the audit trail. */
async function write(
  chart: OpenChart,
  written: readonly CategoryRow[],
  changed: CategoryRow,
  change: ChangeWords,
): Promise<void> {
  await chartStore.putCategories(chart.tx, chart.companyId, written);
  await describe(chart, changed.id, change);
}

async function addCategory(chart: OpenChart, given: NewCategory): Promise<ChartChange> {
  const { companyId, needs, rows } = chart;
  const { name, account_type } = given;
  const parent = given.parent_id === null ? null : findRow(rows, given.parent_id, "parent");
  if (rows.length >= LIMITS.categories.value)
    throw refuse("invalid_request", {
      message: `A company has at most ${LIMITS.categories.value} categories.`,
    });
  const row: CategoryRow = {
    id: needs.ids.next("category"),
    name,
    account_type,
    cash_flow:
      given.cash_flow ?? parent?.cash_flow ?? (isPointInTime(account_type) ? "working_capital" : null),
    tier: (parent?.tier ?? 0) + 1,
    position: nextPosition(rows, parent?.id ?? null),
    parent_id: parent?.id ?? null,
    created: needs.now(),
    role: null,
    balance_class: null,
    cash_paid_for: null,
  };
  const after = [...rows, row];
  refuseFault(
    parentChangeFault({ rows: after, changed: row, uses: await usesOf(chart, row.parent_id) }) ??
      // The chart may lack cash before: this category may be the first one of the balance sheet.
      cashFlowChangeFault({ rows: [], changed: row, uses: [] }),
  );
  await write(chart, [row], row, { action: "category add", from: null, to: "added" });
  return { company_id: companyId, category: row, statements: [], months: null };
}

async function changeCategory(chart: OpenChart, id: string, change: CategoryEdit): Promise<ChartChange> {
  const { companyId, rows } = chart;
  const former = findRow(rows, id, "id");
  const row = {
    ...former,
    name: change.name ?? former.name,
    cash_flow: changedWord(change.cash_flow, former.cash_flow),
    balance_class: changedWord(change.balance_class, former.balance_class),
    cash_paid_for: changedWord(change.cash_paid_for, former.cash_paid_for),
  };
  refuseFault(presentationFault(row));
  const changesRole = row.cash_flow !== former.cash_flow;
  const isPresentedOtherwise =
    row.balance_class !== former.balance_class || row.cash_paid_for !== former.cash_paid_for;
  if (changesRole)
    refuseFault(
      cashFlowChangeFault({
        rows: rows.map((each) => (each.id === id ? row : each)),
        changed: row,
        uses: await usesOf(chart, id),
      }),
    );
  if (changesRole || isPresentedOtherwise || row.name !== former.name)
    await write(chart, [row], row, {
      action: "category set",
      from: changesRole ? former.cash_flow : null,
      to: changesRole ? (row.cash_flow ?? "none") : isPresentedOtherwise ? "presented" : "renamed",
    });
  const months = changesRole ? await monthsOf(chart, [id]) : null;
  // Cash stands on the balance sheet as a figure of its own.
  const changed: ChangedStatement[] =
    row.cash_flow === "cash" || former.cash_flow === "cash" ? ["balance_sheet", "cash_flow"] : ["cash_flow"];
  return { company_id: companyId, category: row, statements: months === null ? [] : changed, months };
}

/** Returns what an edit makes of a word: "none" removes it, null keeps it. */
function changedWord<Word extends string>(
  given: Word | "none" | null | undefined,
  former: Word | null,
): Word | null {
  return given === "none" ? null : (given ?? former);
}

async function moveCategory(chart: OpenChart, id: string, parentId: string | null): Promise<ChartChange> {
  const { companyId, rows } = chart;
  const former = findRow(rows, id, "id");
  const parent = parentId === null ? null : findRow(rows, parentId, "parent");
  if (former.parent_id === parentId)
    return { company_id: companyId, category: former, statements: [], months: null };
  const position = nextPosition(rows, parentId);
  const moved = { ...former, parent_id: parent?.id ?? null, position };
  const after = rows.map((each) => (each.id === id ? moved : each));
  const uses = await usesOf(chart, parentId);
  refuseFault(parentChangeFault({ rows: after, changed: moved, uses }));
  const tiers = tiersOf(after);
  const tiered = after.map((each) => ({ ...each, tier: present(tiers.get(each.id), "a row has no tier") }));
  const row = present(
    tiered.find((each) => each.id === id),
    "a category was lost",
  );
  const tierBefore = new Map(rows.map((each) => [each.id, each.tier]));
  // All that is below it gets another tier.
  const written = tiered.filter((each) => each.id === id || each.tier !== tierBefore.get(each.id));
  await write(chart, written, row, {
    action: "category move",
    from: former.parent_id ?? "root",
    to: row.parent_id ?? "root",
  });
  const months = await monthsOf(chart, treeSelector(rows)(id)?.ids ?? []);
  return {
    company_id: companyId,
    category: row,
    statements: months === null ? [] : statementsOf(row.account_type),
    months,
  };
}

function findRow(rows: readonly CategoryRow[], id: string, param: "id" | "parent"): CategoryRow {
  const row = rows.find((each) => each.id === id);
  if (!row) throw refuse("resource_missing", { param, message: `The company has no category ${id}.` });
  return row;
}

async function usesOf(
  { tx, companyId, needs }: OpenChart,
  categoryId: string | null,
): Promise<readonly CategoryUse[]> {
  return categoryId === null ? [] : needs.listUses(tx, companyId, categoryId);
}

async function monthsOf(
  { tx, companyId, needs }: OpenChart,
  categoryIds: readonly string[],
): Promise<ChartChange["months"]> {
  const days = await needs.findEntryDays(tx, companyId, categoryIds);
  return days && { first: monthOf(days.first), last: monthOf(days.last) };
}

function refuseFault(fault: ChangeFault | null): void {
  if (fault !== null) throw refuse("invalid_request", fault);
}

/** What is needed to create a category. */
export interface ChartMaking {
  readonly ids: Ids;
  readonly now: UnixSeconds;
}

/**
 * Returns the categories with these roles. If no category has a role, a category with a usual name gets the
 * role, or else a new category is created.
 */
export async function categoriesOfRoles<R extends CategoryRole>(
  tx: Tx,
  companyId: Company,
  roles: readonly R[],
  making: ChartMaking,
): Promise<Readonly<Record<R, PublicId<"category">>>> {
  const find = async (): Promise<Map<CategoryRole | null, PublicId<"category">>> =>
    new Map((await chartStore.listCategories(tx, companyId)).map((row) => [row.role, row.id]));
  let idByRole = await find();
  if (roles.some((role) => !idByRole.has(role))) {
    await takeTurn(tx, companyId, "chart");
    for (const role of roles) await assignRole(tx, companyId, role, making);
    idByRole = await find();
  }
  return Object.fromEntries(
    roles.map((role) => [role, present(idByRole.get(role), `no category has the role ${role}`)]),
  ) as Record<R, PublicId<"category">>;
}

/**
 * Creates a category beside that of a role, of its type and with its cash flow role. A number follows the
 * name if a sibling has it. Refuses `invalid_request` with param `category_id` if the chart is full.
 */
export async function categoryBeside(
  tx: Tx,
  companyId: Company,
  role: CategoryRole,
  name: string,
  { ids, now }: ChartMaking,
): Promise<PublicId<"category">> {
  const rows = await chartStore.listCategories(tx, companyId);
  const model = present(
    rows.find((row) => row.role === role),
    `no category has the role ${role}`,
  );
  if (rows.length >= LIMITS.categories.value)
    throw refuse("invalid_request", {
      param: "category_id",
      message: `A company has at most ${LIMITS.categories.value} categories, so no new one can be made. Name an existing one.`,
    });
  const taken = new Set(
    rows.filter(({ parent_id }) => parent_id === model.parent_id).map((row) => row.name.toLowerCase()),
  );
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name} ${number}`;
  const id = ids.next("category");
  const position = nextPosition(rows, model.parent_id);
  await chartStore.putCategories(tx, companyId, [
    { ...model, id, name: free, position, created: now, role: null, cash_paid_for: null },
  ]);
  return id;
}

/** Assigns these roles to the categories that have a usual name for them. Creates no category. */
export async function recognizeRoles(
  tx: Tx,
  companyId: Company,
  roles: readonly CategoryRole[],
): Promise<void> {
  await takeTurn(tx, companyId, "chart");
  for (const role of roles) await assignRole(tx, companyId, role, null);
}

/** Assigns a role to its category. Creates the category if there is none and `making` is not null. */
async function assignRole(
  tx: Tx,
  companyId: Company,
  role: CategoryRole,
  making: ChartMaking | null,
): Promise<void> {
  const rows = await chartStore.listCategories(tx, companyId);
  const chosen = categoryForRole(rows, role);
  if (chosen?.role === role) return;
  const next = chosen === null ? making && newCategory(rows, role, making) : { ...chosen, role };
  if (next !== null) await chartStore.putCategories(tx, companyId, [next]);
}

/** Returns a new category for a role, positioned after the other root categories. */
function newCategory(
  rows: readonly CategoryRow[],
  role: CategoryRole,
  { ids, now }: ChartMaking,
): CategoryRow {
  const { name, account_type, cash_flow } = ROLE_CONVENTIONS[role];
  const position = Math.max(-1, ...rows.filter((row) => row.tier === 1).map((row) => row.position)) + 1;
  return {
    id: ids.next("category"),
    name,
    account_type,
    cash_flow,
    tier: 1,
    position,
    parent_id: null,
    created: now,
    role,
    balance_class: null,
    cash_paid_for: null,
  };
}
