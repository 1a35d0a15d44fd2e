/** Threads that work longer than they may are ended; what they wait for is no work. The rest is told by those who use them. */
import { readdir } from "node:fs/promises";
import { constants, getPriority } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { openThreads, ThreadFailed, ThreadOverdue, type Threads } from "./index.ts";

/** Spins for so many milliseconds, or asks its caller first. */
const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
import { answerJobs } from ${JSON.stringify(new URL("program.ts", import.meta.url).href)};
answerJobs(async ({ asks, spinMs }, ask) => {
  const reply = asks ? await ask("how long?") : null;
  for (const end = performance.now() + spinMs; performance.now() < end; );
  return { reply };
});`)}`,
);

const opened: Pick<Threads<never, unknown>, "close">[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

function open() {
  const threads = openThreads<{ readonly asks: boolean; readonly spinMs: number }, { readonly reply: unknown }>({ program: PROGRAM, most: 1, idleMs: 10_000, memoryMb: 128 });
  opened.push(threads);
  return threads;
}

const never = new AbortController().signal;

test("a thread that works longer than it may is ended, and the next job is done", async () => {
  const threads = open();
  const endless = threads.run({ request: { asks: false, spinMs: 1e9 }, signal: never, limitMs: 300 });
  const next = threads.run({ request: { asks: false, spinMs: 0 }, signal: never });
  await expect(endless).rejects.toBeInstanceOf(ThreadOverdue);
  await expect(next).resolves.toEqual({ reply: null });
});

test("waiting for the caller is no work", async () => {
  const threads = open();
  const ask = async () => {
    await pause(3_000);
    return "long";
  };
  await expect(threads.run({ request: { asks: true, spinMs: 0 }, signal: never, limitMs: 2_500, ask })).resolves.toEqual({ reply: "long" });
});

test.runIf(process.platform === "linux")("threads go behind the process itself where processors are short", async () => {
  await open().run({ request: { asks: false, spinMs: 0 }, signal: never });
  const priorities = (await readdir("/proc/self/task")).flatMap((task) => {
    try {
      return [getPriority(Number(task))];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
  expect(getPriority(process.pid)).toBe(Math.min(...priorities));
  expect(Math.max(...priorities)).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
});

test("a question that nobody answers ends the job", async () => {
  await expect(open().run({ request: { asks: true, spinMs: 0 }, signal: never })).rejects.toBeInstanceOf(ThreadFailed);
});
