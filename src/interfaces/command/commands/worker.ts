/** Commands on background work: letting it rest, and going on. */
import { databaseCommand } from "../command.ts";
import { instant } from "../table.ts";

const workerPause = databaseCommand({
  name: "worker pause",
  summary: "Have no worker take a background job, in any process, until `worker resume`",
  description:
    "Jobs that run go on to their end, and new ones wait: exports stay pending, and mail is not sent.",
  examples: [["worker pause", "before maintenance"]],
  fields: {},
  run: async (app) => ({ paused_since: await app.jobs.pause(app.clock.now()), ...(await app.jobs.count()) }),
  show: ({ paused_since, waiting, running }) =>
    `Paused since ${instant(paused_since)}. ${waiting} jobs wait, ${running} run to their end.`,
});

const workerResume = databaseCommand({
  name: "worker resume",
  summary: "Have workers take background jobs again",
  examples: [["worker resume", "after maintenance"]],
  fields: {},
  run: async (app) => ({ was_paused: await app.jobs.resume(), ...(await app.jobs.count()) }),
  show: ({ was_paused, waiting }) =>
    `${was_paused ? "Workers take jobs again" : "It was not paused"}. ${waiting} jobs wait.`,
});

const workerStatus = databaseCommand({
  name: "worker status",
  summary: "Tell whether background jobs are taken, and how many there are",
  examples: [["worker status", "how many wait, run and were given up"]],
  fields: {},
  run: async (app) => ({ paused_since: await app.jobs.pausedSince(), ...(await app.jobs.count()) }),
  show: ({ paused_since, waiting, running, dead }) =>
    `${paused_since === null ? "Jobs are taken" : `Paused since ${instant(paused_since)}`}. ${waiting} wait, ${running} run, ${dead} were given up.`,
});

export const WORKER_COMMANDS = [workerPause, workerResume, workerStatus];
