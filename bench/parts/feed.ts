/**
 * The feed: a page of transactions at the beginning and deep in a long list, a mirror's run from zero, lines
 * that are added with their postings, and an edit over HTTP. Rows that are only read are inserted by SQL,
 * because only their number matters; rows that are edited were added as lines.
 */
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { openApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { cents } from "@daybook/words/cents";
import { addDays, parseCivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import type { FeedLine } from "../../src/modules/feed/transactions/index.ts";
import { API, compare, makeKeys, mixed, PAGE_MOST, started } from "../beside-bare.ts";
import { seeded } from "../books.ts";
import { median, quantile, timeMs } from "../figures.ts";
import { follow, load } from "../load.ts";
import type { Bench, Part } from "../part.ts";
import { measureMirror } from "./mirror.ts";
import { type Child, type Place, runDaybook } from "../process/child.ts";

const PAGE = 100;
const RUN_LIMIT = 500;
const PAGES_ASKED = 500;
/** How much longer a page deep in the list may take than the first one. */
const DEEP_MOST = 1.3;
const RUN_LEAST = 50_000;
/** How much more memory the server may have taken at the end of a run than after a tenth of it. */
const MEMORY_MOST = 1.25;
const INGEST_LEAST = 10_000;
const BATCH = 1_000;
const EDIT_MOST_MS = 5;
const EDITS = 600;
const SPLITS = 60;
const SPLIT_LINES = 500;
/** A change takes the company's turn after it began and gives it back before it is answered. */
const SPLIT_MOST_MS = 50;

const SMALL = { rows: 300_000, deepPage: 1_000, run: 300_000, batches: 40 } as const;
const FULL = { rows: 5_000_000, deepPage: 10_000, run: 1_000_000, batches: 200 } as const;

export const feed: Part = {
  name: "feed",
  about: "pages and runs of a long feed, lines that come in, and edits",
  async run(bench) {
    if (bench.server === null) bench.skipped("the feed on a server database: none is named");
    else {
      await measureReading(bench);
      await measureWriting(bench);
    }
  },
};

/** A server process over a database, with keys of its company. */
interface Served {
  readonly daybook: Child;
  readonly origin: string;
  readonly keys: readonly string[];
}

async function serve(bench: Bench, place: Place, company: string): Promise<Served> {
  const keys = await makeKeys(place, company);
  const daybook = started(bench, runDaybook(place, ["serve", "--port", "0", "--json"]));
  const origin = new URL((JSON.parse(await daybook.firstLine) as { base_url: string }).base_url).origin;
  return { daybook, origin, keys };
}

async function connected(bench: Bench, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  bench.undo.defer(() => client.end().catch(() => {}));
  return client;
}

const ADD_ACCOUNT = `insert into accounts (company_id, id, name, type, category_id, created)
  select company_id, 'acct_bench', 'Operating', 'checking', id, 0 from categories c where company_id = $1
    and cash_flow = 'cash'
    and not exists (select 1 from categories below where below.company_id = c.company_id
      and below.parent_id = c.id) order by id limit 1`;

/** So many transactions, with dates over six years and a change every second for each twenty of them. */
const FILL = `insert into transactions (company_id, id, account_id, external_id, date, accounting_date,
  amount_cents, description, merchant_name, category_id,
    department_id, status, source_vendor, source_type, created, updated)
  select $1, 'txn_' || lpad(to_hex(n * 2654435761 % 4294967296), 8, '0') || n, 'acct_bench', 'bank-' || n,
    date '2020-01-01' + (n % 2190)::integer, date '2020-01-01' + (n % 2190)::integer,
    (n * 7919 % 500000) - 300000, 'CARD PURCHASE ' || n % 977 || ' STORE ' || n % 89, 'Merchant ' || n % 977,
      leaves[1 + n % cardinality(leaves)], null,
    case when n % 50 = 0 then 'needs_review' else 'approved' end, 'plaid', 'bank', 1700000000 + n / 20,
      1700000000 + n / 20
  from generate_series(1, $2::bigint) as n cross join (
    select array_agg(id order by id) as leaves from categories c where company_id = $1
      and account_type = 'expense'
      and not exists (select 1 from categories below where below.company_id = c.company_id
        and below.parent_id = c.id)) as chart`;

async function measureReading(bench: Bench): Promise<void> {
  const size = bench.full ? FULL : SMALL;
  const url = await bench.database("feed_read");
  const { company_id } = await seeded({ DATABASE_URL: url }, null);
  const client = await connected(bench, url);
  bench.say(`feed: filling in ${count(size.rows)} transactions`);
  await client.query(ADD_ACCOUNT, [company_id]);
  await client.query(FILL, [company_id, size.rows]);
  await client.query("vacuum analyze transactions");
  const { rows } = await client.query<{ id: string }>(
    `select id from transactions where company_id = $1 and not deleted order by date desc, id desc offset $2
      limit 1`,
    [company_id, (size.deepPage - 1) * PAGE - 1],
  );
  const served = await serve(bench, { DATABASE_URL: url }, company_id);
  await measurePages(bench, served, size, rows[0]?.id ?? "");
  await measureRun(bench, served, size);
  await measureMirror(bench, served.origin, served.keys);
  await served.daybook.stop();
}

async function measurePages(
  bench: Bench,
  { daybook, origin, keys }: Served,
  { rows, deepPage }: typeof SMALL | typeof FULL,
  deep: string,
): Promise<void> {
  const waits: number[] = [];
  for (const [what, path] of [
    ["first page", `${API}/transactions`],
    [`page ${count(deepPage)}`, `${API}/transactions?starting_after=${deep}`],
  ] as const) {
    bench.say(`feed: the ${what}`);
    const found = await compare(
      bench,
      mixed([path], keys).map(([target, key]) => ({ origin, path: target, key })),
      daybook,
      PAGES_ASKED,
    );
    bench.found({
      what: `${what} of ${count(rows)} transactions: CPU of a request`,
      measured: { value: found.ours, unit: "us" },
      beside: { what: "bare", figure: { value: found.bare, unit: "us" } },
      target: { of: "ratio", bound: "at most", value: PAGE_MOST },
    });
    const first = waits[0];
    waits.push(median(found.waits));
    bench.found({
      what: `${what} of ${count(rows)} transactions: time of a request alone (p50)`,
      measured: { value: median(found.waits), unit: "ms" },
      beside: first === undefined ? null : { what: "the first", figure: { value: first, unit: "ms" } },
      target: first === undefined ? null : { of: "ratio", bound: "at most", value: DEEP_MOST },
    });
  }
}

async function measureRun(
  bench: Bench,
  { daybook, origin, keys }: Served,
  { run }: typeof SMALL | typeof FULL,
): Promise<void> {
  bench.say("feed: a run from zero");
  const path = `${API}/transactions?updated_after=0&limit=${RUN_LIMIT}`;
  const key = (page: number): string => keys[page % keys.length] ?? "";
  const goTo = async (rows: number): Promise<number> => {
    let pages = 0;
    await follow({ origin, path, key: key(0) }, ({ body }) => {
      pages += 1;
      const cursor = /"next_cursor":"([^"]+)"/.exec(body.toString("latin1", 0, 400))?.[1];
      if (cursor === undefined || pages * RUN_LIMIT >= rows) return null;
      return { origin, path: `${path}&starting_after=${cursor}`, key: key(pages) };
    });
    return pages * RUN_LIMIT;
  };
  await goTo(run / 10);
  const early = (await daybook.usage()).peakBytes;
  let rows = 0;
  const ms = await timeMs(async () => {
    rows = await goTo(run);
  });
  const late = (await daybook.usage()).peakBytes;
  bench.found({
    what: `a run from zero, ${count(rows)} rows`,
    measured: { value: (rows / ms) * 1000, unit: "rows/s" },
    beside: null,
    target: { of: "measured", bound: "at least", value: RUN_LEAST },
  });
  bench.found({
    what: "a run from zero: peak memory of the server",
    measured: { value: late / 1e6, unit: "MB" },
    beside: { what: "after a tenth", figure: { value: early / 1e6, unit: "MB" } },
    target: { of: "ratio", bound: "at most", value: MEMORY_MOST },
  });
}

async function measureWriting(bench: Bench): Promise<void> {
  const { batches } = bench.full ? FULL : SMALL;
  const place = { DATABASE_URL: await bench.database("feed_write") };
  const { company_id } = await seeded(place, null);
  const client = await connected(bench, place.DATABASE_URL);
  await client.query(ADD_ACCOUNT, [company_id]);
  bench.say("feed: lines that come in");
  const { ids, rate } = await ingest(place, company_id as PublicId<"company">, batches);
  const bare = await bareCopy(client, join(await bench.folder("feed"), "rows.txt"), ids.length);
  bench.found({
    what: `lines that come in, ${count(ids.length)} in batches of ${count(BATCH)}, posted`,
    measured: { value: rate, unit: "rows/s" },
    beside: { what: "bare COPY of all rows", figure: { value: bare, unit: "rows/s" } },
    target: { of: "measured", bound: "at least", value: INGEST_LEAST },
  });
  await client.query("vacuum analyze");
  bench.say("feed: edits");
  const { rows } = await client.query<{ id: string }>(
    `select id from categories c where company_id = $1 and account_type = 'expense' and not exists (select 1
      from categories below where below.company_id = c.company_id and below.parent_id = c.id) order by id
      limit 5`,
    [company_id],
  );
  const { daybook, origin, keys } = await serve(bench, place, company_id);
  const edits = Array.from({ length: EDITS }, (_, index) => ({
    origin,
    path: `${API}/transactions/${ids[(index * 7919) % ids.length] ?? ""}`,
    key: keys[index % keys.length] ?? "",
    body: { category_id: rows[index % rows.length]?.id ?? "" },
  }));
  await load(edits, EDITS, 1);
  const waits = await load(
    edits.map((request, index) => ({
      ...request,
      body: { category_id: rows[(index + 1) % rows.length]?.id ?? "" },
    })),
    EDITS,
    1,
  );
  const commits: number[] = [];
  for (let turn = 0; turn < EDITS; turn += 1)
    commits.push(
      await timeMs(() =>
        client.query("update accounts set active = not active where company_id = $1 and id = 'acct_bench'", [
          company_id,
        ]),
      ),
    );
  bench.found({
    what: "an edit of a category, posted anew, over HTTP (p50)",
    measured: { value: median(waits), unit: "ms" },
    beside: { what: "an update of one row", figure: { value: median(commits), unit: "ms" } },
    target: { of: "measured", bound: "at most", value: EDIT_MOST_MS },
  });
  bench.found({
    what: "the same (p99)",
    measured: { value: quantile(waits, 0.99), unit: "ms" },
    beside: null,
    target: null,
  });
  await measureSplits(bench, client, { daybook, origin, keys }, rows[0]?.id ?? "");
  await daybook.stop();
}

/** Splits of many lines, made and replaced: the whole request, which the company's turn is a part of. */
async function measureSplits(
  bench: Bench,
  client: pg.Client,
  { origin, keys }: Served,
  category_id: string,
): Promise<void> {
  bench.say("feed: splits");
  const { rows } = await client.query<{ id: string; amount_cents: string }>(
    "select id, amount_cents from transactions where amount_cents < -100000 order by id limit $1",
    [SPLITS],
  );
  for (const [what, method, most] of [
    ["made", "POST", 100],
    ["replaced", undefined, 200],
  ] as const) {
    const waits = await load(
      rows.map(({ id, amount_cents }, index) => ({
        origin,
        path: `${API}/transactions/${id}/split`,
        key: keys[index % keys.length] ?? "",
        ...(method === undefined ? {} : { method }),
        body: { lines: linesOf(Number(amount_cents), most, category_id) },
      })),
      SPLITS,
      1,
    );
    bench.found({
      what: `a split of ${SPLIT_LINES} lines ${what}, posted anew, over HTTP (p50)`,
      measured: { value: median(waits), unit: "ms" },
      beside: null,
      target: { of: "measured", bound: "at most", value: SPLIT_MOST_MS },
    });
    bench.found({
      what: "the same (p99)",
      measured: { value: quantile(waits, 0.99), unit: "ms" },
      beside: null,
      target: null,
    });
  }
}

/** Returns lines of `each` cents, the last one with the rest of the amount, which is negative. */
function linesOf(amount: number, each: number, category_id: string) {
  return Array.from({ length: SPLIT_LINES }, (_, index) => ({
    category_id,
    amount_cents: index === SPLIT_LINES - 1 ? amount + each * (SPLIT_LINES - 1) : -each,
  }));
}

/** Adds lines as a connector does, batch after batch; returns the rate without the first tenth. */
async function ingest(
  place: Place,
  company: PublicId<"company">,
  batches: number,
): Promise<{ ids: string[]; rate: number }> {
  const app = await openApp(readConfig({ ...place, LOG_LEVEL: "error" }), { command: "bench" });
  try {
    const ids: string[] = [];
    const warmUp = batches / 10;
    let began = performance.now();
    for (let batch = 0; batch < batches; batch += 1) {
      if (batch === warmUp) began = performance.now();
      const outcomes = await app.transactions.addLines(
        company,
        Array.from({ length: BATCH }, (_, index) => lineOf(batch * BATCH + index)),
        app.clock.now(),
      );
      for (const outcome of outcomes) if (outcome.became === "created") ids.push(outcome.id);
    }
    return { ids, rate: ((batches - warmUp) * BATCH) / ((performance.now() - began) / 1000) };
  } finally {
    await app.close();
  }
}

const FIRST_DAY = parseCivilDate("2025-12-01") ?? never();

function lineOf(index: number): FeedLine {
  return {
    account_id: "acct_bench",
    external_id: `bank-${index}`,
    card_id: null,
    date: addDays(FIRST_DAY, index % 300),
    amount_cents: cents(((index * 7919) % 500_000) - 300_000),
    description: `CARD PURCHASE ${index % 977} STORE ${index % 89}`,
    merchant_name: `Merchant ${index % 977}`,
    status: "approved",
    source_vendor: "plaid",
    source_type: "bank",
  };
}

/**
 * Copies the transactions and the journal into tables like them, without triggers; returns the transactions a
 * second.
 */
async function bareCopy(client: pg.Client, file: string, transactions: number): Promise<number> {
  let ms = 0;
  for (const table of ["transactions", "journal_entries"]) {
    const { rows } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
       where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    );
    const columns = rows[0]?.columns ?? "";
    const which = table === "transactions" ? "" : " where transaction_id is not null";
    await pipeline(
      client.query(copyTo(`copy (select ${columns} from ${table}${which}) to stdout`)),
      createWriteStream(file),
    );
    await client.query(`create table bare_${table} (like ${table} including all)`);
    ms += await timeMs(() =>
      pipeline(
        createReadStream(file, { highWaterMark: 65_536 }),
        client.query(copyFrom(`copy bare_${table} (${columns}) from stdin`)),
      ),
    );
    await client.query(`drop table bare_${table}`);
  }
  return (transactions / ms) * 1000;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

function never(): never {
  throw new Error("no such day");
}
