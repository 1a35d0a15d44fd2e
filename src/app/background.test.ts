/** The retention of events and of files of exports, by the settings `EVENT_DAYS` and `EXPORT_FILE_DAYS`. */
import { expect, test } from "vitest";
import { testApp } from "../../test/support/app.ts";
import { exportsOf, workOn } from "../../test/support/exports.ts";
import { readConfig } from "../config/config.ts";
import { DAY_S } from "@daybook/words/civil-date";
import { describeChange, listAuditEvents, statement } from "../platform/db/index.ts";
import { runAs } from "../platform/log/actor.ts";
import { backgroundOf } from "./background.ts";

const http = await testApp();
const { app, clock } = http;

const QUEUE = "retention.delete_old";
const ACTOR = { surface: "job", by: QUEUE, action: QUEUE, company_id: null } as const;
const seal = statement<never>("test.sealCompany", "update companies set sealed = true where id = $1");

const team = { mailInvitation: async () => {} };

/** The background of a process with these settings, on the books of this one. */
const withSettings = (settings: Readonly<Record<string, string>>) => {
  const { eventDays, exportFileDays } = readConfig(settings);
  const { begin, handlers } = backgroundOf({ ...app.config, eventDays, exportFileDays }, { ...app, team });
  const handler = handlers.find(({ kind }) => kind.queue === QUEUE);
  if (handler === undefined) throw new Error("nothing deletes what is old");
  const signal = new AbortController().signal;
  const context = { jobId: "job_test", attempt: 1, signal, giveWayIfOthersWait: async () => {} };
  return { begin, run: () => runAs(ACTOR, () => handler.run({}, context)) };
};

const waiting = async (): Promise<number> =>
  (await app.jobs.listQueues(clock.now())).find(({ queue }) => queue === QUEUE)?.jobs ?? 0;

test("the file of an export is deleted once its days are over, and its record is answered as before (OPER-007)", async () => {
  const company = await http.company();
  const { ask, read } = exportsOf(http, company);
  const { id } = await ask();
  await workOn(http);
  const keys = async (): Promise<number> => {
    let found = 0;
    for await (const _ of app.objects.list(`${company.id}/exports/${id}/`)) found += 1;
    return found;
  };
  const { run } = withSettings({ EXPORT_FILE_DAYS: "38" });
  clock.set(clock.now() + 38 * DAY_S);
  await run();
  await workOn(http);
  expect(await keys()).toBe(1);
  const before = await read(id);
  clock.set(clock.now() + 1);
  await run();
  expect(await read(id)).toEqual(before);
  await workOn(http);
  expect(await keys()).toBe(1);
  // A backup that began before has the file.
  clock.set(clock.now() + DAY_S);
  await workOn(http);
  expect(await keys()).toBe(0);
  expect(await read(id)).toEqual(before);
  expect(before).toMatchObject({ status: "succeeded", file: null, error: null });
});

test("an event is deleted once its days are over, but none that describes its change (OPER-008)", async () => {
  const company = await http.company();
  const events = async () => (await listAuditEvents(app.db, company.id, {}, 100)).map(({ action }) => action);
  await app.db.transaction((tx) =>
    describeChange(tx, company.id, {
      at: clock.now(),
      by: "somebody",
      action: "filed",
      topic: "taxes",
      subject: "one",
      from_state: null,
      to_state: null,
    }),
  );
  await exportsOf(http, company).ask();
  const begun = await events();
  expect(begun).toEqual(["createReportExport", "filed"]);
  const { run } = withSettings({ EVENT_DAYS: "30" });
  clock.set(clock.now() + 30 * DAY_S);
  await run();
  expect(await events()).toEqual(begun);
  clock.set(clock.now() + 1);
  await withSettings({ EXPORT_FILE_DAYS: "38" }).run();
  expect(await events()).toEqual(begun);
  await run();
  expect(await events()).toEqual(["filed"]);
});

test("nothing of a company that moves to another installation is deleted, and others have their turn", async () => {
  const [moving, other] = [await http.company(), await http.company()];
  const counts = () =>
    Promise.all([moving, other].map(async ({ id }) => (await listAuditEvents(app.db, id, {}, 9)).length));
  for (const company of [moving, other]) await exportsOf(http, company).ask();
  expect(await counts()).toEqual([1, 1]);
  await app.db.transaction((tx) => tx.run(seal, [moving.id]));
  clock.set(clock.now() + 31 * DAY_S);
  await withSettings({ EVENT_DAYS: "30" }).run();
  expect(await counts()).toEqual([1, 0]);
});

test("what is old is looked for at a start and each day after, only where a setting asks for it", async () => {
  const { begin, run } = withSettings({});
  const earlier = await waiting();
  await begin();
  await run();
  expect(await waiting()).toBe(earlier);
  const limited = withSettings({ EVENT_DAYS: "365" });
  await limited.run();
  expect(await waiting()).toBe(earlier + 1);
  await limited.begin();
  await limited.begin();
  expect(await waiting()).toBe(earlier + 2);
});

test("a database that takes no changes keeps no process from its start", async () => {
  const failing: typeof app.db.transaction = () => Promise.reject(new Error("no room"));
  const logged: string[] = [];
  const log = { ...app.log, warn: (_fields: object, message: string) => void logged.push(message) };
  const db = { ...app.db, transaction: failing };
  const { eventDays } = readConfig({ EVENT_DAYS: "30" });
  await backgroundOf({ ...app.config, eventDays }, { ...app, db, log, team }).begin();
  expect(logged).toEqual(["what is old can't be looked for; the next start tries again"]);
});

test("days that would end a valid link are refused", () => {
  expect(() => readConfig({ EXPORT_FILE_DAYS: "37" })).toThrow(/EXPORT_FILE_DAYS.*38/);
  expect(() => readConfig({ EVENT_DAYS: "29" })).toThrow(/EVENT_DAYS.*30/);
});
