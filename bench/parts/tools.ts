/**
 * What a tool call of an assistant costs: CPU time of the server's process for each call, beside the request
 * to the API that gives the same figures. Both go to the same process, in turns.
 */
import { API, cpuOf, makeKeys, started } from "../beside-bare.ts";
import { seeded } from "../books.ts";
import { median } from "../figures.ts";
import { askOnce, load, type Request } from "../load.ts";
import type { Part } from "../part.ts";
import { type Place, runDaybook } from "../process/child.ts";

/** How many times the CPU of its request to the API a tool call may take. */
const TOOL_MOST = 1.3;
const CONNECTIONS = 32;
const ROUNDS = 7;
const WARM_UP = 12;

interface Twin {
  readonly tool: string;
  readonly given: object;
  readonly path: string;
  readonly count: number;
}

const MARCH = { start_date: "2026-03-01", end_date: "2026-03-31" };

const TWINS: readonly Twin[] = [
  {
    tool: "income_statement",
    given: MARCH,
    path: "/reports/income_statement?start_date=2026-03-01&end_date=2026-03-31",
    count: 1000,
  },
  {
    tool: "balance_sheet",
    given: { date: "2026-03-31" },
    path: "/reports/balance_sheet?date=2026-03-31",
    count: 1000,
  },
  { tool: "drill_down", given: { limit: 100 }, path: "/journal_entries?limit=100", count: 1000 },
  { tool: "transactions", given: { limit: 50 }, path: "/transactions?limit=50", count: 1000 },
  { tool: "categories", given: {}, path: "/categories", count: 1500 },
  { tool: "whoami", given: {}, path: "/company", count: 3000 },
];

export const tools: Part = {
  name: "tools",
  about: "CPU of an assistant's tool call, beside the API's request for the same",
  async run(bench) {
    if (bench.server === null) {
      bench.skipped("tools: no server database is named");
      return;
    }
    const place: Place = { DATABASE_URL: await bench.database("tools") };
    bench.say("tools: making the sample company");
    const { company_id } = await seeded(place, null);
    const keys = await makeKeys(place, company_id);
    const daybook = started(bench, runDaybook(place, ["serve", "--port", "0", "--json"]));
    const origin = new URL((JSON.parse(await daybook.firstLine) as { base_url: string }).base_url).origin;
    for (const twin of TWINS.filter(({ tool }) => tool.includes(bench.caseText))) {
      bench.say(`tools: ${twin.tool}`);
      const calls = keys.map((key) => callOf(origin, key, twin));
      const requests = keys.map((key): Request => ({ origin, path: `${API}${twin.path}`, key }));
      await checkCall(calls);
      const called: number[] = [];
      const asked: number[] = [];
      // Both warm up first, until their code is compiled for good.
      await load(calls, WARM_UP * twin.count, CONNECTIONS);
      await load(requests, WARM_UP * twin.count, CONNECTIONS);
      for (let round = 0; round < ROUNDS; round += 1) {
        called.push(await cpuOf(daybook, calls, twin.count));
        asked.push(await cpuOf(daybook, requests, twin.count));
      }
      bench.found({
        what: `${twin.tool}: CPU of a call`,
        measured: { value: median(called), unit: "us" },
        beside: { what: "the API", figure: { value: median(asked), unit: "us" } },
        target: { of: "ratio", bound: "at most", value: TOOL_MOST },
      });
    }
    await daybook.stop();
  },
};

/** A call as clients send it in the present version of the protocol. */
function callOf(origin: string, key: string, { tool, given }: Twin): Request {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    origin,
    path: "/mcp",
    key,
    method: "POST",
    accept: "application/json, text/event-stream",
    headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": tool },
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: tool, arguments: given, _meta: meta },
    },
  };
}

/** Fails if a call is refused: that answer would be cheap. */
async function checkCall([first]: readonly Request[]): Promise<void> {
  if (first === undefined) throw new Error("there are no keys");
  const { head, body } = await askOnce(first);
  const { result } = JSON.parse(body.toString()) as { result?: { isError?: boolean } };
  if (result === undefined || result.isError) throw new Error(`a call failed: ${head} ${body.toString()}`);
}
