/**
 * A request to this service beside the same bytes from a bare `node:http` server: both are loaded in turns,
 * and the CPU time of their processes is compared.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openApp } from "../src/app.ts";
import { readConfig } from "../src/config/config.ts";
import { median } from "./figures.ts";
import { askOnce, load, type Request } from "./load.ts";
import type { Bench } from "./part.ts";
import { type Child, type Place, run } from "./process/child.ts";

const BARE = fileURLToPath(new URL("./process/bare.ts", import.meta.url));
export const API = "/api/v1";
/** How many times the CPU of a bare server a page of 100 may take. */
export const PAGE_MOST = 6;
const KEYS = 97;
const CONNECTIONS = 32;
const ROUNDS = 5;
/**
 * Rounds' worth of requests before the first round: as many as it takes until nothing is compiled any more.
 */
const WARM_UP = 24;

/** Makes keys of a company without a monthly limit, so many that none exceeds its burst. */
export async function makeKeys(place: Place, company: string): Promise<string[]> {
  const app = await openApp(readConfig({ ...place, LOG_LEVEL: "error" }), { command: "bench" });
  try {
    const { id } = await app.company.read(company as Parameters<typeof app.company.read>[0]);
    await app.company.change(id, { plan: "enterprise" });
    const member = (await app.access.listMembers(id)).find(
      ({ permissions }) => permissions.api_access === "manage",
    );
    const made = Array.from({ length: KEYS }, () => app.access.createKey(id, member?.id ?? "", "bench"));
    return (await Promise.all(made)).map(({ api_key }) => api_key);
  } finally {
    await app.close();
  }
}

/** Every path and every key in turn. */
export function mixed(
  paths: readonly string[],
  keys: readonly string[],
): (readonly [path: string, key: string])[] {
  const count = Math.max(paths.length, keys.length);
  return Array.from(
    { length: count },
    (_, index) => [paths[index % paths.length] ?? "", keys[index % keys.length] ?? ""] as const,
  );
}

export function started(bench: Bench, child: Child): Child {
  bench.undo.defer(() => child.stop());
  return child;
}

/** Loads both servers in turns; returns the median microseconds of CPU for a request of each. */
export async function compare(
  bench: Bench,
  asked: readonly Request[],
  daybook: Child,
  count: number,
): Promise<{ ours: number; bare: number; waits: number[] }> {
  const [first = never()] = asked;
  const answer = await askOnce(first);
  const file = join(await bench.folder("answer"), "answer.json");
  const status = Number(answer.head.split(" ")[1]);
  await writeFile(
    file,
    JSON.stringify({ status, headers: headersOf(answer.head), body: answer.body.toString() }),
  );
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

/** Returns the microseconds of CPU that a server takes for each of `count` requests. */
export async function cpuOf(server: Child, asked: readonly Request[], count: number): Promise<number> {
  const before = await server.usage();
  await load(asked, count, CONNECTIONS);
  const after = await server.usage();
  return (after.cpuUs - before.cpuUs) / count;
}

/** The headers of an answer that its server chose; `node:http` adds the others by itself. */
function headersOf(head: string): Record<string, string> {
  const lines = head
    .split("\r\n")
    .slice(1)
    .map(
      (line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)] as const,
    );
  return Object.fromEntries(lines.filter(([name]) => !["date", "connection", "keep-alive"].includes(name)));
}

function never(): never {
  throw new Error("there is nothing to ask for");
}
