/**
 * All that the database holds of some companies, to be compared before and after what may change nothing. The
 * tables are read from the catalog, so a new one is looked at from its first day.
 */
import type { App } from "../../src/app.ts";
import { statement } from "../../src/platform/db/index.ts";

/** Rows, or their digest, by table. */
type State = Readonly<Record<string, unknown>>;

const listTables = statement<{ name: string; of_company: boolean }>(
  "test.listTables",
  `select c.relname::text as name,
     exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id'
       and not a.attisdropped) as of_company
   from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
     order by 1`,
);

/** What is selected of the rows of a table, each of which is `t`. */
const AS = {
  rows: "json_agg(t order by t::text)",
  // Many times as fast as the rows, where it only matters whether they are the same.
  digest: "md5(string_agg(t::text, '' order by t::text))",
} as const;

async function read({ db }: Pick<App, "db">, companyIds: readonly string[], as: keyof typeof AS) {
  const parts = (await db.list(listTables, [])).map(
    ({ name, of_company }) =>
      `select '${name}' as name, (select ${AS[as]}
        from ${name} t ${of_company ? "where company_id = any ($1)" : ""})::text as text`,
  );
  const reading = statement<{ name: string; text: string | null }>(
    `test.state_${as}`,
    parts.join(" union all "),
  );
  return db.list(reading, [companyIds]);
}

/** The state of these companies, and whole what belongs to none. */
export async function stateOf(app: Pick<App, "db">, ...companyIds: readonly string[]): Promise<State> {
  const tables = await read(app, companyIds, "rows");
  return Object.fromEntries(tables.map(({ name, text }) => [name, JSON.parse(text ?? "[]")]));
}

/** A digest of each table of that state, to be compared with a later one. */
export async function digestsOf(app: Pick<App, "db">, ...companyIds: readonly string[]): Promise<State> {
  const tables = await read(app, companyIds, "digest");
  return Object.fromEntries(tables.map(({ name, text }) => [name, text]));
}
