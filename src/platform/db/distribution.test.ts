/**
 * Distributing a database by company: what is refused, and, on a coordinator of Citus, that nothing is left
 * to do and that settings and errors of a transaction come through.
 */
import { expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { CITUS_URL } from "../../../test/support/engine.ts";
import { onCitus } from "../../../test/support/on-server.ts";
import { violates } from "./error-fields.ts";
import { distribute, isDistributed, readDistribution } from "./distribution.ts";
import { commandsOf } from "./migrate.ts";
import { statement } from "./statement.ts";

const http = await testApp();
const { db } = http.app;

const readTime = statement<{ at: number }>(
  "test.distribution.readTime",
  "select daybook_now() as at from companies where id = $1",
);
const addMember = statement<never>(
  "test.distribution.addMember",
  `insert into members (company_id, id, user_id, permissions, created)
   select company_id, id, user_id, permissions, created from members where company_id = $1`,
);

test.skipIf(CITUS_URL !== null)("a database without servers is not distributed, and says why", async () => {
  expect(await isDistributed(db)).toBe(false);
  expect(await readDistribution(db)).toBeNull();
  await expect(distribute(db)).rejects.toThrow(
    db.engine === "embedded" ? /embedded database is one process/ : /extension citus is missing/,
  );
});

onCitus("a distributed database stays as it is when it is distributed again", async () => {
  expect(await isDistributed(db)).toBe(true);
  expect(await readDistribution(db)).toMatchObject({ misplaced: [] });
  expect(await distribute(db)).toEqual([]);
});

onCitus(
  "a table of a later migration is distributed with the others, and one that is not is named",
  async () => {
    await db.transaction(async (tx) => {
      for (const command of commandsOf(`
      create table later_pages (company_id text collate "C" not null, id text not null, primary key (company_id, id));
      select distribute_table('later_pages');
      alter table later_pages add foreign key (company_id) references companies (id) on delete cascade;
      create table forgotten_pages (company_id text collate "C" not null);`))
        await tx.script(command);
    });
    expect((await readDistribution(db))?.misplaced).toEqual(["forgotten_pages"]);
    await db.transaction((tx) => tx.script("drop table later_pages, forgotten_pages"));
  },
);

test("a statement reads the time of its transaction, wherever its company is", async () => {
  const { id } = await http.company({ journal: [] });
  const row = await db.transaction(async (tx) => {
    await tx.setNow(1_234_567_890 as never);
    return tx.get(readTime, [id]);
  });
  expect(row.at).toBe(1_234_567_890);
});

test("an error names the constraint that was violated, wherever its company is", async () => {
  const { id } = await http.company({ journal: [] });
  const error: unknown = await db.run(addMember, [id]).catch((failure: unknown) => failure);
  expect(violates(error, "members_pkey")).toBe(true);
});

test("commands are cut where they end, not within strings, comments and functions", () => {
  const commands = [
    "select 'a;b'",
    "\n-- A comment; it isn't a command.\nselect 1",
    "\ncreate function f() returns int language plpgsql as $$ begin return 1; end $$",
    "\ncomment on table t is 'it''s; so'",
  ];
  expect(commandsOf(`${commands.join(";")};\n-- The end; of it.\n`)).toEqual(commands);
});
