/**
 * Upgrades: asked for and never on the way to something else, with a way back, and rolling under load. The
 * next version is a copy of this one with one more migration, which adds to the schema.
 */
import { cp, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";

import { CITUS_URL } from "../support/engine.ts";
import { Api } from "./api.ts";
import { type Daybook, json, launch, LONG, ownDaybook, refused, run } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { ENGINE, newFolder } from "./place.ts";
import { importCompany, startService } from "./service.ts";
import { companyUnderFire, writeUnderFire } from "./under-fire.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Migrations are found beside the code, so the code is copied and the rest is linked. */
const COPIED = ["bin", "src", "migrations", "package.json"];

const MIGRATION = `-- The next version adds a column that it fills, a table and an index.
alter table accounts add column nickname text not null default '';
alter table journal_entries add column note text;
create table nicknames (company_id text collate "C" primary key);
select distribute_table('nicknames');
alter table nicknames add foreign key (company_id) references companies (id);
create index transactions_by_memo on transactions (company_id, memo);
`;

/** Makes the next version, in which `broken` fails, and returns how its command is run. */
async function nextVersion(broken?: string): Promise<Daybook["program"]> {
  const folder = join(await newFolder(), "next");
  await mkdir(folder);
  for (const name of await readdir(ROOT)) {
    if (COPIED.includes(name)) await cp(join(ROOT, name), join(folder, name), { recursive: true });
    else await symlink(join(ROOT, name), join(folder, name));
  }
  await writeFile(join(folder, "migrations", "9998-next.sql"), MIGRATION);
  if (broken !== undefined) await writeFile(join(folder, "migrations", "9999-broken.sql"), broken);
  const [node] = ownDaybook({}).program;
  return [node, "--liftoff-only", join(folder, "bin", "daybook.js")];
}

test("a newer version changes nothing of the database until it is asked to (CMD-014)", LONG, async () => {
  const place = await ownPlace();
  const old = ownDaybook(place.environment);
  const next = { ...old, program: await nextVersion() };
  await json(old, ["seed", "--entries", "10000"]);
  const before = await json(old, ["verify"]);
  const file = join(await newFolder(), "books.backup");
  for (const words of [["company", "list"], ["backup", file], ["verify"], ["worker", "status"]])
    expect([words, await refused(next, words)]).toEqual([
      words,
      {
        exit_code: 6,
        code: "not_upgraded",
        message: expect.stringMatching(/nothing was changed: .*9998-next\.sql\. .*`npx daybook migrate`/),
      },
    ]);
  // The version before goes on with it as if nothing had been.
  expect(await json(old, ["verify"])).toEqual(before);
  const { backup } = await json<{ backup: string | null }>(next, ["migrate"]);
  expect(await json(next, ["verify"])).toMatchObject({ ok: true });
  expect(await refused(old, ["company", "list"])).toMatchObject({ exit_code: 6 });
  if (ENGINE === "server") return expect(backup).toBeNull();

  // And the version before opens what was saved before the upgrade.
  const back = ownDaybook((await ownPlace()).environment);
  expect(await json(back, ["restore", backup ?? ""])).toMatchObject({ ok: true });
  expect(await json(back, ["verify"])).toEqual(before);
});

test.runIf(ENGINE === "embedded")(
  "a start upgrades the folder, and says where the way back is (CMD-014)",
  LONG,
  async () => {
    const place = await ownPlace();
    await json(ownDaybook(place.environment), ["migrate"]);
    const started = await startService(place, ["start"], {}, undefined, await nextVersion());
    onTestFinished(() => started.kill());
    const { stderr } = await started.stop();
    expect(stderr).toMatch(
      /before are in .*before-upgrades.daybook-\d{8}T\d{6}Z\.backup\. To go back, restore that file/,
    );
  },
);

test.runIf(ENGINE === "embedded")(
  "an upgrade that fails keeps the books from before its beginning, however often it is tried (CMD-014)",
  LONG,
  async () => {
    const place = await ownPlace();
    const old = ownDaybook(place.environment);
    await json(old, ["migrate"]);
    const broken = { ...old, program: await nextVersion("select 1 / 0;") };
    const saved = [];
    for (let tries = 0; tries < 4; tries += 1) {
      const { code, message } = await refused(broken, ["migrate"]);
      expect(code).toBe("upgrade_failed");
      saved.push(
        /division by zero\. The books as they were before are in (\S+\.backup): /.exec(message)?.[1],
      );
    }
    expect(new Set(saved).size).toBe(1);
    const back = ownDaybook((await ownPlace()).environment);
    expect(await json(back, ["restore", saved[0] ?? ""])).toMatchObject({ ok: true });

    const next = { ...old, program: await nextVersion() };
    expect(await json(next, ["migrate"])).toEqual({ ran: [], backup: null, distributed: null });
    // The next upgrade makes a backup of its own.
    expect(await readdir(dirname(saved[0] ?? ""))).toEqual([basename(saved[0] ?? "")]);
  },
);

test.runIf(ENGINE === "server")(
  "a request that holds a table and waits for one of the upgrade's is answered, and the upgrade gives way (OPER-009)",
  LONG,
  async () => {
    const { environment } = await ownPlace();
    const old = ownDaybook(environment);
    await json(old, ["migrate"]);
    const client = new pg.Client(environment["DATABASE_URL"]);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("begin");
    await client.query("select 1 from journal_entries limit 1");
    const upgraded = json({ ...old, program: await nextVersion() }, ["migrate"]);
    await vi.waitFor(async () => {
      const { rows } = await client.query(
        "select 1 from pg_locks where relation = 'journal_entries'::regclass and not granted",
      );
      expect(rows.length).toBe(1);
    }, LONG.timeout);
    // By now the server has looked for a deadlock of the upgrade, and the next to look would be the request.
    await pause(1_500);
    await client.query("select 1 from accounts limit 1");
    await client.query("commit");
    expect(await upgraded).toMatchObject({ ran: ["9998-next.sql"] });
  },
);

test.runIf(ENGINE === "server")(
  "a version that adds to the schema takes over while the one before goes on writing, and nothing is lost",
  LONG,
  async () => {
    const place = await ownPlace();
    const program = await nextVersion();
    const old = await ownService(place, ["serve"]);
    const worker = launch(old.daybook, ["work"]);
    onTestFinished(() => void worker.kill("SIGKILL"));
    const { api } = await importCompany(old, companyUnderFire());

    const onOld = writeUnderFire(() => api, "old");
    await onOld.acknowledged(1);
    expect(await json({ ...old.daybook, program }, ["migrate"])).toEqual({
      ran: ["9998-next.sql"],
      backup: null,
      distributed: null,
    });
    await onOld.acknowledged(1);

    const next = await startService(place, ["serve"], {}, undefined, program);
    onTestFinished(() => next.kill());
    const nextApi = new Api(next.base, api.key);
    const onNext = writeUnderFire(() => nextApi, "next");
    await Promise.all([onOld.acknowledged(1), onNext.acknowledged(1)]);
    // Not a single request was refused on the way.
    expect((await onOld.reckon()).refused).toEqual({});
    expect((await old.stop()).code).toBe(0);
    expect((await onNext.reckon()).refused).toEqual({});

    expect(await refused(old.daybook, ["serve", "--port", "0"])).toMatchObject({
      exit_code: 6,
      message: expect.stringContaining("the database holds migration 9998-next"),
    });
    expect(await json(next.daybook, ["verify"])).toMatchObject({ ok: true });
    // The new table is on the servers of the others, if there are several.
    const { stdout } = await run(next.daybook, ["doctor", "--json"]);
    const { findings } = JSON.parse(stdout) as { findings: { what: string; ok: boolean }[] };
    const distributed = findings.filter(({ what }) => what === "Distribution");
    expect(distributed.map(({ ok }) => ok)).toEqual(CITUS_URL === null ? [] : [true]);
  },
);
