/** All SQL on categories and departments. */
import type { UnixSeconds } from "../../core/civil-date.ts";
import type { AccountType, CashFlowRole } from "../../core/ledger-words.ts";
import type { PublicId } from "../../core/public-id.ts";
import { type Queryable, statement, type Tx } from "../../platform/db/index.ts";

export interface CategoryRow {
  readonly id: PublicId<"category">;
  readonly name: string;
  readonly account_type: AccountType;
  readonly cash_flow: CashFlowRole | null;
  readonly tier: number;
  readonly position: number;
  readonly parent_id: PublicId<"category"> | null;
  readonly created: UnixSeconds;
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

const CATEGORY = "id, name, account_type, cash_flow, tier, position, parent_id, created";
const listCategories = statement<CategoryRow>(
  "chart.listCategories",
  `select ${CATEGORY} from categories where company_id = $1 order by tier, position, name collate "C", id`,
);
/** All rows at once, so that a subtree can move: what a row refers to is checked when the statement is done. */
const putCategories = statement<never>(
  "chart.putCategories",
  `insert into categories (company_id, ${CATEGORY})
   select $1, ${CATEGORY} from jsonb_to_recordset($2::text::jsonb)
     as row (id text, name text, account_type text, cash_flow text, tier smallint, position integer, parent_id text, created bigint)
   on conflict (company_id, id) do update set name = excluded.name, account_type = excluded.account_type, cash_flow = excluded.cash_flow,
     tier = excluded.tier, position = excluded.position, parent_id = excluded.parent_id, created = excluded.created`,
);
const DEPARTMENT = "id, name, tier, position, parent_id, assignable, created";
const listDepartments = statement<DepartmentRow>("chart.listDepartments", `select ${DEPARTMENT} from departments where company_id = $1`);
const putDepartments = statement<never>(
  "chart.putDepartments",
  `insert into departments (company_id, ${DEPARTMENT})
   select $1, ${DEPARTMENT} from jsonb_to_recordset($2::text::jsonb)
     as row (id text, name text, tier smallint, position integer, parent_id text, assignable boolean, created bigint)
   on conflict (company_id, id) do update set name = excluded.name, tier = excluded.tier, position = excluded.position,
     parent_id = excluded.parent_id, assignable = excluded.assignable, created = excluded.created`,
);

type Company = PublicId<"company">;

export const chartStore = {
  listCategories: (db: Queryable, companyId: Company) => db.list(listCategories, [companyId]),
  /** Inserts or replaces these rows; the chart must be whole when all of them are there. */
  putCategories: (tx: Tx, companyId: Company, rows: readonly CategoryRow[]) => tx.run(putCategories, [companyId, JSON.stringify(rows)]),
  listDepartments: (db: Queryable, companyId: Company) => db.list(listDepartments, [companyId]),
  /** Inserts or replaces these rows; the tree must be whole when all of them are there. */
  putDepartments: (tx: Tx, companyId: Company, rows: readonly DepartmentRow[]) => tx.run(putDepartments, [companyId, JSON.stringify(rows)]),
};
