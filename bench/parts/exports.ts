/**
 * Report exports: the time to accept one, the worker's CPU for a PDF and a workbook, the memory for both, and
 * whether the API answers as quickly while exports are made.
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { API, makeKeys, started } from "../beside-bare.ts";
import { seeded } from "../books.ts";
import { median, quantile, timeMs } from "../figures.ts";
import { load } from "../load.ts";
import type { Bench, Part } from "../part.ts";
import { type Child, runDaybook } from "../process/child.ts";

const POSTS = 200;
const POST_MOST_MS = 10;
/** Exports of each kind; the first is not counted, because it loads modules. */
const MADE = 8;
const CPU_MOST_S = 1;
const MEMORY_MOST_MB = 400;
const READS = 3_000;
const SLOWER_MOST = 1.5;

const YEAR = { start_date: "2025-11-01", end_date: "2026-10-31" };
const KINDS = [
  { what: "a PDF of 12 months", body: { ...YEAR, report_type: "income_statement", format: "pdf" } },
  {
    what: "a workbook of 120 months",
    body: {
      report_type: "income_statement",
      start_date: "2016-11-01",
      end_date: "2026-10-31",
      format: "xlsx",
    },
  },
] as const;

export const exporting: Part = {
  name: "exports",
  about: "exports taken on and made, and the API beside them",
  async run(bench) {
    if (bench.server === null) bench.skipped("exports on a server database: none is named");
    else await measure(bench);
  },
};

interface Served {
  readonly origin: string;
  readonly key: string;
}

async function measure(bench: Bench): Promise<void> {
  const place = { DATABASE_URL: await bench.database("exports") };
  const settings = { OBJECTS_FOLDER: await bench.folder("objects") };
  const { company_id } = await seeded(place, null);
  const keys = await makeKeys(place, company_id);
  const api = started(bench, runDaybook(place, ["serve", "--port", "0", "--json"], settings));
  const origin = new URL((JSON.parse(await api.firstLine) as { base_url: string }).base_url).origin;
  const client = new pg.Client({ connectionString: place.DATABASE_URL });
  await client.connect();
  bench.undo.defer(() => client.end().catch(() => {}));
  const served = { origin, key: keys[0] ?? "" };
  await measurePosts(bench, served, client);
  const worker = started(bench, runDaybook(place, ["work", "--json"], settings));
  await measureMaking(bench, served, worker);
  await measureBeside(bench, served, keys);
  await worker.stop();
  await api.stop();
}

/** Requests exports of which none is made: each slot is freed outside of the measured time. */
async function measurePosts(bench: Bench, served: Served, client: pg.Client): Promise<void> {
  bench.say("exports: taking them on");
  const waits: number[] = [];
  for (let post = 0; post < POSTS; post += 1) {
    waits.push(await timeMs(() => ask(served, KINDS[0].body)));
    await client.query(
      `with gone as (delete from background_jobs where queue = 'exports.generate') update report_exports
        set status = 'failed', error_code = 'generation_failed', completed_at = created
        where status = 'pending'`,
    );
  }
  bench.found({
    what: "taking an export on (p50)",
    measured: { value: median(waits), unit: "ms" },
    beside: null,
    target: { of: "measured", bound: "at most", value: POST_MOST_MS },
  });
  bench.found({
    what: "the same (p99)",
    measured: { value: quantile(waits, 0.99), unit: "ms" },
    beside: null,
    target: null,
  });
}

async function measureMaking(bench: Bench, served: Served, worker: Child): Promise<void> {
  for (const { what, body } of KINDS) {
    bench.say(`exports: making ${what}`);
    const spent: number[] = [];
    for (let made = 0; made < MADE; made += 1) {
      const before = (await worker.usage()).cpuUs;
      await finished(served, await ask(served, body));
      spent.push(((await worker.usage()).cpuUs - before) / 1e6);
    }
    bench.found({
      what: `${what}: CPU of the worker, warm (p50)`,
      measured: { value: median(spent.slice(1)), unit: "s" },
      beside: { what: "the first", figure: { value: spent[0] ?? 0, unit: "s" } },
      target: { of: "measured", bound: "at most", value: CPU_MOST_S },
    });
  }
  bench.found({
    what: "peak memory of the worker",
    measured: { value: (await worker.usage()).peakBytes / 1e6, unit: "MB" },
    beside: null,
    target: { of: "measured", bound: "at most", value: MEMORY_MOST_MB },
  });
}

/** Reads alone, and again while two exports are made all the time. */
async function measureBeside(bench: Bench, served: Served, keys: readonly string[]): Promise<void> {
  bench.say("exports: the API beside them");
  const reads = Array.from({ length: READS }, (_, index) => ({
    origin: served.origin,
    path: `${API}/reports/balance_sheet?date=2026-06-30`,
    key: keys[index % keys.length] ?? "",
  }));
  await load(reads, READS, 1);
  const alone = await load(reads, READS, 1);
  let over = false;
  const making = KINDS.map(async ({ body }) => {
    while (!over) await finished(served, await ask(served, body));
  });
  const beside = await load(reads, READS, 1);
  over = true;
  await Promise.all(making);
  for (const [part, name] of [
    [0.99, "p99"],
    [0.5, "p50"],
  ] as const) {
    bench.found({
      what: `a balance sheet while two exports are made (${name})`,
      measured: { value: quantile(beside, part), unit: "ms" },
      beside: { what: "alone", figure: { value: quantile(alone, part), unit: "ms" } },
      target: name === "p99" ? { of: "ratio", bound: "at most", value: SLOWER_MOST } : null,
    });
  }
}

async function ask({ origin, key }: Served, body: object): Promise<string> {
  const response = await fetch(`${origin}${API}/reports/exports`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    },
    body: JSON.stringify(body),
  });
  if (response.status !== 201)
    throw new Error(`an export was not taken on: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

async function finished({ origin, key }: Served, id: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${origin}${API}/reports/exports/${id}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { status } = (await response.json()) as { status: string };
    if (status === "succeeded") return;
    if (status === "failed") throw new Error(`the export ${id} failed`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
