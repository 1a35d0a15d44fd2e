/**
 * Statements of `verify` that look for the first difference in a company's records. The planner takes a first
 * row for near, and may plan a search that reads everything again for each record, where usually there is no
 * row at all. Law: with many records, with statistics and without, no such statement has a loop within a
 * loop but for look-ups in an index.
 */
import { expect, test } from "vitest";
import { allStatements, statement } from "../../src/platform/db/statement.ts";
import type { Tx } from "../../src/platform/db/index.ts";
import { testApp } from "../support/app.ts";
import { FEED } from "../support/feed.ts";

const http = await testApp();
/** Enough for the plans of 200,000. */
const RECORDS = 20_000;
const TABLES = ["transactions", "transaction_splits", "journal_entries"];

/** Searches for one row that usually does not exist. */
const searches = allStatements().filter(
  ({ text }) =>
    /\blimit 1\b/iu.test(text) && /<>|\bnot exists\b|\bexcept\b/iu.test(text) && !text.includes("$2"),
);

interface Plan {
  readonly "Node Type": string;
  readonly "Index Cond"?: string;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly Plan[];
}

/** Steps that pass on what the one below them finds for a row of the outer side. */
const PASSING = new Set(["Aggregate", "Bitmap Heap Scan", "Memoize", "Sort", "Subquery Scan"]);

/** True if a step looks up only what belongs to a row of the outer side, which its condition names. */
function isLookup(plan: Plan | undefined): boolean {
  if (plan === undefined) return false;
  if (/\w\.\w/u.test(plan["Index Cond"] ?? "")) return true;
  return PASSING.has(plan["Node Type"]) && isLookup(plan.Plans?.[0]);
}

/** True if a step reads one of the tables with many records. */
function readsMany(plan: Plan): boolean {
  return TABLES.includes(plan["Relation Name"] ?? "") || (plan.Plans ?? []).some(readsMany);
}

/** The loops over many records whose inner side is read as a whole for each row of the outer side. */
function wholeLoops(plan: Plan): string[] {
  const parts = plan.Plans ?? [];
  const below = parts.flatMap(wholeLoops);
  return plan["Node Type"] === "Nested Loop" && readsMany(plan) && !isLookup(parts[1])
    ? [...below, `loop over ${parts[1]?.["Node Type"] ?? "nothing"}`]
    : below;
}

let explained = 0;

async function loopsOf(tx: Tx, text: string, company: string): Promise<string[]> {
  explained += 1;
  const { "QUERY PLAN": plan } = await tx.get(
    statement<{ "QUERY PLAN": string | object }>(
      `test.explain${explained}`,
      `explain (format json) ${text.replaceAll("$1", `'${company}'`)}`,
    ),
  );
  const [root] = (typeof plan === "string" ? JSON.parse(plan) : plan) as [{ readonly Plan: Plan }];
  return wholeLoops(root.Plan);
}

/** Copies a row of a company `RECORDS` times, with other values in some columns. */
async function multiply(tx: Tx, table: string, company: string, changed: Readonly<Record<string, string>>) {
  const columns = await tx.list(
    statement<{ name: string }>(
      `test.columns.${table}`,
      `select attname as name from pg_attribute where attrelid = '${table}'::regclass and attnum > 0
       and not attisdropped and attgenerated = '' and attidentity = ''`,
    ),
  );
  const names = columns.map(({ name }) => name);
  await tx.script(
    `insert into ${table} (${names.join(", ")})
     select ${names.map((name) => changed[name] ?? `t.${name}`).join(", ")}
     from (select * from ${table} where company_id = '${company}' limit 1) t,
       generate_series(1, ${RECORDS}) n`,
  );
}

/** The command that analyzes all tables of the service. */
async function analysisOf(tx: Tx): Promise<string> {
  const tables = await tx.list(
    statement<{ name: string }>(
      "test.tables",
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    ),
  );
  return `analyze ${tables.map(({ name }) => name).join(", ")}`;
}

const undone = new Error("undone");

test(`no search for a difference reads everything again for each of ${RECORDS} records`, async () => {
  const company = await http.company(FEED);
  const faults: string[] = [];
  const work = http.app.db.transaction(
    async (tx) => {
      // Triggers and foreign keys would take the time of a real import.
      await tx.script("set local session_replication_role = replica");
      await multiply(tx, "transactions", company.id, { id: "'txn_many' || n", external_id: "null" });
      await multiply(tx, "transaction_splits", company.id, {
        id: "'split_many' || n",
        transaction_id: "'txn_many' || n",
      });
      await multiply(tx, "journal_entries", company.id, { voucher_id: "'vch_many' || n" });
      // Whatever other tests left of statistics is forgotten for this transaction.
      await tx.script(`set local allow_system_table_mods = on;
        delete from pg_statistic where starelid >= 16384;
        update pg_class set reltuples = -1, relpages = 0 where oid >= 16384 and relkind = 'r'`);
      for (const known of [false, true]) {
        if (known) await tx.script(await analysisOf(tx));
        for (const { name, text } of searches)
          faults.push(...(await loopsOf(tx, text, company.id)).map((loop) => `${name}: ${loop}`));
      }
      throw undone;
    },
    { long: true, noRetry: true },
  );
  await expect(work).rejects.toBe(undone);
  expect(searches.length).toBeGreaterThan(5);
  expect(faults).toEqual([]);
}, 120_000);
