/** Metrics of background jobs. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { Gauges } from "../metrics/index.ts";
import type { Jobs } from "./jobs.ts";

/** Makes the metrics: the number of jobs in each queue and state, and how long the oldest has been due. */
export function jobFigures(jobs: Pick<Jobs, "listQueues">, now: () => UnixSeconds): Gauges {
  return {
    labels: ["queue", "state"],
    help: {
      daybook_jobs: "Background jobs that are not done. Exports are those of the queue exports.generate.",
      daybook_jobs_oldest_seconds: "How long the oldest job of a queue and state has been due.",
    },
    read: async () =>
      (await jobs.listQueues(now())).map(({ queue, state, jobs: count, oldest_s }) => ({
        labels: { queue, state },
        values: { daybook_jobs: count, daybook_jobs_oldest_seconds: oldest_s },
      })),
  };
}
