/**
 * The speed of importing a bundle, beside a bare COPY of the same rows into a table with the same columns,
 * checks and indexes. The import also reads and checks the file, the balance of every voucher, and the
 * rollups. And the memory of an import, for a small file and a large one.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { systemClock } from "../../src/platform/time/clock.ts";
import { sampleBundle } from "../../src/sample/sample-bundle.ts";
import { timeMs } from "../figures.ts";
import type { Bench, Part } from "../part.ts";
import { type Place, runDaybook } from "../process/child.ts";

const SMALL = 1_500_000;
const LARGE = 4_000_000;
const LEAST_OF_COPY = 0.5;
/** The memory of a larger file may grow by this: the garbage collector runs later, but nothing is kept. */
const MOST_MEMORY_GROWTH = 1.25;

interface Imported {
  readonly lines: number;
  readonly seconds: number;
  readonly peakBytes: number;
}

export const importing: Part = {
  name: "import",
  about: "speed of a bundle's import beside a bare COPY, and its memory",
  async run(bench) {
    const folder = await bench.folder("import");
    const files = { small: join(folder, "small.json"), large: join(folder, "large.json") };
    bench.say("import: writing the bundles");
    const lines = {
      small: await writeBundle(files.small, SMALL),
      large: await writeBundle(files.large, LARGE),
    };
    if (bench.server === null) bench.skipped("import to a server database: none is named");
    else await onServer(bench, folder, files, lines);
    bench.say("import, embedded");
    const embedded = await importFile({ DAYBOOK_HOME: join(folder, "home") }, files.small, lines.small);
    bench.found({
      what: `import, embedded, ${count(embedded.lines)} lines`,
      measured: rateOf(embedded),
      beside: null,
      target: null,
    });
    bench.found({
      what: `import, embedded, ${count(embedded.lines)} lines: peak memory`,
      measured: { value: embedded.peakBytes / 1e6, unit: "MB" },
      beside: null,
      target: null,
    });
  },
};

async function onServer(
  bench: Bench,
  folder: string,
  files: { small: string; large: string },
  lines: { small: number; large: number },
): Promise<void> {
  const url = await bench.database("import");
  bench.say("import, server: the small file");
  const small = await importFile(
    { DATABASE_URL: await bench.database("import_small") },
    files.small,
    lines.small,
  );
  bench.say("import, server: the large file");
  const large = await importFile({ DATABASE_URL: url }, files.large, lines.large);
  bench.say("import, server: the bare COPY");
  const seconds = await bareCopy(url, join(folder, "rows.txt"));
  bench.found({
    what: `import, server, ${count(large.lines)} lines`,
    measured: rateOf(large),
    beside: { what: "bare COPY", figure: { value: large.lines / seconds, unit: "lines/s" } },
    target: { of: "ratio", bound: "at least", value: LEAST_OF_COPY },
  });
  bench.found({
    what: `import, server, ${count(large.lines)} lines: peak memory`,
    measured: { value: large.peakBytes / 1e6, unit: "MB" },
    beside: { what: `at ${count(small.lines)}`, figure: { value: small.peakBytes / 1e6, unit: "MB" } },
    target: { of: "ratio", bound: "at most", value: MOST_MEMORY_GROWTH },
  });
}

/** Writes the sample company with about `entries` lines as a bundle; returns their number. */
async function writeBundle(file: string, entries: number): Promise<number> {
  const clock = systemClock(null);
  const { journal, closing, ...sections } = sampleBundle({
    seed: 1,
    today: clock.today(),
    now: clock.now(),
    entries,
    companyId: `comp_bench${entries}`,
  });
  let lines = 0;
  function* text(): Generator<string> {
    const members = Object.entries({ format: "daybook.company-bundle", version: 1, ...sections });
    yield `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")},"journal":[`;
    let between = "";
    for (const { document: _, ...voucher } of journal) {
      lines += voucher.lines.length;
      yield between + JSON.stringify(voucher);
      between = ",\n";
    }
    yield `],"closing":${JSON.stringify(closing)}}\n`;
  }
  await pipeline(text(), createWriteStream(file));
  return lines;
}

async function importFile(place: Place, file: string, lines: number): Promise<Imported> {
  // The schema is made first, so that only the import is measured.
  await runDaybook(place, ["migrate"]).ended();
  let peakBytes = 0;
  const ms = await timeMs(async () => {
    ({ peakBytes } = await runDaybook(place, ["import", "bundle", file, "--json"]).ended());
  });
  return { lines, seconds: ms / 1000, peakBytes };
}

/**
 * Copies the journal into a table like it, without triggers; returns the seconds. The rows pass through a
 * file first.
 */
async function bareCopy(url: string, file: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
       where attrelid = 'journal_entries'::regclass and attnum > 0 and not attisdropped
         and attgenerated = ''`,
    );
    const columns = rows[0]?.columns ?? "";
    await pipeline(
      client.query(copyTo(`copy journal_entries (${columns}) to stdout`)),
      createWriteStream(file),
    );
    await client.query("create table bare_entries (like journal_entries including all)");
    const ms = await timeMs(() =>
      pipeline(
        createReadStream(file, { highWaterMark: 65_536 }),
        client.query(copyFrom(`copy bare_entries (${columns}) from stdin`)),
      ),
    );
    return ms / 1000;
  } finally {
    await client.end();
  }
}

function rateOf({ lines, seconds }: Imported) {
  return { value: lines / seconds, unit: "lines/s" } as const;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
