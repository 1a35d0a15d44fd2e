/** Commands on background jobs: pause and resume all workers, count the jobs, and those that were given up. */
import { databaseCommand } from "../command.ts";
import { optional, pattern, toggle, UsageProblem } from "../fields.ts";
import { UserFacingError } from "../problem.ts";
import { instant, table } from "../table.ts";

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

/** The most jobs that are listed. */
const MOST_LISTED = 1_000;

const workerList = databaseCommand({
  name: "worker list",
  summary: "List the background jobs that were given up, with their errors",
  description: `The latest first, ${MOST_LISTED} at most. A job that was given up is kept for 90 days.`,
  examples: [["worker list", "their ids, for `worker retry` and `worker forget`"]],
  fields: {},
  run: async (app) => ({ jobs: await app.jobs.listDead(MOST_LISTED) }),
  show: ({ jobs }) =>
    table(
      ["JOB", "QUEUE", "ABOUT", "ATTEMPTS", "SENT", "LAST ERROR"],
      jobs.map(({ id, queue, subject, attempts, created, last_error }) => [
        id,
        queue,
        subject ?? "",
        String(attempts),
        instant(created),
        last_error,
      ]),
      "No job was given up.",
    ),
});

/** One job that was given up, or all of them. */
const GIVEN_UP = {
  job: optional(
    "argument",
    pattern("job", "^job_[A-Za-z0-9]{1,40}$", "a job's id, from `worker list`"),
    "The job.",
  ),
  all: toggle("All jobs that were given up."),
} as const;

/** Returns the id of the job that is meant; null for all. Throws unless exactly one of both is given. */
function jobMeant({ job, all }: { readonly job: string | null; readonly all: boolean }): string | null {
  if ((job !== null) === all)
    throw new UsageProblem("Give the id of a job, which `worker list` shows, or --all for all of them.");
  return job;
}

function requireFound(job: string | null, count: number): void {
  if (job !== null && count === 0)
    throw new UserFacingError({
      exit: "missing",
      code: "job_missing",
      message: `No job ${job} was given up. \`worker list\` shows those that were.`,
      param: "job",
    });
}

const workerRetry = databaseCommand({
  name: "worker retry",
  summary: "Run a background job again that was given up",
  description: "It gets all its attempts again. Correct first what made it fail.",
  examples: [
    ["worker retry job_4Xa9", "one job"],
    ["worker retry --all", "all of them"],
  ],
  fields: GIVEN_UP,
  async run(app, args) {
    const job = jobMeant(args);
    const retried = await app.jobs.retryDead(job, app.clock.now());
    requireFound(job, retried);
    return { retried };
  },
  show: ({ retried }) => `${retried} ${retried === 1 ? "job waits" : "jobs wait"} to be run again.`,
});

const workerForget = databaseCommand({
  name: "worker forget",
  summary: "Delete a background job that was given up",
  description: "What it was to do is never done, and `doctor` and the alert name it no more.",
  examples: [
    ["worker forget job_4Xa9", "one job"],
    ["worker forget --all", "all of them"],
  ],
  fields: GIVEN_UP,
  async run(app, args) {
    const job = jobMeant(args);
    const forgotten = await app.jobs.forgetDead(job);
    requireFound(job, forgotten);
    return { forgotten };
  },
  show: ({ forgotten }) => `${forgotten} ${forgotten === 1 ? "job is" : "jobs are"} deleted.`,
});

export const WORKER_COMMANDS = [
  workerPause,
  workerResume,
  workerStatus,
  workerList,
  workerRetry,
  workerForget,
];
