/**
 * The background work of jobs. Each attempt continues where the last one ended, so a repeated job has the
 * same result.
 */
import Type from "typebox";
import { idPattern, type PublicId } from "@daybook/words/public-id";
import { bindJob, type JobHandler, type JobKind } from "../../../platform/jobs/index.ts";
import type { TransactionsService } from "./service/index.ts";

const payload = Type.Object(
  {
    company_id: Type.String({ pattern: idPattern("company") }),
    job_id: Type.String({ pattern: idPattern("job") }),
  },
  { additionalProperties: false },
);

export const RUN_JOB: JobKind<typeof payload> = {
  queue: "transactions.run_job",
  payload,
  // A rule may have to go through all that ever came in.
  limits: { concurrency: 2, timeoutMs: 3_600_000 },
  retry: { attempts: 8, firstDelayS: 5, longestDelayS: 600 },
};

export function transactionsJobs(transactions: Pick<TransactionsService, "work">): JobHandler[] {
  return [
    bindJob(RUN_JOB, ({ company_id, job_id }, { attempt, signal, giveWayIfOthersWait }) =>
      transactions.work(company_id as PublicId<"company">, job_id, {
        signal,
        giveWayIfOthersWait,
        last: attempt >= RUN_JOB.retry.attempts,
      }),
    ),
  ];
}
