/**
 * Statements, triggers and migrations keep to what a database distributed by company can do
 * (`test/support/distribution.ts`). No such database is needed: PostgreSQL's own parser reads the texts.
 * Places that do not keep to it yet stand in a list, which may only shrink: a place that is new there fails,
 * and so does an entry that is no longer true.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listMigrations } from "../../src/platform/db/migrate.ts";
import { allStatements } from "../../src/platform/db/statement.ts";
import { testApp } from "../support/app.ts";
import {
  changesMuchAtOnce,
  faultsOfFunction,
  faultsOfSchema,
  faultsOfStatement,
  listUnplaced,
  readSchema,
  RULES,
  type Violation,
} from "../support/distribution.ts";

const http = await testApp();
const schema = await readSchema(http.app.db);
const { catalog } = schema;

/** Migrations after this one distribute the tables that they create. */
const FIRST_TO_PLACE = "0055-credentials.sql";

/** The list: place, rule, and why it stands. */
const LIST = join(import.meta.dirname, "distribution.tsv");
const listed = readFileSync(LIST, "utf8").trim().split("\n").slice(1);

async function violations(): Promise<Violation[]> {
  const found: Violation[] = await faultsOfSchema(schema);
  for (const { name, text } of allStatements().filter(({ name: each }) => !each.startsWith("test."))) {
    const place = `statement ${name.replace(/:[01]+$/, "")}`;
    for (const rule of await faultsOfStatement(text, catalog)) found.push({ place, rule });
  }
  for (const each of schema.functions)
    for (const rule of await faultsOfFunction(each, catalog))
      found.push({ place: `function ${each.name}`, rule });
  for (const { name, sql } of await listMigrations()) {
    const place = `migration ${name}`;
    if (await changesMuchAtOnce(sql)) found.push({ place, rule: "many-changes" });
    if (name > FIRST_TO_PLACE && (await listUnplaced(sql)).length > 0) found.push({ place, rule: "placed" });
  }
  return found;
}

test("statements, functions and migrations keep to it, but for the places of the list", async () => {
  const found = new Set((await violations()).map(({ place, rule }) => `${place}\t${rule}`));
  const known = listed.map((line) => line.split("\t").slice(0, 2).join("\t"));
  expect([...found].filter((each) => !known.includes(each)).toSorted(), "new places").toEqual([]);
  expect(
    known.filter((each) => !found.has(each)),
    "mended places: remove them from the list",
  ).toEqual([]);
});

test("the list says why each place stands, and names rules that there are", () => {
  for (const line of listed) {
    const [, rule = "", why = ""] = line.split("\t");
    expect(Object.keys(RULES)).toContain(rule);
    expect(why, line).not.toBe("");
  }
  expect(new Set(listed).size).toBe(listed.length);
});

/** A trigger function with a body, and variables that it declares. */
const trigger = (body: string, declared = "") => ({
  name: "planted",
  language: "plpgsql",
  volatility: "v",
  argument_names: null,
  body,
  definition: `create function planted() returns trigger language plpgsql as $planted$ declare ${declared} begin ${body} return null; end $planted$`,
  tables: [],
});

const STATEMENTS = [
  ["company", "select id from categories"],
  ["company", "select id from categories where id = $1"],
  ["company", "select id from categories where company_id <> $1"],
  ["company", "select id from categories where company_id = any ($1::text[])"],
  ["company", "select id from categories where company_id in ($1, $2)"],
  ["company", "select id from categories where company_id = $1 or id = $2"],
  ["company", "select id from categories where not (company_id = $1)"],
  [
    "company",
    "select id from categories where (company_id, id) in (select * from unnest($1::text[], $2::text[]))",
  ],
  ["company", "select c.id from categories c join departments d on d.id = c.id where c.company_id = $1"],
  [
    "company",
    "select c.id from categories c left join departments d on c.company_id = $1 and d.company_id = $1",
  ],
  [
    "company",
    "select c.id from categories c join unnest($1::text[]) as w (company_id) on w.company_id = c.company_id",
  ],
  ["company", "select 1 where exists (select 1 from journal_entries e where e.category_id = $1)"],
  ["company", "select (select count(*) from accounts a) from categories c where c.company_id = $1"],
  ["company", "with all_of_them as (select company_id, id from categories) select id from all_of_them"],
  ["company", "select id from categories where company_id = $1 union all select id from departments"],
  ["company", "update categories set name = $2 where id = $1"],
  [
    "company",
    "update categories c set name = d.name from departments d where c.company_id = $1 and d.id = c.id",
  ],
  ["company", "delete from settlements where id = $1"],
  [
    "company",
    "insert into ledger_debits (company_id, cents) select company_id, 0 from unnest($1::text[]) as w (company_id)",
  ],
  ["company", "insert into feed_clocks (company_id) select id from companies"],
  ["company", "update companies set name = $1"],
  [
    "own-write",
    "with gone as (delete from categories where company_id = $1) select count(*) from categories where company_id = $1",
  ],
  [
    "own-write",
    "with made as (insert into journal_entries (company_id) values ($1)) select cents from ledger_debits where company_id = $1",
  ],
  [
    "own-write",
    "with a as (update accounts set name = 'x' where company_id = $1), b as (select id from transactions where company_id = $1) select id from b",
  ],
  ["beside", "delete from background_jobs j using invoices i where i.company_id = $1 and i.id = j.subject"],
  [
    "beside",
    "with gone as (delete from background_jobs returning id) update invoices set memo = 'x' where company_id = $1",
  ],
  ["effects", "select settle_invoice(i.company_id, i.id, $2) from invoices i where i.company_id = $1"],
  ["effects", "select case when $1 then book_closings_lock($2) end"],
  ["advisory", "select pg_advisory_xact_lock($1)"],
  ["advisory", "select pg_try_advisory_lock($1)"],
  ["advisory", "select pg_advisory_xact_lock($1) from users where id = $2"],
  ["company", "select pg_advisory_xact_lock($1) from companies"],
  ["values", "insert into accounts (company_id, id) values ($1, (select $2))"],
  [
    "values",
    "insert into files (company_id, id) values ($1, coalesce((select id from members where company_id = $1), $2))",
  ],
  ["setting", "select set_config('lock_timeout', $1, true)"],
  ["setting", "update accounts set created = daybook_now() where company_id = $1"],
  ["setting", "select id from accounts where company_id = $1 and name = current_setting('daybook.name')"],
] as const;

const FUNCTIONS = [
  [
    "transition",
    trigger(
      "insert into ledger_debits select company_id, 0 from changed join categories using (company_id);",
    ),
  ],
  ["transition", trigger("perform 1 from users where id in (select company_id from changed);")],
  ["company", trigger("insert into feed_clocks (company_id) select company_id from changed;")],
  ["company", trigger("update accounts set name = 'x' where id = new.id;")],
  ["company", trigger("if exists (select 1 from accounts where id = new.id) then return new; end if;")],
  ["company", trigger("found_rows := (select count(*) from accounts);", "found_rows bigint;")],
  ["table-name", trigger("if tg_table_name = 'accounts' then return new; end if;")],
  ["table-name", trigger("if tg_table_name in ('accounts', 'cards') then return new; end if;")],
  ["table-name", trigger("case tg_table_name when 'accounts' then return new; end case;")],
  [
    "effects",
    trigger(
      "perform settle_invoice(i.company_id, i.id, 1) from invoices i where i.company_id = new.company_id;",
    ),
  ],
  [
    "setting",
    trigger("update accounts set name = current_setting('daybook.name') where company_id = new.company_id;"),
  ],
] as const;

/** Statements that are about one company, whatever way they say so. */
const SOUND = [
  "select id from categories where company_id = $1 and (id = $2 or id = $3)",
  "select c.id from categories c join departments d on d.company_id = c.company_id where c.company_id = $1",
  "select c.id from categories c join departments d using (company_id) where company_id = $1",
  "select c.id from categories c left join departments d on d.company_id = c.company_id where c.company_id = $1",
  "select id from categories where (company_id, id) = ($1, $2)",
  "with own as (select company_id, id from categories) select id from own where company_id = $1",
  "select 1 from companies c where c.id = $1 and exists (select 1 from accounts a where a.company_id = c.id)",
  "select id from (select company_id, id from categories union all select company_id, id from departments) x where company_id = $1",
  "with recursive below (id) as (select $2::text union select c.id from below join categories c on c.company_id = $1 and c.parent_id = below.id) select id from below",
  "insert into ledger_debits (company_id, cents) values ($1, 0) on conflict (company_id) do update set cents = excluded.cents",
  "insert into ledger_debits (company_id, cents) select $1, n from unnest($2::int8[]) as w (n)",
  "update categories c set name = d.name from departments d where c.company_id = $1 and d.company_id = c.company_id",
  "with before as (select cents from ledger_debits where company_id = $1), made as (insert into journal_entries (company_id) select $1 from before) select cents from before",
  "select id from users where email = $1",
  "select pg_advisory_xact_lock($2) from companies where id = $1",
  "insert into accounts (company_id, created) select c.id, daybook_now() from companies c where c.id = $1",
];

const CREATED = "create table pages (company_id text not null, id text not null)";
const REFERENCE = "alter table pages add foreign key (company_id) references companies (id)";

describe("planted faults", () => {
  test.each(STATEMENTS)("a statement is refused by the rule %s: %s", async (rule, text) => {
    expect([...(await faultsOfStatement(text, catalog))]).toContain(rule);
  });
  test.each(FUNCTIONS.map(([rule, planted]) => [rule, planted.body, planted] as const))(
    "a function is refused by the rule %s: %s",
    async (rule, _body, planted) => {
      expect([...(await faultsOfFunction(planted, catalog))]).toContain(rule);
    },
  );
  test("two changes in one ALTER TABLE are refused", async () => {
    expect(await changesMuchAtOnce("alter table accounts add column a int, add column b int")).toBe(true);
    expect(
      await changesMuchAtOnce("alter table accounts add column a int; alter table accounts add column b int"),
    ).toBe(false);
  });
  test("a table that is not distributed, or only after it has a foreign key, is refused", async () => {
    const PLACED = "select distribute_table('pages')";
    expect(await listUnplaced(`${CREATED}; ${PLACED}; ${REFERENCE};`)).toEqual([]);
    expect(await listUnplaced("create table users_seen (id text)")).toEqual([]);
    for (const sql of [
      CREATED,
      `${CREATED}; ${REFERENCE}; ${PLACED}`,
      `create table pages (company_id text references companies); ${PLACED}`,
    ])
      expect(await listUnplaced(sql), sql).toEqual(["pages"]);
  });
  test("a unique index without the company and a default from a setting are refused", async () => {
    const planted = {
      ...schema,
      uniqueIndexes: [{ table: "accounts", name: "accounts_by_name", columns: ["name"] }],
      defaults: [{ table: "accounts", column: "created", expression: "current_setting('our.time')" }],
    };
    expect(await faultsOfSchema(planted)).toEqual([
      { place: "index accounts_by_name", rule: "unique" },
      { place: "column accounts.created", rule: "setting" },
    ]);
  });
  test.each(SOUND)("a sound statement is not refused: %s", async (text) => {
    expect([...(await faultsOfStatement(text, catalog))]).toEqual([]);
  });
});
