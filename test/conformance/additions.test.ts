/**
 * Migrations only add, so that processes of the version before go on while a new version takes over
 * (`test/support/additions.ts`). What a migration takes away stands in a list with the released version in
 * which nothing used it any more: a removal comes one version after the last use.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listMigrations } from "../../src/platform/db/migrate.ts";
import type { Tx } from "../../src/platform/db/index.ts";
import { testApp } from "../support/app.ts";
import { faultsOfChange, readShape, type Shape } from "../support/additions.ts";
import { CITUS_URL } from "../support/engine.ts";

/** Migrations after this one only add. */
const BASELINE = "0057-frozen-lines.sql";
/** Migrations before the baseline that show what the rules find. */
const FIRST_SHOWN = "0052-digest-of-one-row.sql";

/** The list: migration, what it does, since which version nothing needs it, and why it goes. */
const LIST = join(import.meta.dirname, "removals.tsv");
const listed = readFileSync(LIST, "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"));

/** The versions of a changelog that are released. */
const releasedIn = (changelog: string): string[] =>
  [...changelog.matchAll(/^## (\d+\.\d+\.\d+)$/gm)].map(([, version = ""]) => version);
const released = releasedIn(readFileSync(join(import.meta.dirname, "../../CHANGELOG.md"), "utf8"));

const http = await testApp();

/** Ends a transaction without a trace; holds its result. */
class RolledBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super();
    this.result = result;
  }
}

/** Runs `work` in a schema of its own, of which nothing stays. */
async function inOwnSchema<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await http.app.db.transaction<never>(
      async (tx) => {
        await tx.script("create schema additions; set local search_path = additions");
        throw new RolledBack(await work(tx));
      },
      { long: true, leavesNoEvent: true },
    );
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}

/** The faults of each migration from `FIRST_SHOWN` on, compared with the schema before it. */
async function faultsOfMigrations(tx: Tx): Promise<ReadonlyMap<string, readonly string[]>> {
  const faults = new Map<string, readonly string[]>();
  let before = await readShape(tx);
  for (const { name, sql } of await listMigrations()) {
    await tx.script(sql);
    if (name < FIRST_SHOWN) continue;
    const after = await readShape(tx);
    // The state before the first one was not read.
    if (name > FIRST_SHOWN) faults.set(name, await faultsOfChange(tx, before, after));
    before = name > BASELINE && released.length === 0 ? withDropped(before, after) : after;
  }
  return faults;
}

/** A schema with the checks that it lost: while no version without them was released, they may come back wider. */
function withDropped(before: Shape, after: Shape): Shape {
  const dropped = [...before.constraints].filter(
    ([key, { kind }]) => kind === "c" && !after.constraints.has(key),
  );
  return { ...after, constraints: new Map([...dropped, ...after.constraints]) };
}

describe.skipIf(CITUS_URL !== null)("migrations", () => {
  test("only add, but for what the list has", async () => {
    const faults = await inOwnSchema(faultsOfMigrations);
    const found = [...faults].filter(([name]) => name > BASELINE);
    expect(found.flatMap(([name, each]) => each.map((fault) => `${name}\t${fault}`)).toSorted()).toEqual(
      listed.map((line) => line.slice(0, 2).join("\t")).toSorted(),
    );
    // And the rules find what earlier ones took away, and nothing else.
    const shown = [...faults].filter(([name, each]) => name <= BASELINE && each.length > 0);
    expect(Object.fromEntries(shown)).toEqual({
      "0055-credentials.sql": [
        "column imported_vouchers.company_id has another type",
        "constraint api_keys.api_keys_hash_key is gone",
        "constraint invitations.invitations_token_hash_key is gone",
      ],
    });
  });
});

/** The schema of a version before, and what the next one may plant in it. */
const BEFORE = `create table parents (company_id text collate "C", id text collate "C", primary key (company_id, id));
  create table rows (company_id text collate "C", id text collate "C" not null, name text not null default '',
    cents bigint, word text check (word in ('a', 'b')), mixed text,
    letters integer generated always as (length(word)) stored,
    constraint mixed_check check ((mixed = any (array['a', 'b'])) = (word is not null)),
    constraint rows_check check (word is null or cents > 0),
    constraint one_word check (mixed is null or word = 'a'),
    constraint no_nine check (cents < 9 and name <> 'none'),
    unique (company_id, id), constraint of_parent foreign key (company_id, id) references parents on delete cascade);
  create function sum_of(a bigint, b bigint) returns bigint language sql as 'select a + b';
  create function keep() returns trigger language plpgsql as 'begin return new; end';
  create trigger keeps before insert or update on rows for each row execute function keep();
  create trigger keeps_too before insert or update on rows for each row execute function keep();
  create unique index by_letter on rows (company_id, lower(name));
  create table more (id text);
  create view names as select id, name from rows;`;

const REFUSED = [
  ["column rows.cents is gone", "alter table rows drop column cents"],
  ["column rows.cents is gone", "alter table rows rename column cents to amount_cents"],
  ["column rows.cents is gone", "do $$ begin execute 'alter table rows drop column cents'; end $$"],
  ["column names.name is gone", "drop view names; create view names as select id from rows"],
  ["table rows is gone", "drop table rows cascade"],
  ["table rows is gone", "alter table rows rename to lines"],
  ["table names is gone", "drop view names"],
  ["function sum_of(a bigint, b bigint) returns bigint is gone", "drop function sum_of"],
  [
    "function sum_of(a bigint, b bigint) returns bigint is gone",
    "drop function sum_of; create function sum_of(a bigint, b bigint, c bigint) returns bigint language sql as 'select a'",
  ],
  ["column rows.cents needs a value now", "alter table rows alter column cents set not null"],
  ["column rows.extra is new and needs a value", "alter table rows add column extra text not null"],
  ["column rows.name has no default any more", "alter table rows alter column name drop default"],
  ["column rows.cents has another type", "alter table rows alter column cents type numeric"],
  ["column rows.mixed has another type", 'alter table rows alter column mixed type text collate "C"'],
  [
    "column rows.cents can't be written any more",
    "alter table rows drop column cents; alter table rows add column cents bigint generated always as (1) stored",
  ],
  ["constraint rows.positive is new", "alter table rows add constraint positive check (cents > 0) not valid"],
  [
    "constraint rows.positive is new",
    "alter table rows add column n int not null default 0 constraint positive check (n > 0)",
  ],
  [
    "constraint rows.pair is new",
    "alter table rows add column n int; alter table rows add constraint pair check (n is null or cents > 0)",
  ],
  [
    "constraint rows.rows_word_check is changed",
    "alter table rows drop constraint rows_word_check; alter table rows add constraint rows_word_check check (word in ('a', 'c'))",
  ],
  [
    "constraint rows.mixed_check is changed",
    "alter table rows drop constraint mixed_check; alter table rows add constraint mixed_check check ((mixed = any (array['a', 'b', 'c'])) = (word is not null))",
  ],
  [
    "constraint rows.rows_word_check is changed",
    "alter table rows drop constraint rows_word_check; alter table rows add constraint rows_word_check check (not word in ('a', 'b'))",
  ],
  [
    "constraint rows.rows_check is changed",
    "alter table rows drop constraint rows_check; alter table rows add constraint rows_check check (word is null or cents < 0)",
  ],
  [
    "constraint rows.rows_check is changed",
    "alter table rows drop constraint rows_check; alter table rows add constraint rows_check check (not (word is null or cents <> 0))",
  ],
  [
    "constraint rows.one_word is changed",
    "alter table rows drop constraint one_word; alter table rows add constraint one_word check (mixed is null or word in ('b', 'c'))",
  ],
  [
    "constraint rows.no_nine is changed",
    "alter table rows drop constraint no_nine; alter table rows add constraint no_nine check (cents < 9 and name <> 'none' and word = 'a')",
  ],
  ["constraint rows.by_name is new", "create unique index by_name on rows (company_id, name)"],
  [
    "constraint rows.by_name is new",
    "alter table rows add column n int not null default 0; alter table rows add constraint by_name unique (company_id, n)",
  ],
  [
    "constraint rows.rows_company_id_id_key is gone",
    "alter table rows drop constraint rows_company_id_id_key",
  ],
  ["constraint rows.of_parent is gone", "alter table rows drop constraint of_parent"],
  [
    "constraint rows.of_parent is changed",
    "alter table rows drop constraint of_parent; alter table rows add constraint of_parent foreign key (company_id, id) references parents",
  ],
  [
    "constraint rows.by_parent is new",
    "alter table rows add constraint by_parent foreign key (company_id, name) references parents",
  ],
  [
    "constraint rows.rows_company_id_id_key is changed",
    "alter table rows drop constraint rows_company_id_id_key; alter table rows add constraint rows_company_id_id_key unique (company_id, id, name)",
  ],
  [
    "constraint rows.rows_company_id_id_key is changed",
    "alter table rows drop constraint rows_company_id_id_key; create unique index rows_company_id_id_key on rows (company_id, id) where cents > 0",
  ],
  [
    "constraint rows.rows_company_id_id_key is changed",
    "alter table rows drop constraint rows_company_id_id_key; alter table rows add constraint rows_company_id_id_key unique (company_id, id) deferrable",
  ],
  [
    "constraint parents.parents_pkey is changed",
    "alter table parents add column n int not null default 0; alter table parents drop constraint parents_pkey cascade; alter table parents add primary key (company_id, id, n)",
  ],
  [
    "constraint rows.of_parent is changed",
    "alter table rows add column parent text; alter table rows drop constraint of_parent; alter table rows add constraint of_parent foreign key (company_id, parent) references parents",
  ],
  ["constraint rows.by_word is new", "create unique index by_word on rows (company_id, lower(word))"],
  [
    "column rows.cents is another one",
    "alter table rows drop column cents; alter table rows add column cents bigint",
  ],
  ["column rows.letters is computed otherwise", "alter table rows alter column letters drop expression"],
  ["table more is another one", "drop table more; create table more (id text)"],
  ["table more is another one", "drop table more; create view more as select id from rows"],
  ["trigger rows.keeps is gone", "drop trigger keeps on rows"],
  ["trigger rows.keeps is gone", "alter table rows disable trigger keeps"],
  [
    "trigger rows.keeps_too is gone",
    "drop trigger keeps on rows; drop trigger keeps_too on rows; create trigger keeps_else before insert or update on rows for each row execute function keep()",
  ],
  [
    "trigger rows.keeps is gone",
    "drop trigger keeps on rows; create trigger keeps before insert on rows for each row execute function keep()",
  ],
  [
    "trigger rows.keeps is gone",
    "drop trigger keeps on rows; create trigger keeps_else before insert or update of cents on rows for each row execute function keep()",
  ],
] as const;

const ACCEPTED = [
  "alter table rows add column extra text",
  "alter table rows add column extra text not null default ''",
  "alter table rows add column extra integer not null default 0 check (extra >= 0)",
  "alter table rows add column extra text check (length(extra) between 1 and 12)",
  'alter table rows add column parent text collate "C"; alter table rows add constraint by_parent foreign key (company_id, parent) references parents',
  "alter table rows add column code text; create unique index by_code on rows (company_id, code)",
  "create unique index by_more on rows (company_id, id, name)",
  "create index by_name on rows (name)",
  "create table further (id text primary key, word text not null check (word in ('a')))",
  "alter table rows drop constraint rows_word_check; alter table rows add constraint rows_word_check check (word in ('a', 'b', 'c'))",
  "alter table rows drop constraint rows_word_check",
  "alter table rows drop constraint rows_check; alter table rows add constraint rows_check check (word is null or cents <> 0)",
  "alter table rows drop constraint rows_check; alter table rows add constraint rows_check check (word is null or cents >= 0)",
  "alter table rows drop constraint one_word; alter table rows add constraint one_word check (mixed is null or word in ('a', 'b'))",
  "alter table rows drop constraint no_nine; alter table rows add constraint no_nine check (name <> 'none')",
  "alter table rows alter column name drop not null",
  "alter table rows alter column cents set default 0",
  "create or replace function sum_of(a bigint, b bigint) returns bigint language sql as 'select b + a'",
  "create function other() returns trigger language plpgsql as 'begin return new; end'; drop trigger keeps on rows; create trigger keeps_else before insert or update on rows for each row execute function other(); drop trigger keeps_too on rows; create trigger keeps_else_too before insert or update on rows for each row execute function other(); drop function keep()",
  "alter trigger keeps on rows rename to keeps_else",
  "create unique index by_letter_and_word on rows (company_id, lower(name), word)",
  "drop view names; create view names as select id, name, cents from rows",
  "alter table more alter column id set default ''",
];

describe.skipIf(CITUS_URL !== null)("a planted change", () => {
  /** The faults of changes of the schema `BEFORE`, each by itself. */
  const faultsOf = (changes: readonly string[]): Promise<string[][]> =>
    inOwnSchema(async (tx) => {
      await tx.script(BEFORE);
      const before = await readShape(tx);
      const faults: string[][] = [];
      for (const change of changes) {
        await tx.script("savepoint planted");
        await tx.script(change);
        faults.push(await faultsOfChange(tx, before, await readShape(tx)));
        await tx.script("rollback to savepoint planted");
      }
      return faults;
    });

  test("that the version before can't live with is refused", async () => {
    const faults = await faultsOf(REFUSED.map(([, change]) => change));
    const missed = REFUSED.map(([fault, change], index) => ({
      fault,
      change,
      found: faults[index] ?? [],
    })).filter(({ fault, found }) => !found.includes(fault));
    expect(missed).toEqual([]);
  });

  test("that only adds is accepted", async () => {
    const faults = await faultsOf(ACCEPTED);
    expect(ACCEPTED.map((change, index) => [change, faults[index]])).toEqual(
      ACCEPTED.map((change) => [change, []]),
    );
  });
});

test("the list says since which released version nothing needs what goes, and why", () => {
  for (const [migration, change, since = "", why = ""] of listed) {
    expect([migration, change, released.includes(since)]).toEqual([migration, change, true]);
    expect(why, change).not.toBe("");
  }
  expect(releasedIn("## 0.3.0 (not released)\n\n## 0.2.0\n\n## 0.1.0\n")).toEqual(["0.2.0", "0.1.0"]);
});
