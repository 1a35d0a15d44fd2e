/**
 * The front door: the processor time of a request without a key on every path of its table, as a multiple of
 * `GET /company` with a key, beside the bound that the table states.
 */
import { readdir, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ROWS } from "../../src/interfaces/door/paths.ts";
import { API, cpuOf, makeKeys, started } from "../beside-bare.ts";
import { seeded } from "../books.ts";
import { median } from "../figures.ts";
import type { Request } from "../load.ts";
import type { Bench, Part } from "../part.ts";
import { type Child, type Place, runDaybook } from "../process/child.ts";

const ASSETS = fileURLToPath(new URL("../../console/dist/assets/", import.meta.url));
const ORIGIN = "https://desk.example.com";
/** The number of addresses from which the requests of a path come in turn, so that no burst is exceeded. */
const ADDRESSES = 250;
const ROUNDS = 3;
const ROUND = 500;
/** The requests of paths that only this machine may use, which has one address. */
const LOCAL_ROUND = 30;
const WARM_UP = 4;

export const frontDoor: Part = {
  name: "door",
  about: "what a request without a key costs, path by path",
  async run(bench) {
    if (bench.server === null) bench.skipped("the front door, on a server database: none is named");
    else await measure(bench, "server", { DATABASE_URL: await bench.database("door") });
    await measure(bench, "embedded", { DAYBOOK_HOME: await bench.folder("door") });
  },
};

async function measure(bench: Bench, engine: string, place: Place): Promise<void> {
  const { company_id: id } = await seeded(place, null);
  const keys = await makeKeys(place, id);
  const daybook = started(
    bench,
    runDaybook(place, ["start", "--port", "0", "--json", "--no-sample"], {
      TRUST_PROXY: "1",
      CORS_ORIGINS: ORIGIN,
    }),
  );
  const { origin } = new URL((JSON.parse(await daybook.firstLine) as { base_url: string }).base_url);
  const companyUs = await costOf(
    daybook,
    keys.map((key) => ({ origin, path: `${API}/company`, key })),
    ROUND,
  );
  const paths: readonly (readonly [route: string, path: string, cost: number])[] = [
    ["GET /api/v1/company", `${API}/company`, 1],
    ["GET /app/api/session", "/app/api/session", 1],
    ...(await Promise.all(
      Object.entries(ROWS).map(
        async ([route, { cost }]) => [route, await pathOf(route, origin), cost] as const,
      ),
    )),
  ];
  for (const [route, path, cost] of paths) {
    bench.say(`door, ${engine}: ${route}`);
    const requests = requestsOf(route, path, origin);
    const us = await costOf(daybook, requests, requests.length === 1 ? LOCAL_ROUND : ROUND);
    bench.found({
      what: `${route}, ${engine}`,
      measured: { value: us, unit: "us" },
      beside: { what: "GET /company", figure: { value: companyUs, unit: "us" } },
      target: { of: "ratio", bound: "at most", value: cost },
    });
  }
  await daybook.stop();
}

async function costOf(daybook: Child, requests: readonly Request[], count: number): Promise<number> {
  const rounds: number[] = [];
  for (let warm = 0; requests.length > 1 && warm < WARM_UP; warm += 1) await cpuOf(daybook, requests, count);
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await cpuOf(daybook, requests, count));
  return median(rounds);
}

/** Returns the most expensive path of a route. */
async function pathOf(route: string, origin: string): Promise<string> {
  const [, path = ""] = route.split(" ");
  if (path === "*") return `${API}/company`;
  if (path === "/docs/*") return "/docs/openapi.json";
  if (path === "/app/assets/:name") return `/app/assets/${await largestAsset()}`;
  if (path === "/app/style.css") {
    const page = await (await fetch(`${origin}/app/sign-in`)).text();
    return /\/app\/style-[\w-]+\.css/.exec(page)?.[0] ?? path;
  }
  return path.replace("*", "one").replace(/:\w+/, "one");
}

async function largestAsset(): Promise<string> {
  const names = (await readdir(ASSETS)).filter((name) => /\.(js|css)$/.test(name));
  const sizes = await Promise.all(
    names.map(async (name) => ({ name, size: (await stat(`${ASSETS}${name}`)).size })),
  );
  return sizes.toSorted((a, b) => b.size - a.size)[0]?.name ?? "";
}

function requestsOf(route: string, path: string, origin: string): Request[] {
  const [method = "GET", pattern = ""] = route.split(" ");
  const isForm = ROWS[route]?.pages === "form";
  const headers = {
    ...(isForm ? { origin, "content-type": "application/x-www-form-urlencoded" } : {}),
    ...(pattern === "*" ? { origin: ORIGIN, "access-control-request-method": "GET" } : {}),
  };
  const request = { origin, path, key: null, anyAnswer: true, method };
  if (ROWS[route]?.isLocal === true) return [{ ...request, headers }];
  return Array.from({ length: ADDRESSES }, (_, at) => ({
    ...request,
    headers: { ...headers, "x-forwarded-for": `203.0.${at >> 8}.${at & 255}` },
  }));
}
