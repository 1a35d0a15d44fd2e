/**
 * Starvation: how long the reads of one company take while another one is careless, beside the same reads
 * alone. Each case runs against a service of its own, so that its memory is the case's.
 */
import { API, makeKeys, started } from "../beside-bare.ts";
import { seeded } from "../books.ts";
import { quantile } from "../figures.ts";
import { load } from "../load.ts";
import type { Case, Company } from "../neighbours/case.ts";
import { twoExports } from "../neighbours/exporting.ts";
import { jobs } from "../neighbours/jobs.ts";
import { readers } from "../neighbours/readers.ts";
import { scrapes } from "../neighbours/scrapes.ts";
import { uploads } from "../neighbours/uploads.ts";
import { unread } from "../neighbours/unread.ts";
import { longAnswers, slowSheet } from "../neighbours/sheets.ts";
import type { Bench, Part } from "../part.ts";
import { type Place, runDaybook } from "../process/child.ts";

/** The starvation cases, in the order in which they run. */
const CASES: readonly Case[] = [unread, readers, jobs, slowSheet, longAnswers, uploads, twoExports, scrapes];

const READS = 1_500;
const WARM_UP = 500;
/** Bound on the reads of a company that is starved, so that the run ends. */
const LONGEST_MS = 30_000;
const SLOWER_MOST = 1.5;
/** Bound on the growth of the service's peak memory while a company is careless. */
const GROWTH_MOST = 1.5;
const PATHS = [`${API}/company`, `${API}/reports/income_statement?start_date=2026-01-01&end_date=2026-06-30`];

export const neighbours: Part = {
  name: "neighbours",
  about: "the reads of one company while another one is careless",
  async run(bench) {
    for (const each of CASES.filter(({ what }) => what.includes(bench.caseText))) {
      if (bench.server === null) bench.skipped(`${each.what}, on a server database: none is named`);
      else await measure(bench, each, "server", { DATABASE_URL: await bench.database("neighbours") });
      await measure(bench, each, "embedded", { DAYBOOK_HOME: await bench.folder("neighbours") });
    }
  },
};

async function company(place: Place): Promise<Company> {
  const { company_id: id } = await seeded(place, null);
  return { id, keys: await makeKeys(place, id) };
}

async function measure(
  bench: Bench,
  { what, settings, prepare, paths = PATHS, begin }: Case,
  engine: "embedded" | "server",
  place: Place,
): Promise<void> {
  bench.say(`neighbours, ${engine}: ${what}`);
  const careless = await company(place);
  const other = await company(place);
  await prepare?.(bench, place, careless, other);
  const daybook = started(
    bench,
    runDaybook(place, ["start", "--port", "0", "--json", "--no-sample"], settings),
  );
  const origin = new URL((JSON.parse(await daybook.firstLine) as { base_url: string }).base_url).origin;
  const reads = paths.map((path) => other.keys.map((key) => ({ origin, path, key })));
  const alone: number[][] = [];
  for (const requests of reads) {
    await load(requests, WARM_UP, 1, LONGEST_MS);
    alone.push(await load(requests, READS, 1, LONGEST_MS));
  }
  const before = await daybook.usage();
  const end = await begin({ bench, engine, place, origin, careless, other, daybook });
  try {
    for (const [at, requests] of reads.entries()) {
      const beside = await load(requests, READS, 1, LONGEST_MS);
      for (const [part, name] of [
        [0.5, "p50"],
        [0.99, "p99"],
      ] as const) {
        bench.found({
          what: `${paths[at]?.slice(API.length).split("?")[0]} beside ${what}, ${engine} (${name})`,
          measured: { value: quantile(beside, part), unit: "ms" },
          beside: { what: "alone", figure: { value: quantile(alone[at] ?? [], part), unit: "ms" } },
          target: name === "p99" ? { of: "ratio", bound: "at most", value: SLOWER_MOST } : null,
        });
      }
    }
  } finally {
    await end();
  }
  const after = await daybook.usage();
  bench.found({
    what: `peak memory beside ${what}, ${engine}`,
    measured: { value: after.peakBytes / 1e6, unit: "MB" },
    beside: { what: "before", figure: { value: before.peakBytes / 1e6, unit: "MB" } },
    target: { of: "ratio", bound: "at most", value: GROWTH_MOST },
  });
  await daybook.stop();
}
