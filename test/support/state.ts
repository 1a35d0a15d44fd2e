/**
 * Reads the complete database state of some companies, to prove that an action changed nothing. The list of
 * tables is read from the database catalog, so new tables are included automatically.
 */
import type { App } from "../../src/app.ts";
import { statement } from "../../src/platform/db/index.ts";

/** Rows, or their digest, by table. */
type State = Readonly<Record<string, unknown>>;

/**
 * Columns with the time of the last use. They are written in the background and are no change of their
 * record.
 */
const USE = "'api_keys.last_used', 'sessions.seen'";

const listTables = statement<{ name: string; columns: string; of_company: boolean }>(
  "test.listTables",
  `select c.relname::text as name,
     (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and c.relname || '.' || a.attname not in (${USE})) as columns,
     exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id'
       and not a.attisdropped) as of_company
   from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
     order by 1`,
);

/** The SQL aggregates over the rows `t` of a table. */
const AS = {
  rows: "json_agg(t order by t::text)",
  // Many times faster than the rows, for tests that only compare: nothing is sorted.
  digest: "count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0)",
} as const;

type Reading = ReturnType<typeof statement<{ name: string; text: string | null }>>;
/** The statements of each database, whose tables do not change while tests run. */
const readings = new WeakMap<App["db"], Partial<Record<keyof typeof AS, Promise<Reading>>>>();

async function readingOf(db: App["db"], as: keyof typeof AS): Promise<Reading> {
  const parts = (await db.list(listTables, [])).map(
    ({ name, columns, of_company }) =>
      `select '${name}' as name, (select ${AS[as]}
        from (select ${columns} from ${name} ${of_company ? "where company_id = any ($1)" : ""}) t)::text as text`,
  );
  return statement(`test.state_${as}`, parts.join(" union all "));
}

async function read({ db }: Pick<App, "db">, companyIds: readonly string[], as: keyof typeof AS) {
  const known = readings.get(db) ?? {};
  readings.set(db, known);
  return db.list(await (known[as] ??= readingOf(db, as)), [companyIds]);
}

/** Returns the rows of these companies, and all rows of tables that belong to no company. */
export async function stateOf(app: Pick<App, "db">, ...companyIds: readonly string[]): Promise<State> {
  const tables = await read(app, companyIds, "rows");
  return Object.fromEntries(tables.map(({ name, text }) => [name, JSON.parse(text ?? "[]")]));
}

/** Returns a digest of each table's rows, to be compared with a later one. */
export async function digestsOf(app: Pick<App, "db">, ...companyIds: readonly string[]): Promise<State> {
  const tables = await read(app, companyIds, "digest");
  return Object.fromEntries(tables.map(({ name, text }) => [name, text]));
}

/** The same without the counts of requests, for what changes nothing but is counted. */
export async function uncountedOf(app: Pick<App, "db">, ...companyIds: readonly string[]): Promise<State> {
  const { company_usage: _counted, ...rest } = await digestsOf(app, ...companyIds);
  return rest;
}
