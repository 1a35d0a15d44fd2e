/**
 * What a request costs: CPU time of the server's process for each answer, beside a bare `node:http`
 * server that sends the same bytes with the same headers. CPU and not time, because a server on its way
 * to the database waits, but costs nothing while it does. The two are loaded in turns.
 */
import { API, compare, makeKeys, mixed, PAGE_MOST, started } from "../beside-bare.ts";
import { seeded } from "../books.ts";
import { quantile } from "../figures.ts";
import { askOnce } from "../load.ts";
import type { Bench, Part } from "../part.ts";
import { type Place, runDaybook } from "../process/child.ts";

/** How many times the CPU of a bare server each answer may take, by engine; null where none is promised. */
const OBJECT_MOST = { server: 3.5, embedded: 6 } as const;
const STATEMENT_MOST = { server: 10, embedded: null } as const;
const NOT_MODIFIED_MOST = { server: 4, embedded: null } as const;
/** The embedded database itself is in the process. */
const PAGES_MOST = { server: PAGE_MOST, embedded: null } as const;

type Engine = "server" | "embedded";

interface Load {
  readonly what: string;
  /** Asked for in turn, so that requests that arrive together are not all about the same object. */
  readonly paths: readonly string[];
  readonly most: Readonly<Record<Engine, number | null>>;
  readonly count: number;
  /** The tag of the answer that the caller has. */
  readonly tag?: string;
}

export const requests: Part = {
  name: "requests",
  about: "CPU of an authenticated object and of a page, beside a bare node:http server",
  async run(bench) {
    if (bench.server === null) bench.skipped("requests on a server database: none is named");
    else {
      const place = { DATABASE_URL: await bench.database("requests") };
      await measure(bench, "server", place, ["serve", "--port", "0", "--json"]);
    }
    const place = { DAYBOOK_HOME: await bench.folder("requests") };
    await measure(bench, "embedded", place, ["start", "--port", "0", "--json", "--no-sample"]);
  },
};

async function measure(bench: Bench, engine: Engine, place: Place, words: readonly string[]): Promise<void> {
  bench.say(`requests, ${engine}: making the sample company`);
  const { company_id } = await seeded(place, null);
  const keys = await makeKeys(place, company_id);
  const daybook = started(bench, runDaybook(place, words));
  const origin = new URL((JSON.parse(await daybook.firstLine) as { base_url: string }).base_url).origin;
  const list = JSON.parse(
    (await askOnce({ origin, path: `${API}/journal_entries`, key: keys[0] ?? "" })).body.toString(),
  ) as { data: { id: string }[] };
  const statement = `${API}/reports/income_statement?start_date=2026-01-01&end_date=2026-06-30`;
  const { head } = await askOnce({ origin, path: statement, key: keys[0] ?? "" });
  const loads: readonly Load[] = [
    { what: "the company", paths: [`${API}/company`], most: OBJECT_MOST, count: 4000 },
    {
      what: "a journal entry",
      paths: list.data.map(({ id }) => `${API}/journal_entries/${id}`),
      most: OBJECT_MOST,
      count: 4000,
    },
    { what: "a page of 100 entries", paths: [`${API}/journal_entries`], most: PAGES_MOST, count: 1000 },
    {
      what: "an income statement",
      paths: [statement],
      most: STATEMENT_MOST,
      count: 1000,
    },
    {
      what: "an income statement that the caller has (304)",
      paths: [statement],
      most: NOT_MODIFIED_MOST,
      count: 1000,
      tag: /\r\netag: (\S+)/i.exec(head)?.[1] ?? never(),
    },
  ];
  for (const {
    what,
    paths,
    most: { [engine]: most },
    count,
    tag,
  } of loads) {
    bench.say(`requests, ${engine}: ${what}`);
    const { ours, bare, waits } = await compare(
      bench,
      mixed(paths, keys).map(([path, key]) => ({ origin, path, key, ...(tag === undefined ? {} : { tag }) })),
      daybook,
      count,
    );
    bench.found({
      what: `${what}, ${engine}: CPU of a request`,
      measured: { value: ours, unit: "us" },
      beside: { what: "bare", figure: { value: bare, unit: "us" } },
      target: most === null ? null : { of: "ratio", bound: "at most", value: most },
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

function never(): never {
  throw new Error("the statement has no tag");
}
