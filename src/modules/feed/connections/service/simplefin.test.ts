/** SimpleFIN, against a server that behaves as the protocol says: claims, windows, pending lines, errors. */
import { afterEach, describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import {
  type Feeds,
  feedsOf,
  type VendorReply,
  type VendorServer,
  vendorServer,
} from "../../../../../test/support/vendors.ts";
import { statement } from "../../../../platform/db/index.ts";

const http = await testApp();
const DAY_S = 86_400;
const at = (day: string): number => Date.parse(`${day}T12:00:00Z`) / 1000;

let vendor: VendorServer | null = null;
afterEach(() => vendor?.close());

interface Bank {
  accounts: Record<string, object[]>;
  errors: string[];
  claims: number;
  currency: string;
}

/** A server with one token, which can be claimed once, and the lines of each account. */
async function bank(
  accounts: Record<string, object[]> = {},
): Promise<Bank & { feeds: Feeds; token: string }> {
  const state: Bank = { accounts, errors: [], claims: 0, currency: "USD" };
  vendor?.close();
  const server = await vendorServer(({ method, path, headers, query }): VendorReply => {
    if (method === "POST" && path === "/simplefin/claim/one") {
      state.claims += 1;
      if (state.claims > 1) return { status: 403, body: "Forbidden" };
      return { body: `${server.url.replace("http://", "http://demo:s3cret@")}/simplefin` };
    }
    if (headers.authorization !== `Basic ${Buffer.from("demo:s3cret").toString("base64")}`)
      return { status: 403, body: "Forbidden" };
    const [start, end] = [Number(query.get("start-date") ?? 0), Number(query.get("end-date") ?? 2 ** 40)];
    if (query.get("balances-only") === null && end - start > 45 * DAY_S)
      return { status: 400, body: { errors: ["The range is too long."], accounts: [] } };
    return {
      body: {
        errors: state.errors,
        accounts: Object.entries(state.accounts).map(([id, lines]) => ({
          org: { domain: "bank.example", name: "Bank", "sfin-url": "https://sfin.bank.example" },
          id,
          name: `Account ${id}`,
          currency: state.currency,
          balance: "1.00",
          "balance-date": 1,
          transactions: (lines as { posted: number; pending?: boolean; transacted_at?: number }[]).filter(
            ({ posted, transacted_at, pending }) =>
              (posted || (transacted_at ?? 0)) >= start &&
              (posted || (transacted_at ?? 0)) < end &&
              (!pending || query.get("pending") === "1"),
          ),
        })),
      },
    };
  });
  vendor = server;
  const token = Buffer.from(`${server.url}/simplefin/claim/one`).toString("base64");
  return Object.assign(state, { feeds: await feedsOf(http, server.url), token });
}

const line = (id: string, day: string, amount: string, more: object = {}) => ({
  id,
  posted: at(day),
  amount,
  description: id,
  ...more,
});

async function connected(accounts: Record<string, object[]>) {
  const world = await bank(accounts);
  const { feeds, token } = world;
  const { connection_id, problems } = await feeds.connections.connect(
    feeds.company.id,
    {
      vendor: "simplefin",
      given: ` ${token}\n`,
      since: "2026-04-01" as never,
      mapping: new Map([["A", feeds.account]]),
      reconnect: null,
    },
    feeds.signal,
  );
  expect(problems).toEqual([]);
  const pull = () => feeds.connections.pull(feeds.company.id, connection_id, feeds.signal);
  return { ...world, state: world, connection_id, pull };
}

const listSecrets = statement<{ secret: string; cursor: string | null }>(
  "test.listSecrets",
  "select secret, cursor from feed_connections where company_id = $1",
);

describe("connecting", () => {
  test("claims the token once, lists the accounts, and stores the access encrypted", async () => {
    const { feeds, token, connection_id } = await connected({ A: [], B: [] });
    expect(await feeds.connections.list(feeds.company.id)).toMatchObject([
      {
        id: connection_id,
        vendor: "simplefin",
        status: "connected",
        accounts: [
          { id: "A", name: "Bank Account A", currency: "USD", account_id: feeds.account },
          { id: "B", account_id: null },
        ],
      },
    ]);
    const [row] = await http.app.db.list(listSecrets, [feeds.company.id]);
    expect(row?.secret).toMatch(/^v1:/);
    expect(JSON.stringify(await feeds.connections.list(feeds.company.id))).not.toContain("s3cret");
    expect(await feeds.integration("simplefin")).toMatchObject({ status: "connected", type: "banking" });
    await expect(
      feeds.connections.connect(
        feeds.company.id,
        { vendor: "simplefin", given: token, since: null, mapping: new Map(), reconnect: null },
        feeds.signal,
      ),
    ).rejects.toThrow("somebody has claimed it already");
  });

  test("without a key nothing is claimed, and the refusal says how to make one (CONN-013)", async () => {
    const { feeds, token, ...state } = await bank({ A: [] });
    await expect(
      feeds
        .with({ sealer: null })
        .connect(
          feeds.company.id,
          { vendor: "simplefin", given: token, since: null, mapping: new Map(), reconnect: null },
          feeds.signal,
        ),
    ).rejects.toThrow("openssl rand -base64 32");
    expect(state.claims).toBe(0);
    expect(await feeds.integration("simplefin")).toMatchObject({ status: "not_connected" });
  });

  test("a token of another server, and what is no token, are refused", async () => {
    const { feeds } = await bank();
    const connect = (given: string) =>
      feeds.connections.connect(
        feeds.company.id,
        { vendor: "simplefin", given, since: null, mapping: new Map(), reconnect: null },
        feeds.signal,
      );
    await expect(
      connect(Buffer.from("https://elsewhere.example/claim/x").toString("base64")),
    ).rejects.toThrow("https://elsewhere.example, which SIMPLEFIN_SERVERS does not name");
    await expect(connect("not a token")).rejects.toThrow("not a setup token");
  });

  test("an account that the books lack, another currency and a second feed of an account (CONN-016)", async () => {
    const { feeds, connection_id, state } = await connected({ A: [], B: [] });
    const map = (vendorAccount: string, account: string) =>
      feeds.connections.map(
        feeds.company.id,
        connection_id,
        new Map([[vendorAccount, account]]),
        feeds.signal,
      );
    await expect(map("B", "acct_nobodys")).rejects.toThrow("There is no account acct_nobodys");
    await expect(map("Z", feeds.other)).rejects.toThrow("The connection has no account Z");
    await expect(map("B", feeds.account)).rejects.toThrow(
      `${feeds.account} is fed by A of ${connection_id} already; B is not mapped.`,
    );
    state.currency = "EUR";
    await expect(map("B", feeds.other)).rejects.toThrow("B is in EUR, and the books are in US dollars");
    state.currency = "USD";
    await map("B", feeds.other);
    const both = new Map([
      ["A", feeds.other],
      ["B", feeds.account],
    ]);
    await feeds.connections.map(feeds.company.id, connection_id, both, feeds.signal);
    await expect(
      feeds.connections.map(
        feeds.company.id,
        connection_id,
        new Map([
          ["A", feeds.other],
          ["B", feeds.other],
        ]),
        feeds.signal,
      ),
    ).rejects.toThrow("is named twice");
    const [listed] = await feeds.connections.list(feeds.company.id);
    expect(listed?.accounts.map(({ account_id }) => account_id)).toEqual([feeds.other, feeds.account]);
  });
});

describe("a pull", () => {
  test("takes lines with exact cents and days, of mapped accounts and from the first day on", async () => {
    const { feeds, pull } = await connected({
      A: [
        line("old", "2026-03-31", "-1.00"),
        line("coffee", "2026-04-02", "-33293.43"),
        line("refund", "2026-05-19", "0.1", { payee: "Shop" }),
      ],
      B: [line("other", "2026-05-01", "5.00")],
    });
    expect(await pull()).toMatchObject({ ok: true, counts: { created: 2 }, unmapped: [{ id: "B" }] });
    expect(await feeds.transactions()).toMatchObject([
      {
        description: "coffee",
        date: "2026-04-02",
        amount_cents: -3_329_343,
        status: "approved",
        source_vendor: "simplefin",
        source_type: "bank",
        merchant_name: null,
      },
      { description: "refund", amount_cents: 10, merchant_name: "Shop", account_id: feeds.account },
    ]);
    expect(await pull()).toMatchObject({ counts: { created: 0, updated: 0 } });
    expect(await http.app.ledger.verify(feeds.company.id)).toMatchObject({ ok: true });
  });

  test("a booked line replaces its pending one, on another day and with another amount", async () => {
    const { feeds, pull, state } = await connected({
      A: [
        line("meal", "2026-05-18", "-20.00", { pending: true, posted: 0, transacted_at: at("2026-05-18") }),
        line("gone", "2026-05-18", "-7.00", { pending: true }),
      ],
    });
    await pull();
    expect(await feeds.transactions()).toMatchObject([
      { description: "gone", status: "pending" },
      { description: "meal", status: "pending", date: "2026-05-18" },
    ]);
    state.accounts = { A: [line("meal", "2026-05-20", "-24.00")] };
    expect(await pull()).toMatchObject({ counts: { created: 1, removed: 2 } });
    expect(await feeds.transactions()).toMatchObject([
      { description: "meal", status: "approved", date: "2026-05-20", amount_cents: -2400 },
    ]);
    expect(await http.app.ledger.verify(feeds.company.id)).toMatchObject({ ok: true });
  });

  test("a pending line without a day waits, and one that changes its day is one line", async () => {
    const { feeds, pull, state } = await connected({
      A: [line("a", "2026-05-18", "-1.00", { pending: true, posted: 0 })],
    });
    await pull();
    expect(await feeds.transactions()).toEqual([]);
    for (const day of ["2026-05-18", "2026-05-19"]) {
      state.accounts = { A: [line("a", day, "-1.00", { pending: true })] };
      await pull();
      expect(await feeds.transactions()).toMatchObject([{ date: day, status: "pending" }]);
    }
  });

  test("reported errors are shown, keep pending lines, and ask for a person where they say so", async () => {
    const { feeds, pull, state } = await connected({
      A: [line("p", "2026-05-18", "-7.00", { pending: true })],
    });
    await pull();
    state.accounts = {};
    state.errors = ["Slow down.", "Bank A: sign in.", "Bank B: log in."];
    await pull();
    expect(await feeds.connections.list(feeds.company.id)).toMatchObject([
      { detail: "SimpleFIN reports: Bank A: sign in. SimpleFIN reports: Bank B: log in." },
    ]);
    state.errors = ["You must reauthenticate.\u0000"];
    expect(await pull()).toMatchObject({
      ok: true,
      status: "requires_reconnect",
      problems: ["SimpleFIN reports: You must reauthenticate."],
    });
    expect(await feeds.transactions()).toMatchObject([{ description: "p", status: "pending" }]);
    expect(await feeds.integration("simplefin")).toMatchObject({ status: "requires_reconnect" });
    state.errors = [];
    state.accounts = { A: [line("p", "2026-05-18", "-7.00")] };
    expect(await pull()).toMatchObject({ status: "connected", counts: { created: 1, removed: 1 } });
    expect(await feeds.integration("simplefin")).toMatchObject({ status: "connected" });
  });

  test("follows redirects to trusted servers, and sends its secret to no other (CONN-014)", async () => {
    const { feeds, pull } = await connected({ A: [line("a", "2026-05-02", "-1.00")] });
    const server = vendor as VendorServer;
    const { answer } = server;
    let target = "/moved/accounts";
    server.answer = (call) =>
      call.path === "/simplefin/accounts"
        ? {
            status: 302,
            headers: { location: `${target}?start-date=${at("2026-05-01")}&end-date=${at("2026-05-21")}` },
            body: "",
          }
        : answer(call);
    expect(await pull()).toMatchObject({ ok: true, counts: { created: 1 } });
    const other = await vendorServer(() => ({ body: {} }));
    target = `${other.url}/accounts`;
    expect(await pull()).toMatchObject({
      ok: false,
      problems: ["SimpleFIN redirects to a server that SIMPLEFIN_SERVERS does not name."],
    });
    expect(other.calls).toEqual([]);
    other.close();
    target = "/simplefin/accounts";
    expect(await pull()).toMatchObject({ ok: false, problems: ["SimpleFIN redirects without end."] });
    expect(await feeds.transactions()).toHaveLength(1);
  });

  test("a line of a closed month is booked on the first open day (CONN-015)", async () => {
    const { feeds, pull } = await connected({ A: [line("late", "2026-04-02", "-1.00")] });
    await http.app.ledger.closeBooks(
      feeds.company.id,
      "2026-04-30" as never,
      { now: http.clock.now(), today: "2026-05-20" as never },
      "operator",
      "Filed",
    );
    await pull();
    expect(await feeds.transactions()).toMatchObject([
      { description: "late", date: "2026-04-02", accounting_date: "2026-05-01" },
    ]);
  });
});
