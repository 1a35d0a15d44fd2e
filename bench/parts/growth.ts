/**
 * The cost of more companies for the others: the CPU of statements, pages and single records, of this process
 * and of the database's, for companies taken at random among 10, 1,000 and 10,000 of the same size. The
 * databases are asked in turns. Each company is a copy of one, row by row, rollups included.
 */
import pg from "pg";
import { API, cpuOf } from "../beside-bare.ts";
import { seeded } from "../books.ts";
import { cpuNanoseconds, median } from "../figures.ts";
import type { Bench, Part } from "../part.ts";
import { type Child, runDaybook } from "../process/child.ts";

const FEW = 10;
const SOME = 1_000;
const MANY = 10_000;
const ROUNDS = 9;
const WARM_UP = 4;
const REQUESTS_OF_ROUND = 400;
/** The last characters of a key, which differ among the keys made here. */
const KEY_DIGITS = 8;
/** Copied at once, so that a transaction stays small. */
const COPIED = 500;
const MOST = 1.3;

interface Installation {
  readonly companies: number;
  readonly daybook: Child;
  readonly origin: string;
  /** A key of each company. */
  readonly keys: readonly string[];
  /** Asks which processes of the server work for the service. */
  readonly client: pg.Client;
}

const FIRST_DAY = "2026-05-20";
const LAST_DAY = "2026-06-30";
const REQUESTS = [
  { what: "the company", path: "/company" },
  {
    what: "income statement of six weeks",
    path: `/reports/income_statement?start_date=${FIRST_DAY}&end_date=${LAST_DAY}`,
  },
  { what: "balance sheet", path: `/reports/balance_sheet?date=${LAST_DAY}` },
  { what: "page of 100 transactions", path: "/transactions?limit=100" },
  { what: "page of 100 journal entries", path: "/journal_entries?limit=100" },
] as const;

export const growth: Part = {
  name: "growth",
  about: "CPU of statements and pages of one company among many (10,000 with --full)",
  async run(bench) {
    if (bench.server === null) {
      bench.skipped("growth: no server database is named");
      return;
    }
    const installations: Installation[] = [];
    for (const companies of bench.full ? [FEW, SOME, MANY] : [FEW, SOME])
      installations.push(await installed(bench, companies));
    const [few = never(), ...others] = installations;
    for (const { what, path } of REQUESTS) {
      bench.say(`growth: ${what}`);
      const samples = new Map<Installation, number[]>(installations.map((at) => [at, []]));
      // The first rounds warm up.
      for (let round = -WARM_UP; round < ROUNDS; round += 1)
        for (const at of installations) {
          const used = await cpuMicroseconds(at, path);
          if (round >= 0) samples.get(at)?.push(used);
        }
      for (const other of others)
        bench.found({
          what: `${what}, among ${other.companies.toLocaleString("en-US")} companies`,
          measured: { value: median(samples.get(other) ?? []), unit: "us" },
          beside: { what: `among ${FEW}`, figure: { value: median(samples.get(few) ?? []), unit: "us" } },
          target: { of: "ratio", bound: "at most", value: MOST },
        });
    }
  },
};

/** Opens a service with so many companies like the sample company, each with a key. */
async function installed(bench: Bench, companies: number): Promise<Installation> {
  bench.say(`growth: making ${companies.toLocaleString("en-US")} companies`);
  const place = { DATABASE_URL: await bench.database("growth") };
  const { company_id, api_key } = await seeded(place, null);
  const client = new pg.Client({ connectionString: place.DATABASE_URL });
  await client.connect();
  bench.undo.defer(() => client.end());
  await client.query("update companies set plan = 'enterprise'");
  await shorten(client);
  await copy(client, company_id, companies);
  const keyOf = (company: number) =>
    `${api_key.slice(0, -KEY_DIGITS)}${String(company).padStart(KEY_DIGITS, "0")}`;
  const keys = Array.from({ length: companies - 1 }, (_, index) => keyOf(index + 1));
  await client.query(
    `insert into api_keys (company_id, id, user_id, hash, created)
     select 'comp_copy' || n, k.id, k.user_id, sha256(own.key::bytea), k.created
     from unnest($2::text[]) with ordinality as own (key, n),
       (select * from api_keys where company_id = $1 limit 1) k`,
    [company_id, keys],
  );
  // The first request of a company in a month makes this row, which takes as long as a page. Among many
  // companies most requests of a measurement would be such, and among few nearly none.
  await client.query(
    `insert into company_usage (company_id, month, requests, granted)
     select id, to_char(now() at time zone 'America/Los_Angeles', 'YYYY-MM'), 0, 0 from companies
     on conflict do nothing`,
  );
  await client.query("vacuum analyze");
  const { rows } = await client.query<{ bytes: string; entries: string }>(
    "select pg_database_size(current_database()) as bytes, (select count(*) from journal_entries) as entries",
  );
  bench.found({
    what: `disk of ${companies.toLocaleString("en-US")} companies, ${Number(rows[0]?.entries).toLocaleString("en-US")} entries`,
    measured: { value: Number(rows[0]?.bytes) / 1e6, unit: "MB" },
    beside: null,
    target: null,
  });
  const daybook = runDaybook(place, ["serve", "--port", "0", "--json"]);
  bench.undo.defer(() => daybook.stop());
  const { base_url } = JSON.parse(await daybook.firstLine) as { base_url: string };
  return { companies, daybook, origin: new URL(base_url).origin, keys: [api_key, ...keys], client };
}

/** Keeps only the six weeks that are asked for, about a thousand entries, as companies of this size have. */
async function shorten(client: pg.Client): Promise<void> {
  await client.query("delete from book_closings");
  await client.query(`delete from journal_entries where date not between '${FIRST_DAY}' and '${LAST_DAY}'`);
  // The answers read only the following tables; they need neither triggers nor foreign keys.
  await client.query("set session_replication_role = replica");
  for (const table of ["transfers", "spreads", "settlements", "invoice_lines", "invoices"])
    await client.query(`delete from ${table}`);
  await client.query(
    `delete from transactions where accounting_date not between '${FIRST_DAY}' and '${LAST_DAY}'`,
  );
  await client.query(
    "delete from transaction_splits where not exists (select 1 from transactions t where t.id = transaction_id)",
  );
}

/** Copies all rows of a company until there are so many companies. Keys and sessions stay those of one. */
async function copy(client: pg.Client, companyId: string, companies: number): Promise<void> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.table_name as name, array_agg(quote_ident(c.column_name) order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.table_name not in ('api_keys', 'invitations', 'background_jobs')
    group by c.table_name
    having bool_or(c.column_name = 'company_id') or c.table_name = 'companies'`);
  for (let from = 1; from < companies; from += COPIED) {
    for (const { name, columns } of rows) {
      const own = name === "companies" ? "id" : "company_id";
      const others = columns.filter((column) => column !== own).join(", ");
      await client.query(
        `insert into ${name} (${own}, ${others})
         select 'comp_copy' || n, ${others} from ${name}, generate_series($2::int, $3::int) n where ${own} = $1`,
        [companyId, from, Math.min(from + COPIED, companies) - 1],
      );
    }
  }
}

/** Microseconds of CPU of the service and of the database for an answer about a company taken at random. */
async function cpuMicroseconds(
  { daybook, origin, keys, client }: Installation,
  path: string,
): Promise<number> {
  const requests = Array.from({ length: REQUESTS_OF_ROUND }, () => ({
    origin,
    path: `${API}${path}`,
    key: keys[Math.floor(Math.random() * keys.length)] ?? never(),
  }));
  const before = await databaseMicroseconds(client);
  const own = await cpuOf(daybook, requests, REQUESTS_OF_ROUND);
  return own + ((await databaseMicroseconds(client)) - before) / REQUESTS_OF_ROUND;
}

/** CPU so far of the processes that work for the service, as Linux counts it. */
async function databaseMicroseconds(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  let sum = 0;
  for (const { pid } of rows) sum += await cpuNanoseconds(pid);
  return sum / 1_000;
}

function never(): never {
  throw new Error("a measurement has no books");
}
