/**
 * Jobs: background work on many transactions. Invariant: a batch of edits and its progress are one database
 * transaction that locks the job, so that another worker can continue it, and nothing is done or counted
 * twice.
 */
import { DAY_S, losAngelesDate, type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import { Refusal, refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Db, Tx } from "../../../../platform/db/index.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import { defaultsOf } from "../../../../core/record.ts";
import {
  type BulkUpdateRow,
  type Edit,
  type JobError,
  type JobRow,
  JOBS,
  type RuleApplicationRow,
} from "../record.ts";
import { closedEditRefusal, editRefusal, reconciledEditRefusal } from "../rules.ts";
import { bulkStore } from "../store/bulk.ts";
import { transactionsStore } from "../store/transactions.ts";
import { closedRowsOf, reconciledOf } from "./closed.ts";
import { applyEdits, type PendingEdit, readFields, type RequestTime, type ResolvedEdit } from "./edits.ts";
import type { Suggest } from "./feed.ts";
import { beginWriting, type Stamped } from "./write.ts";

const BATCH = LIMITS.job_batch.value;

type Company = PublicId<"company">;
type Job = PublicId<"job">;

export interface BulkNeeds {
  readonly ids: Ids;
  readonly now: () => UnixSeconds;
  /** Reads the rules of a company. */
  readonly loadSuggest: (tx: Tx, companyId: Company) => Promise<Suggest>;
  /** Asks, in the transaction that makes a job, for its work. */
  readonly askForWork: (tx: Tx, companyId: Company, job: Job) => Promise<void>;
}

/** One attempt at a job. */
export interface Attempt {
  /** Aborted when another worker has the job, or this one stops. */
  readonly signal: AbortSignal;
  /** True if the job is given up when this attempt fails. */
  readonly last: boolean;
  /** Ends the attempt, by throwing, if another company waits. The job goes on later, at the next batch. */
  readonly giveWayIfOthersWait: () => Promise<void>;
}

/**
 * Makes the job that sets these fields of some transactions. Refuses `resource_missing` and
 * `transaction_update_failed` for fields that no transaction can have, and `invalid_request` if too many jobs
 * are open.
 */
export async function startBulkUpdate(
  tx: Tx,
  needs: BulkNeeds,
  companyId: Company,
  wanted: readonly string[],
  fields: Edit,
  { now, today }: RequestTime,
): Promise<JobRow> {
  await readFields(tx, companyId, fields, today);
  return start(
    tx,
    needs,
    companyId,
    { type: "transaction_bulk_update", work: { transaction_ids: wanted, fields }, total: wanted.length },
    now,
  );
}

/**
 * Makes the job that applies a rule to uncategorized transactions. Each is categorized by the rule as it is
 * when the job reaches it. Refuses `invalid_request` if too many jobs are open.
 */
export async function startRule(
  tx: Tx,
  needs: BulkNeeds,
  companyId: Company,
  rule: PublicId<"rule">,
  now: UnixSeconds,
): Promise<Job> {
  const total = await transactionsStore.countUncategorized(tx, companyId);
  return (
    await start(tx, needs, companyId, { type: "rule_application", work: { rule_id: rule }, total }, now)
  ).id;
}

/** What the caller decides about a new job. */
type JobRequest =
  | Pick<BulkUpdateRow, "type" | "work" | "total">
  | Pick<RuleApplicationRow, "type" | "work" | "total">;

async function start(
  tx: Tx,
  { ids, askForWork }: BulkNeeds,
  companyId: Company,
  request: JobRequest,
  now: UnixSeconds,
): Promise<JobRow> {
  const id = ids.next("job");
  // Jobs that are started at the same moment may exceed the bound by a few. It only has to keep the number
  // from growing without end.
  if ((await bulkStore.countOpen(tx, companyId)) >= LIMITS.open_jobs.value) {
    throw refuse("invalid_request", {
      message: `The company has ${LIMITS.open_jobs.value} unfinished jobs. Wait for one of them to end.`,
    });
  }
  await bulkStore.deleteCompleted(tx, companyId, unixSeconds(now - LIMITS.job_days.value * DAY_S));
  const job: JobRow = { ...defaultsOf(JOBS), ...request, id, created: now };
  await bulkStore.insert(tx, companyId, job);
  await askForWork(tx, companyId, id);
  return job;
}

/**
 * Works on a job until it is done. An attempt that is stopped, or lets another company go first, ends after
 * the current batch.
 */
export async function work(
  db: Db,
  needs: BulkNeeds,
  companyId: Company,
  id: string,
  { signal, last, giveWayIfOthersWait }: Attempt,
): Promise<void> {
  const batch = async (): Promise<boolean> => {
    try {
      const isMore = await db.transaction((tx) => workOnBatch(tx, needs, companyId, id));
      if (isMore) signal.throwIfAborted();
      return isMore;
    } catch (error) {
      if (last) await db.transaction((tx) => endJob(tx, companyId, id, needs.now()));
      throw error;
    }
  };
  while (await batch()) await giveWayIfOthersWait();
}

/** Does the next batch of a job; returns true if there are more. */
async function workOnBatch(tx: Tx, needs: BulkNeeds, companyId: Company, id: string): Promise<boolean> {
  const now = needs.now();
  // First, so that the job is not held while this waits for another writer: deleting its rule ends the job.
  const stamped = { now, updated: await beginWriting(tx, companyId, now) };
  const job = await lockOpen(tx, companyId, id);
  if (job === null) return false;
  const progress =
    job.type === "rule_application"
      ? await applyRule(tx, needs, companyId, job, stamped)
      : await updateSome(tx, companyId, job, stamped);
  const done = progress.status === "succeeded";
  await bulkStore.update(tx, companyId, { ...progress, completed_at: done ? now : null });
  return !done;
}

/**
 * Ends a job as `failed` unless it has ended already. Transactions that were not processed stay unchanged.
 */
export async function endJob(tx: Tx, companyId: Company, id: string, now: UnixSeconds): Promise<void> {
  const job = await lockOpen(tx, companyId, id);
  if (job !== null) await bulkStore.update(tx, companyId, { ...job, status: "failed", completed_at: now });
}

/** Locks an unfinished job until the transaction ends; null if it is finished. */
async function lockOpen(tx: Tx, companyId: Company, id: string): Promise<JobRow | null> {
  const job = await bulkStore.lock(tx, companyId, id);
  return job === null || job.completed_at !== null ? null : job;
}

async function updateSome(tx: Tx, companyId: Company, job: BulkUpdateRow, stamped: Stamped): Promise<JobRow> {
  const { transaction_ids, fields } = job.work;
  const some = transaction_ids.slice(job.processed, job.processed + BATCH);
  const rows = new Map(
    (await transactionsStore.lockById(tx, companyId, some)).map((row) => [row.id as string, row]),
  );
  const given = await rereadFields(tx, companyId, fields, stamped.now);
  const closed = await closedRowsOf(tx, companyId, some);
  const reconciled = await reconciledOf(tx, companyId, rows.values(), fields);
  const edits: PendingEdit[] = [];
  const refused: JobError[] = [];
  for (const id of some) {
    const row = rows.get(id);
    const refusal =
      given instanceof Refusal
        ? (editRefusal(row, {}) ?? given)
        : (editRefusal(row, given) ??
          (row === undefined
            ? null
            : (closedEditRefusal(row, given, closed) ?? reconciledEditRefusal(row, given, reconciled))));
    if (refusal !== null) refused.push({ transaction_id: id, code: refusal.code, message: refusal.message });
    else if (row !== undefined && !(given instanceof Refusal)) edits.push({ row, given });
  }
  await applyEdits(tx, companyId, stamped, edits);
  const processed = job.processed + some.length;
  return {
    ...job,
    status: processed < job.total ? "processing" : "succeeded",
    processed,
    failed: job.failed + refused.length,
    errors: [...job.errors, ...refused],
  };
}

/**
 * Resolves the fields of a job again: the chart, and the day, may have changed since it was created.
 */
async function rereadFields(
  tx: Tx,
  companyId: Company,
  fields: Edit,
  now: UnixSeconds,
): Promise<ResolvedEdit | Refusal> {
  return readFields(tx, companyId, fields, losAngelesDate(now)).catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
}

/** Categorizes those that the rule is the first to fit. What a person has categorized is not among them. */
async function applyRule(
  tx: Tx,
  { loadSuggest }: BulkNeeds,
  companyId: Company,
  job: RuleApplicationRow,
  stamped: Stamped,
): Promise<JobRow> {
  const rows = await transactionsStore.listUncategorized(tx, companyId, job.place, BATCH);
  const suggest = await loadSuggest(tx, companyId);
  const edits = rows.flatMap((row): PendingEdit[] => {
    const suggested = suggest(row);
    if (suggested?.rule_id !== job.work.rule_id) return [];
    // A department that it has was chosen by a person.
    return [
      {
        row,
        given: {
          category_id: suggested.category_id,
          department_id: row.department_id ?? suggested.department_id,
        },
      },
    ];
  });
  const closed = await closedRowsOf(
    tx,
    companyId,
    edits.map(({ row }) => row.id),
  );
  await applyEdits(
    tx,
    companyId,
    stamped,
    edits.filter(
      ({ row, given }) => (editRefusal(row, given) ?? closedEditRefusal(row, given, closed)) === null,
    ),
  );
  const processed = job.processed + rows.length;
  const done = rows.length < BATCH;
  // Others may have come, or been categorized, since they were counted.
  return {
    ...job,
    status: done ? "succeeded" : "processing",
    place: rows.at(-1)?.id ?? job.place,
    processed,
    total: done ? processed : Math.max(job.total, processed),
  };
}

/** A job as it is. Refuses `resource_missing`. */
export async function getJob(db: Db, companyId: Company, id: string): Promise<JobRow> {
  const job = await bulkStore.find(db, companyId, id);
  if (job === null) throw refuse("resource_missing");
  return job;
}
