/** The handlers of what only the web console asks of connections. */
import type { Handlers } from "../../../contract/operation.ts";

import { refuse } from "../../../core/errors.ts";
import { DATE_INPUT, readAs } from "../../../core/kinds.ts";
import type { connectionsConsoleContract } from "./contract.ts";
import { VENDOR_NAMES } from "./rules/words.ts";
import type { ConnectionsService, ListedConnection } from "./service/index.ts";

/** The bound of what a person waits for while a vendor answers. */
const WAIT_MS = 60_000;
const waiting = (): AbortSignal => AbortSignal.timeout(WAIT_MS);

function connectionView({ accounts, skipped, ...connection }: ListedConnection) {
  return {
    ...connection,
    skipped: skipped.map((line) => ({ ...line })),
    vendor_name: VENDOR_NAMES[connection.vendor],
    accounts: accounts.map(({ id, name, currency, account_id }) => ({ id, name, currency, account_id })),
  };
}

/** The areas whose figures come from lines of banks. */
const FIGURES = ["reports", "transactions", "invoices", "forecast", "accounting_setup"] as const;

const dayOf = (since: string | null) => (since === null ? null : readAs(DATE_INPUT, since, "since"));

export function connectionsConsoleHandlers(
  connections: ConnectionsService,
): Handlers<typeof connectionsConsoleContract> {
  type Company = Parameters<ConnectionsService["list"]>[0];

  async function changeView(companyId: Company, id: string, problems: readonly string[] = []) {
    const found = (await connections.list(companyId)).find((each) => each.id === id);
    if (found === undefined) throw refuse("resource_missing", { param: "id" });
    return {
      object: "connection_change" as const,
      connection: connectionView(found),
      problems: [...problems],
    };
  }

  return {
    async listConnections({ principal: { companyId } }) {
      return {
        object: "connections",
        connections: (await connections.list(companyId)).map(connectionView),
        vendors: connections.vendors().map((each) => ({ ...each })),
      };
    },
    async listStaleFeeds({ principal: { companyId, permissions } }) {
      const seesFigures = FIGURES.some((area) => permissions[area] !== "none");
      const accounts = seesFigures ? await connections.listStale(companyId) : [];
      return { object: "stale_feeds", accounts: accounts.map((each) => ({ ...each })) };
    },
    async connectVendor({ principal: { companyId }, body: { vendor, given, since = null } }) {
      const wanted = { vendor, given, since: dayOf(since), mapping: new Map(), reconnect: null };
      const { connection_id, problems } = await connections.connect(companyId, wanted, waiting());
      return changeView(companyId, connection_id, problems);
    },
    async beginSignIn({ principal: { companyId }, body: { vendor, since = null, reconnect = null } }) {
      const session = await connections.link(
        companyId,
        { vendor, since: dayOf(since), reconnect },
        waiting(),
      );
      return { object: "sign_in", ...session };
    },
    async renewConnection({ principal: { companyId }, input: { id }, body: { given } }) {
      const { connection } = await changeView(companyId, id);
      const wanted = { vendor: connection.vendor, given, since: null, mapping: new Map(), reconnect: id };
      const { problems } = await connections.connect(companyId, wanted, waiting());
      return changeView(companyId, id, problems);
    },
    async mapConnection({ principal: { companyId }, input: { id }, body: { accounts } }) {
      const mapping = new Map(accounts.map((each) => [each.id, each.account_id]));
      if (mapping.size < accounts.length)
        throw refuse("invalid_request", {
          param: "accounts",
          message: "`accounts` must name each account at the vendor once.",
        });
      await connections.map(companyId, id, mapping, waiting());
      return changeView(companyId, id);
    },
    async syncConnection({ principal: { companyId }, input: { id } }) {
      await connections.askNow(companyId, id);
      return changeView(companyId, id);
    },
    async dismissSkippedLines({ principal: { companyId }, input: { id }, body: { lines } }) {
      await connections.dismiss(companyId, id, lines);
      return changeView(companyId, id);
    },
    async disconnectVendor({ principal: { companyId }, input: { id } }) {
      const { revoked, removed } = await connections.disconnect(companyId, id, waiting());
      return { object: "disconnection", is_revoked: revoked, removed };
    },
  };
}
