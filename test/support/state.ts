/**
 * All that the database holds of some companies, to be compared before and after what may change nothing. The
 * tables are read from the catalog, so a new one is looked at from its first day.
 */
import type { App } from "../../src/app.ts";
import { statement } from "../../src/platform/db/index.ts";

/** Rows by table. */
type State = Readonly<Record<string, unknown>>;

const listTables = statement<{ name: string; of_company: boolean }>(
  "test.listTables",
  `select c.relname::text as name,
     exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id'
       and not a.attisdropped) as of_company
   from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
     order by 1`,
);

async function readingOf({ db }: Pick<App, "db">) {
  const tables = await db.list(listTables, []);
  const parts = tables.map(
    ({ name, of_company }) =>
      `select '${name}' as name, (select json_agg(t order by t::text)
        from ${name} t ${of_company ? "where company_id = any ($1)" : ""})::text as rows`,
  );
  return statement<{ name: string; rows: string | null }>("test.state", parts.join(" union all "));
}

/** The state of these companies, and whole what belongs to none. */
export async function stateOf(app: Pick<App, "db">, ...companyIds: readonly string[]): Promise<State> {
  const tables = await app.db.list(await readingOf(app), [companyIds]);
  return Object.fromEntries(tables.map(({ name, rows }) => [name, JSON.parse(rows ?? "[]")]));
}
