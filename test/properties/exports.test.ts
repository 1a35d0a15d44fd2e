/**
 * Exports under faults: workers that vanish, fail or hang at any step, connections that break before or
 * behind a commit, and storage that fails before or behind its work. However it goes, each export ends once,
 * with its one file or with none; nothing else is left in the storage, every slot is free again, and no job
 * is left.
 */
import { expect, test } from "vitest";
import { FAULT_STEPS } from "../../src/platform/faults/steps.ts";
import { exportsJobs, exportsService, SWEEP } from "../../src/modules/books/exports/index.ts";
import { reportsService } from "../../src/modules/books/reports/index.ts";
import { paced } from "../../src/platform/time/turn.ts";
import { openWorker } from "../../src/platform/jobs/index.ts";
import { type Db, statement } from "../../src/platform/db/index.ts";
import { openLog } from "../../src/platform/log/log.ts";
import { testApp } from "../support/app.ts";
import { EXPORTS, type Exported, exportsOf, fetchLink } from "../support/exports.ts";

const http = await testApp();
const { app } = http;
/** Each step in each way, and some more by chance. */
const ROUNDS = 100;
/** Behind every retry and every sweep. */
const MUCH_LATER_S = 90_000;

/** The same numbers in each run, so that what fails can be tried again. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const chance = chances(20_261_122);
const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(chance() * list.length)];

/** As when the process that would go on was killed: nobody ever hears of it again. */
const vanished = (): Promise<never> => new Promise(() => {});
const broken = (): Error =>
  Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });

/** Those that hang, as a process that was stopped, and go on when others have long done their work. */
const hanging: (() => void)[] = [];
const hang = (): Promise<void> => new Promise((resolve) => hanging.push(resolve));

type Way = (step: () => Promise<unknown>) => Promise<unknown>;
/** What can become of a step, whatever it is. */
const WAYS: Readonly<Record<string, Way>> = {
  "fails before it is done": () => Promise.reject(broken()),
  "is done, and then fails": (step) => step().then(() => Promise.reject(broken())),
  "vanishes before it is done": vanished,
  "is done, and vanishes": (step) => step().then(vanished),
  "hangs, and is done when it is late": (step) => hang().then(step),
  "hangs, is done when it is late, and vanishes": (step) => hang().then(step).then(vanished),
};
const STEPS = [
  ...Object.keys(FAULT_STEPS),
  "transaction 1",
  "transaction 2",
  "transaction 3",
  "put",
  "delete",
  "list",
];

test("there is a round for each step in each way", () => {
  expect(STEPS.length * Object.keys(WAYS).length).toBeLessThanOrEqual(ROUNDS);
});

interface Fault {
  readonly step: string;
  readonly way: string;
}

const expire = statement<never>(
  "test.expireLeases",
  "update background_jobs set leased_until = 0 where state = 'running' and queue like 'exports.%'",
);
const countJobs = statement<{ jobs: number }>(
  "test.countExportsJobs",
  `select count(*) as jobs from background_jobs where queue like 'exports.%' and state <> 'dead'
    and payload ->> 'company_id' = $1`,
);

/** A worker's process in which one fault happens, once. */
function faultyExports({ step, way }: Fault) {
  let left = 1;
  let transactions = 0;
  const through = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    if (name !== step || left === 0) return work();
    left = 0;
    return WAYS[way]?.(work) as Promise<T>;
  };
  const transaction: Db["transaction"] = (work, options) => {
    transactions += 1;
    return through(`transaction ${transactions}`, () => app.db.transaction(work, options));
  };
  return exportsService({
    db: { ...app.db, transaction },
    ids: app.ids,
    clock: app.clock,
    randomText: () => Math.floor(chance() * 2 ** 40).toString(36),
    reports: reportsService({ ledger: app.ledger, paced }),
    ledger: app.ledger,
    renderer: app.renderer,
    objects: {
      ...app.objects,
      put: (...args) => through("put", () => app.objects.put(...args)),
      delete: (...args) => through("delete", () => app.objects.delete(...args)),
      async *list(prefix) {
        await through("list", async () => {});
        yield* app.objects.list(prefix);
      },
    },
    parts: [],
    faults: { ...app.faults, at: (name) => through(name, async () => {}) },
    askForGeneration: async () => {},
    askForSweep: (tx, company_id, export_id, runAt) =>
      app.jobs.send(tx, SWEEP, { company_id, export_id }, { subject: export_id, runAt }),
    address: (id) => id,
  });
}

/**
 * Lets a worker's process do what is due, for as long as it lives; whatever of it vanished is not waited for.
 */
async function workThrough(fault: Fault): Promise<void> {
  const exports = faultyExports(fault);
  // A process that hangs does not hear that it lost its job.
  const { signal: deaf } = new AbortController();
  const handlers = exportsJobs({
    ...exports,
    generate: (companyId, id) => exports.generate(companyId, id, deaf),
  });
  const worker = openWorker({
    db: app.db,
    handlers,
    now: () => app.clock.now(),
    randomText: () => Math.random().toString(36).slice(2),
    log: openLog("silent"),
    pollMs: 60_000,
  });
  await Promise.race([
    worker.settle(),
    new Promise((resolve) => setTimeout(resolve, /vanishes|hangs/.test(fault.way) ? 200 : 20_000)),
  ]);
  await worker.stop(0);
  await app.db.run(expire);
}

async function keysOf(companyId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of app.objects.list(`${companyId}/exports/`)) keys.push(key);
  return keys;
}

test(
  `in ${ROUNDS} rounds of faults at every step each export has one file or none, and nothing is left behind (EXP-072, EXP-081, EXP-122, EXP-123, EXP-128)`,
  { timeout: 240_000 },
  async () => {
    const company = await http.company();
    const { ask, read } = exportsOf(http, company);
    const made: string[] = [];
    let faults = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await ask();
      made.push(id);
      for (
        let attempt = 0;
        attempt < 12 && !["succeeded", "failed"].includes((await read(id)).status);
        attempt += 1
      ) {
        // Each step and each way comes first in some round; behind it come others, less and less often.
        const way = Object.keys(WAYS)[Math.floor(round / STEPS.length)];
        const first =
          attempt === 0 && way !== undefined ? { step: STEPS[round % STEPS.length] ?? "", way } : null;
        const fault =
          first ??
          (chance() < 0.6
            ? { step: pick(STEPS) ?? "", way: pick(Object.keys(WAYS)) ?? "" }
            : { step: "none", way: "" });
        faults += fault.step === "none" ? 0 : 1;
        await workThrough(fault);
        http.clock.set(app.clock.now() + 700);
      }
      for (const goOn of hanging.splice(0)) goOn();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // When every attempt is over for certain, whoever works next sweeps.
    for (let turn = 0; turn < 3; turn += 1) {
      http.clock.set(app.clock.now() + MUCH_LATER_S);
      await workThrough({ step: "none", way: "" });
    }
    const ends = await Promise.all(made.map((id) => read(id)));
    const counted = Map.groupBy(ends, ({ status, error }) => `${status} ${error?.code ?? ""}`);
    expect(
      [...counted.keys()].filter((end) => end !== "succeeded " && end !== "failed generation_failed"),
    ).toEqual([]);
    const succeeded = counted.get("succeeded ") ?? [];
    expect(succeeded.length).toBeGreaterThan(ROUNDS / 2);
    expect(faults).toBeGreaterThanOrEqual(ROUNDS);
    const folders = (await keysOf(company.id)).map((key) => key.split("/")[2]);
    expect(new Set(folders)).toEqual(new Set(succeeded.map(({ id }) => id)));
    expect(folders).toHaveLength(succeeded.length);
    for (const { file } of succeeded.slice(0, 10))
      expect((await fetchLink(file?.download_url ?? "")).bytes.length).toBe(file?.size);
    expect((await app.db.get(countJobs, [company.id])).jobs).toBe(0);
    // As many slots as there are.
    for (let slot = 0; slot < 5; slot += 1) await ask();
    expect(
      (
        await http.send<Exported>(EXPORTS, {
          key: company.key,
          method: "POST",
          headers: { "idempotency-key": "one too many" },
          body: { report_type: "cash_flow", start_date: "2025-01-01", end_date: "2025-01-31" },
        })
      ).status,
    ).toBe(429);
  },
);
