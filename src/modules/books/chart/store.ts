/** All SQL on categories and departments. */
import type { UnixSeconds } from "../../../core/civil-date.ts";
import type { AccountType, CashFlowRole, CategoryRole } from "../../../core/ledger-words.ts";
import type { PublicId } from "../../../core/public-id.ts";
import { type Queryable, statement, type Tx } from "../../../platform/db/index.ts";

export interface CategoryRow {
  readonly id: PublicId<"category">;
  readonly name: string;
  readonly account_type: AccountType;
  readonly cash_flow: CashFlowRole | null;
  readonly tier: number;
  readonly position: number;
  readonly parent_id: PublicId<"category"> | null;
  readonly created: UnixSeconds;
  /** What the service uses it for; null for most. */
  readonly role: CategoryRole | null;
}

/** A category, or a department, as what a transaction may be given. */
export interface ChoiceRow {
  readonly id: string;
  readonly name: string;
  /** Whether others stand below it. */
  readonly parent: boolean;
}

export interface CategoryChoiceRow extends ChoiceRow {
  readonly id: PublicId<"category">;
  readonly role: CategoryRole | null;
  readonly account_type: AccountType;
  readonly cash_flow: CashFlowRole | null;
}

export interface DepartmentChoiceRow extends ChoiceRow {
  readonly id: PublicId<"department">;
  readonly assignable: boolean;
}

export interface DepartmentRow {
  readonly id: PublicId<"department">;
  readonly name: string;
  readonly tier: number;
  readonly position: number;
  readonly parent_id: PublicId<"department"> | null;
  readonly assignable: boolean;
  readonly created: UnixSeconds;
}

const CATEGORY = "id, name, account_type, cash_flow, tier, position, parent_id, created, role";
const listCategories = statement<CategoryRow>(
  "chart.listCategories",
  `select ${CATEGORY} from categories where company_id = $1 order by tier, position, name collate "C", id`,
);
/**
 * All rows at once, so that a subtree can move: what a row refers to is checked when the statement is done.
 */
const putCategories = statement<never>(
  "chart.putCategories",
  `insert into categories (company_id, ${CATEGORY})
   select $1, ${CATEGORY} from jsonb_to_recordset($2::text::jsonb)
     as row (id text, name text, account_type text, cash_flow text, tier smallint, position integer, parent_id
       text, created bigint, role text)
   on conflict (company_id, id) do update set name = excluded.name, role = excluded.role, account_type =
     excluded.account_type, cash_flow = excluded.cash_flow,
     tier = excluded.tier, position = excluded.position, parent_id = excluded.parent_id, created =
       excluded.created`,
);
const DEPARTMENT = "id, name, tier, position, parent_id, assignable, created";
const listDepartments = statement<DepartmentRow>(
  "chart.listDepartments",
  `select ${DEPARTMENT} from departments where company_id = $1`,
);
const putDepartments = statement<never>(
  "chart.putDepartments",
  `insert into departments (company_id, ${DEPARTMENT})
   select $1, ${DEPARTMENT} from jsonb_to_recordset($2::text::jsonb)
     as row (id text, name text, tier smallint, position integer, parent_id text, assignable boolean, created
       bigint)
   on conflict (company_id, id) do update set name = excluded.name, tier = excluded.tier, position =
     excluded.position,
     parent_id = excluded.parent_id, assignable = excluded.assignable, created = excluded.created`,
);

const findCategoryChoice = statement<CategoryChoiceRow>(
  "chart.findCategoryChoice",
  `select id, name, role, account_type, cash_flow, exists (select 1 from categories below
    where below.company_id = $1 and below.parent_id = $2) as parent
   from categories where company_id = $1 and id = $2`,
);
const findDepartmentChoice = statement<DepartmentChoiceRow>(
  "chart.findDepartmentChoice",
  `select id, name, assignable, exists (select 1 from departments below where below.company_id = $1
    and below.parent_id = $2) as parent
   from departments where company_id = $1 and id = $2`,
);
/** Nobody else gives the company a category, or a role, until the transaction ends. */
const lockChart = statement<{ locked: boolean }>(
  "chart.lockChart",
  "select pg_advisory_xact_lock(hashtextextended('chart ' || $1, 0)) is null as locked",
);

type Company = PublicId<"company">;

export const chartStore = {
  listCategories: (db: Queryable, companyId: Company) => db.list(listCategories, [companyId]),
  /** Inserts or replaces these rows; the chart must be whole when all of them are there. */
  putCategories: (tx: Tx, companyId: Company, rows: readonly CategoryRow[]) =>
    tx.run(putCategories, [companyId, JSON.stringify(rows)]),
  findCategoryChoice: (db: Queryable, companyId: Company, id: string) =>
    db.find(findCategoryChoice, [companyId, id]),
  findDepartmentChoice: (db: Queryable, companyId: Company, id: string) =>
    db.find(findDepartmentChoice, [companyId, id]),
  lockChart: (tx: Tx, companyId: Company) => tx.get(lockChart, [companyId]),
  listDepartments: (db: Queryable, companyId: Company) => db.list(listDepartments, [companyId]),
  /** Inserts or replaces these rows; the tree must be whole when all of them are there. */
  putDepartments: (tx: Tx, companyId: Company, rows: readonly DepartmentRow[]) =>
    tx.run(putDepartments, [companyId, JSON.stringify(rows)]),
};
