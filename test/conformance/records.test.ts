/**
 * The table descriptions in the code agree with the database's catalog: the columns except generated ones,
 * their types and nullability, and the values of enumerations in order. Tables without a description are in a
 * list with the reason.
 */
import { expect, test } from "vitest";
import { type Column, describedTables } from "../../src/core/record.ts";
import { statement } from "../../src/platform/db/index.ts";
import { testApp } from "../support/app.ts";

const { db } = (await testApp()).app;

/** The tables without a description, by reason. The list may only shrink. */
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  "it belongs to no company": [
    "background_jobs",
    "background_pauses",
    "drill_faults",
    "schema_migrations",
    "sign_in_attempts",
    "users",
  ],
  "it contains secrets or sessions, which no bundle and no answer contains": [
    "api_keys",
    "credentials",
    "password_links",
    "first_visits",
    "passwords",
    "sessions",
  ],
  "it is written by triggers or is a counter": [
    "company_usage",
    "feed_clocks",
    "journal_entries",
    "ledger_debits",
    "ledger_department_rollups",
    "ledger_rollups",
    "ledger_stale_months",
  ],
  "it is written and read only by the database platform": ["audit_events", "company_moves"],
  "it is written and read in fewer than two of bundle, API and store": [
    "company_features",
    "import_changes",
    "import_files",
    "imported_vouchers",
    "kept_answers",
    "sheet_blocks",
    "tax_holds",
  ],
  "its only value, a number for each month, is written and read together with that of a counter": [
    "company_overrides",
  ],
};

const COLUMN_TYPES: Readonly<Record<Column["form"]["kind"], readonly string[]>> = {
  id: ["text"],
  text: ["text", "uuid"],
  texts: ["text[]"],
  word: ["text"],
  json: ["jsonb"],
  boolean: ["boolean"],
  integer: ["integer", "bigint", "smallint"],
  cents: ["bigint"],
  seconds: ["bigint"],
  day: ["date"],
  bytes: ["bytea"],
};

interface CatalogColumn {
  readonly table_name: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
}

const listColumns = statement<CatalogColumn>(
  "test.listColumns",
  `select c.relname as table_name, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not
    a.attnotnull as nullable
   from pg_attribute a join pg_class c on c.oid = a.attrelid
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
     and a.attgenerated = ''
     order by 1, a.attnum`,
);
/** Check constraints of single columns. Constraints between columns don't define enumerations. */
const listChecks = statement<{ table_name: string; definition: string }>(
  "test.listChecks",
  `select c.relname as table_name, pg_get_constraintdef(k.oid) as definition from pg_constraint k
    join pg_class c on c.oid = k.conrelid
   where k.contype = 'c' and cardinality(k.conkey) = 1 and c.relnamespace = 'public'::regnamespace
   order by 1, 2`,
);

const columns = Map.groupBy(await db.list(listColumns), ({ table_name }) => table_name);
const checks = Map.groupBy(await db.list(listChecks), ({ table_name }) => table_name);
const tables = [...describedTables()];

/** Returns the values that a check constraint allows in a column; null without such a constraint. */
function checkedWords(table: string, column: string): string[] | null {
  const definition = (checks.get(table) ?? [])
    .map((check) => check.definition)
    .find((text) => text.includes(`(${column} = ANY (ARRAY[`));
  return definition === undefined
    ? null
    : [...definition.matchAll(/'([^']*)'::text/g)].map(([, word = ""]) => word);
}

test("every table is described, or is in the list of tables without a description", () => {
  const listed = Object.values(WITHOUT).flat();
  const names = [...columns.keys()];
  expect(names.filter((name) => !describedTables().has(name) && !listed.includes(name))).toEqual([]);
  expect(listed.filter((name) => describedTables().has(name) || !names.includes(name))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
  expect(tables.length).toBeGreaterThan(2);
});

test.each(tables)("the description of %s agrees with the database", (name, { columns: described }) => {
  const catalog = (columns.get(name) ?? []).filter((column) => column.name !== "company_id");
  expect(Object.keys(described).toSorted()).toEqual(catalog.map((column) => column.name).toSorted());
  for (const column of catalog) {
    const { form, facts } = described[column.name] as Column;
    expect(COLUMN_TYPES[form.kind], column.name).toContain(column.type);
    expect(facts.nullable ?? false, column.name).toBe(column.nullable);
    const words = checkedWords(name, column.name);
    if (words !== null) expect(form.kind === "word" ? form.words : null, column.name).toEqual(words);
  }
});
