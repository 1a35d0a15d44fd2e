/**
 * Companies take turns in each queue of jobs, so that no company delays the others, however many jobs it has.
 */
import { expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { backgroundOf, type Kind, kind, type Payload, until } from "../../../test/support/background.ts";
import { unixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { bindJob, type JobContext } from "./kind.ts";

const http = await testApp();
const { app, clock } = http;
const { db, jobs } = app;
const { worker, send, rows } = backgroundOf(http);

const [CARELESS, OTHER, THIRD] = ["comp_careless", "comp_other", "comp_third"] as PublicId<"company">[] as [
  PublicId<"company">,
  PublicId<"company">,
  PublicId<"company">,
];

/**
 * Sends jobs of a company. Their numbers tell the company: 1 to 99 for the careless one, from 101 for the
 * other, from 201 for the third.
 */
async function sendOf(testKind: Kind, companyId: PublicId<"company">, count: number): Promise<void> {
  const base = [CARELESS, OTHER, THIRD].indexOf(companyId) * 100;
  await db.transaction(async (tx) => {
    for (let n = 1; n <= count; n += 1)
      await jobs.send(tx, testKind, { n: base + n }, { companyId, runAt: unixSeconds(clock.now() + n) });
  });
  // Now all are due, each one second later than the one before.
  clock.set(clock.now() + count);
}

const ownerOf = (n: number) => [CARELESS, OTHER, THIRD][Math.floor(n / 100)];

test("companies take turns, however many jobs one of them sent first (JOB-004)", async () => {
  const testKind = kind();
  await sendOf(testKind, CARELESS, 6);
  await sendOf(testKind, OTHER, 2);
  await sendOf(testKind, THIRD, 1);
  const begun: (string | undefined)[] = [];
  await worker(testKind, async ({ n }) => void begun.push(ownerOf(n)), { slots: 1 }).settle();
  expect(begun).toEqual([CARELESS, OTHER, THIRD, CARELESS, OTHER, CARELESS, CARELESS, CARELESS, CARELESS]);
});

test("a company gets a second slot only if no other company waits for its first", async () => {
  const testKind = kind();
  const ends: (() => void)[] = [];
  const running: number[] = [];
  const run = async ({ n }: Payload) => {
    running.push(n);
    await new Promise<void>((end) => void ends.push(end));
  };
  await sendOf(testKind, CARELESS, 5);
  await sendOf(testKind, OTHER, 1);
  worker(testKind, run, { slots: 3 });
  await until(() => running.length === 3);
  expect(running.map(ownerOf)).toEqual([CARELESS, OTHER, CARELESS]);
  // The freed slot goes to the company without a running job, although another company's job waits longer.
  await sendOf(testKind, THIRD, 1);
  ends[0]?.();
  await until(() => running.length === 4);
  expect(running.map(ownerOf).at(-1)).toBe(THIRD);
  await until(async () => {
    for (const end of ends) end();
    return (await rows(testKind)).length === 0;
  });
});

test("workers that claim at the same time give no company a second slot while another one waits", async () => {
  const testKind = kind();
  await sendOf(testKind, CARELESS, 20);
  await sendOf(testKind, OTHER, 20);
  const release = Promise.withResolvers<void>();
  const running: number[] = [];
  const run = async ({ n }: Payload) => {
    running.push(n);
    await release.promise;
  };
  for (let each = 0; each < 2; each += 1) worker(testKind, run, { slots: 1, pollMs: 50 });
  await until(() => running.length === 2);
  expect(new Set(running.map(ownerOf))).toEqual(new Set([CARELESS, OTHER]));
  release.resolve();
  await until(async () => (await rows(testKind)).length === 0);
});

test("a job that gives way to another company does not count the attempt, and continues before its company's other jobs", async () => {
  const testKind = kind({ retry: { attempts: 1 } });
  await sendOf(testKind, CARELESS, 2);
  const seen: string[] = [];
  let pieces = 3;
  const one = worker(
    testKind,
    async ({ n }, { attempt, giveWayIfOthersWait }) => {
      seen.push(`${n} begins, attempt ${attempt}`);
      if (n !== 1) return;
      while (pieces > 0) {
        pieces -= 1;
        if (pieces === 1) await sendOf(testKind, OTHER, 1);
        await giveWayIfOthersWait();
      }
    },
    { slots: 1 },
  );
  await one.settle();
  expect(seen).toEqual([
    "1 begins, attempt 1",
    "101 begins, attempt 1",
    "1 begins, attempt 1",
    "2 begins, attempt 1",
  ]);
  expect(await rows(testKind)).toEqual([]);
});

test("a job does not give way to its own company, to one with as many running jobs, to a job that is not due, or during a pause", async () => {
  const testKind = kind();
  const firstContext = Promise.withResolvers<JobContext>();
  const release = Promise.withResolvers<void>();
  const begun: number[] = [];
  await sendOf(testKind, CARELESS, 2);
  worker(
    testKind,
    async ({ n }, context) => {
      begun.push(n);
      if (n === 1) firstContext.resolve(context);
      await release.promise;
    },
    { slots: 1, pollMs: 60_000 },
  );
  const { giveWayIfOthersWait } = await firstContext.promise;
  await giveWayIfOthersWait();
  await send(testKind, 1, { companyId: OTHER, runAt: unixSeconds(clock.now() + 1000) });
  await giveWayIfOthersWait();
  await jobs.pause(clock.now());
  await sendOf(testKind, OTHER, 2);
  await giveWayIfOthersWait();
  await jobs.resume();
  await expect(giveWayIfOthersWait()).rejects.toThrow("another company waits");
  // A second worker claims a job of the other company, so that each company has one running job.
  worker(testKind, async () => await release.promise, { slots: 1, pollMs: 20 });
  await until(async () => (await rows(testKind)).filter(({ state }) => state === "running").length === 2);
  await giveWayIfOthersWait();
  release.resolve();
  clock.set(clock.now() + 1000);
  await until(
    async () =>
      (await rows(testKind)).filter(({ run_at }) => run_at <= clock.now()).length === 0 || begun.length >= 4,
  );
});

test("jobs without a company are not delayed by one company's jobs of other kinds", async () => {
  const [companyKind, otherKind] = [kind(), kind()];
  await sendOf(companyKind, CARELESS, 5);
  await send(otherKind, 2);
  const begun: string[] = [];
  const note = (name: string) => async () => void begun.push(name);
  const one = worker(companyKind, note("company"), {
    handlers: [bindJob(companyKind, note("company")), bindJob(otherKind, note("none"))],
    slots: 1,
  });
  await one.settle();
  expect(begun.slice(0, 4)).toEqual(["company", "none", "company", "none"]);
});
