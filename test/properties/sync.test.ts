/**
 * A mirror that asks for what changed loses no row, whoever writes meanwhile. Several processes share the
 * database here, each with a clock of its own that is seconds away from the others' and runs faster than
 * time, so that much can go wrong between two readings of it. Writers are late, hold what they have written,
 * change their minds, or are killed; mirrors read small pages from any process, break off and begin again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { type App, openApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { cents } from "@daybook/words/cents";
import { losAngelesDate, type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import { Refusal } from "../../src/core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import { Prng } from "../../src/sample/prng.ts";
import { edit } from "../../src/modules/feed/transactions/service/edits.ts";
import { addLines, removeLines } from "../../src/modules/feed/transactions/service/feed.ts";
import type { FeedLine } from "../../src/modules/feed/transactions/service/feed-line.ts";
import { changeSplit, removeSplit, split } from "../../src/modules/feed/transactions/service/splits.ts";
import { transfer, undoTransfer } from "../../src/modules/feed/transactions/service/transfers.ts";
import { statement, type Tx } from "../../src/platform/db/index.ts";
import type { Clock } from "../../src/platform/time/clock.ts";
import { NOON, serveOn, testApp } from "../support/app.ts";
import { companyBundle } from "../support/bundle.ts";
import { createDatabase } from "../support/engine.ts";
import { FEED } from "../support/feed.ts";
import type { Http } from "../support/http.ts";
import { importInto } from "../support/import.ts";
import { mailbox } from "../support/mailbox.ts";
import { onServer } from "../support/on-server.ts";
import { day } from "./dates.ts";
import { expectSame, listed, newMirror } from "./mirror.ts";

/** A process that serves the company. */
interface Host {
  readonly app: App;
  readonly http: Http;
}

interface Setting {
  readonly companyId: PublicId<"company">;
  readonly key: string;
  readonly hosts: readonly [Host, ...Host[]];
  /** Ends the connection of a transaction from outside, or null where there is only one. */
  readonly kill: ((tx: Tx) => Promise<void>) | null;
  readonly writers: number;
  /** Of each writer. */
  readonly writes: number;
  readonly mirrors: number;
  readonly seed: number;
}

class ChangedItsMind extends Error {}

const CATEGORIES = ["cat_software", "cat_flights", "cat_hotels", "cat_services"] as const;

/** The ids that the writers know. Some of them may be out of date, as for any caller. */
interface KnownIds {
  readonly transactions: string[];
  readonly splits: string[];
  readonly transfers: string[];
  readonly externals: string[];
}

type Work = (tx: Tx, now: UnixSeconds) => Promise<void>;

function oneOf(dice: Prng, values: readonly string[]): string {
  return values[dice.integer(0, values.length - 1)] ?? "txn_none";
}

/**
 * One of the ways in which the feed is written. What it made is known when it may have been committed, or
 * not.
 */
function anyWork({ companyId }: Setting, { app }: Host, dice: Prng, known: KnownIds): Work {
  const services = {
    ids: app.ids,
    loadSuggest: async () => () => null,
    findClaims: async () => [],
    endFees: async () => {},
  };
  const { ids } = app;
  const line = (
    external: string,
    amount = -dice.integer(1, 90_000),
    account = "acct_checking",
  ): FeedLine => ({
    account_id: account,
    external_id: external,
    card_id: null,
    date: day("2026-05-04"),
    amount_cents: cents(amount),
    description: `line ${dice.integer(0, 1e9)}`,
    merchant_name: null,
    status: dice.pick(["approved", "pending", "needs_review"]),
    source_vendor: "plaid",
    source_type: "bank",
  });
  const newExternal = (): string => app.ids.next("transaction");
  const someLines = (): FeedLine[] =>
    Array.from({ length: dice.integer(1, 5) }, () =>
      line(known.externals.length > 0 && dice.chance(0.3) ? oneOf(dice, known.externals) : newExternal()),
    );
  const halves = (amount: number) =>
    [Math.trunc(amount / 3), amount - Math.trunc(amount / 3)].map((part) => ({
      category_id: dice.pick(CATEGORIES),
      department_id: null,
      amount_cents: cents(part),
      memo: null,
      spread: null,
    }));
  const works: readonly [Work, ...Work[]] = [
    async (tx, now) => {
      const lines = someLines();
      const outcomes = await addLines(tx, services, companyId, lines, now);
      for (const outcome of outcomes) if (outcome.became === "created") known.transactions.push(outcome.id);
      for (const { external_id } of lines) if (external_id !== null) known.externals.push(external_id);
    },
    async (tx, now) => {
      await edit(
        tx,
        companyId,
        oneOf(dice, known.transactions),
        { memo: `edit ${dice.integer(0, 1e9)}`, category_id: dice.pick(CATEGORIES) },
        { now, today: losAngelesDate(now) },
      );
    },
    async (tx, now) => {
      await removeLines(
        tx,
        services,
        companyId,
        [oneOf(dice, known.transactions), oneOf(dice, known.transactions)],
        now,
      );
    },
    async (tx, now) => {
      const [made] = await addLines(tx, services, companyId, [line(newExternal(), -900)], now);
      if (made === undefined || made.became === "refused") return;
      known.splits.push((await split(tx, ids, companyId, made.id, halves(-900), now)).id);
    },
    async (tx, now) => {
      await changeSplit(tx, ids, companyId, oneOf(dice, known.splits), halves(-900), now);
    },
    async (tx, now) => {
      await removeSplit(tx, ids, companyId, oneOf(dice, known.splits), now);
    },
    async (tx, now) => {
      const amount = dice.integer(1, 50_000);
      const [out, into] = await addLines(
        tx,
        services,
        companyId,
        [line(newExternal(), -amount), line(newExternal(), amount, "acct_savings")],
        now,
      );
      if (out?.became !== "created" || into?.became !== "created") return;
      known.transactions.push(out.id, into.id);
      known.transfers.push((await transfer(tx, ids, companyId, out.id, into.id, now)).id);
    },
    async (tx, now) => {
      await undoTransfer(tx, ids, companyId, oneOf(dice, known.transfers), now);
    },
  ];
  return dice.chance(0.4) ? works[0] : dice.pick(works);
}

/**
 * Writes once: from a reading of the clock that may be old, and with a transaction that may stay open, or
 * come to nothing. With no slowness nobody waits.
 */
async function writeOnce(
  { kill }: Setting,
  { app }: Host,
  dice: Prng,
  work: Work,
  slowness = 1,
): Promise<"committed" | "refused" | "lost"> {
  const now = app.clock.now();
  if (dice.chance(0.3)) await sleep(dice.integer(20, 300) * slowness);
  const fate = dice.next();
  try {
    await app.db.transaction(async (tx) => {
      if (dice.chance(0.2)) await sleep(dice.integer(1, 100) * slowness);
      await work(tx, now);
      if (dice.chance(0.7)) await sleep(dice.integer(1, 60) * slowness);
      if (fate < 0.1) throw new ChangedItsMind();
      if (fate < 0.2 && kill !== null) await kill(tx);
    });
    return "committed";
  } catch (error) {
    if (error instanceof Refusal) return "refused";
    if (error instanceof ChangedItsMind || (fate < 0.2 && kill !== null)) return "lost";
    throw error;
  }
}

function firstKnown(): KnownIds {
  return {
    transactions: FEED.transactions.map(({ id }) => id),
    splits: ["txn_split", "txn_resplit"],
    transfers: ["trf_saved"],
    externals: [],
  };
}

async function tryAll(setting: Setting): Promise<void> {
  const { hosts, key, writers, writes, mirrors: count, seed } = setting;
  const known = firstKnown();
  const outcomes: string[] = [];
  let writing = true;
  const writer = async (name: string): Promise<void> => {
    const dice = new Prng(seed, name);
    for (let turn = 0; turn < writes; turn += 1) {
      const host = dice.pick(hosts);
      outcomes.push(await writeOnce(setting, host, dice, anyWork(setting, host, dice, known)));
    }
  };
  const any = (dice: Prng) => dice.pick(hosts).http;
  // A mirror has its watermarks from one process: a late clock would otherwise make good what an early one
  // has lost.
  const mirrors = Array.from({ length: count }, (_, index) => ({
    ...newMirror(key),
    home: (hosts[index % hosts.length] ?? hosts[0]).http,
  }));
  const reader = async (mirror: (typeof mirrors)[number], name: string): Promise<void> => {
    const dice = new Prng(seed, name);
    while (writing) {
      const host = async (page: number) => {
        if (dice.chance(0.3)) await sleep(dice.integer(1, 30));
        return dice.chance(0.15) ? null : page === 0 ? mirror.home : any(dice);
      };
      await mirror.run({ limit: dice.integer(2, 9), host });
      await sleep(dice.integer(0, 20));
    }
  };
  const dice = new Prng(seed, "test");
  for (const mirror of mirrors) expect(await mirror.run({ limit: 7, host: () => mirror.home })).toBe(true);
  const reading = mirrors.map((mirror, index) => reader(mirror, `reader ${index}`));
  const written = Promise.all(
    Array.from({ length: writers }, (_, index) => writer(`writer ${index}`)),
  ).finally(() => {
    writing = false;
  });
  await Promise.all([written, ...reading]);
  // The last run of each is an ordinary one, from the watermark that it has.
  for (const mirror of mirrors) {
    await mirror.run({ limit: 6, host: () => any(dice) });
    // Nobody writes any more, so this run is proved.
    const before = mirror.proofs();
    await mirror.run({ limit: 6, host: () => any(dice) });
    expect(mirror.proofs()).toBe(before + 1);
  }
  const rows = await listed(any(dice), key);
  for (const mirror of mirrors) expectSame(mirror, rows);
  expect(rows.size).toBeGreaterThan(FEED.transactions.length);
  expect(outcomes.filter((outcome) => outcome === "committed").length).toBeGreaterThan(outcomes.length / 4);
  expect(outcomes).toContain("lost");
}

const opened: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of opened.toReversed()) await close();
});

/** A clock beside the true one that runs `rate` times as fast. */
function clockBeside(seconds: number, rate: number): Clock {
  const began = performance.now();
  const now = () =>
    unixSeconds(Math.floor(Date.parse(NOON) / 1000 + seconds + ((performance.now() - began) / 1000) * rate));
  return { now, today: () => losAngelesDate(now()), elapsedMs: () => performance.now() };
}

const backend = statement<{ pid: number }>("test.backend", "select pg_backend_pid() as pid");

/** Processes on one database, with different clocks. */
async function openHosts(url: string): Promise<[Host, Host, Host]> {
  const open = async (seconds: number, rate: number): Promise<Host> => {
    const app = await openApp(readConfig({ DATABASE_URL: url, LOG_LEVEL: "silent" }), {
      command: "test",
      clock: clockBeside(seconds, rate),
      mail: mailbox,
    });
    opened.push(() => app.close());
    return { app, http: await serveOn(app, {}) };
  };
  return [await open(0, 20), await open(-40, 20), await open(25, 24)];
}

onServer(
  "no row is lost (TXN-024) (TXN-027) between writers on several processes that are slow, fail and are killed, and mirrors that are interrupted",
  async () => {
    const url = await createDatabase("sync");
    const hosts = await openHosts(url);
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    opened.push(() => admin.end());
    const bundle = companyBundle({ ...FEED });
    await importInto(hosts[0].app, bundle);
    const companyId = bundle.company.id as PublicId<"company">;
    const { api_key: key } = await hosts[0].app.access.createKey(
      companyId,
      bundle.members[0]?.id ?? "",
      "test",
    );
    const kill = async (tx: Tx): Promise<void> => {
      const { pid } = await tx.get(backend);
      const killed = admin.query("select pg_terminate_backend($1)", [pid]);
      // Either before the commit is sent, or on the way.
      if (pid % 2 === 0) await killed;
    };
    await tryAll({ companyId, key, hosts, kill, writers: 8, writes: 12, mirrors: 4, seed: Date.now() });
    for (const { app } of hosts) expect(await app.ledger.verify(companyId)).toMatchObject({ ok: true });
  },
);

test("no row is lost (TXN-024) (TXN-027) while the clock goes to and fro: after every run a mirror is the list", async () => {
  const http = await testApp();
  const { id: companyId, key } = await http.company({ ...FEED });
  const setting: Setting = {
    companyId,
    key,
    hosts: [{ app: http.app, http }],
    kill: null,
    writers: 1,
    writes: 30,
    mirrors: 1,
    seed: Date.now(),
  };
  const dice = new Prng(setting.seed, "steps");
  const known = firstKnown();
  const mirror = newMirror(key);
  for (let step = 0; step < setting.writes; step += 1) {
    const around = (): number => Date.parse(NOON) / 1000 + 10 * step + dice.integer(-60, 60);
    http.clock.set(around());
    await writeOnce(setting, setting.hosts[0], dice, anyWork(setting, setting.hosts[0], dice, known), 0);
    http.clock.set(around());
    let left = dice.integer(0, 12);
    if (await mirror.run({ limit: dice.integer(2, 9), host: () => ((left -= 1) < 0 ? null : http) }))
      expectSame(mirror, await listed(http, key));
  }
  while (!(await mirror.run({ limit: 9, host: () => http })));
  expect(mirror.proofs()).toBeGreaterThan(mirror.runs() / 2);
  expectSame(mirror, await listed(http, key));
});

test("names are fields of a transaction: it changes with its account's, category's and department's, and when its category becomes one for what nobody gave one", async () => {
  const http = await testApp();
  const { key, bundle } = await http.company({ ...FEED });
  const mirror = newMirror(key);
  const renamed = <Row extends { readonly id: string; readonly name: string }>(
    rows: readonly Row[],
    id: string,
  ): Row[] => rows.map((row) => (row.id === id ? { ...row, name: `${row.name}, renamed` } : row));
  const changes: readonly Partial<typeof bundle>[] = [
    {},
    { accounts: renamed(bundle.accounts, "acct_savings") },
    { categories: renamed(bundle.categories, "cat_software") },
    { departments: renamed(bundle.departments, "dept_platform") },
    {
      categories: bundle.categories.map((row) =>
        row.id === "cat_uncategorized_expenses" ? { ...row, role: "uncategorized_expenses" } : row,
      ),
    },
  ];
  for (const change of changes) {
    http.clock.set(http.clock.now() + 60);
    const before = JSON.stringify([...mirror.rows()]);
    await http.put({ ...bundle, ...change });
    expect(await mirror.run({ limit: 50, host: () => http })).toBe(true);
    expectSame(mirror, await listed(http, key));
    expect(JSON.stringify([...mirror.rows()])).not.toBe(before);
  }
});
