/** SQL on the jobs that work on many transactions. */
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import { type Queryable, statement, type Tx } from "../../../../platform/db/index.ts";
import type { Edit, JobStatus } from "../rules.ts";

type Company = PublicId<"company">;
type Job = PublicId<"job">;

/** A transaction that could not be edited. */
export interface JobError {
  readonly transaction_id: string;
  readonly code: string;
  readonly message: string;
}

/** How far a job is. */
export interface JobProgress {
  readonly status: JobStatus;
  /** The transaction behind which a rule goes on. */
  readonly place: string;
  readonly total: number;
  readonly processed: number;
  readonly failed: number;
  readonly errors: readonly JobError[];
  readonly completed_at: UnixSeconds | null;
}

interface JobBase extends JobProgress {
  readonly id: Job;
  readonly created: UnixSeconds;
}

/** Edits of a list of transactions. */
export interface BulkUpdateRow extends JobBase {
  readonly type: "transaction_bulk_update";
  readonly work: { readonly transaction_ids: readonly string[]; readonly fields: Edit };
}

/** A rule that is applied to the transactions that were there before it. */
export interface RuleApplicationRow extends JobBase {
  readonly type: "rule_application";
  readonly work: { readonly rule_id: PublicId<"rule"> };
}

export type JobRow = BulkUpdateRow | RuleApplicationRow;

const JOB = "id, type, work, status, place, total, processed, failed, errors, created, completed_at";
const insert = statement<never>(
  "transactions.insertJob",
  `insert into transaction_jobs (company_id, id, type, work, total, created)
    values ($1, $2, $3, $4::text::jsonb, $5, $6)`,
);
const find = statement<JobRow>(
  "transactions.findJob",
  `select ${JOB} from transaction_jobs where company_id = $1 and id = $2`,
);
const lock = statement<JobRow>(
  "transactions.lockJob",
  `select ${JOB} from transaction_jobs where company_id = $1 and id = $2 for update`,
);
const update = statement<never>(
  "transactions.updateJob",
  `update transaction_jobs set status = $3, place = $4, total = $5, processed = $6, failed = $7, errors =
    $8::text::jsonb, completed_at = $9
   where company_id = $1 and id = $2`,
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
  insert: (
    tx: Tx,
    companyId: Company,
    { id, type, work, total, created }: Pick<JobRow, "id" | "type" | "work" | "total" | "created">,
  ) => tx.run(insert, [companyId, id, type, JSON.stringify(work), total, created]),
  find: (db: Queryable, companyId: Company, id: string) => db.find(find, [companyId, id]),
  lock: (tx: Tx, companyId: Company, id: string) => tx.find(lock, [companyId, id]),
  update: (
    tx: Tx,
    companyId: Company,
    id: Job,
    { status, place, total, processed, failed, errors, completed_at }: JobProgress,
  ) =>
    tx.run(update, [
      companyId,
      id,
      status,
      place,
      total,
      processed,
      failed,
      JSON.stringify(errors),
      completed_at,
    ]),
  countOpen: async (db: Queryable, companyId: Company) => (await db.get(countOpen, [companyId])).jobs,
  /** Deletes jobs that came to their end before a time. */
  deleteCompleted: (tx: Tx, companyId: Company, before: UnixSeconds) =>
    tx.run(deleteCompleted, [companyId, before]),
};
