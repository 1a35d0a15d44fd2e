/**
 * The cost of a statement, from the values of the request to those of the answer, without HTTP. The same
 * statements are made on small and on large books in turns, so that other work of the machine affects both:
 * after a change of the books, so that they are summed anew, and asked for again. Beside them stands the
 * shortest statement that the database can be asked.
 */
import { openApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { addDays, type CivilDate, startOfQuarter } from "@daybook/words/civil-date";
import { statement } from "../../src/platform/db/index.ts";
import { administer } from "../administer.ts";
import { type Books, seeded } from "../books.ts";
import { median } from "../figures.ts";
import type { Bench, Part } from "../part.ts";
import type { Place } from "../process/child.ts";
import { comparePrograms } from "../programs.ts";

const SMALL = 10_000;
const LARGE = 1_000_000;
const HUGE = 10_000_000;
const ROUNDS = 40;
const IN_A_ROW = 10;
const WARM_UP = 40;
const MOST_MS = { server: 1.5, embedded: 3 };
const MOST_GROWTH = 1.3;

const nothing = statement<{ one: number }>("bench.nothing", "select 1 as one");
const revise = statement<never>(
  "bench.revise",
  "update ledger_debits set revision = revision + 1 where company_id = $1",
);

interface Statement {
  readonly what: string;
  readonly make: (books: Books) => Promise<unknown>;
}

export const statements: Part = {
  name: "statements",
  about: "time of a statement over rollups, on small and large books",
  async run(bench) {
    if (bench.server === null) bench.skipped("statements on a server database: none is named");
    else
      await measure(
        bench,
        "server",
        async (entries) => ({ DATABASE_URL: await bench.database(`statements_${entries}`) }),
        bench.full ? [SMALL, LARGE, HUGE] : [SMALL, LARGE],
      );
    await measure(bench, "embedded", async () => ({ DAYBOOK_HOME: await bench.folder("statements") }), [
      SMALL,
      LARGE,
    ]);
  },
};

async function measure(
  bench: Bench,
  engine: "server" | "embedded",
  place: (entries: number) => Promise<Place>,
  sizes: readonly number[],
): Promise<void> {
  const books: Books[] = [];
  for (const size of sizes) {
    bench.say(`statements, ${engine}: making books of ${size.toLocaleString("en-US")} entries`);
    books.push(await openBooks(bench, await place(size), size));
  }
  const statementsToMake = statementsOf((books[0]?.app.clock ?? never()).today());
  bench.say(`statements, ${engine}: measuring`);
  const shortest = new Map<Books, number>();
  for (const each of books) shortest.set(each, await p50(() => each.app.db.get(nothing)));
  for (const { what, make: made } of statementsToMake) {
    measureAgain(bench, engine, what, await inTurns(books, made, async () => {}), shortest);
    const taken = await inTurns(books, made, (each) => each.app.db.run(revise, [each.companyId]));
    const [small, ...larger] = books;
    const least = (small && taken.get(small)) ?? never();
    for (const each of larger) {
      const value = taken.get(each) ?? never();
      const size = each.entries.toLocaleString("en-US");
      bench.found({
        what: `${what}, ${engine}, ${size} entries: p50`,
        measured: { value, unit: "ms" },
        beside: { what: "select 1", figure: { value: shortest.get(each) ?? never(), unit: "ms" } },
        target: { of: "measured", bound: "at most", value: MOST_MS[engine] },
      });
      bench.found({
        what: `${what}, ${engine}, ${size} entries: growth`,
        measured: { value, unit: "ms" },
        beside: {
          what: `at ${(small ?? never()).entries.toLocaleString("en-US")}`,
          figure: { value: least, unit: "ms" },
        },
        target: { of: "ratio", bound: "at most", value: MOST_GROWTH },
      });
    }
  }
  const large = books.find(({ entries }) => entries > LARGE / 2 && entries < 2 * LARGE);
  if (engine === "server" && large) await comparePrograms(bench, large);
}

function measureAgain(
  bench: Bench,
  engine: "server" | "embedded",
  what: string,
  taken: ReadonlyMap<Books, number>,
  shortest: ReadonlyMap<Books, number>,
): void {
  for (const [books, value] of taken)
    bench.found({
      what: `${what}, ${engine}, ${books.entries.toLocaleString("en-US")} entries, asked for again: p50`,
      measured: { value, unit: "ms" },
      beside: { what: "select 1", figure: { value: shortest.get(books) ?? never(), unit: "ms" } },
      target: null,
    });
}

async function openBooks(bench: Bench, place: Place, size: number): Promise<Books> {
  const { company_id, api_key, entries } = await seeded(place, size);
  // A server does this by itself within minutes; it is done now, so that all books are measured in that
  // state.
  if ("DATABASE_URL" in place) await administer(place.DATABASE_URL, "vacuum analyze");
  const app = await openApp(readConfig({ ...place, LOG_LEVEL: "error" }), { command: "bench" });
  bench.undo.defer(() => app.close());
  return { app, companyId: company_id, apiKey: api_key, entries };
}

/** Statements whose dates are those of whole months, so that they are read from rollups alone. */
function statementsOf(today: CivilDate): Statement[] {
  const end = addDays(startOfQuarter(today), -1);
  const quarter = { start_date: startOfQuarter(end), end_date: end };
  const year = { start_date: `${end.slice(0, 4)}-01-01` as CivilDate, end_date: end };
  return [
    {
      what: "income statement of a quarter",
      make: (books) => make(books, "getIncomeStatement", { ...quarter, group_by: null }),
    },
    { what: "balance sheet", make: (books) => make(books, "getBalanceSheet", { date: end }) },
    { what: "cash flow of the year", make: (books) => make(books, "getCashFlow", year) },
    {
      what: "trial balance of a quarter",
      make: (books) => make(books, "getTrialBalance", { ...quarter, period: null, adjustments: null }),
    },
  ];
}

function make({ app, companyId }: Books, operation: string, input: object): Promise<unknown> {
  const bound = app.operations.find((each) => each.operation.id === operation) ?? never();
  type Call = Parameters<typeof bound.handle>[0];
  return bound.handle({
    principal: { companyId },
    input,
    body: undefined,
    now: app.clock.now(),
    today: app.clock.today(),
  } as unknown as Call);
}

/** The median time of `work` on each of the books, made in turns, each time after `before`. */
async function inTurns(
  books: readonly Books[],
  work: (books: Books) => Promise<unknown>,
  before: (books: Books) => Promise<unknown>,
): Promise<Map<Books, number>> {
  const taken = new Map<Books, number[]>(books.map((each) => [each, []]));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const each of books) {
      for (let at = 0; at < IN_A_ROW; at += 1) {
        await before(each);
        const start = performance.now();
        await work(each);
        // The first rounds warm up: plans, caches, and the compiled code of the embedded engine, which is
        // made faster while it runs.
        if (round >= 0) taken.get(each)?.push(performance.now() - start);
      }
    }
  }
  return new Map([...taken].map(([each, samples]) => [each, median(samples)]));
}

async function p50(work: () => Promise<unknown>): Promise<number> {
  const samples: number[] = [];
  for (let at = 0; at < ROUNDS * IN_A_ROW; at += 1) {
    const start = performance.now();
    await work();
    samples.push(performance.now() - start);
  }
  return median(samples);
}

function never(): never {
  throw new Error("a measurement has no books");
}
