/**
 * What replicas cost and save: the CPU of the primary and of the replica for a statement with its admission,
 * in turns with a process that has no replicas, and the price of the question whether a replica has reached
 * the position of a read. The servers are the benchmark's own.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { readAt, statement } from "../../src/platform/db/index.ts";
import { Server, SERVER_PROGRAMS } from "../../test/support/cluster.ts";
import { type Books, seeded } from "../books.ts";
import { cpuNanoseconds, median } from "../figures.ts";
import type { Part } from "../part.ts";

const ENTRIES = 10_000;
const ROUNDS = 9;
const IN_A_ROW = 100;

const nothing = statement<{ one: number }>("bench.nothing", "select 1 as one");

export const replicas: Part = {
  name: "replicas",
  about: "CPU of the primary for statements that a replica answers",
  async run(bench) {
    if (SERVER_PROGRAMS === null) {
      bench.skipped("replicas: the programs of PostgreSQL's server are not installed");
      return;
    }
    const [primary, standby] = [await Server.make(), await Server.make()];
    for (const each of [primary, standby]) bench.undo.defer(() => each.remove());
    await primary.initialize();
    await primary.configure("autovacuum = off");
    await primary.query("create database books");
    const place = { DATABASE_URL: primary.url("books"), DATABASE_REPLICAS: `127.0.0.1:${standby.port}` };
    bench.say(`replicas: making books of ${ENTRIES.toLocaleString("en-US")} entries`);
    const { company_id: companyId, api_key: apiKey, entries } = await seeded(place, ENTRIES);
    await primary.query("vacuum analyze", "books");
    await standby.follow(primary, "follower");
    const [alone, offloaded] = await Promise.all(
      [{ ...place, DATABASE_REPLICAS: "" }, place].map(async (each): Promise<Books> => {
        const app = await openApp(readConfig({ ...each, LOG_LEVEL: "error" }), { command: "bench" });
        bench.undo.defer(() => app.close());
        return { app, companyId, apiKey, entries };
      }),
    );
    if (!alone || !offloaded) throw new Error("no books");
    while (offloaded.app.db.replicas?.figures()[0]?.answers !== true) await ask(offloaded, READS[0].make);

    for (const { what, make } of READS) {
      bench.say(`replicas: ${what}`);
      const samples = { alone: [] as Sample[], offloaded: [] as Sample[] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        samples.alone.push(await measured(primary, standby, alone, make));
        samples.offloaded.push(await measured(primary, standby, offloaded, make));
      }
      // The first round prepares the statements.
      const us = (of: readonly Sample[], server: keyof Sample) =>
        ({ value: median(of.slice(1).map((each) => each[server])), unit: "us" }) as const;
      for (const [server, words] of [
        ["primary", "CPU of the primary"],
        ["both", "CPU of both servers"],
        ["elapsed", "time"],
      ] as const)
        bench.found({
          what: `${what}, with a replica: ${words}`,
          measured: us(samples.offloaded, server),
          beside: { what: "without", figure: us(samples.alone, server) },
          target: null,
        });
    }
    const figures = offloaded.app.db.replicas?.figures()[0];
    const sent = (figures?.answered ?? 0) + (figures?.late ?? 0) + (figures?.failed ?? 0);
    bench.found({
      what: "statements sent to the replica that it answered",
      measured: { value: (100 * (figures?.answered ?? 0)) / sent, unit: "%" },
      beside: null,
      target: null,
    });
  },
};

type Make = (books: Books) => Promise<unknown>;

/** Whole months, so that statements are read from rollups alone. */
const MONTHS = { start_date: "2026-01-01", end_date: "2026-03-31" };

const READS: readonly [{ what: string; make: Make }, ...{ what: string; make: Make }[]] = [
  { what: "select 1", make: ({ app }) => app.db.get(nothing) },
  {
    what: "income statement of a quarter",
    make: (books) => handle(books, "getIncomeStatement", { ...MONTHS, group_by: null }),
  },
  {
    what: "income statement of two months and a day",
    make: (books) =>
      handle(books, "getIncomeStatement", { ...MONTHS, start_date: "2026-01-31", group_by: null }),
  },
  { what: "balance sheet", make: (books) => handle(books, "getBalanceSheet", { date: "2026-03-31" }) },
  { what: "cash flow of a quarter", make: (books) => handle(books, "getCashFlow", MONTHS) },
];

function handle({ app, companyId }: Books, operation: string, input: object): Promise<unknown> {
  const bound = app.operations.find((each) => each.operation.id === operation);
  if (bound === undefined) throw new Error(`there is no operation ${operation}`);
  return bound.handle({
    principal: { companyId },
    input,
    now: app.clock.now(),
    today: app.clock.today(),
  } as unknown as Parameters<typeof bound.handle>[0]);
}

/** Admits a request and makes its answer, as the pipeline does. */
async function ask(books: Books, make: Make): Promise<void> {
  const { usage, clock } = books.app;
  const admission = await usage.admit({
    key: books.apiKey,
    now: clock.now(),
    today: clock.today(),
    stagingDomain: null,
  });
  await readAt(admission?.position ?? null, () => make(books));
}

/** Microseconds for one request. */
interface Sample {
  readonly primary: number;
  readonly both: number;
  readonly elapsed: number;
}

async function measured(primary: Server, standby: Server, books: Books, make: Make): Promise<Sample> {
  const before = [await cpuOf(primary), await cpuOf(standby)] as const;
  const start = performance.now();
  for (let at = 0; at < IN_A_ROW; at += 1) await ask(books, make);
  const elapsed = ((performance.now() - start) * 1_000) / IN_A_ROW;
  const after = [await cpuOf(primary), await cpuOf(standby)] as const;
  const [own, others] = [after[0] - before[0], after[1] - before[1]].map((each) => each / IN_A_ROW / 1_000);
  return { primary: own ?? 0, both: (own ?? 0) + (others ?? 0), elapsed };
}

/** The CPU of all processes of a server. */
async function cpuOf(server: Server): Promise<number> {
  const postmaster = readFileSync(join(server.folder, "postmaster.pid"), "utf8").split("\n")[0] ?? "";
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8").trim().split(" ");
  let sum = 0;
  // A process may end meanwhile; the median leaves that round out.
  for (const pid of children) sum += await cpuNanoseconds(Number(pid)).catch(() => 0);
  return sum;
}
