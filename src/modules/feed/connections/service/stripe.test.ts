/** Stripe, against a server that pages, limits and refuses as its documentation says. */
import { afterEach, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import {
  feedsOf,
  type VendorReply,
  type VendorServer,
  vendorServer,
} from "../../../../../test/support/vendors.ts";
import type { CivilDate } from "@daybook/words/civil-date";

const http = await testApp();
const KEY = "rk_test_balance";
const at = (time: string): number => Date.parse(time) / 1000;

let vendor: VendorServer | null = null;
afterEach(() => vendor?.close());

interface BalanceTransaction {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly fee: number;
  readonly net: number;
  readonly currency: string;
  readonly type: string;
  readonly description: string | null;
}

const made = (
  id: string,
  time: string,
  amount: number,
  fee: number,
  more: object = {},
): BalanceTransaction => ({
  id,
  created: at(time),
  amount,
  fee,
  net: amount - fee,
  currency: "usd",
  type: "charge",
  description: id,
  ...more,
});

/** Stripe with these balance transactions, which connects to an account of the books. */
async function stripeOf(...transactions: BalanceTransaction[]) {
  const state = { transactions, limited: 0, key: KEY };
  const server = await vendorServer(({ path, query, headers }): VendorReply => {
    if (headers.authorization !== `Bearer ${state.key}`)
      return { status: 401, body: { error: { type: "invalid_request_error", message: "Invalid API Key" } } };
    if (state.limited > 0) {
      state.limited -= 1;
      return { status: 429, headers: { "retry-after": "900" }, body: { error: { code: "rate_limit" } } };
    }
    if (path === "/v1/balance")
      return {
        body: { available: [{ currency: "usd", amount: 1 }], pending: [{ currency: "eur", amount: 0 }] },
      };
    if (path !== "/v1/balance_transactions") return { status: 404, body: {} };
    const newestFirst = state.transactions
      .filter(({ created }) => created >= Number(query.get("created[gte]") ?? 0))
      .toSorted((a, b) => b.created - a.created);
    const after = query.get("starting_after");
    const from = after === null ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
    const limit = Number(query.get("limit") ?? 10);
    return {
      body: {
        object: "list",
        data: newestFirst.slice(from, from + limit),
        has_more: newestFirst.length > from + limit,
      },
    };
  });
  vendor = server;
  const feeds = await feedsOf(http, server.url);
  const connect = (given: string) =>
    feeds.connections.connect(
      feeds.company.id,
      {
        vendor: "stripe",
        given,
        since: "2026-01-01" as CivilDate,
        mapping: new Map([["usd", feeds.account]]),
        reconnect: null,
      },
      feeds.signal,
    );
  return { state, feeds, connect, server };
}

async function connected(...transactions: BalanceTransaction[]) {
  const world = await stripeOf(...transactions);
  const { connection_id } = await world.connect(KEY);
  const pull = () => world.feeds.connections.pull(world.feeds.company.id, connection_id, world.feeds.signal);
  return { ...world, connection_id, pull };
}

test("a charge is a line, and its fee another; a payout has none; the sum is the net (CONN-017)", async () => {
  const { feeds, pull } = await connected(
    made("txn_charge", "2026-05-02T03:00:00Z", 10_000, 320),
    made("txn_payout", "2026-05-03T12:00:00Z", -9_680, 0, { type: "payout", description: null }),
    made("txn_fee", "2026-05-04T12:00:00Z", 0, 25, { type: "stripe_fee", description: "Radar" }),
  );
  expect(await pull()).toMatchObject({ ok: true, counts: { created: 4 }, problems: [], unmapped: [] });
  expect(await feeds.transactions()).toMatchObject([
    { description: "Stripe fee: Radar", amount_cents: -25 },
    // Eight in the evening in Los Angeles.
    {
      description: "Stripe fee: txn_charge",
      amount_cents: -320,
      merchant_name: "Stripe",
      date: "2026-05-01",
    },
    { description: "Stripe payout", amount_cents: -9_680 },
    { description: "txn_charge", amount_cents: 10_000, source_vendor: "stripe", date: "2026-05-01" },
  ]);
});

test("reads all pages, newest first, and then only what is new, with a day again", async () => {
  const many = Array.from({ length: 230 }, (_none, index) =>
    made(
      `txn_${index}`,
      new Date(Date.parse("2026-03-01T12:00:00Z") + index * 3_600_000).toISOString(),
      100,
      0,
    ),
  );
  const { state, server, pull } = await connected(...many);
  expect(await pull()).toMatchObject({ counts: { created: 230 } });
  const before = server.calls.length;
  // One that appears late, behind the newest, and a new one.
  state.transactions.push(
    made("txn_late", "2026-03-10T02:00:00Z", 100, 0),
    made("txn_new", "2026-03-11T12:00:00Z", 100, 0),
  );
  expect(await pull()).toMatchObject({ counts: { created: 2 } });
  expect(server.calls.length - before).toBe(1);
});

test("goes on after a limit, not before the time that Stripe asks for", async () => {
  const { state, feeds, pull } = await connected(made("txn_1", "2026-05-02T12:00:00Z", 100, 0));
  state.limited = 1;
  expect(await pull()).toMatchObject({
    ok: false,
    status: "connected",
    problems: ["Stripe asks for fewer requests (429)."],
    next_pull_at: http.clock.now() + 900,
  });
  expect(await feeds.transactions()).toEqual([]);
  expect(await pull()).toMatchObject({ ok: true, counts: { created: 1 } });
});

test("a revoked key asks for a person; a wrong one is not stored", async () => {
  const { state, feeds, connect, pull } = await connected();
  state.key = "rk_test_another";
  expect(await pull()).toMatchObject({ ok: false, status: "requires_reconnect" });
  expect(await feeds.integration("stripe")).toMatchObject({ status: "requires_reconnect" });
  await expect(connect("rk_test_wrong")).rejects.toThrow("Stripe refused the access (401)");
  await expect(connect("pk_test_public")).rejects.toThrow("begins with rk_ or sk_");
  expect(await feeds.connections.list(feeds.company.id)).toHaveLength(1);
});

test("a line whose amounts do not agree is skipped; an answer that is no JSON and one that is too large change nothing", async () => {
  const { state, feeds, server, pull } = await connected(
    made("txn_odd", "2026-05-02T12:00:00Z", 100, 3, { net: 98 }),
  );
  expect(await pull()).toMatchObject({
    ok: true,
    counts: { created: 0, refused: 1 },
    problems: [
      "The line txn_odd of usd was skipped. The amount, the fee and the net of txn_odd do not agree.",
    ],
  });
  state.transactions = [];
  const { answer } = server;
  server.answer = () => ({ body: "<html>" });
  expect(await pull()).toMatchObject({ ok: false, problems: ["The answer is not JSON."] });
  server.answer = () => ({ body: { data: [], has_more: true } });
  expect(await pull()).toMatchObject({
    ok: false,
    problems: ["Stripe says that there is more, and sent nothing."],
  });
  server.answer = () => ({ status: 500, body: {} });
  expect(await pull()).toMatchObject({
    ok: false,
    problems: ["Stripe answered with an error of its own (500)."],
  });
  server.answer = () => ({ body: "x".repeat(1_000_001) });
  expect(await pull()).toMatchObject({ ok: false, problems: [expect.stringContaining("1000000 bytes")] });
  server.answer = () => "hang up";
  expect(await pull()).toMatchObject({ ok: false, problems: [expect.stringContaining("can't be reached")] });
  server.answer = answer;
  expect(await pull()).toMatchObject({ ok: true });
  expect(await feeds.transactions()).toEqual([]);
});
