/**
 * Distributing a database by company: what is refused, and, on a coordinator of Citus, that nothing is left
 * to do and that settings and errors of a transaction come through.
 */
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import { expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { companyBundle } from "../../../test/support/bundle.ts";
import { CITUS_URL } from "../../../test/support/engine.ts";
import { openEmptyApp } from "../../../test/support/engine-pairs.ts";
import { importInto } from "../../../test/support/import.ts";
import { listServers } from "../../../test/support/citus.ts";
import { onCitus, onServer } from "../../../test/support/on-server.ts";
import { administer, urlOf } from "../../../test/support/servers.ts";
import { writeBackup } from "./backup/write.ts";
import { copyRow } from "./copy.ts";
import type { Db, Tx } from "./db.ts";
import { refusedKey, sqlState, violates } from "./error-fields.ts";
import { distribute, isDistributed, readDistribution } from "./distribution.ts";
import { commandsOf, statement } from "./statement.ts";
import { CommitUnknown, unavailableReason } from "./unavailable.ts";

const http = await testApp();
const { db } = http.app;

const readTime = statement<{ at: number }>(
  "test.distribution.readTime",
  "select daybook_now() as at from companies where id = $1",
);
const touch = statement<never>("test.distribution.touch", "update companies set name = name where id = $1");
const addMember = statement<never>(
  "test.distribution.addMember",
  `insert into members (company_id, id, user_id, permissions, created)
   select company_id, id, user_id, permissions, created from members where company_id = $1`,
);

/** Ends the sessions of the server that holds a company. */
async function endSessions(companyId: string): Promise<void> {
  const url = http.app.config.databaseUrl ?? "";
  const { rows } = await administer(
    `select nodename || ':' || nodeport as host from pg_dist_placement join pg_dist_node using (groupid)
     where shardid = get_shard_id_for_distribution_column('companies', '${companyId}')`,
    url,
  );
  await administer(
    "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    Object.assign(new URL(url), { host: rows[0]?.["host"] }).href,
  );
}

/** Uses all sessions of the coordinator at once: each finds its own connection broken once. */
async function expectReconnected(id: string): Promise<void> {
  const count = http.app.config.databaseConnections;
  const reasons = async () => {
    const [all, open] = [Promise.withResolvers<void>(), new Set<number>()];
    const one = (number: number) =>
      db
        .transaction(async (tx) => {
          if (open.add(number).size === count) all.resolve();
          await all.promise;
          await tx.run(touch, [id]);
        })
        .then(() => null, unavailableReason);
    return new Set(await Promise.all(Array.from({ length: count }, (_, number) => one(number))));
  };
  for (const reason of await reasons()) expect(reason ?? "broke").toMatch(/ended the connection|broke/);
  expect(await reasons()).toEqual(new Set([null]));
}

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

onCitus("only servers that have companies look for the best order of joins", async () => {
  const name = new URL(http.app.config.databaseUrl ?? "").pathname.slice(1);
  const limits = (await listServers()).map(async (server) => {
    const { rows } = await administer("show join_collapse_limit", urlOf(name, server));
    return rows[0]?.["join_collapse_limit"];
  });
  const [ofCoordinator, ...others] = await Promise.all(limits);
  expect([ofCoordinator, ...new Set(others)]).toEqual(["1", "8"]);
});

onCitus(
  "a table of a later migration is distributed with the others, and one that is not is named",
  async () => {
    await db.transaction(async (tx) => {
      await tx.script(`
      create table later_pages (company_id text collate "C" not null, id text not null, primary key (company_id, id));
      select distribute_table('later_pages');
      alter table later_pages add foreign key (company_id) references companies (id) on delete cascade;
      create table forgotten_pages (company_id text collate "C" not null);`);
    });
    expect((await readDistribution(db))?.misplaced).toEqual(["forgotten_pages"]);
    await db.transaction((tx) => tx.script("drop table later_pages, forgotten_pages"));
  },
);

onCitus("a change of a company and its background job are committed together", async () => {
  const { id } = await http.company({ journal: [] });
  const client = new pg.Client({ connectionString: http.app.config.databaseUrl ?? "" });
  const issued: string[] = [];
  client.on("notice", ({ message = "" }) => issued.push(message));
  await client.connect();
  for (const command of [
    "set citus.log_remote_commands = on",
    "begin",
    `update companies set name = name where id = '${id}'`,
    `insert into background_jobs (id, queue, payload, run_at, created)
     values ('job_none', 'test.none', '{}', 0, 0)`,
    "commit",
    "delete from background_jobs where id = 'job_none'",
  ])
    await client.query(command);
  await client.end();
  expect(issued.filter((each) => each.startsWith("issuing PREPARE"))).toHaveLength(1);
});

onCitus("a commit that another server did not answer may have been made", async () => {
  const { id } = await http.company({ journal: [] });
  const change = db.transaction(async (tx) => {
    await tx.run(touch, [id]);
    await endSessions(id);
  });
  await expect(change).rejects.toBeInstanceOf(CommitUnknown);
  await expectReconnected(id);
});

onCitus("a server that is lost during a COPY, and one that waits too long, are unavailable", async () => {
  const { id } = await http.company({ journal: [] });
  const url = http.app.config.databaseUrl ?? "";
  const lost = async function* (end: string) {
    yield copyRow([id, "2026-01", 1]);
    await endSessions(id);
    yield end;
  };
  const reasonOf = (rows: AsyncIterable<string>) =>
    db
      .transaction((tx) => tx.copyIn("company_usage (company_id, month, requests)", rows))
      .then(() => "none", unavailableReason);
  const more = copyRow([id, "2026-02", 1]);
  expect(await reasonOf(lost(more))).toBe("it was stopped");
  expect(await reasonOf(lost(more.repeat(100_000)))).toMatch(/^it was stopped$|ended the connection$/);

  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query("begin");
  await other.query(`insert into company_usage (company_id, month, requests) values ('${id}', '2026-02', 1)`);
  expect(await reasonOf(Readable.from([more]))).toBe("another transaction has locked the data for too long");
  await other.end();
  await expectReconnected(id);
});

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

test("an error of a COPY has its SQLSTATE and its key, wherever its company is", async () => {
  const { id } = await http.company({ journal: [] });
  const row = copyRow([id, "2026-01", 1]);
  const error: unknown = await db
    .transaction((tx) => tx.copyIn("company_usage (company_id, month, requests)", [row + row]))
    .catch((failure: unknown) => failure);
  expect([sqlState(error), refusedKey(error, "company_usage_pkey")]).toEqual(["23505", [id, "2026-01"]]);
});

onServer("a backup has each member with its user, though servers are read one after another", async () => {
  const app = await openEmptyApp("server");
  await importInto(app, companyBundle({ journal: [] }));
  const [hasBegun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const watched: Db = {
    ...app.db,
    transaction: (work, options) =>
      app.db.transaction((tx) => {
        const list: Tx["list"] = async (asked, parameters) => {
          const rows = await tx.list(asked, parameters);
          if (asked.name !== "backup.listMigrations") return rows;
          hasBegun.resolve();
          await goOn.promise;
          return rows;
        };
        return work({ ...tx, list });
      }, options),
  };
  const path = join(tmpdir(), randomBytes(6).toString("hex"));
  const backup = writeBackup(watched, path, app.clock.now(), () => {}, null);
  await hasBegun.promise;
  await importInto(app, companyBundle({ journal: [] }));
  goOn.resolve();
  expect((await backup).rows).toMatchObject({ companies: 1, users: 1, members: 1 });
  const other = await openEmptyApp("embedded");
  expect(await other.restore(path, () => {})).toMatchObject({ companies: [{ ok: true }] });
  await Promise.all([app.close(), other.close(), rm(path)]);
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
