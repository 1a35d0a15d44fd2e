/**
 * Background jobs on both engines: they are sent with their change or not at all, run by one worker at a
 * time, retried when they fail or their worker dies, and never lost or run for ever.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { backgroundOf, kind, until } from "../../../test/support/background.ts";
import { ADMIN_URL, createMigrated } from "../../../test/support/engine.ts";
import { openApp } from "../../app.ts";
import { readConfig } from "../../config/config.ts";
import { unixSeconds } from "@daybook/words/civil-date";
import { DiskFull, statement } from "../db/index.ts";
import { randomText } from "../random/random.ts";
import { pause } from "../time/timer.ts";
import { bindJob } from "./kind.ts";
import { openWorker } from "./worker.ts";

const http = await testApp();
const { app, clock } = http;
const { db, jobs } = app;
const { log, logged, worker, send, rows } = backgroundOf(http);

function never(): Promise<void> {
  return new Promise(() => {});
}

const spoilPayload = statement<never>(
  "test.jobs.spoil",
  `update background_jobs set payload = '{"n": "one", "secret": "svc_hidden"}' where queue = $1`,
);

test("a job exists after its change was committed, and not after a rollback (JOB-001)", async () => {
  const testKind = kind();
  const undone = db.transaction(async (tx) => {
    await jobs.send(tx, testKind, { n: 1 });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await rows(testKind)).toEqual([]);
  await send(testKind);
  expect(await rows(testKind)).toMatchObject([{ state: "waiting", attempts: 0 }]);
});

test("a job with an invalid payload can't be sent", async () => {
  const testKind = kind();
  await expect(db.transaction((tx) => jobs.send(tx, testKind, { n: 1.5 }))).rejects.toThrow(/payload/);
  expect(await rows(testKind)).toEqual([]);
});

test("a job that ends during a poll makes room for the next job of its kind", async () => {
  const [one, other] = [kind({ limits: { concurrency: 1 } }), kind()];
  await send(one, 2);
  const release = Promise.withResolvers<void>();
  let runs = 0;
  const first = async (): Promise<void> => {
    runs += 1;
    if (runs === 1) await release.promise;
  };
  // The second claim does not include the queue of `one`, whose only slot is busy. It lasts until the first
  // job of that queue has ended.
  let claimsWithoutOne = 0;
  const slow: typeof db = {
    ...db,
    async find(query, parameters = []) {
      const [queues] = parameters;
      if (query.name === "jobs.claimJob" && !JSON.stringify(queues).includes(one.queue))
        claimsWithoutOne += 1;
      if (claimsWithoutOne === 2) {
        claimsWithoutOne += 1;
        release.resolve();
        await until(async () => (await rows(one)).length < 2);
      }
      return db.find(query, parameters);
    },
  };
  await worker(one, first, {
    db: slow,
    handlers: [bindJob(one, first), bindJob(other, never)],
    pollMs: 60_000,
  }).settle();
  expect([runs, await rows(one)]).toEqual([2, []]);
});

test("a completed job is deleted", async () => {
  const testKind = kind();
  await send(testKind, 3);
  const done: number[] = [];
  await worker(testKind, async ({ n }) => void done.push(n)).settle();
  expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  expect(await rows(testKind)).toEqual([]);
});

test("a job is not run before its time on the service's clock", async () => {
  const testKind = kind();
  const at = unixSeconds(clock.now() + 3_600);
  await send(testKind, 1, { runAt: at });
  let runs = 0;
  const one = worker(testKind, async () => void (runs += 1));
  await one.settle();
  clock.set(at - 1);
  await one.settle();
  expect(runs).toBe(0);
  clock.set(at);
  await one.settle();
  expect(runs).toBe(1);
});

test("while a job of a subject waits, no other one is inserted; while it runs, another one is", async () => {
  const testKind = kind();
  await send(testKind, 3, { subject: "comp_a" });
  await send(testKind, 1, { subject: "comp_b" });
  expect(await rows(testKind)).toHaveLength(2);
  let running = 0;
  const release = Promise.withResolvers<void>();
  worker(testKind, async () => {
    running += 1;
    if (running <= 2) await release.promise;
  });
  await until(() => running === 2);
  await send(testKind, 2, { subject: "comp_a" });
  expect(await rows(testKind)).toHaveLength(3);
  release.resolve();
  await until(async () => (await rows(testKind)).length === 0);
  expect(running).toBe(3);
});

test("a waiting job that is due later does not replace one that is due now", async () => {
  const testKind = kind();
  await send(testKind, 1, { subject: "comp_a", runAt: unixSeconds(clock.now() + 60) });
  await send(testKind, 1, { subject: "comp_a" });
  await send(testKind, 1, { subject: "comp_a", runAt: unixSeconds(clock.now() + 120) });
  expect((await rows(testKind)).map(({ run_at }) => run_at - clock.now()).toSorted((a, b) => a - b)).toEqual([
    0, 60,
  ]);
});

test("a failed job waits longer each time and is dead, with its error, after its last attempt", async () => {
  const testKind = kind({ retry: { attempts: 4, firstDelayS: 10, longestDelayS: 30 } });
  await send(testKind);
  const attempts: number[] = [];
  const one = worker(testKind, async (_payload, { attempt }) => {
    attempts.push(attempt);
    throw new Error(`no luck ${attempt}`);
  });
  for (const [attempt, delay] of [10, 20, 30].entries()) {
    await one.settle();
    expect(await rows(testKind)).toEqual([
      {
        state: "waiting",
        attempts: attempt + 1,
        run_at: clock.now() + delay,
        last_error: `no luck ${attempt + 1}`,
      },
    ]);
    clock.set(clock.now() + delay);
  }
  await one.settle();
  expect(await rows(testKind)).toMatchObject([{ state: "dead", attempts: 4, last_error: "no luck 4" }]);
  expect((await jobs.listDead(1000)).find(({ queue }) => queue === testKind.queue)).toMatchObject({
    attempts: 4,
    last_error: "no luck 4",
  });
  clock.set(clock.now() + 86_400);
  await one.settle();
  expect(attempts).toEqual([1, 2, 3, 4]);
});

test("a job that was given up is run again with all its attempts, or deleted, when its operator asks (CMD-015)", async () => {
  const testKind = kind({ retry: { attempts: 1 } });
  await send(testKind, 2);
  let isBroken = true;
  const one = worker(testKind, async () => {
    if (isBroken) throw new Error("no luck");
  });
  await one.settle();
  const ids = (await jobs.listDead(1000)).filter(({ queue }) => queue === testKind.queue).map(({ id }) => id);
  const [first = "", second = ""] = ids;
  expect(ids).toHaveLength(2);

  expect(await jobs.retryDead("job_other", clock.now())).toBe(0);
  expect(await jobs.retryDead(first, clock.now())).toBe(1);
  expect(await rows(testKind)).toContainEqual({
    state: "waiting",
    attempts: 0,
    run_at: clock.now(),
    last_error: "no luck",
  });
  await one.settle();
  expect((await rows(testKind)).map(({ state }) => state)).toEqual(["dead", "dead"]);

  isBroken = false;
  await jobs.retryDead(first, clock.now());
  await one.settle();
  expect(await jobs.forgetDead(first)).toBe(0);
  expect(await jobs.forgetDead(second)).toBe(1);
  expect(await rows(testKind)).toEqual([]);
});

test("only jobs that were given up are run again or deleted", async () => {
  const testKind = kind();
  await send(testKind);
  await jobs.retryDead(null, unixSeconds(clock.now() + 5));
  await jobs.forgetDead(null);
  expect(await rows(testKind)).toMatchObject([{ state: "waiting", run_at: clock.now() }]);
});

test("an attempt that fails because of a full disk does not count (JOB-005)", async () => {
  const testKind = kind({ retry: { attempts: 2, firstDelayS: 10 } });
  await send(testKind);
  let isFull = true;
  const background = worker(testKind, async () => {
    if (isFull) throw new DiskFull("the disk has 1 MB left");
  });
  for (let tries = 0; tries < 4; tries += 1) {
    await background.settle();
    expect(await rows(testKind)).toMatchObject([{ state: "waiting", attempts: 0 }]);
    clock.set(clock.now() + 60);
  }
  isFull = false;
  await background.settle();
  expect(await rows(testKind)).toEqual([]);
});

test("a dead job is deleted when a later job of the same subject succeeds, and after 90 days", async () => {
  const testKind = kind({ retry: { attempts: 1 } });
  let fails = true;
  const one = worker(testKind, async () => {
    if (fails) throw new Error("no luck");
  });
  for (const subject of ["comp_a", "comp_b"]) await send(testKind, 1, { subject });
  await one.settle();
  expect((await rows(testKind)).map(({ state }) => state)).toEqual(["dead", "dead"]);
  fails = false;
  await send(testKind, 1, { subject: "comp_a" });
  await one.settle();
  expect(await rows(testKind)).toHaveLength(1);
  fails = true;
  clock.set(clock.now() + 91 * 86_400);
  await send(testKind, 1, { subject: "comp_c" });
  await one.settle();
  expect(await rows(testKind)).toMatchObject([{ state: "dead", run_at: clock.now() }]);
});

test("a job with an invalid payload is dead at once, and its payload is not logged", async () => {
  const testKind = kind();
  await send(testKind);
  await db.run(spoilPayload, [testKind.queue]);
  let runs = 0;
  await worker(testKind, async () => void (runs += 1)).settle();
  expect(runs).toBe(0);
  expect(await rows(testKind)).toMatchObject([
    { state: "dead", attempts: 1, last_error: expect.stringContaining("payload") },
  ]);
  expect(logged).toHaveLength(1);
  expect(logged.join()).not.toContain("svc_hidden");
});

test("no more jobs run at a time than their kind and the worker allow", async () => {
  for (const [concurrency, slots, most] of [
    [2, 10, 2],
    [10, 3, 3],
  ] as const) {
    const testKind = kind({ limits: { concurrency } });
    await send(testKind, 12);
    let running = 0;
    let highest = 0;
    let runs = 0;
    const one = worker(
      testKind,
      async () => {
        running += 1;
        highest = Math.max(highest, running);
        // No job ends before the largest allowed number of jobs is running.
        await until(() => highest >= most);
        await pause(15);
        running -= 1;
        runs += 1;
      },
      { slots },
    );
    await until(async () => (await rows(testKind)).length === 0);
    expect([runs, highest]).toEqual([12, most]);
    await one.stop(10_000);
  }
});

test("several workers take different jobs", async () => {
  const testKind = kind();
  await send(testKind, 60);
  const byWorker = [[], [], []] as [number[], number[], number[]];
  const release = Promise.withResolvers<void>();
  for (const claimed of byWorker) {
    worker(testKind, async ({ n }) => {
      claimed.push(n);
      // No job ends before every worker has begun one.
      if (byWorker.every((each) => each.length > 0)) release.resolve();
      await release.promise;
    });
  }
  await until(async () => (await rows(testKind)).length === 0);
  expect(byWorker.flat().toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 60 }, (_, index) => index + 1),
  );
});

test("no other worker claims a job while its worker renews the lease (JOB-003)", async () => {
  const testKind = kind();
  await send(testKind);
  let runs = 0;
  const run = async () => {
    runs += 1;
    await pause(3_500);
  };
  worker(testKind, run, { leaseS: 1 });
  worker(testKind, run, { leaseS: 1 });
  await until(async () => runs > 0 && (await rows(testKind)).length === 0);
  expect(runs).toBe(1);
});

test("a job whose lease expired is claimed by another worker, and the first worker can't end it", async () => {
  const testKind = kind();
  await send(testKind);
  const release = Promise.withResolvers<void>();
  const attempts: number[] = [];
  const signals: AbortSignal[] = [];
  const lost = worker(
    testKind,
    async (_payload, { attempt, signal }) => {
      attempts.push(attempt);
      signals.push(signal);
      await release.promise;
    },
    { leaseS: 1 },
  );
  await until(() => attempts.length === 1);
  // The worker no longer renews its lease, as if its process had been suspended.
  await lost.stop(0);
  expect(signals[0]?.aborted).toBe(true);
  const second = Promise.withResolvers<void>();
  worker(testKind, async (_payload, { attempt }) => {
    attempts.push(attempt);
    await second.promise;
  });
  await until(() => attempts.length === 2);
  release.resolve();
  await pause(100);
  expect(await rows(testKind)).toMatchObject([{ state: "running", attempts: 1 }]);
  second.resolve();
  await until(async () => (await rows(testKind)).length === 0);
  expect(attempts).toEqual([1, 1]);
});

test("an attempt that takes too long is aborted, and the job is retried later", async () => {
  const testKind = kind({ limits: { timeoutMs: 50 } });
  await send(testKind);
  let signal: AbortSignal | null = null;
  const one = worker(testKind, async (_payload, context) => {
    signal = context.signal;
    await never();
  });
  await one.settle();
  expect(signal).toMatchObject({ aborted: true });
  expect(await rows(testKind)).toMatchObject([
    { state: "waiting", attempts: 1, last_error: "it took longer than 50 ms" },
  ]);
});

test("a worker that is stopped waits for its running jobs and claims no more (JOB-006)", async () => {
  const testKind = kind({ limits: { concurrency: 1 } });
  await send(testKind, 2);
  const release = Promise.withResolvers<void>();
  let begun = 0;
  let ended = 0;
  const one = worker(testKind, async () => {
    begun += 1;
    await release.promise;
    ended += 1;
  });
  await until(() => begun === 1);
  const stopped = one.stop(20_000).then(() => ended);
  await pause(50);
  release.resolve();
  expect(await stopped).toBe(1);
  await pause(100);
  expect(begun).toBe(1);
  expect(await rows(testKind)).toMatchObject([{ state: "waiting", attempts: 0 }]);
});

/** A program for another process: it begins the job, prints "running" and never ends. */
const STUCK_WORKER = `
const { openApp } = await import(process.env.APP);
const { readConfig } = await import(process.env.CONFIG);
const { openWorker } = await import(process.env.JOBS);
const app = await openApp(readConfig(process.env), { command: "test" });
const kind = JSON.parse(process.env.KIND);
const run = () => { console.log("running"); return new Promise(() => {}); };
let n = 0;
openWorker({ db: app.db, handlers: [{ kind, run }], now: () => app.clock.now(), randomText: (length) => String(++n).padStart(length, "x"), log: app.log, leaseS: 1 });
`;

test(
  "a job whose process was killed is done by the next process, and that was its only attempt (JOB-002)",
  { timeout: 120_000 },
  async () => {
    const testKind = kind({ retry: { attempts: 1 } });
    const place =
      ADMIN_URL === null
        ? { DAYBOOK_HOME: await mkdtemp(join(tmpdir(), "jobs-")) }
        : { DATABASE_URL: await createMigrated("jobs") };
    const environment = { ...place, LOG_LEVEL: "silent" };
    const open = () => openApp(readConfig(environment), { command: "test" });
    const first = await open();
    await first.db.transaction((tx) => first.jobs.send(tx, testKind, { n: 1 }));
    await first.close();
    const url = (path: string) => new URL(path, import.meta.url).href;
    const modules = {
      APP: url("../../app.ts"),
      CONFIG: url("../../config/config.ts"),
      JOBS: url("./index.ts"),
      KIND: JSON.stringify(testKind),
    };
    const child = spawn(process.execPath, ["--input-type=module", "-e", STUCK_WORKER], {
      env: { ...environment, ...modules },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [said] = (await once(child.stdout, "data")) as [Buffer];
    expect(said.toString()).toBe("running\n");
    child.kill("SIGKILL");
    await once(child, "exit");
    const last = await open();
    try {
      const attempts: number[] = [];
      const handlers = [bindJob(testKind, async (_payload, { attempt }) => void attempts.push(attempt))];
      const one = openWorker({
        db: last.db,
        handlers,
        now: () => last.clock.now(),
        randomText,
        log,
        pollMs: 50,
      });
      await until(() => attempts.length > 0);
      await one.stop(10_000);
      expect([attempts, await last.jobs.count()]).toEqual([[1], { waiting: 0, running: 0, dead: 0 }]);
    } finally {
      await last.close();
    }
  },
);
