/**
 * On a distributed database, a statement of one company goes to one shard, as EXPLAIN says. Runs where
 * DAYBOOK_TEST_CITUS names a coordinator. The statements of the list of `distribution.test.ts` are about all
 * companies.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { allStatements } from "../../src/platform/db/statement.ts";
import { testApp } from "../support/app.ts";
import { onCitus } from "../support/on-server.ts";

const http = await testApp();
const listed = readFileSync(join(import.meta.dirname, "distribution.tsv"), "utf8");

/** A value of each type of a parameter, as SQL. Each text is the id of a company. */
const VALUES: Readonly<Record<string, string>> = {
  text: "'comp_a'",
  "text[]": "'{comp_a}'",
  bytea: "'\\x00'",
  "bytea[]": "array['\\x00'::bytea]",
  boolean: "true",
  "boolean[]": "array[true]",
  date: "'2026-01-01'",
  "date[]": "array['2026-01-01'::date]",
  json: "'{}'",
  jsonb: "'{}'",
  pg_lsn: "'0/0'",
  "jsonb[]": "array['{}'::jsonb]",
  uuid: "'6f1c7a52-9cf4-4a4e-8f3b-0e3e2e7a1111'",
};
const valueOf = (type: string): string => VALUES[type] ?? (type.endsWith("[]") ? "'{1}'" : "1");

/** SQLSTATE of what the engine can't do. */
const UNSUPPORTED = "0A000";

/**
 * The plan of the prepared statement `tried`. EXPLAIN can't read the parameters of an INSERT that selects, so
 * such a one is carried out; it is enough that the engine can.
 */
async function planOf(client: pg.Client, values: string): Promise<string> {
  await client.query("savepoint before");
  try {
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `explain (costs off) execute tried${values}`,
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } catch (error) {
    await client.query("rollback to before");
    if (!/could not create distributed plan|no value found/.test(String(error))) throw error;
    await client.query(`execute tried${values}`).catch(async (failure: unknown) => {
      await client.query("rollback to before");
      if ((failure as { code?: unknown }).code === UNSUPPORTED) throw failure;
    });
    return "";
  }
}

onCitus("a statement of one company goes to one shard", async () => {
  const client = new pg.Client({ connectionString: http.app.config.databaseUrl ?? "" });
  await client.connect();
  const elsewhere: string[] = [];
  for (const { name, text } of allStatements()) {
    if (name.startsWith("test.") || listed.includes(`statement ${name.replace(/:[01]+$/, "")}\tcompany`))
      continue;
    if (!/^\s*(?:select|with|insert|update|delete)/i.test(text)) continue;
    try {
      await client.query("begin");
      await client.query(`prepare tried as ${text}`);
      const { rows: types } = await client.query<{ type: string }>(
        "select unnest(parameter_types)::text as type from pg_prepared_statements where name = 'tried'",
      );
      const values = types.map(({ type }) => valueOf(type)).join(", ");
      const given = (json: string) =>
        values === "" ? "" : `(${values.replaceAll(/(?<=, )'comp_a'/g, json)})`;
      const plan = await planOf(client, given("'comp_a'"))
        .catch(() => planOf(client, given("'{}'")))
        .catch(() => planOf(client, given("'[]'")));
      const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
      if (tasks.some((count) => count > 1)) elsewhere.push(`${name}: tasks ${tasks.join(", ")}`);
    } catch (error) {
      elsewhere.push(`${name}: ${String(error)}`);
    } finally {
      await client.query("rollback");
      await client.query("deallocate all");
    }
  }
  await client.end();
  expect(elsewhere).toEqual([]);
});

test("this file needs a coordinator of Citus", () => {});
