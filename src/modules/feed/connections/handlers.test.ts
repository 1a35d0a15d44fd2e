/** What the web console asks of connections, over HTTP, against a server in place of Mercury. */
import { afterAll, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { permissions, person } from "../../../../test/support/bundle.ts";
import { feedsOf, vendorServer } from "../../../../test/support/vendors.ts";
import { bind } from "../../../contract/operation.ts";
import { connectionsConsoleContract } from "./contract.ts";
import { connectionsConsoleHandlers } from "./handlers.ts";

const http = await testApp();
const TOKEN = "secret-token";
const vendor = await vendorServer(({ path, headers }) =>
  headers.authorization !== `Bearer ${TOKEN}`
    ? { status: 401, body: {} }
    : path === "/accounts"
      ? { body: { accounts: [{ id: "aaa", name: "Ops", nickname: null, status: "active" }] } }
      : { body: path === "/credit" ? { accounts: [] } : { total: 0, transactions: [] } },
);
afterAll(() => vendor.close());

interface Change {
  readonly connection: {
    readonly id: string;
    readonly status: string;
    readonly next_pull_at: number;
    readonly accounts: readonly { readonly id: string; readonly account_id: string | null }[];
  };
  readonly problems: readonly string[];
}

async function setting() {
  const feeds = await feedsOf(http, vendor.url);
  const operations = bind(connectionsConsoleContract, connectionsConsoleHandlers(feeds.connections));
  const served = await http.serve({ operations });
  const { key } = feeds.company;
  const post = <Body = Change>(target: string, body?: object) =>
    served.send<Body>(target, { key, method: "POST", ...(body === undefined ? {} : { body }) });
  const refused = (target: string, body?: object, by = key) =>
    served.refusal(target, { key: by, method: "POST", ...(body === undefined ? {} : { body }) });
  return { feeds, served, post, refused };
}

test("a vendor is connected, mapped, asked for, renewed and disconnected; no answer has its token (CONN-001)", async () => {
  const { feeds, served, post, refused } = await setting();
  const made = await post("/connections", { vendor: "mercury", given: TOKEN });
  expect(made).toMatchObject({
    status: 201,
    body: { problems: [], connection: { status: "connected", accounts: [{ id: "aaa", account_id: null }] } },
  });
  const { id } = made.body.connection;
  const mapped = await post(`/connections/${id}/accounts`, {
    accounts: [{ id: "aaa", account_id: feeds.account }],
  });
  expect(mapped.body.connection.accounts).toMatchObject([{ id: "aaa", account_id: feeds.account }]);
  await feeds.connections.pull(feeds.company.id, id, feeds.signal);
  const now = http.clock.now();
  const [waits] = await feeds.connections.list(feeds.company.id);
  expect(waits?.next_pull_at).toBeGreaterThan(now);
  expect((await post(`/connections/${id}/sync`)).body.connection.next_pull_at).toBe(now);
  expect((await post(`/connections/${id}/renew`, { given: TOKEN })).body.connection.accounts).toEqual(
    mapped.body.connection.accounts,
  );
  const listed = await served.send("/connections", { key: feeds.company.key });
  expect(listed.text).not.toContain(TOKEN);
  expect(listed.body).toMatchObject({
    connections: [{ id, vendor_name: "Mercury" }],
    vendors: [
      { key: "simplefin", has_sessions: false, problem: null },
      { key: "stripe" },
      { key: "mercury" },
      { key: "plaid", has_sessions: true },
    ],
  });
  expect((await post(`/connections/${id}/disconnect`)).body).toEqual({
    object: "disconnection",
    is_revoked: false,
    removed: 0,
  });
  expect((await refused(`/connections/${id}/sync`)).code).toBe("resource_missing");
  await served.close();
});

test("what can't be is refused with its reason", async () => {
  const { feeds, served, refused } = await setting();
  const refusals = [
    await refused("/connections", { vendor: "mercury", given: "wrong" }),
    await refused("/connections", { vendor: "mercury", given: " " }),
    await refused("/connections", { vendor: "mercury", given: TOKEN, since: "2026-02-30" }),
    await refused("/connections/sign_in", { vendor: "mercury" }),
    await refused("/connections/conn_none/renew", { given: TOKEN }),
    await refused("/connections/conn_none/accounts", {
      accounts: [
        { id: "aaa", account_id: null },
        { id: "aaa", account_id: feeds.account },
      ],
    }),
  ];
  expect(refusals.at(-1)?.message).toBe("`accounts` must name each account at the vendor once.");
  expect(refusals.map(({ code, param }) => [code, param])).toEqual([
    ["invalid_request", undefined],
    ["parameter_missing", "given"],
    ["invalid_request", "since"],
    ["invalid_request", undefined],
    ["resource_missing", "id"],
    ["invalid_request", "accounts"],
  ]);
  expect(await feeds.connections.list(feeds.company.id)).toEqual([]);
  const unset = feeds.with({ sealer: null }).vendors();
  expect(unset.map(({ problem }) => problem?.slice(0, 25))).toEqual(
    Array(4).fill("CONNECTION_KEY is not set"),
  );
  await served.close();
});

test("signing in again needs connections managed; what decides over lines needs transactions too (CONN-002)", async () => {
  const feeds = await feedsOf(http, vendor.url);
  const operations = bind(connectionsConsoleContract, connectionsConsoleHandlers(feeds.connections));
  const served = await http.serve({ operations });
  const areas = { api_access: "manage", integrations: "manage" } as const;
  const [signs, views] = [
    person("signs", permissions("none", areas)),
    person("views", permissions("none", { ...areas, integrations: "view", transactions: "manage" })),
  ];
  const company = await http.company({
    users: [signs.user, views.user],
    members: [signs.member, views.member],
  });
  const codes = async (member: string) => {
    const key = await http.keyOf(company.id, member);
    const targets = ["sync", "renew", "accounts", "disconnect"];
    const bodies: Readonly<Record<string, object>> = {
      renew: { given: TOKEN },
      accounts: { accounts: [{ id: "aaa", account_id: null }] },
    };
    const found = [];
    for (const target of targets) {
      const body = bodies[target];
      const wanted = { key, method: "POST", ...(body === undefined ? {} : { body }) };
      found.push((await served.refusal(`/connections/conn_none/${target}`, wanted)).code);
    }
    return found;
  };
  const [missing, insufficient] = ["resource_missing", "insufficient_permission"];
  expect(await codes(signs.member.id)).toEqual([missing, missing, insufficient, insufficient]);
  expect(await codes(views.member.id)).toEqual(Array(4).fill(insufficient));
  await served.close();
});
