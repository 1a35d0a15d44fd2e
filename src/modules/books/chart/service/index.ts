/**
 * Use cases of the chart: its lists and its changes. Invariant: a change is checked and written under the
 * locks of the company and of its chart, so no import and no other change comes between.
 */
import { refuse } from "../../../../core/errors.ts";
import {
  type AccountType,
  type BalanceClass,
  type CashFlowRole,
  type CashPaidFor,
  isPointInTime,
} from "@daybook/words/ledger-words";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { DepartmentRow, StoredCategory } from "../record.ts";
import {
  activityFault,
  cashFlowChangeFault,
  parentChangeFault,
  presentationFault,
} from "../rules/changes.ts";
import { inDisplayOrder } from "../rules/index.ts";
import type { MovedOnStatements } from "../rules/shown.ts";
import { chartStore } from "../store.ts";
import {
  type ChangeWords,
  type ChartChange,
  type ChartNeeds,
  findRow,
  inTurn,
  monthsOf,
  nextPosition,
  type OpenChart,
  refuseFault,
  usesOf,
  write,
} from "./change.ts";
import { type DepartmentsService, departmentsService } from "./departments.ts";
import { mergeCategory } from "./merge.ts";
import { type CategoryPlace, moveCategory, orderCategories } from "./order.ts";

type Company = PublicId<"company">;

const UNMOVED: MovedOnStatements = { ids: [], statements: [] };

/** The order in which an answer names changed statements. */
const STATEMENTS = ["balance_sheet", "cash_flow"] as const;

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
  /** False if it is offered for nothing new any more. */
  readonly active?: boolean | null;
}

export interface ChartService extends DepartmentsService {
  /** Lists categories by tier, then position, then name. */
  listCategories(companyId: PublicId<"company">): Promise<StoredCategory[]>;
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
   * Moves a category with all below it under another parent, after its siblings or to a place among them.
   * Refuses `resource_missing` and `invalid_request`.
   */
  moveCategory(companyId: Company, id: string, to: CategoryPlace, isPreview?: boolean): Promise<ChartChange>;
  /**
   * Puts the categories below a parent into the order of their types and names; null stands for the top, and
   * undefined for the whole chart. Returns the chart. Refuses `resource_missing`.
   */
  orderCategories(companyId: Company, parentId?: string | null): Promise<StoredCategory[]>;
  /**
   * Merges a category into another: its entries and all records that name it get the other one, and it is
   * gone. Refuses `resource_missing`, and `invalid_request` where statements show the two in different places
   * or closed books would change.
   */
  mergeCategory(companyId: Company, id: string, intoId: string, isPreview?: boolean): Promise<ChartChange>;
}

export function chartService(needs: ChartNeeds): ChartService {
  const { db } = needs;
  /** Runs a change of a company's chart in its turn. */
  const changing = <Change>(
    companyId: Company,
    change: (chart: OpenChart) => Promise<Change>,
    isPreview = false,
  ): Promise<Change> =>
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
    moveCategory: (companyId, id, to, isPreview) =>
      changing(companyId, (chart) => moveCategory(chart, id, to), isPreview),
    orderCategories: (companyId, parentId) =>
      changing(companyId, (chart) => orderCategories(chart, parentId)),
    mergeCategory: (companyId, id, intoId, isPreview = false) =>
      mergeCategory(needs, companyId, { id, intoId, isPreview }),
    ...departmentsService(needs),
  };
}

async function addCategory(chart: OpenChart, given: NewCategory): Promise<ChartChange> {
  const { companyId, needs, rows } = chart;
  const { name, account_type } = given;
  const parent = given.parent_id === null ? null : findRow(rows, given.parent_id, "parent");
  if (rows.length >= LIMITS.categories.value)
    throw refuse("invalid_request", {
      message: `A company has at most ${LIMITS.categories.value} categories.`,
    });
  const row: StoredCategory = {
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
    active: true,
    merged: [],
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
    active: change.active ?? former.active,
  };
  refuseFault(presentationFault(row));
  const changesRole = row.cash_flow !== former.cash_flow;
  if (changesRole)
    refuseFault(
      cashFlowChangeFault({
        rows: rows.map((each) => (each.id === id ? row : each)),
        changed: row,
        uses: await usesOf(chart, id),
      }),
    );
  if (row.active !== former.active) refuseFault(activityFault(rows, row, await postingOn(chart, id)));
  const words = wordsOf(former, row);
  const moved = words === null ? UNMOVED : await write(chart, [row], row, words);
  const changed = new Set(moved.statements);
  if (changesRole) changed.add("cash_flow");
  // Cash stands on the balance sheet as a figure of its own.
  if (changesRole && [row.cash_flow, former.cash_flow].includes("cash")) changed.add("balance_sheet");
  const months = changed.size > 0 ? await monthsOf(chart, [...new Set([id, ...moved.ids])]) : null;
  const statements = STATEMENTS.filter((each) => months !== null && changed.has(each));
  return { company_id: companyId, category: row, statements, months };
}

/** Names the records that will still post on a category. */
async function postingOn(chart: OpenChart, id: string): Promise<readonly string[]> {
  const { tx, companyId, needs } = chart;
  const found = (await usesOf(chart, id)).map(({ label }) => label);
  for (const { listPosting } of needs.records)
    found.push(...((await listPosting?.(tx, companyId, id, needs.now())) ?? []));
  return found;
}

/** What the audit trail says of an edit; null if it changes nothing. */
function wordsOf(former: StoredCategory, row: StoredCategory): ChangeWords | null {
  const action = "category set";
  if (row.cash_flow !== former.cash_flow)
    return { action, from: former.cash_flow, to: row.cash_flow ?? "none" };
  if (row.active !== former.active) return { action, from: null, to: row.active ? "active" : "inactive" };
  if (row.balance_class !== former.balance_class || row.cash_paid_for !== former.cash_paid_for)
    return { action, from: null, to: "presented" };
  return row.name === former.name ? null : { action, from: null, to: "renamed" };
}

/** Returns what an edit makes of a word: "none" removes it, null keeps it. */
function changedWord<Word extends string>(
  given: Word | "none" | null | undefined,
  former: Word | null,
): Word | null {
  return given === "none" ? null : (given ?? former);
}
