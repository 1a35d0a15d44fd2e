/**
 * Spreadsheets: the engine alone, then cells over HTTP, and whether other requests are answered as quickly
 * while documents are calculated that exceed every budget.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sampleBundle } from "../../src/sample/sample-bundle.ts";
import { systemClock } from "../../src/platform/time/clock.ts";
import { API, makeKeys, started } from "../beside-bare.ts";
import { measureEngine } from "../engine.ts";
import { seeded } from "../books.ts";
import { quantile } from "../figures.ts";
import { askOnce, load, type Request } from "../load.ts";
import type { Bench, Part } from "../part.ts";
import { type Place, runDaybook } from "../process/child.ts";
import { GRID, HOSTILE_IDS, hostileRecords, TOTALS, TOTALS_CALLS, totalsRecord } from "../sheet-records.ts";

const READS = 100;
const WARM_UP = 10;
const BESIDE_READS = 1_500;
const SLOWER_MOST = 1.5;
const QUANTILES = [
  [0.5, "p50"],
  [0.99, "p99"],
] as const;

const DOCUMENTS = [
  { what: "100 cells of the forecast", id: "sht_forecast", ranges: ["'Monthly plan'!A4:E23"] },
  {
    what: "10,000 cells of the forecast",
    id: "sht_forecast",
    ranges: ["'Monthly plan'!A1:Y200", "Runway!A1:Y200"],
  },
  { what: `100 cells of ${TOTALS_CALLS.toLocaleString("en-US")} totals`, id: TOTALS, ranges: ["B2:K11"] },
  {
    what: `10,000 cells with ${TOTALS_CALLS.toLocaleString("en-US")} totals`,
    id: TOTALS,
    ranges: [`A1:CV${GRID}`],
  },
] as const;

export const sheets: Part = {
  name: "sheets",
  about: "formulas by the engine alone, cells over HTTP, and the API beside hostile documents",
  async run(bench) {
    await measureEngine(bench);
    if (bench.server === null) bench.skipped("spreadsheets on a server database: none is named");
    else
      await measureService(bench, "server", { DATABASE_URL: await bench.database("sheets") }, [
        "serve",
        "--port",
        "0",
        "--json",
      ]);
    await measureService(bench, "embedded", { DAYBOOK_HOME: await bench.folder("sheets") }, [
      "start",
      "--port",
      "0",
      "--json",
      "--no-sample",
    ]);
  },
};

interface Served {
  readonly engine: string;
  readonly origin: string;
  readonly keys: readonly string[];
}

async function measureService(
  bench: Bench,
  engine: string,
  place: Place,
  words: readonly string[],
): Promise<void> {
  bench.say(`sheets, ${engine}: making the books`);
  const file = join(await bench.folder("books"), "books.json");
  const { company_id } = await seeded(place, null);
  const clock = systemClock(null);
  const { company, categories } = sampleBundle({ seed: 1, today: clock.today(), now: clock.now() });
  const flows = categories.filter(
    ({ account_type }) => !["asset", "liability", "equity"].includes(account_type),
  );
  const records = [totalsRecord(flows.map(({ id }) => id)), ...hostileRecords()];
  await writeFile(
    file,
    JSON.stringify({ format: "daybook.company-bundle", version: 1, company, sheets: records }),
  );
  await runDaybook(place, ["import", "bundle", file, "--json"]).ended();
  const keys = await makeKeys(place, company_id);
  const daybook = started(bench, runDaybook(place, words));
  const origin = new URL((JSON.parse(await daybook.firstLine) as { base_url: string }).base_url).origin;
  const served = { engine, origin, keys };
  await measureCells(bench, served);
  await measureBeside(bench, served);
  bench.found({
    what: `peak memory of the server, ${engine}`,
    measured: { value: (await daybook.usage()).peakBytes / 1e6, unit: "MB" },
    beside: null,
    target: null,
  });
  await daybook.stop();
}

/** One request with each key in turn. */
function withKeys({ origin, keys }: Served, path: string): Request[] {
  return keys.map((key) => ({ origin, path, key }));
}

function cellsOf(id: string, ranges: readonly string[]): string {
  return `${API}/sheets/${id}?${ranges.map((range) => `ranges${ranges.length > 1 ? "[]" : ""}=${encodeURIComponent(range)}`).join("&")}`;
}

/** The status of the calculation of a document's cells. */
async function statusOf({ origin, keys }: Served, path: string, turn = 0): Promise<string> {
  const { head, body } = await askOnce({ origin, path, key: keys[turn % keys.length] ?? "" });
  if (!head.startsWith("HTTP/1.1 200 "))
    throw new Error(`${path}: ${head.split("\r\n")[0]} ${body.toString()}`);
  return (JSON.parse(body.toString()) as { calculation: { status: string } }).calculation.status;
}

async function measureCells(bench: Bench, served: Served): Promise<void> {
  for (const { what, id, ranges } of DOCUMENTS) {
    bench.say(`sheets, ${served.engine}: ${what}`);
    const path = cellsOf(id, ranges);
    const status = await statusOf(served, path);
    if (status !== "complete") throw new Error(`${what} can't be measured: their calculation is ${status}`);
    const requests = withKeys(served, path);
    await load(requests, WARM_UP, 1);
    const waits = await load(requests, READS, 1);
    for (const [part, name] of QUANTILES)
      bench.found({
        what: `${what}, ${served.engine} (${name})`,
        measured: { value: quantile(waits, part), unit: "ms" },
        beside: null,
        target: null,
      });
  }
}

/** Reads alone, and again while hostile documents are calculated one after the other. */
async function measureBeside(bench: Bench, served: Served): Promise<void> {
  bench.say(`sheets, ${served.engine}: other requests beside hostile documents`);
  const list = JSON.parse(
    (
      await askOnce({ origin: served.origin, path: `${API}/transactions?limit=1`, key: served.keys[0] ?? "" })
    ).body.toString(),
  ) as { data: { id: string }[] };
  const reads = [
    { what: "a transaction", requests: withKeys(served, `${API}/transactions/${list.data[0]?.id ?? ""}`) },
    {
      what: "an income statement",
      requests: withKeys(served, `${API}/reports/income_statement?start_date=2026-01-01&end_date=2026-06-30`),
    },
  ];
  const alone: number[][] = [];
  for (const { requests } of reads) {
    await load(requests, BESIDE_READS, 1);
    alone.push(await load(requests, BESIDE_READS, 1));
  }
  let over = false;
  const hostile = (async () => {
    for (let turn = 0; !over; turn += 1) {
      const id = HOSTILE_IDS[turn % HOSTILE_IDS.length] ?? "";
      const status = await statusOf(served, cellsOf(id, ["A1:A90"]), turn);
      if (status !== "unavailable")
        throw new Error(`${id} is not hostile enough: its calculation is ${status}`);
    }
  })();
  hostile.catch(() => {});
  try {
    for (const [at, { what, requests }] of reads.entries()) {
      const beside = await load(requests, BESIDE_READS, 1);
      for (const [part, name] of QUANTILES) {
        bench.found({
          what: `${what} beside hostile documents, ${served.engine} (${name})`,
          measured: { value: quantile(beside, part), unit: "ms" },
          beside: { what: "alone", figure: { value: quantile(alone[at] ?? [], part), unit: "ms" } },
          target: name === "p99" ? { of: "ratio", bound: "at most", value: SLOWER_MOST } : null,
        });
      }
    }
  } finally {
    over = true;
  }
  await hostile;
}
