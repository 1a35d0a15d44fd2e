/** Commands on background jobs: pause and resume all workers, and count the jobs. */
import { databaseCommand } from "../command.ts";
import { instant } from "../table.ts";

const workerPause = databaseCommand({
  name: "worker pause",
  summary: "Stop all workers from taking background jobs until `worker resume`",
  description: "Running jobs finish, and new ones wait: exports stay pending, and mail is not sent.",
  examples: [["worker pause", "before maintenance"]],
  fields: {},
  run: async (app) => ({ paused_since: await app.jobs.pause(app.clock.now()), ...(await app.jobs.count()) }),
  show: ({ paused_since, waiting, running }) =>
    `Paused since ${instant(paused_since)}. ${waiting} jobs wait, ${running} run to their end.`,
});

const workerResume = databaseCommand({
  name: "worker resume",
  summary: "Let workers take background jobs again",
  examples: [["worker resume", "after maintenance"]],
  fields: {},
  run: async (app) => ({ was_paused: await app.jobs.resume(), ...(await app.jobs.count()) }),
  show: ({ was_paused, waiting }) =>
    `${was_paused ? "Workers take jobs again" : "It was not paused"}. ${waiting} jobs wait.`,
});

const workerStatus = databaseCommand({
  name: "worker status",
  summary: "Show whether workers take background jobs, and how many there are",
  examples: [["worker status", "counts of waiting, running and failed jobs"]],
  fields: {},
  run: async (app) => ({ paused_since: await app.jobs.pausedSince(), ...(await app.jobs.count()) }),
  show: ({ paused_since, waiting, running, dead }) =>
    `${paused_since === null ? "Jobs are taken" : `Paused since ${instant(paused_since)}`}. ${waiting} wait, ${running} run, ${dead} were given up.`,
});

export const WORKER_COMMANDS = [workerPause, workerResume, workerStatus];
