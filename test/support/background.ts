/** Job kinds, jobs and workers for tests of background jobs. */
import Type from "typebox";
import { afterEach } from "vitest";
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { statement } from "../../src/platform/db/index.ts";
import {
  bindJob,
  type JobContext,
  type JobKind,
  openWorker,
  type Worker,
} from "../../src/platform/jobs/index.ts";
import type { WorkerNeeds } from "../../src/platform/jobs/worker.ts";
import type { Log } from "../../src/platform/log/log.ts";
import { randomText } from "../../src/platform/random/random.ts";
import { pause } from "../../src/platform/time/timer.ts";
import type { TestApp } from "./app.ts";

const payload = Type.Object({ n: Type.Integer() }, { additionalProperties: false });
export type Payload = { readonly n: number };
export type Kind = JobKind<typeof payload>;

interface Row {
  readonly state: string;
  readonly attempts: number;
  readonly run_at: number;
  readonly last_error: string | null;
}
const listRows = statement<Row>(
  "test.jobs.list",
  "select state, attempts, run_at, last_error from background_jobs where queue = $1 order by created, id",
);

/** Makes a job kind with its own queue. The name of a queue must have only letters. */
export function kind(more: { limits?: Partial<Kind["limits"]>; retry?: Partial<Kind["retry"]> } = {}): Kind {
  const name = randomText(12).replaceAll(/\d/g, "x");
  return {
    queue: `test.${name}`,
    payload,
    limits: { concurrency: 4, timeoutMs: 20_000, ...more.limits },
    retry: { attempts: 3, firstDelayS: 10, longestDelayS: 600, ...more.retry },
  };
}

/** Waits until a condition is true. Throws after a time that is far longer than any test needs. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    if (await condition()) return;
    await pause(20);
  }
  throw new Error("the condition did not become true");
}

/** Returns helpers that start workers of an application, stop them after each test, and collect their log. */
export function backgroundOf({ app, clock }: Pick<TestApp, "app" | "clock">) {
  const { db, jobs } = app;
  const workers: Worker[] = [];
  const logged: string[] = [];
  const note = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log: Log = { error: note, warn: note, info: () => {}, debug: () => {} };
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((each) => each.stop(5_000)));
    logged.length = 0;
  });
  return {
    log,
    logged,
    worker: (
      which: Kind,
      run: (payload: Payload, context: JobContext) => Promise<void>,
      more: Partial<WorkerNeeds> = {},
    ): Worker => {
      const worker = openWorker({
        db,
        handlers: [bindJob(which, run)],
        now: () => clock.now(),
        randomText,
        log,
        pollMs: 20,
        ...more,
      });
      workers.push(worker);
      return worker;
    },
    send: async (
      which: Kind,
      count = 1,
      options: { subject?: string; runAt?: UnixSeconds; companyId?: PublicId<"company"> } = {},
    ): Promise<void> => {
      await db.transaction(async (tx) => {
        for (let n = 1; n <= count; n += 1) await jobs.send(tx, which, { n }, options);
      });
    },
    rows: ({ queue }: Kind): Promise<Row[]> => db.list(listRows, [queue]),
  };
}
