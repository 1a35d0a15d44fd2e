/**
 * The feed's references to categories: transactions, lines of splits, and waiting edits of many transactions.
 */
import { statement } from "../../../../platform/db/index.ts";
import type { CategoryRecords } from "../../../books/chart/index.ts";

const IS_WAITING =
  "company_id = $1 and status in ('pending', 'processing') and work -> 'fields' ->> 'category_id' = $2";
const listJobs = statement<{ readonly id: string }>(
  "transactions.listJobsGiving",
  `select id from transaction_jobs where ${IS_WAITING} order by id`,
);
const moveJobs = statement<never>(
  "transactions.moveJobsGiving",
  `update transaction_jobs set work = jsonb_set(work, '{fields,category_id}', to_jsonb($3::text)) where ${IS_WAITING}`,
);
/** A transaction with a line that moves has changed too. */
const moveTransactions = statement<never>(
  "transactions.moveCategory",
  `update transactions set category_id = case when category_id = $2 then $3 else category_id end, updated = $4
   where company_id = $1 and (category_id = $2
     or id in (select transaction_id from transaction_splits where company_id = $1 and category_id = $2))`,
);
const moveLines = statement<never>(
  "transactions.moveLinesOfCategory",
  "update transaction_splits set category_id = $3 where company_id = $1 and category_id = $2",
);

export const TRANSACTION_RECORDS: CategoryRecords = {
  listPosting: async (db, companyId, id) =>
    (await db.list(listJobs, [companyId, id])).map((job) => `the edit ${job.id} that is under way`),
  async replace(tx, companyId, { from, into, stamped }) {
    await tx.run(moveTransactions, [companyId, from.id, into.id, stamped]);
    await tx.run(moveLines, [companyId, from.id, into.id]);
    await tx.run(moveJobs, [companyId, from.id, into.id]);
  },
};
