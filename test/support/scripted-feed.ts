/** A live feed for tests whose connector returns the pages that a test defines. */
import { present } from "@daybook/words/assert";
import { cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { Page, VendorLine } from "../../src/modules/feed/connections/rules/pull.ts";
import type { Connector } from "../../src/modules/feed/connections/service/connector.ts";
import { type Vendor, VENDORS } from "../../src/modules/feed/connections/words.ts";
import type { TestApp } from "./app.ts";
import { feedsOf } from "./vendors.ts";

export const line = (id: string, more: Partial<VendorLine> = {}): VendorLine => ({
  account: "A",
  id,
  date: "2026-05-01" as CivilDate,
  amount_cents: cents(-100),
  description: id,
  merchant_name: null,
  pending: false,
  replaces: null,
  ...more,
});

export const page = (cursor: string, more: Partial<Page> = {}): Page => ({
  accounts: null,
  lines: [],
  removed: [],
  allPendingOf: [],
  skipped: [],
  again: cursor,
  cursor,
  hasMore: false,
  problems: [],
  reconnect: null,
  ...more,
});

/** A company with a connection whose connector gives what `next` returns for a cursor. */
export async function scriptedFeed(http: TestApp, next: (cursor: string | null) => Page | Promise<Page>) {
  const cursors: (string | null)[] = [];
  const script = { next };
  const connector: Connector = {
    claim: async (given) => given.trim(),
    accounts: async () => ["A", "B"].map((id) => ({ id, name: id, currency: "USD" })),
    async pull({ cursor }) {
      cursors.push(cursor);
      return script.next(cursor);
    },
  };
  const connectors = Object.fromEntries(VENDORS.map((vendor) => [vendor, connector])) as Record<
    Vendor,
    Connector
  >;
  const feeds = await feedsOf(http, "http://127.0.0.1:9", { connectors });
  const { connection_id: id } = await feeds.connections.connect(
    feeds.company.id,
    {
      vendor: "simplefin",
      given: "secret",
      since: "2026-01-01" as CivilDate,
      mapping: new Map([["A", feeds.account]]),
      reconnect: null,
    },
    feeds.signal,
  );
  const listed = async () => present((await feeds.connections.list(feeds.company.id))[0], "no connection");
  const descriptions = async () => (await feeds.transactions()).map(({ description }) => description);
  const pull = (connections = feeds.connections) => connections.pull(feeds.company.id, id, feeds.signal);
  return { feeds, id, cursors, script, listed, descriptions, pull, connectors };
}
