/**
 * What statements of one company cost: the CPU of the database for a statement that writes entries or changes
 * a transaction, with the triggers of one company beside those before them, and for the admission of a key by
 * its company beside that of any key. Both sides are measured in turns, each on a connection of its own.
 */
import { createHash } from "node:crypto";
import pg from "pg";
import { listMigrations } from "../../src/platform/db/migrate.ts";
import { allStatements } from "../../src/platform/db/statement.ts";
import { cpuNanoseconds, median } from "../figures.ts";
import type { Bench, Part } from "../part.ts";

/** The migration that is compared with the schema before it. */
const MEASURED = "0050";
const ROUNDS = 9;
const CATEGORIES = 20;
const RATIO_MOST = 1.0;
const ADMISSIONS = 500;
const FEW_COMPANIES = 10;
const MANY_COMPANIES = 10_000;
const GROWTH_MOST = 1.2;
const OF_COMPANY = "usage.admitOfCompany";
const OF_ANY = "usage.admitWithoutWaiting";

interface Case {
  readonly what: string;
  /** The number of statements of a round. */
  readonly count: number;
  /** Not measured; runs before each round. */
  readonly before?: string;
  /** Runs after each round, so that every round begins with the same books. */
  readonly after: string;
  /** `$1` is the number of the statement. */
  readonly text: string;
}

/** Inserts a voucher of `lines` lines, its days and categories spread over `spread` of each. */
const inserting = (lines: number, spread: number) =>
  `insert into journal_entries (company_id, voucher_id, line, date, category_id, net_debit_cents, source, created, updated)
   select 'comp_a', 'jrnl_' || $1::int, n, date '2026-01-05' + ($1::int % 300),
     'cat_' || ((n + $1::int) % ${spread}), case when n % 2 = 1 then 100 else -100 end, 'adjustment', 1, 1
   from generate_series(1, ${lines}) n`;
const EMPTY =
  "delete from journal_entries; vacuum journal_entries, ledger_rollups, ledger_department_rollups, ledger_debits";

const CASES: readonly Case[] = [
  { what: "insert of a voucher of 2 lines", count: 1_000, after: EMPTY, text: inserting(2, 20) },
  { what: "insert of a voucher of 10 lines", count: 500, after: EMPTY, text: inserting(10, 20) },
  { what: "insert of a voucher of 1,000 lines", count: 30, after: EMPTY, text: inserting(1_000, 20) },
  {
    what: "deletion of a voucher of 2 lines",
    count: 1_000,
    before: `insert into journal_entries (company_id, voucher_id, line, date, category_id, net_debit_cents, source, created, updated)
      select 'comp_a', 'jrnl_' || v, n, date '2026-01-05' + v % 300, 'cat_' || ((n + v) % 20),
        case when n % 2 = 1 then 100 else -100 end, 'adjustment', 1, 1
      from generate_series(1, 1000) v, generate_series(1, 2) n`,
    after: EMPTY,
    text: "delete from journal_entries where company_id = 'comp_a' and voucher_id = 'jrnl_' || $1::int",
  },
  {
    what: "edit of a transaction",
    count: 1_000,
    after: "vacuum transactions, feed_clocks",
    text: "update transactions set description = description || '.', updated = 1 + $1::int where company_id = 'comp_a' and id = 'txn_' || $1::int",
  },
];

export const distribution: Part = {
  name: "distribution",
  about: "CPU of the database for triggers and admissions of one company",
  async run(bench) {
    if (bench.server === null) {
      bench.skipped("distribution: no server database is named");
      return;
    }
    const before = await prepared(bench, (name) => name < MEASURED);
    const after = await prepared(bench, (name) => name < `${MEASURED}~`);
    for (const each of CASES)
      await inTurns(bench, each.what, () => round(after, each), {
        what: "the triggers before",
        round: () => round(before, each),
      });
    const few = await withKeys(bench, FEW_COMPANIES);
    const many = await withKeys(bench, MANY_COMPANIES);
    await inTurns(bench, "admission of a key by its company", () => admissions(many, OF_COMPANY), {
      what: "of any company",
      round: () => admissions(many, OF_ANY),
    });
    for (const [what, name] of [
      ["a key by its company", OF_COMPANY],
      ["a key of any company", OF_ANY],
    ] as const)
      await inTurns(
        bench,
        `admission of ${what}, among ${MANY_COMPANIES.toLocaleString("en")}`,
        () => admissions(many, name),
        { what: `among ${FEW_COMPANIES}`, round: () => admissions(few, name) },
        GROWTH_MOST,
      );
  },
};

/** Measures both sides in turns; each returns microseconds for one statement. */
async function inTurns(
  bench: Bench,
  what: string,
  measured: () => Promise<number>,
  beside: { readonly what: string; readonly round: () => Promise<number> },
  most = RATIO_MOST,
): Promise<void> {
  bench.say(`distribution: ${what}`);
  const samples: (readonly [number, number])[] = [];
  for (let at = 0; at <= ROUNDS; at += 1) samples.push([await measured(), await beside.round()]);
  // The first round prepares the statements.
  const figures = samples.slice(1);
  bench.found({
    what,
    measured: { value: median(figures.map(([own]) => own)), unit: "us" },
    beside: { what: beside.what, figure: { value: median(figures.map(([, other]) => other)), unit: "us" } },
    target: { of: "ratio", bound: "at most", value: most },
  });
}

interface Prepared {
  readonly client: pg.Client;
  readonly pid: number;
}

/** Makes a database with the migrations that `has` names, and a connection to it. */
async function connected(bench: Bench, has: (name: string) => boolean): Promise<Prepared> {
  const client = new pg.Client({ connectionString: await bench.database("distribution") });
  await client.connect();
  bench.undo.defer(() => client.end());
  for (const { name, sql } of await listMigrations()) if (has(name)) await client.query(sql);
  await client.query("set synchronous_commit = off");
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return { client, pid: rows[0]?.pid ?? 0 };
}

/** The same with a company, its categories and its transactions. */
async function prepared(bench: Bench, has: (name: string) => boolean): Promise<Prepared> {
  const made = await connected(bench, has);
  await made.client.query(`
    insert into companies (id, name, legal_name, entity_type, created) values ('comp_a', 'A', 'A', 'llc', 1);
    insert into categories (company_id, id, name, account_type, cash_flow, tier, created)
      select 'comp_a', 'cat_' || n, 'C' || n, case n % 2 when 0 then 'expense' else 'asset' end,
        case n % 2 when 0 then null else 'cash' end, 1, 1
      from generate_series(0, ${CATEGORIES - 1}) n;
    insert into accounts (company_id, id, name, type, category_id, created) values ('comp_a', 'acct_a', 'A', 'checking', 'cat_1', 1);
    insert into transactions (company_id, id, account_id, date, accounting_date, amount_cents, description,
        category_id, source_vendor, source_type, created, updated)
      select 'comp_a', 'txn_' || n, 'acct_a', date '2026-01-05', date '2026-01-05', -100, 'Tea', 'cat_0', 'bank', 'bank', 1, 1
      from generate_series(1, 1000) n;
    analyze`);
  return made;
}

interface WithKeys extends Prepared {
  readonly companies: number;
}

/** A database with companies that have a member with a key each, and requests in a month. */
async function withKeys(bench: Bench, companies: number): Promise<WithKeys> {
  const made = await connected(bench, () => true);
  await made.client.query(`
    insert into companies (id, name, legal_name, entity_type, created, plan)
      select 'comp_' || n, 'A', 'A', 'llc', 1, 'enterprise' from generate_series(1, ${companies}) n;
    insert into users (id, email, created) select 'user_' || n, n || '@example.com', 1 from generate_series(1, ${companies}) n;
    insert into members (company_id, id, user_id, permissions, created)
      select 'comp_' || n, 'mbr_' || n, 'user_' || n, '{"api_access":"manage"}', 1 from generate_series(1, ${companies}) n;
    insert into api_keys (company_id, id, user_id, hash, created)
      select 'comp_' || n, 'key_' || n, 'user_' || n, sha256(('key ' || n)::bytea), 1 from generate_series(1, ${companies}) n;
    insert into company_usage (company_id, month, requests) select 'comp_' || n, '2026-11', 0 from generate_series(1, ${companies}) n;
    analyze`);
  return { ...made, companies };
}

/** Microseconds of CPU that the backend took to admit one key. */
async function admissions({ client, pid, companies }: WithKeys, name: string): Promise<number> {
  // Loading the file registers its statements.
  await import("../../src/modules/tenants/usage/store.ts");
  const text = allStatements().find((each) => each.name === name)?.text ?? "";
  const start = await cpuNanoseconds(pid);
  for (let at = 0; at < ADMISSIONS; at += 1) {
    const company = 1 + ((at * 7) % companies);
    const hash = createHash("sha256").update(`key ${company}`).digest();
    const values = [
      [hash],
      [1],
      "2026-11",
      1,
      null,
      1,
      1,
      1,
      false,
      ...(name === OF_COMPANY ? [`comp_${company}`] : []),
    ];
    const { rows } = await client.query<{ admitted: boolean }>({ name, text, values });
    if (rows[0]?.admitted !== true) throw new Error(`the key of comp_${company} was not admitted`);
  }
  const used = (await cpuNanoseconds(pid)) - start;
  await client.query("vacuum company_usage");
  return used / ADMISSIONS / 1_000;
}

/** Microseconds of CPU that the backend took for one statement of a round. */
async function round({ client, pid }: Prepared, { what, count, before, after, text }: Case): Promise<number> {
  if (before !== undefined) await client.query(before);
  const start = await cpuNanoseconds(pid);
  for (let at = 1; at <= count; at += 1) await client.query({ name: what, text, values: [at] });
  const used = (await cpuNanoseconds(pid)) - start;
  for (const each of after.split(";")) await client.query(each);
  return used / count / 1_000;
}
