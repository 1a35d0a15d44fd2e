/**
 * The cost of flushing each commit of the embedded database to the disk: changes and reads of two services in
 * turns, of which one flushes; and the flushes of a request.
 */
import { API, makeKeys, started } from "../beside-bare.ts";
import { seeded } from "../books.ts";
import { median, timeMs } from "../figures.ts";
import { askOnce, load, type Request } from "../load.ts";
import type { Bench, Part } from "../part.ts";
import { type Child, runDaybook } from "../process/child.ts";

const ROUNDS = 3;
const COUNT = 160;
const SETTINGS = ["yes", "no"] as const;

interface Service {
  readonly child: Child;
  readonly origin: string;
  readonly keys: readonly string[];
}

/** A kind of request, sent over a number of connections at a time. */
interface Load {
  readonly what: string;
  readonly connections: number;
  readonly request: (name: string) => Pick<Request, "path" | "body" | "method">;
  /** The most flushes of a request. */
  readonly flushes: number;
}

const change: Load["request"] = (name) => ({
  path: `${API}/accounts`,
  method: "POST",
  body: { name, type: "other" },
});
const LOADS: readonly Load[] = [
  { what: "a change, one at a time", connections: 1, request: change, flushes: 1.1 },
  { what: "changes, 8 at a time", connections: 8, request: change, flushes: 1.1 },
  { what: "changes, 32 at a time", connections: 32, request: change, flushes: 1.1 },
  { what: "reads, 8 at a time", connections: 8, request: () => ({ path: `${API}/company` }), flushes: 0.05 },
];

export const flushing: Part = {
  name: "flush",
  about: "what it costs that the embedded database flushes its commits to the disk",
  async run(bench) {
    const services: Record<(typeof SETTINGS)[number], Service> = {
      yes: await open(bench, "yes"),
      no: await open(bench, "no"),
    };
    for (const each of LOADS) await measure(bench, services, each);
    for (const { child } of Object.values(services)) await child.stop();
  },
};

async function open(bench: Bench, flush: (typeof SETTINGS)[number]): Promise<Service> {
  const place = { DAYBOOK_HOME: await bench.folder(`flush-${flush}`) };
  const { company_id } = await seeded(place, null);
  const keys = await makeKeys(place, company_id);
  const words = ["start", "--port", "0", "--json", "--no-sample"];
  const child = started(bench, runDaybook(place, words, { EMBEDDED_FLUSH: flush }));
  const { origin } = new URL((JSON.parse(await child.firstLine) as { base_url: string }).base_url);
  return { child, origin, keys };
}

let sent = 0;

/** Sends the requests of a round. Returns how many are answered in a second, and the flushes of one. */
async function round(
  { child, origin, keys }: Service,
  { connections, request }: Load,
): Promise<{ perSecond: number; flushes: number }> {
  const requests = Array.from({ length: COUNT }, (_, number) => ({
    origin,
    key: keys[number % keys.length] ?? null,
    anyAnswer: true,
    ...request(`account ${(sent += 1)}`),
  }));
  const [first, ...rest] = requests;
  if (!first) throw new Error("there is nothing to send");
  const { head, body } = await askOnce(first);
  if (!/^HTTP\/1\.1 20[01] /.test(head)) throw new Error(`${first.path}: ${head} ${body.toString()}`);
  const before = await child.usage();
  const ms = await timeMs(() => load(rest, rest.length, connections));
  const after = await child.usage();
  return {
    perSecond: (rest.length / ms) * 1_000,
    flushes: (after.flushes - before.flushes) / rest.length,
  };
}

async function measure(
  bench: Bench,
  services: Readonly<Record<(typeof SETTINGS)[number], Service>>,
  each: Load,
): Promise<void> {
  bench.say(`flush: ${each.what}`);
  const rounds = [];
  for (let number = 0; number < ROUNDS; number += 1)
    rounds.push({ yes: await round(services.yes, each), no: await round(services.no, each) });
  bench.found({
    what: `${each.what}: answered in a second`,
    measured: { value: median(rounds.map(({ yes }) => yes.perSecond)), unit: "requests/s" },
    beside: {
      what: "without flushes",
      figure: { value: median(rounds.map(({ no }) => no.perSecond)), unit: "requests/s" },
    },
    target: null,
  });
  bench.found({
    what: `${each.what}: flushes of a request`,
    measured: { value: median(rounds.map(({ yes }) => yes.flushes)), unit: "flushes" },
    beside: null,
    target: { of: "measured", bound: "at most", value: each.flushes },
  });
}
