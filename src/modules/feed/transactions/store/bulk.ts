/** SQL on the jobs that work on many transactions. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import {
  columnsOf,
  makeInsert,
  makeUpdate,
  type Queryable,
  statement,
  type Tx,
} from "../../../../platform/db/index.ts";
import { type JobRow, JOBS } from "../record.ts";

type Company = PublicId<"company">;
const JOB = columnsOf(JOBS);
const find = statement<JobRow>(
  "transactions.findJob",
  `select ${JOB} from transaction_jobs where company_id = $1 and id = $2`,
);
const lock = statement<JobRow>(
  "transactions.lockJob",
  `select ${JOB} from transaction_jobs where company_id = $1 and id = $2 for update`,
);
const countOpen = statement<{ jobs: number }>(
  "transactions.countOpenJobs",
  "select count(*) as jobs from transaction_jobs where company_id = $1 and completed_at is null",
);
const deleteCompleted = statement<never>(
  "transactions.deleteCompletedJobs",
  "delete from transaction_jobs where company_id = $1 and completed_at < $2",
);

export const bulkStore = {
  insert: makeInsert("transactions.insertJob", JOBS),
  find: (db: Queryable, companyId: Company, id: string) => db.find(find, [companyId, id]),
  lock: (tx: Tx, companyId: Company, id: string) => tx.find(lock, [companyId, id]),
  update: makeUpdate("transactions.updateJob", JOBS),
  countOpen: async (db: Queryable, companyId: Company) => (await db.get(countOpen, [companyId])).jobs,
  /** Deletes the jobs that ended before a time. */
  deleteCompleted: (tx: Tx, companyId: Company, before: UnixSeconds) =>
    tx.run(deleteCompleted, [companyId, before]),
};
