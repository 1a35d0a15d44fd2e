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
const findCategory = statement<CategoryRow>("chart.findCategory", `select ${CATEGORY} from categories where company_id = $1 and id = $2`);
const putCategory = statement<never>(
  "chart.putCategory",
  `insert into categories (company_id, ${CATEGORY}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (company_id, id) do update set name = excluded.name, account_type = excluded.account_type, cash_flow = excluded.cash_flow,
     tier = excluded.tier, position = excluded.position, parent_id = excluded.parent_id, created = excluded.created`,
);
const DEPARTMENT = "id, name, tier, position, parent_id, assignable, created";
const listDepartments = statement<DepartmentRow>("chart.listDepartments", `select ${DEPARTMENT} from departments where company_id = $1`);
const putDepartment = statement<never>(
  "chart.putDepartment",
  `insert into departments (company_id, ${DEPARTMENT}) values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (company_id, id) do update set name = excluded.name, tier = excluded.tier, position = excluded.position,
     parent_id = excluded.parent_id, assignable = excluded.assignable, created = excluded.created`,
);

type Company = PublicId<"company">;

export const chartStore = {
  listCategories: (db: Queryable, companyId: Company) => db.list(listCategories, [companyId]),
  findCategory: (db: Queryable, companyId: Company, id: string) => db.find(findCategory, [companyId, id]),
  putCategory: (tx: Tx, companyId: Company, row: CategoryRow) =>
    tx.run(putCategory, [companyId, row.id, row.name, row.account_type, row.cash_flow, row.tier, row.position, row.parent_id, row.created]),
  listDepartments: (db: Queryable, companyId: Company) => db.list(listDepartments, [companyId]),
  putDepartment: (tx: Tx, companyId: Company, row: DepartmentRow) =>
    tx.run(putDepartment, [companyId, row.id, row.name, row.tier, row.position, row.parent_id, row.assignable, row.created]),
};
