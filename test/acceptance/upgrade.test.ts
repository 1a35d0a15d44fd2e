/**
 * A rolling upgrade under load. The next version is a copy of this one with one more migration, which adds to
 * the schema: it is migrated and started while processes of this version go on.
 */
import { cp, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
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

/** Makes the next version, and returns how its command is run. */
async function nextVersion(): Promise<Daybook["program"]> {
  const folder = join(await newFolder(), "next");
  await mkdir(folder);
  for (const name of await readdir(ROOT)) {
    if (COPIED.includes(name)) await cp(join(ROOT, name), join(folder, name), { recursive: true });
    else await symlink(join(ROOT, name), join(folder, name));
  }
  await writeFile(join(folder, "migrations", "9999-next.sql"), MIGRATION);
  const [node] = ownDaybook({}).program;
  return [node, "--liftoff-only", join(folder, "bin", "daybook.js")];
}

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
    expect(await json({ ...old.daybook, program }, ["migrate"])).toEqual({ ran: ["9999-next.sql"] });
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
      message: expect.stringContaining("the database holds migration 9999-next"),
    });
    expect(await json(next.daybook, ["verify"])).toMatchObject({ ok: true });
    // The new table is on the servers of the others, if there are several.
    const { stdout } = await run(next.daybook, ["doctor", "--json"]);
    const { findings } = JSON.parse(stdout) as { findings: { what: string; ok: boolean }[] };
    const distributed = findings.filter(({ what }) => what === "Distribution");
    expect(distributed.map(({ ok }) => ok)).toEqual(CITUS_URL === null ? [] : [true]);
  },
);
