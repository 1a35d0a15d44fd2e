/**
 * Background jobs on both databases: asked for with the change or not at all, run by one worker at a time,
 * tried again when they fail or their worker dies, and never lost or run for ever.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { backgroundOf, kind, until } from "../../../test/support/background.ts";
import { ADMIN_URL, createDatabase } from "../../../test/support/engine.ts";
import { openApp } from "../../app.ts";
import { readConfig } from "../../config/config.ts";
import { unixSeconds } from "../../core/civil-date.ts";
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

test("a job is there when the change that asked for it was committed, and not when it was rolled back", async () => {
  const which = kind();
  const undone = db.transaction(async (tx) => {
    await jobs.send(tx, which, { n: 1 });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await rows(which)).toEqual([]);
  await send(which);
  expect(await rows(which)).toMatchObject([{ state: "waiting", attempts: 0 }]);
});

test("a job whose payload its kind does not allow can't be sent", async () => {
  const which = kind();
  await expect(db.transaction((tx) => jobs.send(tx, which, { n: 1.5 }))).rejects.toThrow(/payload/);
  expect(await rows(which)).toEqual([]);
});

test("a job that ends while the worker looks makes room for the next one of its kind", async () => {
  const [one, other] = [kind({ limits: { concurrency: 1 } }), kind()];
  await send(one, 2);
  const release = Promise.withResolvers<void>();
  let runs = 0;
  const first = async (): Promise<void> => {
    runs += 1;
    if (runs === 1) await release.promise;
  };
  // The second look passes by the other job, because the first one runs, and lasts until that one has ended.
  let passed = 0;
  const slow: typeof db = {
    ...db,
    async find(asked, parameters = []) {
      const [queues] = parameters;
      if (asked.name === "jobs.claimJob" && !JSON.stringify(queues).includes(one.queue)) passed += 1;
      if (passed === 2) {
        passed += 1;
        release.resolve();
        await until(async () => (await rows(one)).length < 2);
      }
      return db.find(asked, parameters);
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
  const which = kind();
  await send(which, 3);
  const done: number[] = [];
  await worker(which, async ({ n }) => void done.push(n)).settle();
  expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  expect(await rows(which)).toEqual([]);
});

test("a job is not run before its time on the service's clock", async () => {
  const which = kind();
  const at = unixSeconds(clock.now() + 3_600);
  await send(which, 1, { runAt: at });
  let runs = 0;
  const one = worker(which, async () => void (runs += 1));
  await one.settle();
  clock.set(at - 1);
  await one.settle();
  expect(runs).toBe(0);
  clock.set(at);
  await one.settle();
  expect(runs).toBe(1);
});

test("while a job about a subject waits, asking again makes no other; once it runs, asking does", async () => {
  const which = kind();
  await send(which, 3, { subject: "comp_a" });
  await send(which, 1, { subject: "comp_b" });
  expect(await rows(which)).toHaveLength(2);
  let running = 0;
  const release = Promise.withResolvers<void>();
  worker(which, async () => {
    running += 1;
    if (running <= 2) await release.promise;
  });
  await until(() => running === 2);
  await send(which, 2, { subject: "comp_a" });
  expect(await rows(which)).toHaveLength(3);
  release.resolve();
  await until(async () => (await rows(which)).length === 0);
  expect(running).toBe(3);
});

test("a waiting job that is due later does not stand for one that is due now", async () => {
  const which = kind();
  await send(which, 1, { subject: "comp_a", runAt: unixSeconds(clock.now() + 60) });
  await send(which, 1, { subject: "comp_a" });
  await send(which, 1, { subject: "comp_a", runAt: unixSeconds(clock.now() + 120) });
  expect((await rows(which)).map(({ run_at }) => run_at - clock.now()).toSorted((a, b) => a - b)).toEqual([
    0, 60,
  ]);
});

test("a job that fails waits longer each time and is kept as dead, with its error, after its last attempt", async () => {
  const which = kind({ retry: { attempts: 4, firstDelayS: 10, longestDelayS: 30 } });
  await send(which);
  const attempts: number[] = [];
  const one = worker(which, async (_given, { attempt }) => {
    attempts.push(attempt);
    throw new Error(`no luck ${attempt}`);
  });
  for (const [attempt, delay] of [10, 20, 30].entries()) {
    await one.settle();
    expect(await rows(which)).toEqual([
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
  expect(await rows(which)).toMatchObject([{ state: "dead", attempts: 4, last_error: "no luck 4" }]);
  expect((await jobs.listDead(1000)).find(({ queue }) => queue === which.queue)).toMatchObject({
    attempts: 4,
    last_error: "no luck 4",
  });
  clock.set(clock.now() + 86_400);
  await one.settle();
  expect(attempts).toEqual([1, 2, 3, 4]);
});

test("an attempt that a full disk refuses does not count", async () => {
  const which = kind({ retry: { attempts: 2, firstDelayS: 10 } });
  await send(which);
  let isFull = true;
  const background = worker(which, async () => {
    if (isFull) throw new DiskFull("the disk has 1 MB left");
  });
  for (let tries = 0; tries < 4; tries += 1) {
    await background.settle();
    expect(await rows(which)).toMatchObject([{ state: "waiting", attempts: 0 }]);
    clock.set(clock.now() + 60);
  }
  isFull = false;
  await background.settle();
  expect(await rows(which)).toEqual([]);
});

test("a dead job goes when a later one about the same has done its work, and after ninety days", async () => {
  const which = kind({ retry: { attempts: 1 } });
  let fails = true;
  const one = worker(which, async () => {
    if (fails) throw new Error("no luck");
  });
  for (const subject of ["comp_a", "comp_b"]) await send(which, 1, { subject });
  await one.settle();
  expect((await rows(which)).map(({ state }) => state)).toEqual(["dead", "dead"]);
  fails = false;
  await send(which, 1, { subject: "comp_a" });
  await one.settle();
  expect(await rows(which)).toHaveLength(1);
  fails = true;
  clock.set(clock.now() + 91 * 86_400);
  await send(which, 1, { subject: "comp_c" });
  await one.settle();
  expect(await rows(which)).toMatchObject([{ state: "dead", run_at: clock.now() }]);
});

test("a job that this version does not understand is dead at once, and nothing that it holds is logged", async () => {
  const which = kind();
  await send(which);
  await db.run(spoilPayload, [which.queue]);
  let runs = 0;
  await worker(which, async () => void (runs += 1)).settle();
  expect(runs).toBe(0);
  expect(await rows(which)).toMatchObject([
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
    const which = kind({ limits: { concurrency } });
    await send(which, 12);
    let running = 0;
    let highest = 0;
    let runs = 0;
    const one = worker(
      which,
      async () => {
        running += 1;
        highest = Math.max(highest, running);
        // Nobody ends before as many run as may.
        await until(() => highest >= most);
        await pause(15);
        running -= 1;
        runs += 1;
      },
      { slots },
    );
    await until(async () => (await rows(which)).length === 0);
    expect([runs, highest]).toEqual([12, most]);
    await one.stop(10_000);
  }
});

test("several workers take different jobs", async () => {
  const which = kind();
  await send(which, 60);
  const by = [[], [], []] as [number[], number[], number[]];
  const release = Promise.withResolvers<void>();
  for (const taken of by) {
    worker(which, async ({ n }) => {
      taken.push(n);
      // Nobody ends before everybody has begun.
      if (by.every((each) => each.length > 0)) release.resolve();
      await release.promise;
    });
  }
  await until(async () => (await rows(which)).length === 0);
  expect(by.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
});

test("a job is kept by its worker for as long as it renews its lease", async () => {
  const which = kind();
  await send(which);
  let runs = 0;
  const run = async () => {
    runs += 1;
    await pause(3_500);
  };
  worker(which, run, { leaseS: 1 });
  worker(which, run, { leaseS: 1 });
  await until(async () => runs > 0 && (await rows(which)).length === 0);
  expect(runs).toBe(1);
});

test("a job that was left is taken by another worker, and who lost it can't end it any more", async () => {
  const which = kind();
  await send(which);
  const release = Promise.withResolvers<void>();
  const attempts: number[] = [];
  const signals: AbortSignal[] = [];
  const lost = worker(
    which,
    async (_given, { attempt, signal }) => {
      attempts.push(attempt);
      signals.push(signal);
      await release.promise;
    },
    { leaseS: 1 },
  );
  await until(() => attempts.length === 1);
  // It renews nothing any more, as if its process had stopped in the middle.
  await lost.stop(0);
  expect(signals[0]?.aborted).toBe(true);
  const second = Promise.withResolvers<void>();
  worker(which, async (_given, { attempt }) => {
    attempts.push(attempt);
    await second.promise;
  });
  await until(() => attempts.length === 2);
  release.resolve();
  await pause(100);
  expect(await rows(which)).toMatchObject([{ state: "running", attempts: 2 }]);
  second.resolve();
  await until(async () => (await rows(which)).length === 0);
  expect(attempts).toEqual([1, 2]);
});

test("an attempt that takes too long is aborted and tried again later", async () => {
  const which = kind({ limits: { timeoutMs: 50 } });
  await send(which);
  let signal: AbortSignal | null = null;
  const one = worker(which, async (_given, context) => {
    signal = context.signal;
    await never();
  });
  await one.settle();
  expect(signal).toMatchObject({ aborted: true });
  expect(await rows(which)).toMatchObject([
    { state: "waiting", attempts: 1, last_error: "it took longer than 50 ms" },
  ]);
});

test("a worker that is stopped waits for what it runs and takes nothing more", async () => {
  const which = kind({ limits: { concurrency: 1 } });
  await send(which, 2);
  const release = Promise.withResolvers<void>();
  let begun = 0;
  let ended = 0;
  const one = worker(which, async () => {
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
  expect(await rows(which)).toMatchObject([{ state: "waiting", attempts: 0 }]);
});

/** Runs in a process of its own: begins the job, says so, and never ends. */
const DYING = `
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
  "a job whose worker was killed is taken by the next one; one that kills every worker is dead in the end",
  { timeout: 120_000 },
  async () => {
    const which = kind({ retry: { attempts: 2 } });
    const place =
      ADMIN_URL === null
        ? { DAYBOOK_HOME: await mkdtemp(join(tmpdir(), "jobs-")) }
        : { DATABASE_URL: await createDatabase("jobs") };
    const environment = { ...place, LOG_LEVEL: "silent" };
    const open = () => openApp(readConfig(environment), { command: "test" });
    const first = await open();
    await first.db.transaction((tx) => first.jobs.send(tx, which, { n: 1 }));
    await first.close();
    const url = (path: string) => new URL(path, import.meta.url).href;
    const modules = {
      APP: url("../../app.ts"),
      CONFIG: url("../../config/config.ts"),
      JOBS: url("./index.ts"),
      KIND: JSON.stringify(which),
    };
    for (let kills = 1; kills <= 2; kills += 1) {
      const child = spawn(process.execPath, ["--input-type=module", "-e", DYING], {
        env: { ...environment, ...modules },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [said] = (await once(child.stdout, "data")) as [Buffer];
      expect(said.toString()).toBe("running\n");
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    const last = await open();
    try {
      let runs = 0;
      const handlers = [bindJob(which, async () => void (runs += 1))];
      const one = openWorker({
        db: last.db,
        handlers,
        now: () => last.clock.now(),
        randomText,
        log,
        pollMs: 50,
      });
      await until(async () => (await last.jobs.count()).dead === 1);
      await one.stop(10_000);
      expect(runs).toBe(0);
      expect(await last.jobs.listDead(10)).toMatchObject([
        { queue: which.queue, attempts: 3, last_error: "2 attempts were begun and none came to an end" },
      ]);
    } finally {
      await last.close();
    }
  },
);
