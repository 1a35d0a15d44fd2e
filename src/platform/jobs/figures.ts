/** Figures about background work. */
import type { UnixSeconds } from "../../core/civil-date.ts";
import type { GaugeOptions } from "../metrics/index.ts";
import type { Jobs } from "./jobs.ts";

/** How many jobs there are in each queue and state, and how long the oldest is due. */
export function jobFigures(jobs: Pick<Jobs, "listQueues">, now: () => UnixSeconds): readonly GaugeOptions[] {
  const labels = ["queue", "state"];
  const read = async (value: (of: { readonly jobs: number; readonly oldest_s: number }) => number) =>
    (await jobs.listQueues(now())).map((of) => ({
      labels: { queue: of.queue, state: of.state },
      value: value(of),
    }));
  return [
    {
      name: "daybook_jobs",
      help: "Background jobs that are not done. Exports are those of the queue exports.generate.",
      labels,
      read: () => read((of) => of.jobs),
    },
    {
      name: "daybook_jobs_oldest_seconds",
      help: "How long the oldest job of a queue and state has been due.",
      labels,
      read: () => read((of) => of.oldest_s),
    },
  ];
}
