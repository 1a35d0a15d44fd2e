/** Turns of companies at background jobs: no company keeps another one waiting, however much it asks for. */
import { expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { backgroundOf, type Kind, kind, type Payload, until } from "../../../test/support/background.ts";
import { unixSeconds } from "../../core/civil-date.ts";
import type { PublicId } from "../../core/public-id.ts";
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
 * Sends jobs whose numbers say whose they are: 1 to 99 of the careless company, from 101 of the other, from
 * 201 of the third.
 */
async function sendOf(which: Kind, turnOf: PublicId<"company">, count: number): Promise<void> {
  const base = [CARELESS, OTHER, THIRD].indexOf(turnOf) * 100;
  await db.transaction(async (tx) => {
    for (let n = 1; n <= count; n += 1)
      await jobs.send(tx, which, { n: base + n }, { turnOf, runAt: unixSeconds(clock.now() + n) });
  });
  // All are due now, each a second after the former.
  clock.set(clock.now() + count);
}

const ownerOf = (n: number) => [CARELESS, OTHER, THIRD][Math.floor(n / 100)];

test("companies take turns, however many jobs one of them sent before", async () => {
  const which = kind();
  await sendOf(which, CARELESS, 6);
  await sendOf(which, OTHER, 2);
  await sendOf(which, THIRD, 1);
  const begun: (string | undefined)[] = [];
  await worker(which, async ({ n }) => void begun.push(ownerOf(n)), { slots: 1 }).settle();
  expect(begun).toEqual([CARELESS, OTHER, THIRD, CARELESS, OTHER, CARELESS, CARELESS, CARELESS, CARELESS]);
});

test("a company has one running job of a kind while another company waits, and free slots when none does", async () => {
  const which = kind();
  const ends: (() => void)[] = [];
  const running: number[] = [];
  const run = async ({ n }: Payload) => {
    running.push(n);
    await new Promise<void>((end) => void ends.push(end));
  };
  await sendOf(which, CARELESS, 5);
  await sendOf(which, OTHER, 1);
  worker(which, run, { slots: 3 });
  await until(() => running.length === 3);
  expect(running.map(ownerOf)).toEqual([CARELESS, OTHER, CARELESS]);
  // The slot that becomes free goes to the company that has none, not to the one that waits longer.
  await sendOf(which, THIRD, 1);
  ends[0]?.();
  await until(() => running.length === 4);
  expect(running.map(ownerOf).at(-1)).toBe(THIRD);
  await until(async () => {
    for (const end of ends) end();
    return (await rows(which)).length === 0;
  });
});

test("workers that claim at the same moment give no company a second slot while another one waits", async () => {
  const which = kind();
  await sendOf(which, CARELESS, 20);
  await sendOf(which, OTHER, 20);
  const release = Promise.withResolvers<void>();
  const running: number[] = [];
  const run = async ({ n }: Payload) => {
    running.push(n);
    await release.promise;
  };
  for (let each = 0; each < 2; each += 1) worker(which, run, { slots: 1, pollMs: 50 });
  await until(() => running.length === 2);
  expect(new Set(running.map(ownerOf))).toEqual(new Set([CARELESS, OTHER]));
  release.resolve();
  await until(async () => (await rows(which)).length === 0);
});

test("a long job gives way to another company between its pieces, which counts as no attempt, and goes on before the other jobs of its company", async () => {
  const which = kind({ retry: { attempts: 1 } });
  await sendOf(which, CARELESS, 2);
  const seen: string[] = [];
  let pieces = 3;
  const one = worker(
    which,
    async ({ n }, { attempt, giveWay }) => {
      seen.push(`${n} begins, attempt ${attempt}`);
      if (n !== 1) return;
      while (pieces > 0) {
        pieces -= 1;
        if (pieces === 1) await sendOf(which, OTHER, 1);
        await giveWay();
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
  expect(await rows(which)).toEqual([]);
});

test("a job does not give way to its own company, to one that has as many running, to a job of a later time, or while workers are paused", async () => {
  const which = kind();
  const asked = Promise.withResolvers<JobContext>();
  const release = Promise.withResolvers<void>();
  const begun: number[] = [];
  await sendOf(which, CARELESS, 2);
  worker(
    which,
    async ({ n }, context) => {
      begun.push(n);
      if (n === 1) asked.resolve(context);
      await release.promise;
    },
    { slots: 1, pollMs: 60_000 },
  );
  const { giveWay } = await asked.promise;
  await giveWay();
  await send(which, 1, { turnOf: OTHER, runAt: unixSeconds(clock.now() + 1000) });
  await giveWay();
  await jobs.pause(clock.now());
  await sendOf(which, OTHER, 2);
  await giveWay();
  await jobs.resume();
  await expect(giveWay()).rejects.toThrow("another company waits");
  // A second process takes a job of the other company: each has one.
  worker(which, async () => await release.promise, { slots: 1, pollMs: 20 });
  await until(async () => (await rows(which)).filter(({ state }) => state === "running").length === 2);
  await giveWay();
  release.resolve();
  clock.set(clock.now() + 1000);
  await until(
    async () =>
      (await rows(which)).filter(({ run_at }) => run_at <= clock.now()).length === 0 || begun.length >= 4,
  );
});

test("work of no company is not kept waiting by one company's jobs of other kinds", async () => {
  const [of, none] = [kind(), kind()];
  await sendOf(of, CARELESS, 5);
  await send(none, 2);
  const begun: string[] = [];
  const note = (name: string) => async () => void begun.push(name);
  const one = worker(of, note("company"), {
    handlers: [bindJob(of, note("company")), bindJob(none, note("none"))],
    slots: 1,
  });
  await one.settle();
  expect(begun.slice(0, 4)).toEqual(["company", "none", "company", "none"]);
});
