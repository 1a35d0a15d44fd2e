/** The SQL on categories and departments. */
import type { CivilDate } from "@daybook/words/civil-date";
import type { AccountType, CashFlowRole, CategoryRole } from "@daybook/words/ledger-words";
import type { PublicId } from "@daybook/words/public-id";
import { refuse } from "../../../core/errors.ts";
import {
  columnsOf,
  makeUpsertAll,
  type Queryable,
  refusedKey,
  sqlState,
  statement,
  type Tx,
} from "../../../platform/db/index.ts";
import { CATEGORIES, type DepartmentRow, DEPARTMENTS, type StoredCategory } from "./record.ts";

/** A category or department that may be chosen for a transaction. */
export interface ChoiceRow {
  readonly id: string;
  readonly name: string;
  /** True if it has children. */
  readonly parent: boolean;
}

export interface CategoryChoiceRow extends ChoiceRow {
  readonly id: PublicId<"category">;
  readonly role: CategoryRole | null;
  readonly account_type: AccountType;
  readonly cash_flow: CashFlowRole | null;
  readonly active: boolean;
}

export interface DepartmentChoiceRow extends ChoiceRow {
  readonly id: PublicId<"department">;
  readonly assignable: boolean;
}

const listCategories = statement<StoredCategory>(
  "chart.listCategories",
  `select ${columnsOf(CATEGORIES)} from categories where company_id = $1
   order by tier, position, name collate "C", id`,
);
const listDepartments = statement<DepartmentRow>(
  "chart.listDepartments",
  `select ${columnsOf(DEPARTMENTS)} from departments where company_id = $1`,
);

/** Returns the SQL that selects the rows of a table as choices. */
const selectChoices = (table: "categories" | "departments", columns: string) =>
  `select id, name, ${columns}, exists (select 1 from ${table} below where below.company_id = $1
    and below.parent_id = c.id) as parent from ${table} c where company_id = $1`;
const CATEGORY_CHOICES = selectChoices("categories", "role, account_type, cash_flow, active");
const DEPARTMENT_CHOICES = selectChoices("departments", "assignable");
/**
 * The subquery hides the array's length from the planner, which would otherwise plan again for each length.
 */
const OF_IDS = "id = any (array(select unnest($2::text[])))";

const findCategoryChoice = statement<CategoryChoiceRow>(
  "chart.findCategoryChoice",
  `${CATEGORY_CHOICES} and id = $2`,
);
const findDepartmentChoice = statement<DepartmentChoiceRow>(
  "chart.findDepartmentChoice",
  `${DEPARTMENT_CHOICES} and id = $2`,
);
const listCategoryChoices = statement<CategoryChoiceRow>(
  "chart.listCategoryChoices",
  `${CATEGORY_CHOICES} and ${OF_IDS}`,
);
const listDepartmentChoices = statement<DepartmentChoiceRow>(
  "chart.listDepartmentChoices",
  `${DEPARTMENT_CHOICES} and ${OF_IDS}`,
);
const deleteDepartment = statement<never>(
  "chart.deleteDepartment",
  "delete from departments where company_id = $1 and id = $2",
);
const deleteCategory = statement<never>(
  "chart.deleteCategory",
  "delete from categories where company_id = $1 and id = $2",
);
const deleteUnused = statement<{ readonly deleted: number }>(
  "chart.deleteUnused",
  "select delete_unused_chart($1, $2::text[], $3::text[]) as deleted",
);
type Company = PublicId<"company">;

/** The SQLSTATE of a row that others still name. */
const STILL_NAMED = "23503";

const putCategories = makeUpsertAll("chart.putCategories", CATEGORIES);

const findClosed = statement<{ id: string; closed_through: CivilDate }>(
  "chart.findClosed",
  `select c.id, b.closed_through from book_closings b join categories c on c.company_id = $1
   where b.company_id = $1 and c.id = any ($2) and exists (
     select 1 from journal_entries e where e.company_id = $1 and e.category_id = c.id
       and e.date <= b.closed_through
   ) order by c.tier, c.position limit 1`,
);

/** The refusal of a change by which closed statements would show entries elsewhere. */
const closedPlace = (id: string, through: string) =>
  refuse("invalid_request", {
    param: "id",
    message: `The books are closed through ${through}, and ${id} or a category below it has journal entries until then, which would change their place in closed statements. Open the books first.`,
  });

export const chartStore = {
  /** Refuses `invalid_request` if one of these categories has entries in closed books. */
  async requireOpen(db: Queryable, companyId: Company, ids: readonly string[]): Promise<void> {
    const found = ids.length === 0 ? null : await db.find(findClosed, [companyId, ids]);
    if (found !== null) throw closedPlace(found.id, found.closed_through);
  },
  listCategories: (db: Queryable, companyId: Company) => db.list(listCategories, [companyId]),
  /**
   * Inserts or replaces these rows. After that, the parent of each category must exist. Refuses
   * `invalid_request` for a change of closed statements.
   */
  putCategories: (db: Queryable, companyId: Company, rows: readonly StoredCategory[]) =>
    putCategories(db, companyId, rows).catch((error: unknown) => {
      const [id, through] = refusedKey(error, "categories_keep_closed_place") ?? [];
      if (id === undefined || through === undefined) throw error;
      throw closedPlace(id, through);
    }),
  findCategoryChoice: (db: Queryable, companyId: Company, id: string) =>
    db.find(findCategoryChoice, [companyId, id]),
  findDepartmentChoice: (db: Queryable, companyId: Company, id: string) =>
    db.find(findDepartmentChoice, [companyId, id]),
  /** Returns the categories with these ids, in any order. Unknown ids are left out. */
  listCategoryChoices: (db: Queryable, companyId: Company, ids: readonly string[]) =>
    db.list(listCategoryChoices, [companyId, ids]),
  /** Returns the departments with these ids, in any order. Unknown ids are left out. */
  listDepartmentChoices: (db: Queryable, companyId: Company, ids: readonly string[]) =>
    db.list(listDepartmentChoices, [companyId, ids]),
  listDepartments: (db: Queryable, companyId: Company) => db.list(listDepartments, [companyId]),
  /** Inserts or replaces these rows. After that, the parent of each department must exist. */
  putDepartments: makeUpsertAll("chart.putDepartments", DEPARTMENTS),
  /**
   * Deletes those of these categories and departments that no record names. Those below others come first.
   * Returns how many were deleted.
   */
  deleteUnused: async (
    tx: Tx,
    companyId: Company,
    { categories, departments }: Readonly<Record<"categories" | "departments", readonly string[]>>,
  ) => (await tx.get(deleteUnused, [companyId, categories, departments])).deleted,
  /** Deletes a category that no record names any more; fails while one does. */
  deleteCategory: (tx: Tx, companyId: Company, id: string) => tx.run(deleteCategory, [companyId, id]),
  /** Deletes a department. Refuses `invalid_request` if a record of another module names it. */
  deleteDepartment: (tx: Tx, companyId: Company, { id, name }: Pick<DepartmentRow, "id" | "name">) =>
    tx.run(deleteDepartment, [companyId, id]).catch((error: unknown) => {
      if (sqlState(error) !== STILL_NAMED) throw error;
      throw refuse("invalid_request", {
        param: "id",
        message: `${name} is named by transactions, which may be excluded or deleted ones, so it stays. It can be closed to new ones.`,
      });
    }),
};
