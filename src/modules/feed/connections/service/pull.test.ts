/**
 * Pulls, whatever the vendor: what is committed together, what a crash leaves, when the next pull is, and
 * that a connection that fails stops no other. The connector here gives the pages that a test states.
 */
import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { until } from "../../../../../test/support/background.ts";
import { line, page, scriptedFeed } from "../../../../../test/support/scripted-feed.ts";
import { present } from "@daybook/words/assert";
import { cents } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { statement } from "../../../../platform/db/index.ts";
import type { Worker } from "../../../../platform/jobs/index.ts";
import { runAs } from "../../../../platform/log/actor.ts";
import { openSealer } from "../../../../platform/secrets/index.ts";
import { NeedsReconnect, TryLater } from "./connector.ts";

const http = await testApp();
const workers: Worker[] = [];
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop(5_000))));

const scripted = (next: Parameters<typeof scriptedFeed>[1]) => scriptedFeed(http, next);

const countEvents = statement<{ count: number }>(
  "test.countPullEvents",
  "select count(*)::int as count from audit_events where company_id = $1",
);

describe("a pull", () => {
  test("goes on with the cursor of the page before, until there is no more", async () => {
    const { cursors, descriptions, pull } = await scripted((cursor) =>
      cursor === null
        ? page("one", { lines: [line("a")], hasMore: true })
        : page("two", { lines: [line("b"), line("a")] }),
    );
    expect(await pull()).toMatchObject({ ok: true, counts: { created: 2, unchanged: 1 } });
    expect(cursors).toEqual([null, "one"]);
    expect(await descriptions()).toEqual(["a", "b"]);
    await pull();
    expect(cursors.at(-1)).toBe("two");
  });

  test("changes and removes lines, also pending ones that the vendor names", async () => {
    const { feeds, script, pull } = await scripted(() =>
      page("1", { lines: [line("a"), line("b"), line("p", { pending: true })] }),
    );
    await pull();
    script.next = () =>
      page("2", {
        lines: [line("a", { amount_cents: cents(-150) }), line("q", { replaces: "p" })],
        removed: [
          { account: null, id: "b" },
          { account: "A", id: "nothing" },
        ],
      });
    expect(await pull()).toMatchObject({ counts: { created: 1, updated: 1, removed: 2, refused: 0 } });
    expect(await feeds.transactions()).toMatchObject([
      { description: "a", amount_cents: -150 },
      { description: "q", status: "approved" },
    ]);
  });

  test("gives a booked line what was decided about its pending one (CONN-010)", async () => {
    const { feeds, script, pull } = await scripted(() =>
      page("1", {
        lines: ["p", "r", "s"].map((id) => line(id, { pending: true, date: "2026-05-18" as CivilDate })),
      }),
    );
    await pull();
    const { key } = feeds.company;
    const decide = async (description: string, body: object) => {
      const rows = await feeds.transactions();
      const row = present(
        rows.find((each) => each["description"] === description),
        "no such line",
      );
      const answer = await http.send(`/transactions/${String(row["id"])}`, { key, method: "PATCH", body });
      expect(answer.status).toBe(200);
    };
    const decisions = { category_id: "cat_hosting", memo: "October", merchant_name: "Cloud" };
    await decide("p", { ...decisions, accounting_date: "2026-05-10" });
    await decide("r", decisions);
    const booked = { date: "2026-05-20" as CivilDate, amount_cents: cents(-140) };
    script.next = () =>
      page("2", {
        lines: [line("p", booked), line("r2", { ...booked, replaces: "r" }), line("s", booked)],
        removed: [{ account: "A", id: "r" }],
      });
    expect(await pull()).toMatchObject({ counts: { created: 3, removed: 3 } });
    const same = { ...decisions, status: "approved", amount_cents: -140, date: "2026-05-20" };
    expect(await feeds.transactions()).toMatchObject([
      { description: "p", ...same, accounting_date: "2026-05-10" },
      { description: "r2", ...same, accounting_date: "2026-05-20" },
      { description: "s", categorized: false, memo: null, merchant_name: null },
    ]);
    expect(await http.app.ledger.verify(feeds.company.id)).toMatchObject({ ok: true });
  });

  test("that dies before the commit stores neither lines nor cursor, and is read again (CONN-007)", async () => {
    const { feeds, cursors, descriptions, pull, connectors, listed } = await scripted(() =>
      page("1", { lines: [line("a")] }),
    );
    const dying = feeds.with({
      connectors,
      askForPull: async () => {
        throw new Error("the process died");
      },
    });
    await expect(pull(dying)).rejects.toThrow("the process died");
    expect(await descriptions()).toEqual([]);
    expect(await listed()).toMatchObject({ pulled_at: null });
    expect(await pull()).toMatchObject({ counts: { created: 1 } });
    expect(cursors).toEqual([null, null]);
    expect(await descriptions()).toEqual(["a"]);
  });

  test("of two at once only one is stored (CONN-008)", async () => {
    let both: (() => void) | undefined;
    const together = new Promise<void>((done) => (both = done));
    let reading = 0;
    const { descriptions, pull, listed } = await scripted(async () => {
      reading += 1;
      if (reading === 2) both?.();
      await together;
      return page("1", { lines: [line("a")] });
    });
    const counts = (await Promise.all([pull(), pull()])).map((result) => result.counts.created);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(await descriptions()).toEqual(["a"]);
    expect(await listed()).toMatchObject({ failures: 0 });
  });

  test("that takes long goes on in the next one", async () => {
    const { cursors, listed, pull } = await scripted((cursor) => {
      http.clock.set(new Date((http.clock.now() + 61) * 1000).toISOString());
      return page(`${cursor}1`, { hasMore: true });
    });
    await pull();
    expect(cursors).toEqual([null, "null1"]);
    expect((await listed()).next_pull_at).toBe(http.clock.now() + 60);
  });

  test("without a mapped account keeps the cursor, so that no line is passed over (CONN-009)", async () => {
    const { feeds, id, cursors, descriptions, pull } = await scripted(() =>
      page("1", { lines: [line("a"), line("b", { account: "B" })] }),
    );
    await feeds.connections.map(feeds.company.id, id, new Map([["A", null]]), feeds.signal);
    cursors.length = 0;
    await pull();
    await pull();
    expect(cursors).toEqual([null, null]);
    await feeds.connections.map(feeds.company.id, id, new Map([["B", feeds.other]]), feeds.signal);
    await pull();
    expect(await descriptions()).toEqual(["a", "b"]);
  });

  test("leaves an event in the audit trail only if it found something", async () => {
    const { feeds, script, pull } = await scripted(() => page("1"));
    const company_id = feeds.company.id;
    const events = async () => (await http.app.db.get(countEvents, [company_id])).count;
    const pullAsJob = () =>
      runAs({ surface: "job", by: "connections.pull", action: "connections.pull", company_id }, () => pull());
    const before = await events();
    await pullAsJob();
    expect(await events()).toBe(before);
    script.next = () => page("2", { lines: [line("a")] });
    await pullAsJob();
    expect(await events()).toBe(before + 1);
  });

  test("refuses an improbable day, and takes the other lines", async () => {
    const { descriptions, pull } = await scripted(() =>
      page("1", { lines: [line("a"), line("z", { date: "2999-01-01" as CivilDate })] }),
    );
    expect(await pull()).toMatchObject({
      ok: true,
      counts: { created: 1, refused: 1 },
      problems: [expect.stringContaining("day is 2999-01-01")],
    });
    expect(await descriptions()).toEqual(["a"]);
  });

  test("logs what is wrong, because nobody sees what the worker's pulls result in", async () => {
    const { feeds, id, pull, connectors } = await scripted(() =>
      page("1", { lines: [line("z", { date: "2999-01-01" as CivilDate })] }),
    );
    const logged: object[] = [];
    await pull(feeds.with({ connectors, log: { warn: (fields) => void logged.push(fields) } }));
    expect(logged).toMatchObject([{ company: feeds.company.id, connection: id, ok: true }]);
    expect(JSON.stringify(logged)).toContain("day is 2999-01-01");
    expect(JSON.stringify(logged)).not.toContain("secret");
  });

  test("keeps a removed line that has entries in closed books, and says so (CONN-012)", async () => {
    const { feeds, script, descriptions, pull } = await scripted(() =>
      page("1", { lines: [line("a", { date: "2026-04-02" as CivilDate })] }),
    );
    await pull();
    const { clock, app } = http;
    const today = "2026-05-20" as CivilDate;
    await app.ledger.closeBooks(
      feeds.company.id,
      "2026-04-30" as CivilDate,
      { now: clock.now(), today },
      "operator",
      "Filed",
    );
    script.next = () => page("2", { removed: [{ account: "A", id: "a" }] });
    expect(await pull()).toMatchObject({
      counts: { removed: 0 },
      problems: [expect.stringContaining("has journal entries in closed books")],
    });
    expect(await descriptions()).toEqual(["a"]);
  });
});

describe("a failure", () => {
  test("is tried again later each time, as the vendor asks, and not counted after a success", async () => {
    const { script, listed, pull } = await scripted(() => {
      throw new TryLater("The bank sleeps.");
    });
    const waits: number[] = [];
    const wait = async (): Promise<void> => {
      expect(await pull()).toMatchObject({ ok: false, problems: ["The bank sleeps."] });
      waits.push((await listed()).next_pull_at - http.clock.now());
    };
    await wait();
    await wait();
    await wait();
    script.next = () => {
      throw new TryLater("The bank sleeps.", 7_200);
    };
    await wait();
    expect(waits).toEqual([60, 120, 240, 7_200]);
    expect(await listed()).toMatchObject({ status: "connected", failures: 4, detail: "The bank sleeps." });
    script.next = () => page("1");
    await pull();
    expect(await listed()).toMatchObject({ failures: 0, detail: null });
  });

  test("of the access asks for a person, until the connection gets a new secret", async () => {
    const { feeds, id, script, listed, pull } = await scripted(() => {
      throw new NeedsReconnect("The key was revoked.");
    });
    await pull();
    expect(await listed()).toMatchObject({ status: "requires_reconnect", detail: "The key was revoked." });
    expect(await feeds.integration("simplefin")).toMatchObject({ status: "requires_reconnect" });
    script.next = () => page("1", { lines: [line("a")] });
    await feeds.connections.connect(
      feeds.company.id,
      { vendor: "simplefin", given: "another", since: null, mapping: new Map(), reconnect: id },
      feeds.signal,
    );
    expect(await pull()).toMatchObject({ ok: true, counts: { created: 1 } });
    expect(await feeds.integration("simplefin")).toMatchObject({ status: "connected" });
  });

  test("of the key says which key is needed, and changes nothing", async () => {
    const { feeds, listed, pull, connectors } = await scripted(() => page("1"));
    expect(await pull(feeds.with({ connectors, sealer: null }))).toMatchObject({
      ok: false,
      problems: ["CONNECTION_KEY is not set, so the connection can't be used."],
    });
    const sealer = openSealer([randomBytes(32).toString("base64")]);
    await pull(feeds.with({ connectors, sealer }));
    expect(await listed()).toMatchObject({
      status: "requires_reconnect",
      detail: expect.stringContaining("can't be opened with this CONNECTION_KEY"),
    });
    expect(await pull()).toMatchObject({ ok: true, status: "connected" });
  });
});

describe("the worker", () => {
  test("pulls by itself, again when it is due, and past a connection that fails", async () => {
    const broken = await scripted(() => {
      throw new TryLater("The bank sleeps.");
    });
    workers.push(broken.feeds.worker());
    await until(async () => (await broken.listed()).failures > 0);
    await Promise.all(workers.splice(0).map((worker) => worker.stop(5_000)));
    const good = await scripted((cursor) => page(`${cursor}1`, { lines: [line(`from ${cursor}`)] }));
    workers.push(good.feeds.worker());
    await until(async () => (await good.descriptions()).length === 1);
    http.clock.set(new Date(((await good.listed()).next_pull_at + 1) * 1000).toISOString());
    await until(async () => (await good.descriptions()).length === 2);
    expect(await good.descriptions()).toEqual(["from null", "from null1"]);
  });

  test("asks again for a pull that is not due", async () => {
    const { feeds, id, cursors, pull, connectors } = await scripted(() => page("1"));
    await pull();
    const asked: UnixSeconds[] = [];
    const service = feeds.with({
      connectors,
      askForPull: async (_tx, _company, _id, runAt) => void asked.push(runAt),
    });
    await service.pullWhenDue(feeds.company.id, id, feeds.signal);
    expect(cursors).toEqual([null]);
    const company_id = feeds.company.id;
    const before = await http.app.db.get(countEvents, [company_id]);
    await runAs({ surface: "job", by: "connections.pull", action: "connections.pull", company_id }, () =>
      feeds.connections.pullWhenDue(company_id, id, feeds.signal),
    );
    expect(await http.app.db.get(countEvents, [company_id])).toEqual(before);
    expect(asked).toEqual([(await feeds.connections.list(feeds.company.id))[0]?.next_pull_at]);
  });
});

test("a first day to come or too long ago is refused, and nothing is claimed", async () => {
  const { feeds } = await scripted(() => page("1"));
  for (const since of ["2026-05-21", "2025-05-01"] as CivilDate[])
    await expect(
      feeds.connections.connect(
        feeds.company.id,
        { vendor: "simplefin", given: "x", since, mapping: new Map(), reconnect: null },
        feeds.signal,
      ),
    ).rejects.toThrow("Lines of SimpleFIN can be taken from a day between 2025-05-19 and today.");
  expect(await feeds.connections.list(feeds.company.id)).toHaveLength(1);
});

test("disconnecting deletes the secret, keeps booked lines and removes pending ones (CONN-011)", async () => {
  const { feeds, id, descriptions, pull } = await scripted(() =>
    page("1", { lines: [line("a"), line("p", { pending: true })] }),
  );
  await pull();
  expect(await feeds.connections.disconnect(feeds.company.id, id, feeds.signal)).toEqual({
    vendor: "simplefin",
    revoked: false,
    removed: 1,
  });
  expect(await descriptions()).toEqual(["a"]);
  expect(await feeds.connections.list(feeds.company.id)).toEqual([]);
  expect(await feeds.integration("simplefin")).toMatchObject({ status: "not_connected" });
  await expect(pull()).rejects.toThrow("There is no connection");
});
