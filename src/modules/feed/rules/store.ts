/** The SQL on rules. */
import type { PublicId } from "@daybook/words/public-id";
import {
  columnsOf,
  makeInsert,
  makeUpdate,
  type Queryable,
  statement,
  takeTurn,
  type Tx,
} from "../../../platform/db/index.ts";
import type { CategoryRecords } from "../../books/chart/index.ts";
import { type RuleRow, RULES } from "./record.ts";

type Company = PublicId<"company">;

const RULE = columnsOf(RULES);
const list = statement<RuleRow>(
  "rules.list",
  `select ${RULE} from rules where company_id = $1 order by position`,
);
const find = statement<RuleRow>("rules.find", `select ${RULE} from rules where company_id = $1 and id = $2`);
/** Leaves out rules whose category or department can't be chosen any more because the chart has changed. */
const listApplicable = statement<RuleRow>(
  "rules.listGiving",
  `select ${columnsOf(RULES, "r")} from rules r
     join categories c on c.company_id = $1 and c.id = r.category_id
     left join departments d on d.company_id = $1 and d.id = r.department_id
   where r.company_id = $1 and r.active and c.active and c.cash_flow is distinct from 'cash'
     and not exists (select 1 from categories below where below.company_id = $1 and below.parent_id = c.id)
     and not exists (select 1 from accounts a where a.company_id = $1 and a.category_id = c.id)
     and (d.id is null or d.assignable and not exists (select 1 from departments below
       where below.company_id = $1 and below.parent_id = d.id))
   order by r.position`,
);
const listAssigning = statement<{ name: string }>(
  "rules.listAssigning",
  `select name from rules where company_id = $1 and department_id = any (array(select unnest($2::text[])))
   order by position`,
);
const setPositions = statement<never>(
  "rules.place",
  `update rules r set position = placed.position from unnest($2::text[]) with ordinality as placed (id,
    position)
   where r.company_id = $1 and r.id = placed.id and r.position <> placed.position`,
);
const setJob = statement<never>(
  "rules.setJob",
  "update rules set job_id = $3 where company_id = $1 and id = $2",
);
const deleteRule = statement<never>("rules.delete", "delete from rules where company_id = $1 and id = $2");
const findLatestChange = statement<{ id: string; updated: number }>(
  "rules.findLatestChange",
  "select id as id, updated from rules where company_id = $1 order by updated desc limit 1",
);

const listOfCategory = statement<{ name: string }>(
  "rules.listOfCategory",
  "select name from rules where company_id = $1 and category_id = $2 order by position",
);
const moveCategory = statement<never>(
  "rules.moveCategory",
  "update rules set category_id = $3, updated = $4 where company_id = $1 and category_id = $2",
);

export const RULE_RECORDS: CategoryRecords = {
  listPosting: async (db, companyId, id) =>
    (await db.list(listOfCategory, [companyId, id])).map(({ name }) => `the rule ${name}`),
  async replace(tx, companyId, { from, into, now }) {
    await takeTurn(tx, companyId, "rules");
    await tx.run(moveCategory, [companyId, from.id, into.id, now]);
  },
};

export const rulesStore = {
  /** Finds the rule with the latest `updated`. */
  findLatestChange: (db: Queryable, companyId: Company) => db.find(findLatestChange, [companyId]),
  /** Lists all rules by position. */
  list: (db: Queryable, companyId: Company) => db.list(list, [companyId]),
  find: (db: Queryable, companyId: Company, id: string) => db.find(find, [companyId, id]),
  /** Lists the active rules whose category and department can be assigned, by position. */
  listApplicable: (db: Queryable, companyId: Company) => db.list(listApplicable, [companyId]),
  /** Lists the names of the rules that assign one of these departments. */
  listAssigning: async (db: Queryable, companyId: Company, departmentIds: readonly string[]) =>
    (await db.list(listAssigning, [companyId, departmentIds])).map(({ name }) => name),
  insert: makeInsert("rules.insert", RULES),
  /** Writes all changeable columns of a rule except its position. */
  update: makeUpdate("rules.update", RULES, ["position", "job_id"]),
  /** Sets the positions of rules to the order of their ids in the list. */
  setPositions: (tx: Tx, companyId: Company, ids: readonly string[]) =>
    tx.run(setPositions, [companyId, ids]),
  /** Sets the job that applies a rule to existing transactions. */
  setJob: (tx: Tx, companyId: Company, id: string, job: PublicId<"job">) =>
    tx.run(setJob, [companyId, id, job]),
  delete: (tx: Tx, companyId: Company, id: string) => tx.run(deleteRule, [companyId, id]),
};

/** Where `verify` finds the latest time of change. */
export const RULE_CHANGES = { of: "rule", findLatest: rulesStore.findLatestChange };
