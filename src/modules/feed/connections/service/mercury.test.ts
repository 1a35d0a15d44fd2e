/** Mercury, against a server that lists, pages and filters as its documentation says. */
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
const TOKEN = "secret-token:mercury_test";

let vendor: VendorServer | null = null;
afterEach(() => vendor?.close());

interface Transaction {
  readonly id: string;
  readonly amount: number;
  readonly status: string;
  readonly createdAt: string;
  readonly postedAt: string | null;
  readonly counterpartyName: string;
  readonly counterpartyNickname: string | null;
  readonly bankDescription: string | null;
}

const made = (id: string, time: string, amount: number, more: Partial<Transaction> = {}): Transaction => ({
  id,
  amount,
  status: "sent",
  createdAt: time,
  postedAt: time,
  counterpartyName: `Who ${id}`,
  counterpartyNickname: null,
  bankDescription: id,
  ...more,
});

/** Mercury with two bank accounts and a credit account, connected to accounts of the books. */
async function connected(transactions: Record<string, Transaction[]>, since = "2026-04-01") {
  const state = { transactions, token: TOKEN, hasCredit: true };
  const server = await vendorServer(({ path, query, headers }): VendorReply => {
    if (headers.authorization !== `Bearer ${state.token}`)
      return { status: 401, body: { errors: { message: "unauthorized" } } };
    if (path === "/accounts")
      return {
        body: {
          accounts: [
            { id: "bbb", name: "Mercury Savings", nickname: null, kind: "savings", status: "active" },
            { id: "aaa", name: "Mercury Checking", nickname: "Ops", kind: "checking", status: "active" },
          ],
        },
      };
    if (path === "/credit")
      return state.hasCredit
        ? { body: { accounts: [{ id: "ccc", status: "active", currentBalance: 0 }] } }
        : { status: 404, body: {} };
    const account = /^\/account\/(\w+)\/transactions$/.exec(path)?.[1];
    const rows = state.transactions[account ?? ""];
    if (account === undefined) return { status: 404, body: {} };
    const day = (row: Transaction): string => (row.postedAt ?? row.createdAt).slice(0, 10);
    const [start, end] = [query.get("start") ?? "", query.get("end") ?? ""];
    const inRange = (rows ?? [])
      .filter((row) => day(row) >= start && day(row) <= end)
      .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    const [limit, offset] = [Number(query.get("limit") ?? 1000), Number(query.get("offset") ?? 0)];
    if (limit < 1 || limit > 1000 || query.get("order") !== "asc") return { status: 400, body: {} };
    return { body: { total: inRange.length, transactions: inRange.slice(offset, offset + limit) } };
  });
  vendor = server;
  const feeds = await feedsOf(http, server.url);
  const connect = (given: string, mapping: ReadonlyMap<string, string>) =>
    feeds.connections.connect(
      feeds.company.id,
      { vendor: "mercury", given, since: since as CivilDate, mapping, reconnect: null },
      feeds.signal,
    );
  const { connection_id } = await connect(
    `${TOKEN}\n`,
    new Map([
      ["aaa", feeds.account],
      ["bbb", feeds.other],
    ]),
  );
  const pull = () => feeds.connections.pull(feeds.company.id, connection_id, feeds.signal);
  return { state, feeds, server, connect, connection_id, pull };
}

test("lists the accounts, and takes lines of each with exact cents and the day in Los Angeles", async () => {
  const { feeds, pull } = await connected({
    aaa: [
      made("wire", "2026-05-02T03:00:00.123Z", -1500.1, { counterpartyNickname: "Landlord" }),
      made("coffee", "2026-05-03T20:00:00Z", -0.07, { bankDescription: null }),
    ],
    bbb: [made("interest", "2026-05-01T12:00:00Z", 12.34)],
    ccc: [made("card", "2026-05-01T12:00:00Z", -5)],
  });
  const [listed] = await feeds.connections.list(feeds.company.id);
  expect(listed?.accounts).toMatchObject([
    { id: "aaa", name: "Ops", account_id: feeds.account },
    { id: "bbb", name: "Mercury Savings", account_id: feeds.other },
    { id: "ccc", name: "Mercury credit", account_id: null },
  ]);
  expect(await pull()).toMatchObject({ ok: true, counts: { created: 3 }, unmapped: [{ id: "ccc" }] });
  expect(await feeds.transactions()).toMatchObject([
    { description: "Who coffee", amount_cents: -7, account_id: feeds.account },
    { description: "interest", amount_cents: 1234, account_id: feeds.other, source_vendor: "mercury" },
    { description: "wire", amount_cents: -150_010, date: "2026-05-01", merchant_name: "Landlord" },
  ]);
  expect(await pull()).toMatchObject({ counts: { created: 0, updated: 0, removed: 0 } });
});

test("reads every page of every window, however long ago it begins", async () => {
  const many = Array.from({ length: 1_200 }, (_none, index) =>
    made(`m${index}`, new Date(Date.parse("2025-06-01T12:00:00Z") + index * 3 * 3_600_000).toISOString(), -1),
  );
  const { pull } = await connected({ aaa: many, bbb: [] }, "2025-06-01");
  expect(await pull()).toMatchObject({ ok: true, counts: { created: 1_200, refused: 0 } });
});

test("a pending transaction is booked, and one that fails is removed, also after it was sent", async () => {
  const pending = { status: "pending", postedAt: null };
  const { state, feeds, pull } = await connected({
    aaa: [
      made("ach", "2026-05-15T12:00:00Z", -10, pending),
      made("hold", "2026-05-15T12:00:00Z", -20, pending),
      made("wire", "2026-05-15T12:00:00Z", -30),
    ],
  });
  await pull();
  expect(await feeds.transactions()).toMatchObject([
    { description: "ach", status: "pending" },
    { description: "hold", status: "pending" },
    { description: "wire", status: "approved" },
  ]);
  state.transactions = {
    aaa: [
      made("ach", "2026-05-15T12:00:00Z", -10, { postedAt: "2026-05-18T12:00:00Z" }),
      made("hold", "2026-05-15T12:00:00Z", -20, { status: "cancelled", postedAt: null }),
      made("wire", "2026-05-15T12:00:00Z", -30, { status: "failed" }),
      made("odd", "2026-05-15T12:00:00Z", -40, { status: "levitating" }),
    ],
  };
  expect(await pull()).toMatchObject({
    counts: { created: 1, removed: 3 },
    problems: ["The line odd of aaa was skipped. Mercury has it in a state that is not known here."],
  });
  expect(await feeds.transactions()).toMatchObject([{ description: "ach", date: "2026-05-18" }]);
  expect(await http.app.ledger.verify(feeds.company.id)).toMatchObject({ ok: true });
});

test("a token that is refused asks for a person, and an amount that is not exact is skipped", async () => {
  const { state, feeds, connect, pull } = await connected({
    aaa: [made("odd", "2026-05-15T12:00:00Z", 1.005)],
  });
  state.hasCredit = false;
  expect(await pull()).toMatchObject({
    ok: true,
    status: "connected",
    problems: ["The line odd of aaa was skipped. `amount` is not an exact amount in dollars."],
  });
  state.token = "another";
  expect(await pull()).toMatchObject({ ok: false, status: "requires_reconnect" });
  await expect(connect(TOKEN, new Map())).rejects.toThrow("Mercury refused the access (401)");
  await expect(connect("two words", new Map())).rejects.toThrow("one word on one line");
  expect(await feeds.integration("mercury")).toMatchObject({ status: "requires_reconnect" });
});
