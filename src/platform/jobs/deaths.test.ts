/**
 * Background jobs whose processes die: a death costs time and no attempt, others pass meanwhile, and a job is
 * given up for it only by its age. Jobs that wait for the storage of files.
 */
import { expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { backgroundOf, type Kind, kind, type Payload, until } from "../../../test/support/background.ts";
import { statement } from "../db/index.ts";
import { StorageProblem } from "../objects/index.ts";
import { pause } from "../time/timer.ts";
import { bindJob } from "./kind.ts";
import type { Worker } from "./worker.ts";

const http = await testApp();
const { app, clock } = http;
const { db } = app;
const { worker, send, rows } = backgroundOf(http);

function never(): Promise<void> {
  return new Promise(() => {});
}

const expireLeases = statement<never>(
  "test.jobs.expireLeases",
  "update background_jobs set leased_until = 0 where state = 'running' and queue = $1",
);

/** Runs what is due and stops the worker, so that it takes nothing later. */
async function runDue(one: Worker): Promise<void> {
  await one.settle();
  await one.stop(10_000);
}

/** Lets a worker begin the jobs that are due, and ends it like a process that is killed. */
async function killDuring(testKind: Kind, runs: (payload: Payload) => Promise<void>): Promise<void> {
  const dying = worker(testKind, runs, { pollMs: 60_000 });
  // A job that is put off ends its attempt, and one that runs never does.
  await Promise.race([dying.settle(), pause(100)]);
  await until(async () => (await rows(testKind)).every(({ state }) => state === "running"));
  await dying.stop(0);
  await db.run(expireLeases, [testKind.queue]);
}

test("attempts that end with their process cost time and no attempts, and others pass such a job meanwhile", async () => {
  const testKind = kind({ retry: { attempts: 2, firstDelayS: 5 } });
  await send(testKind);
  const begun: number[] = [];
  const one = async () => {
    begun.push(clock.now());
    await never();
  };
  await killDuring(testKind, one);
  await killDuring(testKind, one);
  expect(begun).toHaveLength(2);
  for (const [deaths, delay] of [10, 20, 40, 80].entries()) {
    let passed = 0;
    await send(testKind, 1, { subject: "another" });
    await runDue(worker(testKind, async () => void (passed += 1)));
    expect(passed).toBe(1);
    expect(await rows(testKind)).toEqual([
      {
        state: "waiting",
        attempts: 0,
        run_at: clock.now() + delay,
        last_error: `the process ended during ${deaths + 2} attempts`,
      },
    ]);
    clock.set(clock.now() + delay);
    await killDuring(testKind, one);
  }
  clock.set(clock.now() + 3_600);
  let done = 0;
  const last = worker(testKind, async (_payload, { attempt }) => void (done += attempt));
  await last.settle();
  clock.set(clock.now() + 3_600);
  await last.settle();
  expect([done, await rows(testKind)]).toEqual([1, []]);
});

test("a job that kills every process is given up when it is a day old, but not for a day without a service", async () => {
  const testKind = kind();
  await send(testKind);
  let begun = 0;
  const deadly = async () => {
    begun += 1;
    await never();
  };
  const outcomes: string[] = [];
  const given: Payload[] = [];
  const honest = () =>
    worker(testKind, deadly, {
      handlers: [bindJob(testKind, deadly, async (payload) => void given.push(payload))],
      onAttempt: (_queue, outcome) => outcomes.push(outcome),
    });
  await killDuring(testKind, deadly);
  clock.set(clock.now() + 2 * 86_400);
  for (let deaths = 2; deaths <= 8; deaths += 1) {
    await killDuring(testKind, deadly);
    expect([begun, given]).toEqual([deaths, []]);
    if (deaths === 8) break;
    await runDue(honest());
    clock.set(clock.now() + 3_600);
  }
  await runDue(honest());
  expect([given, await rows(testKind)]).toEqual([[{ n: 1 }], []]);
  expect(outcomes).toEqual([...Array<string>(7).fill("died"), "given_up"]);
});

test("a job waits for the storage of files without an end of its attempts, for a day", async () => {
  const testKind = kind({ retry: { attempts: 2, firstDelayS: 5 } });
  await send(testKind);
  const begun = clock.now();
  const one = worker(testKind, async () => {
    throw new StorageProblem("Storing a failed.");
  });
  for (let tries = 0; tries < 5; tries += 1) {
    await one.settle();
    expect(await rows(testKind)).toMatchObject([{ state: "waiting", attempts: 0 }]);
    clock.set(clock.now() + 60);
  }
  // The longer it has waited, the less often it makes its file for nothing.
  for (const [waitedS, delayS] of [
    [300, 37],
    [3_600, 450],
    [43_200, 600],
  ] as const) {
    clock.set(begun + waitedS);
    await one.settle();
    expect(await rows(testKind)).toMatchObject([{ run_at: clock.now() + delayS }]);
  }
  clock.set(clock.now() + 86_400);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await one.settle();
    clock.set(clock.now() + 60);
  }
  expect(await rows(testKind)).toMatchObject([
    { state: "dead", attempts: 2, last_error: "Storing a failed." },
  ]);
});
