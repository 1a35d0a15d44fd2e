/** Searches the complete test database for a text, as somebody could who obtained a copy of the database. */
import type { App } from "../../src/app.ts";
import { statement } from "../../src/platform/db/index.ts";

const listTables = statement<{ name: string }>(
  "test.stored.tables",
  "select tablename::text as name from pg_tables where schemaname = 'public' order by tablename",
);

function countRows(table: string) {
  return statement<{ rows: number }>(
    `test.stored.${table}`,
    `select count(*) as rows from ${table} t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0`,
  );
}

/** Returns the tables that contain a text, in plain form or as hexadecimal bytes. */
export async function tablesHolding({ db }: App, text: string): Promise<string[]> {
  const holding: string[] = [];
  for (const { name } of await db.list(listTables)) {
    const { rows } = await db.get(countRows(name), [text, Buffer.from(text).toString("hex")]);
    if (rows > 0) holding.push(name);
  }
  return holding;
}
