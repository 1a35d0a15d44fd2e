/** Lines of a vendor that can't be read: listed, read again, and never taken for removed. */
import { expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { callTool } from "../../../../../test/support/mcp.ts";
import { line, page, scriptedFeed } from "../../../../../test/support/scripted-feed.ts";
import { cents } from "../../../../core/cents.ts";
import { DAY_S } from "../../../../core/civil-date.ts";
import type { SkippedLine } from "../rules/pull.ts";

const http = await testApp();

const bad = (id: string | null, more: Partial<SkippedLine> = {}): SkippedLine => ({
  account: "A",
  id,
  reason: "`amount` is not text.",
  sent: `{"id":${JSON.stringify(id)}}`,
  ...more,
});
const later = (seconds: number): void =>
  http.clock.set(new Date((http.clock.now() + seconds) * 1_000).toISOString());

test("One line that can't be read is listed, and the others come in (CONN-022)", async () => {
  const { listed, descriptions, pull } = await scriptedFeed(http, () =>
    page("1", { lines: [line("a")], skipped: [bad("x"), bad("y", { account: "B" })] }),
  );
  expect(await pull()).toMatchObject({
    ok: true,
    counts: { created: 1, refused: 1 },
    problems: ["The line x of A was skipped. `amount` is not text."],
  });
  expect(await descriptions()).toEqual(["a"]);
  const first_sent_at = http.clock.now();
  const { skipped } = await listed();
  expect(skipped).toEqual([
    {
      account: "A",
      line: "x",
      reason: "`amount` is not text.",
      sent: '{"id":"x"}',
      first_sent_at,
      last_sent_at: first_sent_at,
      is_read_again: true,
    },
  ]);
});

test("A pending line stays while a line of its account can't be read (CONN-023)", async () => {
  const held = line("p", { pending: true });
  const { script, descriptions, pull } = await scriptedFeed(http, () =>
    page("1", { lines: [held], allPendingOf: ["A"] }),
  );
  await pull();
  for (const account of ["A", null]) {
    script.next = () => page("2", { skipped: [bad(null, { account })], allPendingOf: ["A"] });
    await pull();
    expect(await descriptions(), String(account)).toEqual(["p"]);
  }
  script.next = () =>
    page("3", { lines: [line("p", { date: "2999-01-01" as typeof held.date })], allPendingOf: ["A"] });
  await pull();
  expect(await descriptions(), "booked on a day that can't be").toEqual(["p"]);
  script.next = () => page("4", { allPendingOf: ["A"] });
  await pull();
  expect(await descriptions()).toEqual([]);
});

test("What can't be read is read again from its place, once a day and when a person asks (CONN-024)", async () => {
  const { feeds, id, cursors, script, listed, descriptions, pull } = await scriptedFeed(http, (cursor) =>
    cursor === "place" || cursor === null
      ? page("2", { skipped: [bad("x")], again: "place", hasMore: true })
      : page("3", { lines: [line("b")] }),
  );
  const byWorker = () => feeds.connections.pullWhenDue(feeds.company.id, id, feeds.signal);
  await pull();
  expect(cursors.splice(0)).toEqual([null, "2"]);
  later(6 * 3_600 + 1);
  await byWorker();
  expect(cursors.splice(0), "not due yet").toEqual(["3"]);
  later(DAY_S);
  await byWorker();
  expect(cursors.splice(0), "a day later").toEqual(["place", "2"]);
  expect((await listed()).skipped).toHaveLength(1);
  await feeds.connections.askNow(feeds.company.id, id);
  await byWorker();
  expect(cursors.splice(0), "asked for").toEqual(["place", "2"]);
  script.next = (cursor) => page("4", { lines: [line("x"), line("b")], hasMore: cursor === "place" });
  await pull();
  expect(cursors.splice(0)).toEqual(["place", "4"]);
  expect(await descriptions()).toEqual(["b", "x"]);
  expect((await listed()).skipped).toEqual([]);
  await pull();
  expect(cursors).toEqual(["4"]);
});

test("A line without an id that the vendor sends no more is listed no more", async () => {
  const { script, listed, pull } = await scriptedFeed(http, () =>
    page("1", { skipped: [bad(null)], again: "place" }),
  );
  await pull();
  await pull();
  expect((await listed()).skipped).toMatchObject([{ line: null }]);
  later(60);
  script.next = () => page("2", { lines: [line("a", { amount_cents: cents(-5) })] });
  await pull();
  expect((await listed()).skipped).toEqual([]);
});

test("After thirty days a line is read again no more, and stays listed until it comes in", async () => {
  const { cursors, script, listed, pull } = await scriptedFeed(http, () =>
    page("1", { skipped: [bad("x")], again: "place" }),
  );
  await pull();
  later(31 * DAY_S);
  await pull();
  script.next = () => page("2");
  cursors.length = 0;
  await pull();
  expect(cursors).toEqual(["1"]);
  expect((await listed()).skipped).toMatchObject([{ line: "x", is_read_again: false }]);
  script.next = () => page("3", { lines: [line("x")] });
  await pull();
  expect((await listed()).skipped).toEqual([]);
});

test("With too many of them nothing is read past, and the connection says why", async () => {
  const { listed, pull } = await scriptedFeed(http, () =>
    page("1", { skipped: Array.from({ length: 201 }, (_, index) => bad(`x${index}`)) }),
  );
  expect(await pull()).toMatchObject({
    ok: false,
    problems: ["More than 200 lines can't be read. `amount` is not text."],
  });
  expect(await listed()).toMatchObject({ pulled_at: null, skipped: [] });
});

test("A feed that has brought nothing in for two days says since when, in the list of integrations too (CONN-025)", async () => {
  const { feeds, listed, pull } = await scriptedFeed(http, () => page("1"));
  await pull();
  const pulled = http.clock.now();
  later(2 * DAY_S);
  expect((await listed()).stale_since).toBeNull();
  expect(await feeds.integration("simplefin")).toMatchObject({ stale_since: null });
  later(1);
  expect((await listed()).stale_since).toBe(pulled);
  expect(await feeds.integration("simplefin")).toMatchObject({ status: "connected", stale_since: pulled });
  const said = async (name: string) =>
    JSON.stringify(await callTool(http.address, feeds.company.key, name, {}));
  for (const name of ["overview", "balance_sheet", "transactions", "whoami"])
    expect(await said(name), name).toContain(
      "LINES ARE MISSING: a live feed has brought in nothing since 2026",
    );
  await pull();
  expect(await feeds.integration("simplefin")).toMatchObject({ stale_since: null });
  expect(await said("overview")).not.toContain("LINES ARE MISSING");
});

test("A feed that is due and not read for a quarter of an hour says that no worker reads it (CONN-026)", async () => {
  const { feeds, id, listed } = await scriptedFeed(http, () => page("1"));
  await feeds.connections.askNow(feeds.company.id, id);
  later(15 * 60);
  expect(await listed()).toMatchObject({ is_waiting: false });
  later(1);
  expect(await listed()).toMatchObject({ is_waiting: true });
});
