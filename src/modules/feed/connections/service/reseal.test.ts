/** Encrypting secrets again after the key was replaced: which are, what stays, and what no key opens. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { feedsOf, vendorServer } from "../../../../../test/support/vendors.ts";
import { openSealer } from "../../../../platform/secrets/index.ts";
import { connectionsStore } from "../store.ts";

const http = await testApp();
const key = () => randomBytes(32).toString("base64");

test("what another key encrypted is encrypted with the first, and nothing else of a connection changes", async () => {
  const vendor = await vendorServer(() => ({ body: { accounts: [] } }));
  const [old, young] = [key(), key()];
  const feeds = await feedsOf(http, vendor.url, { sealer: openSealer([old]) });
  const company = feeds.company.id;
  const connect = async (connections = feeds.connections) =>
    (
      await connections.connect(
        company,
        { vendor: "mercury", given: "token", since: null, mapping: new Map(), reconnect: null },
        feeds.signal,
      )
    ).connection_id;
  const first = await connect();
  const both = feeds.with({ sealer: openSealer([young, old]) });
  const second = await connect(both);
  const rows = () => connectionsStore.list(http.app.db, company);

  expect(await both.sealing(company)).toEqual({ current: [second], former: [first], unopened: [] });
  const before = await rows();
  const all = before.map(({ id }) => id);
  expect(await both.reseal(company)).toEqual({
    changed: [first],
    current: all,
    former: [],
    unopened: [],
  });
  const after = await rows();
  expect(after.map(({ secret: _secret, ...rest }) => rest)).toEqual(
    before.map(({ secret: _secret, ...rest }) => rest),
  );
  expect(after.map(({ secret }, at) => secret === before[at]?.secret)).toEqual(all.map((id) => id !== first));
  expect(await both.reseal(company)).toMatchObject({ changed: [], current: all });

  const foreign = feeds.with({ sealer: openSealer([key()]) });
  expect(await foreign.reseal(company)).toMatchObject({ changed: [], unopened: all });
  expect(await feeds.with({ sealer: null }).reseal(company)).toMatchObject({ unopened: all });
  expect(await rows()).toEqual(after);
  vendor.close();
});
