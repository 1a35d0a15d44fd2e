/**
 * Mirrors against a feed that is written meanwhile, a connection that breaks, and processes that are killed:
 * the digest is equal exactly when the rows are equal. Histories are random, from a seed.
 * `DAYBOOK_MIRROR_HISTORIES` sets their number, `DAYBOOK_MIRROR_SEED` the first seed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  memoryStore,
  mirror,
  MirrorBusyError,
  MirrorDifferenceError,
  type MirrorStore,
  type Row,
  TABLES,
} from "@daybook/client/mirror";
import { ProtocolError } from "@daybook/client";
import { sqliteStore } from "@daybook/client/mirror/sqlite";
import { FeedService } from "./feed-service.ts";

const HISTORIES = Number(process.env["DAYBOOK_MIRROR_HISTORIES"] ?? 1_500);
const SEED = Number(process.env["DAYBOOK_MIRROR_SEED"] ?? 1);
const folder = mkdtempSync(join(tmpdir(), "daybook-mirror-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Numbers from 0 to 1 from a seed (mulberry32). */
function diceOf(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    chance: (probability: number) => next() < probability,
    below: (count: number) => Math.floor(next() * count),
  };
}
type Dice = ReturnType<typeof diceOf>;

class Killed extends Error {}

/** A store that kills its process before or after a write. */
function mortal(store: MirrorStore, dice: Dice, probability: number): MirrorStore {
  return {
    ...store,
    async write(page) {
      if (dice.chance(probability)) throw new Killed("before");
      await store.write(page);
      if (dice.chance(probability)) throw new Killed("after");
    },
  };
}

/** Members that follow from other records. No digest has them, so a fault in them may stay unseen. */
const NAMES = ["account_name", "category_name", "department_name", "categorized"];

/** What a store keeps of rows, by id: all of it, or what the digest proves. */
function textsOf(rows: Iterable<Row>, isAll: boolean): ReadonlyMap<string, string> {
  const names = TABLES.transactions.map(({ name }) => name).filter((name) => isAll || !NAMES.includes(name));
  const text = (row: Row) => JSON.stringify(names.map((name) => row[name] ?? null));
  return new Map([...rows].map((row) => [String(row["id"]), text(row)]));
}

function isEqual(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([id, text]) => b.get(id) === text);
}

function writeAny(service: FeedService, dice: Dice): void {
  // Often the same second, seldom an earlier one: another host's clock.
  if (dice.chance(0.5)) service.now += dice.below(4) - 1;
  const id = `txn_${dice.below(12)}`;
  const row = service.rows.get(id);
  const kind = dice.below(5);
  if (row === undefined || kind === 0) service.write(id, { deleted: false, memo: `m${dice.below(5)}` });
  else if (kind === 1) service.write(id, { deleted: true });
  else if (kind === 2)
    service.write(id, { account_name: `Name ${dice.below(3)}`, categorized: dice.chance(0.5) });
  else service.write(id, { amount_cents: dice.below(3), description: `d${dice.below(3)}` });
}

/** Faults that nobody announces: of the service's answers, and of what is stored. */
async function plant(service: FeedService, store: MirrorStore, dice: Dice): Promise<void> {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[dice.below(items.length)];
  const kind = dice.below(6);
  if (kind < 3) {
    let left = 1;
    service.lie = (rows) => {
      const victim = pick(rows);
      if (victim === undefined || left === 0) return rows;
      left -= 1;
      if (kind === 0) return rows.filter((row) => row !== victim);
      if (kind === 1) {
        const change = dice.chance(0.5) ? { amount_cents: 77 } : { pending: victim["pending"] !== true };
        return rows.map((row) => (row === victim ? { ...row, ...change } : row));
      }
      return [...rows, { ...victim, id: "txn_extra", deleted: false }];
    };
    return;
  }
  const state = await store.open();
  const victim = pick(await store.list("", 1e6));
  if (state === null || victim === undefined) return;
  const change = { before: state.step, state: { ...state, step: state.step + 1 }, clear: false };
  const id = String(victim["id"]);
  if (kind === 3) await store.write({ ...change, put: [], remove: [id] });
  else if (kind === 4) {
    const stale = dice.chance(0.5) ? { memo: "stale" } : { has_splits: true };
    await store.write({ ...change, put: [{ ...victim, ...stale }], remove: [] });
  } else await store.write({ ...change, put: [{ ...victim, id: "txn_extra" }], remove: [] });
}

interface Outcome {
  readonly isWhole: boolean;
  readonly proofs: number;
  readonly kills: number;
}

/** One history. With `faults`, something is lost, stale or too much along the way, if it comes to that. */
async function live(seed: number, store: MirrorStore, faults: boolean): Promise<Outcome> {
  const dice = diceOf(seed);
  const service = new FeedService();
  const isSame = (given: ReadonlyMap<string, Row>, stored: readonly Row[]) =>
    isEqual(textsOf(stored, !faults), textsOf(given.values(), !faults));
  service.limit = 1 + dice.below(5);
  let [proofs, kills] = [0, 0];
  for (let count = dice.below(15); count > 0; count -= 1) writeAny(service, dice);
  let isPlanted = !faults;
  const steps = 3 + dice.below(8);
  for (let step = 0; step < steps; step += 1) {
    if (!isPlanted && dice.chance(0.3)) {
      isPlanted = true;
      await plant(service, store, dice);
    }
    service.between = () => {
      if (dice.chance(0.15)) writeAny(service, dice);
      if (dice.chance(0.05)) throw new Killed("on the way");
    };
    const copy = mirror(service.client(), mortal(store, dice, 0.08));
    try {
      const { proved } = await copy.sync();
      if (proved) proofs += 1;
      // What others change in the store is seen by `verify`.
      if (proved && !faults) {
        expect(isSame(service.delivered ?? new Map(), await store.list("", 1e6)), `${seed}`).toBe(true);
      }
    } catch (error) {
      if (error instanceof Killed) kills += 1;
      // A page without its only row is no page either.
      else if (!faults || !(error instanceof MirrorDifferenceError || error instanceof ProtocolError))
        throw error;
    }
    // A fault that nobody saw yet may be in the mirror; without one it never differs.
    if (dice.chance(0.5)) writeAny(service, dice);
  }
  // Now it is quiet, and everything is told truly.
  service.between = () => {};
  service.lie = null;
  const copy = mirror(service.client(), store);
  let isProved = false;
  try {
    isProved = (await copy.verify()).proved;
  } catch (error) {
    if (!(error instanceof MirrorDifferenceError)) throw error;
  }
  const isWhole = isSame(service.live(), await store.list("", 1e6));
  expect(isProved, `history ${seed}: the digest is equal exactly when the rows are`).toBe(isWhole);
  if (!isWhole) {
    expect((await copy.reread()).proved).toBe(true);
    expect((await copy.verify()).proved).toBe(true);
    expect(isSame(service.live(), await store.list("", 1e6)), `${seed}`).toBe(true);
  }
  return { isWhole, proofs, kills };
}

describe("random histories of writes, kills and reads", () => {
  test("without faults: every mirror is whole in the end, and every proof was true", async () => {
    let [proofs, kills] = [0, 0];
    for (let seed = SEED; seed < SEED + HISTORIES; seed += 1) {
      const outcome = await live(seed, memoryStore(), false);
      expect(outcome.isWhole, `${seed}`).toBe(true);
      proofs += outcome.proofs;
      kills += outcome.kills;
    }
    expect(proofs).toBeGreaterThan(HISTORIES);
    expect(kills).toBeGreaterThan(HISTORIES / 4);
  }, 86_400_000);

  test("with a lost row, a stale one or one too many: found exactly when the rows differ (CLNT-006)", async () => {
    let found = 0;
    for (let seed = SEED; seed < SEED + HISTORIES; seed += 1)
      if (!(await live(seed, memoryStore(), true)).isWhole) found += 1;
    expect(found).toBeGreaterThan(HISTORIES / 10);
    expect(found).toBeLessThan(HISTORIES);
  }, 86_400_000);

  test("in SQLite, which is opened again after each", async () => {
    for (let seed = SEED; seed < SEED + 40; seed += 1) {
      const path = join(folder, `${seed}.sqlite`);
      const store = sqliteStore(path);
      await live(seed, store, seed % 2 === 0);
      const rows = textsOf(await store.list("", 1e6), true);
      store.close();
      const again = sqliteStore(path);
      expect(isEqual(textsOf(await again.list("", 1e6), true), rows)).toBe(true);
      again.close();
    }
  }, 120_000);
});

/** A service with rows, and a mirror of it. */
async function whole(count = 10) {
  const service = new FeedService();
  for (let row = 0; row < count; row += 1) service.write(`txn_${row}`, { amount_cents: row });
  service.now += 10;
  const store = memoryStore();
  const copy = mirror(service.client(), store);
  const report = await copy.sync();
  expect(report).toMatchObject({ proved: true, rows: count, delivered: count });
  return { service, store, copy };
}

describe("a planted fault", () => {
  test("of the service says what to do, and reading from zero mends it", async () => {
    const { service, copy, store } = await whole();
    service.write("txn_3", { memo: "new" });
    service.lie = () => [];
    const error = await copy.sync().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(MirrorDifferenceError);
    expect(String(error)).toMatch(/10 transactions like the service, but not the same.*reread\(\)/);
    service.lie = null;
    service.now += 10;
    // The watermark has passed the lost change, so only reading from zero brings it.
    expect((await store.open())?.since).toBeGreaterThan(1_000);
    expect(await copy.reread()).toMatchObject({ proved: true, rows: 10 });
    expect(store.transactions.get("txn_3")).toMatchObject({ memo: "new" });
  });

  test.each([
    ["a lost row", [], ["txn_5"]],
    ["a row too many", [{ id: "txn_x" }], []],
    ["a stale row", [{ id: "txn_5", memo: "stale" }], []],
  ])("of the store, %s, is found by `verify`", async (_what, put, remove) => {
    const { copy, store } = await whole();
    const state = await store.open();
    if (state === null) throw new Error("no state");
    const base = store.transactions.get("txn_5") ?? {};
    await store.write({
      before: state.step,
      state: { ...state, step: state.step + 1 },
      put: put.map((row) => ({ ...base, ...row })),
      remove,
      clear: false,
    });
    await expect(copy.verify()).rejects.toThrow(MirrorDifferenceError);
    expect(await copy.reread()).toMatchObject({ proved: true });
    expect(await copy.verify()).toMatchObject({ proved: true, rows: 10 });
  });
});

describe("a mirror", () => {
  test("goes on with an interrupted run at the page behind the last written one", async () => {
    const service = new FeedService();
    service.limit = 500;
    for (let row = 0; row < 9_000; row += 1) service.write(`txn_${row}`, {});
    service.now += 10;
    const store = memoryStore();
    let requests = 0;
    service.between = (when) => {
      if (when === "before" && (requests += 1) === 12) throw new Killed("on the way");
    };
    await expect(mirror(service.client(), store).sync()).rejects.toThrow(Killed);
    // What was read before the connection broke is kept.
    expect(store.transactions.size).toBe(5_500);
    service.between = () => {};
    service.requests = 0;
    expect(await mirror(service.client(), store).sync()).toMatchObject({ rows: 9_000, proved: true });
    expect(service.requests).toBe(7);
  });

  test("runs again when the header is absent, and says so when it never comes", async () => {
    const service = new FeedService();
    for (let row = 0; row < 10; row += 1) service.write(`txn_${row}`, {});
    service.between = (when) => {
      if (when === "before") for (let row = 0; row < 10; row += 1) service.write(`txn_${row}`, {});
    };
    const copy = mirror(service.client(), memoryStore());
    expect(await copy.sync()).toMatchObject({ proved: false });
    service.between = () => {};
    expect(await copy.sync()).toMatchObject({ proved: true, rows: 10 });
  });

  test("refuses the store of another company, and a store that another process writes (CLNT-008)", async () => {
    const { service, store } = await whole();
    const other = new FeedService();
    other.companyId = "comp_2";
    await expect(mirror(other.client(), store).sync()).rejects.toThrow(/mirror of the company comp_1/);
    const [one, two] = [mirror(service.client(), store), mirror(service.client(), store)];
    const results = await Promise.allSettled([one.sync(), two.sync()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: expect.any(MirrorBusyError),
    });
  });

  test.each([
    ["a member that is missing", (row: object) => ({ ...row, memo: undefined })],
    ["a member of another type", (row: object) => ({ ...row, amount_cents: "1" })],
    ["an amount that is no integer", (row: object) => ({ ...row, amount_cents: 0.5 })],
    ["a change before the run", (row: object) => ({ ...row, updated: -1 })],
    ["no record", () => null],
  ])("ends with an error on %s, and stays as it was", async (_what, change) => {
    const { service, copy, store } = await whole();
    const before = new Map(store.transactions);
    service.write("txn_1", { memo: "x" });
    service.lie = (rows) => rows.map((row) => change(row) as never);
    await expect(copy.sync()).rejects.toThrow(/record that is none of transactions|out of order/);
    expect(store.transactions).toEqual(before);
    service.lie = null;
    expect(await copy.sync()).toMatchObject({ proved: true });
  });

  test("ends when a server gives pages without end, and when it is aborted", async () => {
    const { service, copy } = await whole();
    service.write("txn_1", {});
    service.write("txn_2", {});
    service.limit = 1;
    service.lie = () => [];
    await expect(copy.sync()).rejects.toThrow(/no further rows/);
    service.lie = null;
    const stopping = new AbortController();
    const reports: boolean[] = [];
    const following = copy.follow({
      signal: stopping.signal,
      everyMs: 1,
      onSync: ({ proved }) => {
        reports.push(proved);
        if (reports.length === 3) stopping.abort(new Killed("enough"));
      },
    });
    await expect(following).rejects.toThrow("enough");
    expect(reports).toEqual([true, true, true]);
  });
});
