/** All SQL on rules. */
import type { UnixSeconds } from "../../core/civil-date.ts";
import type { PublicId } from "../../core/public-id.ts";
import { type Queryable, statement, type Tx } from "../../platform/db/index.ts";
import type { Condition } from "./rules.ts";

type Company = PublicId<"company">;

export interface RuleRow {
  readonly id: PublicId<"rule">;
  readonly name: string;
  readonly conditions: readonly Condition[];
  readonly category_id: PublicId<"category">;
  readonly department_id: PublicId<"department"> | null;
  readonly active: boolean;
  /** From 1. */
  readonly position: number;
  /** The job that applies it to the transactions that were there before it; null for none. */
  readonly job_id: PublicId<"job"> | null;
  readonly created: UnixSeconds;
  readonly updated: UnixSeconds;
}

const COLUMNS = ["id", "name", "conditions", "category_id", "department_id", "active", "position", "job_id", "created", "updated"] as const satisfies readonly (keyof RuleRow)[];
const RULE = COLUMNS.join(", ");
const OWN = COLUMNS.map((column) => `r.${column}`).join(", ");
const list = statement<RuleRow>("rules.list", `select ${RULE} from rules where company_id = $1 order by position`);
const find = statement<RuleRow>("rules.find", `select ${RULE} from rules where company_id = $1 and id = $2`);
/** The chart may have changed since a rule was made: what nobody could choose now, no rule gives. */
const listGiving = statement<RuleRow>(
  "rules.listGiving",
  `select ${OWN} from rules r
     join categories c on c.company_id = $1 and c.id = r.category_id
     left join departments d on d.company_id = $1 and d.id = r.department_id
   where r.company_id = $1 and r.active and c.cash_flow is distinct from 'cash'
     and not exists (select 1 from categories below where below.company_id = $1 and below.parent_id = c.id)
     and not exists (select 1 from accounts a where a.company_id = $1 and a.category_id = c.id)
     and (d.id is null or d.assignable and not exists (select 1 from departments below where below.company_id = $1 and below.parent_id = d.id))
   order by r.position`,
);
const insert = statement<never>("rules.insert", `insert into rules (company_id, ${RULE}) values ($1, $2, $3, $4::text::jsonb, $5, $6, $7, $8, $9, $10, $11)`);
const update = statement<never>(
  "rules.update",
  `update rules set name = $3, conditions = $4::text::jsonb, category_id = $5, department_id = $6, active = $7, updated = $8 where company_id = $1 and id = $2`,
);
const place = statement<never>(
  "rules.place",
  `update rules r set position = placed.position from unnest($2::text[]) with ordinality as placed (id, position)
   where r.company_id = $1 and r.id = placed.id and r.position <> placed.position`,
);
const deleteRule = statement<never>("rules.delete", "delete from rules where company_id = $1 and id = $2");
/** Nobody else makes, changes or moves a rule of the company until the transaction ends. */
const lockRules = statement<{ locked: boolean }>("rules.lockRules", "select pg_advisory_xact_lock(hashtextextended('rules ' || $1, 0)) is null as locked");

const findLatestChange = statement<{ id: string; updated: number }>("rules.findLatestChange", "select id as id, updated from rules where company_id = $1 order by updated desc limit 1");

export const rulesStore = {
  /** The record that says it changed last. */
  findLatestChange: (db: Queryable, companyId: Company) => db.find(findLatestChange, [companyId]),
  /** By position. */
  list: (db: Queryable, companyId: Company) => db.list(list, [companyId]),
  find: (db: Queryable, companyId: Company, id: string) => db.find(find, [companyId, id]),
  /** Active ones that have something to give, by position. */
  listGiving: (db: Queryable, companyId: Company) => db.list(listGiving, [companyId]),
  insert: (tx: Tx, companyId: Company, row: RuleRow) =>
    tx.run(insert, [
      companyId,
      row.id,
      row.name,
      JSON.stringify(row.conditions),
      row.category_id,
      row.department_id,
      row.active,
      row.position,
      row.job_id,
      row.created,
      row.updated,
    ]),
  /** Writes what can be changed of a rule but its position. */
  update: (tx: Tx, companyId: Company, { id, name, conditions, category_id, department_id, active, updated }: RuleRow) =>
    tx.run(update, [companyId, id, name, JSON.stringify(conditions), category_id, department_id, active, updated]),
  /** Gives rules the positions in which their ids stand. */
  place: (tx: Tx, companyId: Company, ids: readonly string[]) => tx.run(place, [companyId, ids]),
  delete: (tx: Tx, companyId: Company, id: string) => tx.run(deleteRule, [companyId, id]),
  lockRules: (tx: Tx, companyId: Company) => tx.get(lockRules, [companyId]),
};

/** What `verify` asks of the times at which records changed. */
export const RULE_CHANGES = { of: "rule", findLatest: rulesStore.findLatestChange };
