/** Plaid, against a server that links, pages by cursor, changes meanwhile and fails as its documentation says. */
import { afterEach, describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import {
  feedsOf,
  type VendorReply,
  type VendorServer,
  vendorServer,
} from "../../../../../test/support/vendors.ts";
import { present } from "@daybook/words/assert";
import type { CivilDate } from "@daybook/words/civil-date";

const http = await testApp();
const ACCESS = "access-sandbox-s3cret";

let vendor: VendorServer | null = null;
afterEach(() => vendor?.close());

interface Update {
  readonly added?: readonly object[];
  readonly modified?: readonly object[];
  readonly removed?: readonly object[];
}

const made = (id: string, date: string, amount: number, more: object = {}) => ({
  transaction_id: id,
  account_id: "A",
  date,
  amount,
  iso_currency_code: "USD",
  name: id,
  original_description: null,
  merchant_name: null,
  pending: false,
  pending_transaction_id: null,
  ...more,
});

const failed = (error_type: string, error_code: string, status = 400): VendorReply => ({
  status,
  body: { error_type, error_code, error_message: "internal words", request_id: "r" },
});

/** Plaid with a log of updates, of which each is a page; a cursor is the number of updates before it. */
async function plaidOf(...updates: Update[]) {
  const state = {
    updates,
    linked: true,
    /** The banks that the session added. */
    banks: ["public-1"],
    isReady: true,
    itemError: null as string | null,
    syncError: null as VendorReply | null,
    /** Called before each page. */
    onPage: (_cursor: number): VendorReply | null => null,
    removedItems: 0,
  };
  const sync = (cursor: number): VendorReply => {
    const special = state.syncError ?? state.onPage(cursor);
    if (special !== null) return special;
    const page = state.isReady ? state.updates[cursor] : undefined;
    const next = page === undefined ? cursor : cursor + 1;
    return {
      body: {
        added: page?.added ?? [],
        modified: page?.modified ?? [],
        removed: page?.removed ?? [],
        accounts: [account],
        next_cursor: state.isReady ? `c${next}` : "",
        has_more: state.isReady && next < state.updates.length,
        transactions_update_status: state.isReady ? "HISTORICAL_UPDATE_COMPLETE" : "NOT_READY",
      },
    };
  };
  const account = {
    account_id: "A",
    name: "Plaid Checking",
    mask: "0000",
    balances: { iso_currency_code: "USD", current: 1 },
  };
  const answers: Record<string, (body: Record<string, unknown>) => VendorReply> = {
    "/link/token/create": (body) => ({
      body: {
        link_token: body["access_token"] === ACCESS ? "link-update" : "link-new",
        expiration: "2026-05-20T23:00:00Z",
        ...(body["hosted_link"] === undefined
          ? {}
          : { hosted_link_url: "https://secure.plaid.example/hl/1" }),
      },
    }),
    "/link/token/get": () => ({
      body: {
        link_sessions: state.linked
          ? [{ results: { item_add_results: state.banks.map((public_token) => ({ public_token })) } }]
          : [{ results: null }],
      },
    }),
    "/item/public_token/exchange": ({ public_token }) =>
      public_token === "public-1"
        ? { body: { access_token: ACCESS, item_id: "item-1" } }
        : failed("INVALID_INPUT", "INVALID_PUBLIC_TOKEN"),
    "/accounts/get": () => ({ body: { accounts: [account] } }),
    "/item/get": () => ({
      body: {
        item: {
          item_id: "item-1",
          error: state.itemError === null ? null : { error_type: "ITEM_ERROR", error_code: state.itemError },
        },
      },
    }),
    "/item/remove": () => {
      state.removedItems += 1;
      return { body: { request_id: "r" } };
    },
    "/transactions/sync": ({ cursor }) =>
      sync(cursor === undefined ? 0 : Number(JSON.stringify(cursor).slice(2, -1))),
  };
  const server = await vendorServer(({ method, path, headers, body }): VendorReply => {
    if (headers["plaid-client-id"] !== "client" || headers["plaid-secret"] !== "s3cret")
      return failed("INVALID_INPUT", "INVALID_API_KEYS");
    const given = JSON.parse(body) as Record<string, unknown>;
    const isOfItem = /^\/(item\/(get|remove)|accounts|transactions)/.test(path);
    if (isOfItem && given["access_token"] !== ACCESS) return failed("INVALID_INPUT", "INVALID_ACCESS_TOKEN");
    const answer = answers[path];
    return method !== "POST" || answer === undefined ? { status: 404, body: {} } : answer(given);
  });
  vendor = server;
  const feeds = await feedsOf(http, server.url);
  const connect = () =>
    feeds.connections.connect(
      feeds.company.id,
      {
        vendor: "plaid",
        given: "link-new",
        since: "2026-01-01" as CivilDate,
        mapping: new Map([["A", feeds.account]]),
        reconnect: null,
      },
      feeds.signal,
    );
  return { state, server, feeds, connect };
}

async function connected(...updates: Update[]) {
  const world = await plaidOf(...updates);
  const { connection_id } = await world.connect();
  const { connections, company, signal } = world.feeds;
  const pull = () => connections.pull(company.id, connection_id, signal);
  return { ...world, connection_id, pull };
}

const cursorsOf = ({ calls }: VendorServer): unknown[] =>
  calls
    .filter(({ path }) => path === "/transactions/sync")
    .map(({ body }) => (JSON.parse(body) as { cursor?: string }).cursor);

describe("connecting", () => {
  test("begins a session on a page of Plaid's, and ends it with the access token (CONN-020)", async () => {
    const { state, server, feeds, connect } = await plaidOf();
    const wanted = { vendor: "plaid", since: "2026-01-01" as CivilDate, reconnect: null } as const;
    expect(await feeds.connections.link(feeds.company.id, wanted, feeds.signal)).toEqual({
      link_token: "link-new",
      url: "https://secure.plaid.example/hl/1",
      expires: "2026-05-20T23:00:00Z",
    });
    expect(JSON.parse(present(server.calls[0], "no call").body)).toMatchObject({
      products: ["transactions"],
      transactions: { days_requested: 139 },
      user: { client_user_id: feeds.company.id },
    });
    state.linked = false;
    await expect(connect()).rejects.toThrow("No bank is connected in this link session yet");
    state.linked = true;
    state.banks = ["public-1", "public-2"];
    await expect(connect()).rejects.toThrow("The link session has connected several banks");
    expect(await feeds.connections.list(feeds.company.id)).toEqual([]);
    state.banks = ["public-1"];
    const { connection_id } = await connect();
    expect(await feeds.connections.list(feeds.company.id)).toMatchObject([
      { id: connection_id, accounts: [{ id: "A", name: "Plaid Checking 0000", currency: "USD" }] },
    ]);
  });

  test("renews the sign-in of a connection in update mode, with no new token", async () => {
    const { server, feeds, connection_id } = await connected();
    server.calls.length = 0;
    const wanted = { vendor: "plaid", since: null, reconnect: connection_id } as const;
    expect(await feeds.connections.link(feeds.company.id, wanted, feeds.signal)).toMatchObject({
      link_token: "link-update",
    });
    const body = JSON.parse(present(server.calls[0], "no call").body) as object;
    expect(body).toMatchObject({ access_token: ACCESS });
    expect(body).not.toHaveProperty("products");
    await expect(
      feeds.connections.connect(
        feeds.company.id,
        { ...wanted, given: "link-update", mapping: new Map() },
        feeds.signal,
      ),
    ).rejects.toThrow("needs no second step");
    const connect = (more: object) =>
      feeds.connections.connect(
        feeds.company.id,
        { ...wanted, given: "link-1", mapping: new Map(), ...more },
        feeds.signal,
      );
    await expect(connect({ vendor: "stripe" })).rejects.toMatchObject({
      param: "reconnect",
      message: `${wanted.reconnect} is a connection to Plaid, not to Stripe.`,
    });
    await expect(connect({ mapping: new Map([["a", feeds.account]]) })).rejects.toMatchObject({
      param: "accounts",
      message: "A connection that exists keeps its accounts.",
      ways: [{ first: "mapConnection" }],
    });
  });

  test("without the settings or the key says what is missing; other vendors have no sessions", async () => {
    const { feeds } = await plaidOf();
    const wanted = { vendor: "plaid", since: null, reconnect: null } as const;
    await expect(feeds.with({ sealer: null }).link(feeds.company.id, wanted, feeds.signal)).rejects.toThrow(
      "openssl rand -base64 32",
    );
    await expect(
      feeds.connections.link(feeds.company.id, { ...wanted, vendor: "stripe" }, feeds.signal),
    ).rejects.toThrow("Stripe has no sessions to sign in.");
  });

  test("ends the access at Plaid when it is disconnected (CONN-018)", async () => {
    const { state, feeds, connection_id } = await connected();
    expect(await feeds.connections.disconnect(feeds.company.id, connection_id, feeds.signal)).toMatchObject({
      revoked: true,
    });
    expect(state.removedItems).toBe(1);
  });
});

describe("a pull", () => {
  test("takes all pages of a run, with money out negative, and goes on from the last cursor", async () => {
    const { state, server, feeds, pull } = await connected(
      {
        added: [
          made("coffee", "2026-05-02", 4.33, { original_description: "COFFEE #1", merchant_name: "Cafe" }),
        ],
      },
      {
        added: [
          made("salary", "2026-05-03", -1500.1),
          made("euro", "2026-05-03", 1, { iso_currency_code: "EUR" }),
        ],
      },
    );
    expect(await pull()).toMatchObject({
      counts: { created: 2 },
      problems: ["The transaction euro is not in US dollars; it was left out."],
    });
    expect(await feeds.transactions()).toMatchObject([
      { description: "COFFEE #1", amount_cents: -433, merchant_name: "Cafe", source_vendor: "plaid" },
      { description: "salary", amount_cents: 150_010 },
    ]);
    state.updates.push({
      modified: [made("salary", "2026-05-03", -1500.2)],
      removed: [{ transaction_id: "coffee", account_id: "A" }],
    });
    server.calls.length = 0;
    expect(await pull()).toMatchObject({ counts: { updated: 1, removed: 1 } });
    expect(cursorsOf(server)).toEqual(["c2"]);
    expect(await feeds.transactions()).toMatchObject([{ description: "salary", amount_cents: 150_020 }]);
  });

  test("replaces a pending transaction with the booked one that names it", async () => {
    const { state, feeds, pull } = await connected({
      added: [made("p", "2026-05-18", 20, { pending: true })],
    });
    await pull();
    expect(await feeds.transactions()).toMatchObject([{ status: "pending", amount_cents: -2000 }]);
    state.updates.push({
      added: [made("b", "2026-05-20", 24, { pending_transaction_id: "p" })],
      removed: [{ transaction_id: "p" }],
    });
    await pull();
    expect(await feeds.transactions()).toMatchObject([
      { description: "b", status: "approved", amount_cents: -2400, date: "2026-05-20" },
    ]);
  });

  test("whose pages change meanwhile begins again from the first cursor of the run (CONN-019)", async () => {
    const { state, server, feeds, pull } = await connected(
      { added: [made("first", "2026-05-01", 1)] },
      { added: [made("ghost", "2026-05-02", 2)] },
      { added: [made("third", "2026-05-03", 3)] },
    );
    let mutations = 0;
    state.onPage = (cursor) => {
      if (cursor !== 2 || mutations > 0) return null;
      mutations += 1;
      // The second page's transaction has gone, so the run that begins again does not mention it.
      state.updates[1] = {};
      return failed("TRANSACTIONS_ERROR", "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION");
    };
    server.calls.length = 0;
    expect(await pull()).toMatchObject({ ok: true, counts: { created: 2 } });
    expect(cursorsOf(server)).toEqual([undefined, "c1", "c2", undefined, "c1", "c2"]);
    expect((await feeds.transactions()).map(({ description }) => description)).toEqual(["first", "third"]);
    state.onPage = () => failed("TRANSACTIONS_ERROR", "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION");
    expect(await pull()).toMatchObject({ ok: false, status: "connected" });
  });

  test("of an item that is not ready begins again from the beginning", async () => {
    const { state, server, pull } = await connected({ added: [made("a", "2026-05-01", 1)] });
    state.isReady = false;
    expect(await pull()).toMatchObject({ ok: true, counts: { created: 0 } });
    state.isReady = true;
    server.calls.length = 0;
    expect(await pull()).toMatchObject({ counts: { created: 1 } });
    expect(cursorsOf(server)).toEqual([undefined]);
  });

  test("with a problem of the sign-in asks for a person, and heals when it is renewed", async () => {
    const { state, feeds, pull } = await connected({ added: [made("a", "2026-05-01", 1)] });
    state.itemError = "ITEM_LOGIN_REQUIRED";
    expect(await pull()).toMatchObject({ ok: true, status: "requires_reconnect", counts: { created: 1 } });
    for (const error of [null, "INSTITUTION_DOWN"]) {
      state.itemError = error;
      expect(await pull(), String(error)).toMatchObject({ status: "connected" });
    }
    state.syncError = failed("ITEM_ERROR", "ITEM_LOGIN_REQUIRED");
    expect(await pull()).toMatchObject({ ok: false, status: "requires_reconnect" });
    const [listed] = await feeds.connections.list(feeds.company.id);
    expect(listed?.detail).toContain("ITEM_LOGIN_REQUIRED");
    expect(listed?.detail).toContain("Sign in again for this connection.");
    expect(listed?.detail).not.toContain("internal words");
    expect(await feeds.integration("plaid")).toMatchObject({ status: "requires_reconnect" });
  });

  test("that meets a limit or a bank that is down is tried again later", async () => {
    const { state, pull } = await connected();
    state.syncError = failed("RATE_LIMIT_EXCEEDED", "TRANSACTIONS_LIMIT", 429);
    expect(await pull()).toMatchObject({ ok: false, status: "connected" });
    state.syncError = failed("INSTITUTION_ERROR", "INSTITUTION_DOWN");
    expect(await pull()).toMatchObject({
      ok: false,
      status: "connected",
      problems: ["Plaid answered with INSTITUTION_DOWN."],
    });
  });
});
