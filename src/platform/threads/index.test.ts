/**
 * Threads: a job beyond its time limits ends its thread, waiting does not count as processor time, and
 * callers take turns. The tests of the renderer, the calculator and the workbooks cover the rest.
 */
import { readdir } from "node:fs/promises";
import { constants, getPriority } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  openThreads,
  ThreadFailed,
  ThreadExceeded,
  ThreadsBusy,
  type ThreadsOptions,
  type Threads,
} from "./index.ts";

/**
 * The program of the threads: computes for `spinMs` milliseconds, after a question to the caller if `asks`.
 */
const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
import { ownCpuMs } from ${JSON.stringify(new URL("cpu.ts", import.meta.url).href)};
import { answerJobs } from ${JSON.stringify(new URL("program.ts", import.meta.url).href)};
answerJobs(async ({ asks, spinMs }, ask) => {
  const reply = asks ? await ask("how long?") : null;
  for (const end = ownCpuMs() + spinMs; ownCpuMs() < end; );
  return { reply };
});`)}`,
);

const opened: Pick<Threads<never, unknown>, "close">[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

function open(options: Partial<ThreadsOptions> = {}) {
  const threads = openThreads<
    { readonly asks: boolean; readonly spinMs: number },
    { readonly reply: unknown }
  >({ program: PROGRAM, most: 1, idleMs: 10_000, memoryMb: 128, ...options });
  opened.push(threads);
  return threads;
}

const never = new AbortController().signal;

test("a thread that exceeds its processor time is ended, and the next job is done", async () => {
  const threads = open();
  const endless = threads.run({ request: { asks: false, spinMs: 1e9 }, signal: never, cpuMs: 300 });
  const next = threads.run({ request: { asks: false, spinMs: 0 }, signal: never });
  await expect(endless).rejects.toMatchObject({ bound: "cpu" });
  await expect(next).resolves.toEqual({ reply: null });
});

test("waiting for the caller takes no processor time, but counts towards the longest time", async () => {
  const threads = open();
  const ask = async () => {
    await pause(3_000);
    return "long";
  };
  await expect(
    threads.run({ request: { asks: true, spinMs: 0 }, signal: never, cpuMs: 2_500, ask }),
  ).resolves.toEqual({ reply: "long" });
  const endless = threads.run({
    request: { asks: true, spinMs: 0 },
    signal: never,
    wallMs: 300,
    ask: () => new Promise(() => {}),
  });
  await expect(endless).rejects.toBeInstanceOf(ThreadExceeded);
  await expect(endless).rejects.toMatchObject({ bound: "wall" });
});

describe("callers", () => {
  /**
   * Runs jobs that end only when the test calls `end`; `begun` lists the jobs in the order of their start.
   */
  function jobsWith(threads: ReturnType<typeof open>) {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const run = (name: string, more: { readonly caller?: string; readonly waitMs?: number } = {}) =>
      threads.run({
        request: { asks: true, spinMs: 0 },
        signal: never,
        caller: name.slice(0, 1),
        ...more,
        ask: () =>
          new Promise((resolve) => {
            begun.push(name);
            ends.set(name, () => resolve(name));
          }),
      });
    const end = async (name: string): Promise<void> => {
      await vi.waitFor(() => expect(begun).toContain(name), 30_000);
      ends.get(name)?.();
    };
    return { begun, run, end };
  }

  test("take turns, however many requests each makes", async () => {
    const { begun, run, end } = jobsWith(open());
    const all = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"].map((name) => run(name));
    const order = ["a1", "b1", "c1", "a2", "b2", "a3", "a4"];
    for (const name of order) await end(name);
    await Promise.all(all);
    expect(begun).toEqual(order);
  });

  test("run no more jobs at a time than allowed, and leave the other threads to others", async () => {
    const { begun, run, end } = jobsWith(open({ most: 2, perCaller: { running: 1, waiting: 5 } }));
    const all = ["a1", "a2", "a3", "b1"].map((name) => run(name));
    // Either thread may be the first to have started.
    await vi.waitFor(() => expect(begun.toSorted()).toEqual(["a1", "b1"]), 30_000);
    for (const name of ["b1", "a1", "a2", "a3"]) await end(name);
    await Promise.all(all);
    expect(begun.filter((name) => name.startsWith("a"))).toEqual(["a1", "a2", "a3"]);
  });

  test("with too many waiting jobs have the newest refused, and may send more after a job ends", async () => {
    const { begun, run, end } = jobsWith(open({ perCaller: { running: 1, waiting: 2 } }));
    const kept = ["a1", "a2", "a3"].map((name) => run(name));
    await expect(run("a4")).rejects.toMatchObject({ because: "caller" });
    const other = run("b1");
    await end("a1");
    await kept[0];
    const again = run("a5");
    for (const name of ["b1", "a2", "a3", "a5"]) await end(name);
    await Promise.all([...kept, other, again]);
    expect(begun).toEqual(["a1", "b1", "a2", "a3", "a5"]);
  });

  test("get an error if no thread is free within their waiting time", async () => {
    const { begun, run, end } = jobsWith(open());
    const first = run("a1");
    const second = run("b1", { waitMs: 200 });
    await expect(second).rejects.toBeInstanceOf(ThreadsBusy);
    await expect(second).rejects.toMatchObject({ because: "everybody" });
    await end("a1");
    await first;
    expect(begun).toEqual(["a1"]);
  });
});

test.runIf(process.platform === "linux")(
  "threads have a lower priority than the process itself",
  async () => {
    await open().run({ request: { asks: false, spinMs: 0 }, signal: never });
    const priorities = (await readdir("/proc/self/task")).flatMap((task) => {
      try {
        return [getPriority(Number(task))];
      } catch {
        // The thread has ended meanwhile.
        return [];
      }
    });
    expect(getPriority(process.pid)).toBe(Math.min(...priorities));
    expect(Math.max(...priorities)).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
  },
);

test("an unanswered question ends the job", async () => {
  await expect(open().run({ request: { asks: true, spinMs: 0 }, signal: never })).rejects.toBeInstanceOf(
    ThreadFailed,
  );
});
