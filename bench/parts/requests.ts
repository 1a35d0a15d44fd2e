/**
 * What a request costs: CPU time of the server's process for each answer, beside a bare `node:http`
 * server that sends the same bytes with the same headers. CPU and not time, because a server on its way
 * to the database waits, but costs nothing while it does. The two are loaded in turns.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { seeded } from "../books.ts";
import { median, quantile } from "../figures.ts";
import { askOnce, load, type Request } from "../load.ts";
import type { Bench, Part } from "../part.ts";
import { type Child, type Place, run, runDaybook } from "../process/child.ts";

const BARE = fileURLToPath(new URL("../process/bare.ts", import.meta.url));
const API = "/api/v1";
const KEYS = 97;
const CONNECTIONS = 32;
const ROUNDS = 5;
/** Rounds' worth of requests before the first round. */
const WARM_UP = 6;
/** How many times the CPU of a bare server a single object and a page may take. */
const OBJECT_MOST = 5;
const PAGE_MOST = 8;

interface Load {
  readonly what: string;
  /** Asked for in turn, so that requests that arrive together are not all about the same object. */
  readonly paths: readonly string[];
  readonly most: number;
  readonly count: number;
}

export const requests: Part = {
  name: "requests",
  about: "CPU of an authenticated object and of a page, beside a bare node:http server",
  async run(bench) {
    if (bench.server === null) bench.skipped("requests on a server database: none is named");
    else {
      const place = { DATABASE_URL: await bench.database("requests") };
      await measure(bench, "server", place, ["serve", "--port", "0", "--json"], true);
    }
    const place = { DAYBOOK_HOME: await bench.folder("requests") };
    await measure(bench, "embedded", place, ["start", "--port", "0", "--json", "--no-sample"], false);
  },
};

async function measure(bench: Bench, engine: string, place: Place, words: readonly string[], counts: boolean): Promise<void> {
  bench.say(`requests, ${engine}: making the sample company`);
  const { company_id } = await seeded(place, null);
  const keys = await makeKeys(place, company_id);
  const daybook = started(bench, runDaybook(place, words));
  const origin = new URL((JSON.parse(await daybook.firstLine) as { base_url: string }).base_url).origin;
  const list = JSON.parse((await askOnce({ origin, path: `${API}/journal_entries`, key: keys[0] ?? "" })).body.toString()) as { data: { id: string }[] };
  const loads: readonly Load[] = [
    { what: "the company", paths: [`${API}/company`], most: OBJECT_MOST, count: 4000 },
    { what: "a journal entry", paths: list.data.map(({ id }) => `${API}/journal_entries/${id}`), most: OBJECT_MOST, count: 4000 },
    { what: "a page of 100 entries", paths: [`${API}/journal_entries`], most: PAGE_MOST, count: 1000 },
    { what: "an income statement", paths: [`${API}/reports/income_statement?start_date=2026-01-01&end_date=2026-06-30`], most: 0, count: 1000 },
  ];
  for (const { what, paths, most, count } of loads) {
    bench.say(`requests, ${engine}: ${what}`);
    const { ours, bare, waits } = await compare(bench, mixed(paths, keys).map(([path, key]) => ({ origin, path, key })), daybook, count);
    bench.found({
      what: `${what}, ${engine}: CPU of a request`,
      measured: { value: ours, unit: "us" },
      beside: { what: "bare", figure: { value: bare, unit: "us" } },
      target: counts && most > 0 ? { of: "ratio", bound: "at most", value: most } : null,
    });
    bench.found({
      what: `${what}, ${engine}: time of a request alone (p50)`,
      measured: { value: quantile(waits, 0.5), unit: "ms" },
      beside: null,
      target: null,
    });
  }
  await daybook.stop();
}

/** So many keys that no burst of one of them is exceeded, of a company whose month has no end. */
async function makeKeys(place: Place, company: string): Promise<string[]> {
  const app = await openApp(readConfig({ ...place, LOG_LEVEL: "error" }), { command: "bench" });
  try {
    const { id } = await app.company.read(company as Parameters<typeof app.company.read>[0]);
    await app.company.change(id, { plan: "enterprise" });
    const member = (await app.access.listMembers(id)).find(({ permissions }) => permissions.api_access === "manage");
    const made = Array.from({ length: KEYS }, () => app.access.createKey(id, member?.id ?? "", "bench"));
    return (await Promise.all(made)).map(({ api_key }) => api_key);
  } finally {
    await app.close();
  }
}

/** Every path and every key in turn. */
function mixed(paths: readonly string[], keys: readonly string[]): (readonly [path: string, key: string])[] {
  const count = Math.max(paths.length, keys.length);
  return Array.from({ length: count }, (_, index) => [paths[index % paths.length] ?? "", keys[index % keys.length] ?? ""] as const);
}

function started(bench: Bench, child: Child): Child {
  bench.undo.defer(() => child.stop());
  return child;
}

/** Loads both servers in turns; gives the median microseconds of CPU for a request of each. */
async function compare(bench: Bench, asked: readonly Request[], daybook: Child, count: number): Promise<{ ours: number; bare: number; waits: number[] }> {
  const [first = never()] = asked;
  const answer = await askOnce(first);
  const file = join(await bench.folder("answer"), "answer.json");
  await writeFile(file, JSON.stringify({ headers: headersOf(answer.head), body: answer.body.toString() }));
  const bareServer = started(bench, run(BARE, [file]));
  const bareRequests = [{ ...first, origin: await bareServer.firstLine }];
  // Both warm up first: what is measured is a server that has been running, whose code is compiled for good.
  await load(asked, WARM_UP * count, CONNECTIONS);
  await load(bareRequests, WARM_UP * count, CONNECTIONS);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await cpuOf(daybook, asked, count));
    bare.push(await cpuOf(bareServer, bareRequests, 2 * count));
  }
  const waits = await load(asked, count, 1);
  await bareServer.stop();
  return { ours: median(ours), bare: median(bare), waits };
}

async function cpuOf(server: Child, asked: readonly Request[], count: number): Promise<number> {
  const before = await server.usage();
  await load(asked, count, CONNECTIONS);
  const after = await server.usage();
  return (after.cpuUs - before.cpuUs) / count;
}

/** The headers of an answer that its server chose; `node:http` adds the others by itself. */
function headersOf(head: string): Record<string, string> {
  const lines = head.split("\r\n").slice(1).map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)] as const);
  return Object.fromEntries(lines.filter(([name]) => !["date", "connection", "keep-alive"].includes(name)));
}

function never(): never {
  throw new Error("there is nothing to ask for");
}
