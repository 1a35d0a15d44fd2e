/** Lines of a vendor that can't be read: listed, read again, and never taken for removed. */
import { expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { permissions } from "../../../../../test/support/bundle.ts";
import { callTool } from "../../../../../test/support/mcp.ts";
import { line, page, scriptedFeed } from "../../../../../test/support/scripted-feed.ts";
import { type Area, AREAS } from "@daybook/words/areas";
import { cents } from "@daybook/words/cents";
import { DAY_S } from "@daybook/words/civil-date";
import { connectionsConsoleHandlers } from "../handlers.ts";
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
      id: expect.any(String) as string,
    },
  ]);
});

test("A pending line stays while what can't be read may be it: the line of its id, or one without (CONN-023)", async () => {
  const held = line("p", { pending: true });
  const { script, descriptions, pull } = await scriptedFeed(http, () =>
    page("1", { lines: [held, line("q", { pending: true })], allPendingOf: ["A"] }),
  );
  await pull();
  for (const account of ["A", null]) {
    script.next = () => page("2", { skipped: [bad(null, { account })], allPendingOf: ["A"] });
    await pull();
    expect(await descriptions(), String(account)).toEqual(["p", "q"]);
  }
  script.next = () =>
    page("2", {
      lines: [line("b", { description: "booked" })],
      skipped: [bad("x"), bad("p", { account: null }), bad("q", { account: "B" })],
      allPendingOf: ["A"],
    });
  await pull();
  expect(await descriptions(), "another line, and one of another account").toEqual(["booked", "p"]);
  script.next = () =>
    page("3", { lines: [line("p", { date: "2999-01-01" as typeof held.date })], allPendingOf: ["A"] });
  await pull();
  expect(await descriptions(), "booked on a day that can't be").toEqual(["booked", "p"]);
  script.next = () => page("4", { allPendingOf: ["A"] });
  await pull();
  expect(await descriptions()).toEqual(["booked"]);
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

const many = (count: number, name = "x") => Array.from({ length: count }, (_, at) => bad(`${name}${at}`));

test("With too many of them in one reading nothing is read past, and the connection says why", async () => {
  const { listed, pull } = await scriptedFeed(http, (cursor) =>
    cursor === null ? page("1", { skipped: many(1), hasMore: true }) : page("2", { skipped: many(200, "y") }),
  );
  expect(await pull()).toMatchObject({
    ok: false,
    problems: [
      "More than 200 lines can't be read. `amount` is not text.",
      "The line x0 of A was skipped. `amount` is not text.",
    ],
  });
  expect((await listed()).skipped).toHaveLength(1);
});

test("Lines of former readings stop no feed before a thousand are listed; dismissed ones are not listed (CONN-027)", async () => {
  const { feeds, id, script, listed, pull } = await scriptedFeed(http, () => page("1"));
  const dismiss = async () =>
    feeds.connections.dismiss(
      feeds.company.id,
      id,
      (await listed()).skipped.map((row) => row.id),
    );
  for (let reading = 0; reading < 5; reading += 1) {
    script.next = () => page("1", { skipped: many(200, `${reading}-`) });
    expect(await pull()).toMatchObject({ ok: true });
    later(31 * DAY_S);
  }
  expect((await listed()).skipped).toHaveLength(1_000);
  script.next = () => page("2", { skipped: many(1) });
  expect(await pull()).toMatchObject({
    ok: false,
    problems: ["More than 1000 lines that can't be read are listed. Dismiss those that are settled."],
  });
  await dismiss();
  expect(await pull()).toMatchObject({ ok: true, counts: { refused: 1 } });
  expect((await listed()).skipped).toMatchObject([{ line: "x0" }]);
});

test("A line that is dismissed is listed no more while it is sent, and holds no pending line (CONN-027)", async () => {
  const { feeds, id, cursors, script, listed, descriptions, pull } = await scriptedFeed(http, () =>
    page("1", { lines: [line("p", { pending: true })], allPendingOf: ["A"] }),
  );
  await pull();
  script.next = () => page("2", { skipped: [bad(null)], again: "place", allPendingOf: ["A"] });
  await pull();
  const [row] = (await listed()).skipped;
  await feeds.connections.dismiss(feeds.company.id, id, [row?.id ?? ""]);
  expect((await listed()).skipped).toEqual([]);
  cursors.length = 0;
  for (let day = 0; day < 40; day += 1) {
    expect(await pull()).toMatchObject({ counts: { refused: 0 }, problems: [] });
    expect(await listed()).toMatchObject({ detail: null, skipped: [] });
    later(DAY_S);
  }
  expect(cursors.slice(0, 3), "its place is left").toEqual(["place", "2", "2"]);
  expect(await descriptions()).toEqual([]);
  script.next = () => page("3");
  later(31 * DAY_S);
  await pull();
  script.next = () => page("4", { skipped: [bad(null)] });
  await pull();
  expect((await listed()).skipped, "sent again after a month without it").toHaveLength(1);
});

test("A line that is not listed can't be dismissed, and none of those beside it is", async () => {
  const { feeds, id, listed, pull } = await scriptedFeed(http, () => page("1", { skipped: [bad("x")] }));
  await pull();
  const [row] = (await listed()).skipped;
  const dismiss = (connection: string, ...lines: string[]) =>
    feeds.connections.dismiss(feeds.company.id, connection, lines);
  await expect(dismiss(id, row?.id ?? "", "nothing")).rejects.toMatchObject({
    code: "resource_missing",
    param: "lines",
    message: "The connection lists no line nothing.",
  });
  await expect(dismiss("conn_none", row?.id ?? "")).rejects.toMatchObject({ param: "id" });
  expect((await listed()).skipped).toHaveLength(1);
});

test("A feed that needs a new sign-in is not read: it says since when lines are missing (CONN-025)", async () => {
  const { feeds, script, listed, pull } = await scriptedFeed(http, () => page("1"));
  await pull();
  const pulled = http.clock.now();
  later(DAY_S);
  script.next = () => page("2", { lines: [line("a")], reconnect: "Sign in again." });
  await pull();
  expect(await listed()).toMatchObject({ status: "requires_reconnect", pulled_at: pulled });
  later(DAY_S + 1);
  await pull();
  expect((await listed()).stale_since).toBe(pulled);
  expect(await feeds.integration("simplefin")).toMatchObject({ stale_since: pulled });
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
  const said = async (name: string, given: object = {}) =>
    JSON.stringify(await callTool(http.address, feeds.company.key, name, given));
  const year = { start_date: "2026-01-01", end_date: "2026-12-31" };
  for (const [name, given] of [
    ["overview", {}],
    ["balance_sheet", {}],
    ["transactions", {}],
    ["whoami", {}],
    ["series", { report_type: "income_statement", ...year }],
    ["read_operation", { operation: "getTrialBalance", parameters: year }],
  ] as const)
    expect(await said(name, given), name).toContain(
      "LINES ARE MISSING: a live feed has not brought in all since 2026",
    );
  await pull();
  expect(await feeds.integration("simplefin")).toMatchObject({ stale_since: null });
  expect(await said("overview")).not.toContain("LINES ARE MISSING");
});

test("Whoever sees figures is told which account lacks lines and since when, and nobody else (CONN-029)", async () => {
  const { feeds, pull } = await scriptedFeed(http, () => page("1"));
  await pull();
  const since = http.clock.now();
  const { listStaleFeeds } = connectionsConsoleHandlers(feeds.connections);
  const told = async (area: Area) => {
    const principal = {
      companyId: feeds.company.id,
      permissions: permissions("none", { [area]: area === "api_access" ? "manage" : "view" }),
    };
    return listStaleFeeds({ principal } as never);
  };
  expect(await told("reports")).toMatchObject({ accounts: [] });
  later(2 * DAY_S + 1);
  for (const area of AREAS)
    expect(await told(area), area).toMatchObject({
      accounts: ["reports", "transactions", "invoices", "forecast", "accounting_setup"].includes(area)
        ? [{ account_id: feeds.account, name: "Fed", since }]
        : [],
    });
  await pull();
  expect(await told("reports")).toMatchObject({ accounts: [] });
});

test("Where one bank of a connection wants a new sign-in, only its accounts lack lines (CONN-029)", async () => {
  const { feeds, id, script, pull } = await scriptedFeed(http, () => page("1"));
  const both = new Map([
    ["A", feeds.account],
    ["B", feeds.other],
  ]);
  await feeds.connections.map(feeds.company.id, id, both, feeds.signal);
  const stale = () => feeds.connections.listStale(feeds.company.id);
  script.next = () => page("2", { lines: [line("a"), line("b", { account: "B" })] });
  await pull();
  const since = http.clock.now();
  // The vendor sends the last lines of the bank that wants the sign-in again and again.
  for (const day of ["one", "two", "three"]) {
    later(DAY_S);
    const lines = [line(day), line("b", { account: "B" })];
    script.next = () => page(day, { lines, reconnect: "Sign in to B again." });
    await pull();
  }
  expect(await stale()).toEqual([{ account_id: feeds.other, name: "Other", since }]);
  // Then nothing comes in for the other one, either, but it is missing for less long.
  const last = http.clock.now();
  later(2 * DAY_S);
  expect(await stale()).toHaveLength(1);
  later(1);
  expect((await stale()).map((each) => each.since).toSorted((a, b) => a - b)).toEqual([since, last]);
});

test("A feed that is due and not read for a quarter of an hour says that no worker reads it (CONN-026)", async () => {
  const { feeds, id, listed } = await scriptedFeed(http, () => page("1"));
  await feeds.connections.askNow(feeds.company.id, id);
  later(15 * 60);
  expect(await listed()).toMatchObject({ is_waiting: false });
  later(1);
  expect(await listed()).toMatchObject({ is_waiting: true });
});
