/** The use cases of connections put together. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import { staleSince } from "../../../tenants/integrations/index.ts";
import { type AccountRow, bankingStore } from "../../banking/index.ts";
import type { ConnectionRow, VendorAccountRow } from "../record.ts";
import { nextTryAfterCrash } from "../rules/schedule.ts";
import { type ListedLine, listedLines } from "../rules/skipped.ts";
import { connectionsStore } from "../store.ts";
import {
  askNow,
  connect,
  type ConnectableVendor,
  connectableVendors,
  type Connected,
  disconnect,
  dismiss,
  link,
  type Mapping,
  type NewConnection,
  remap,
} from "./connect.ts";
import type { LinkSession } from "./connector.ts";
import type { Company, ConnectionsNeeds } from "./needs.ts";
import { pull, type PullResult } from "./pull.ts";
import { reseal, type Sealing, sealingOf } from "./reseal.ts";

/** A connection without its secret, with the accounts at its vendor. */
export interface ListedConnection extends Pick<
  ConnectionRow,
  "id" | "vendor" | "status" | "detail" | "since" | "failures" | "created" | "pulled_at" | "next_pull_at"
> {
  /** When the lines of all its accounts last came in, if that is long ago; null otherwise. */
  readonly stale_since: UnixSeconds | null;
  /** True if it has been due for so long that no worker can be running. */
  readonly is_waiting: boolean;
  /** The lines that could not be read, and whether each is read again once a day. */
  readonly skipped: readonly ListedLine[];
  readonly accounts: readonly Omit<VendorAccountRow, "connection_id">[];
}

interface StaleAccount {
  readonly account_id: AccountRow["id"];
  readonly name: string;
  readonly since: UnixSeconds;
}

export interface ConnectionsService {
  /** Connects a vendor, or gives a connection a new secret. Refuses `invalid_request`, `resource_missing`. */
  connect(companyId: Company, wanted: NewConnection, signal: AbortSignal): Promise<Connected>;
  /** Begins a session in which a person signs in. Refuses `invalid_request` and `resource_missing`. */
  link(
    companyId: Company,
    wanted: Pick<NewConnection, "vendor" | "since" | "reconnect">,
    signal: AbortSignal,
  ): Promise<LinkSession>;
  /** Lists a company's connections. */
  list(companyId: Company): Promise<ListedConnection[]>;
  /** Lists the accounts of the books whose feed has brought in nothing for long, and since when. */
  listStale(companyId: Company): Promise<StaleAccount[]>;
  /** Lists what can be connected, and what is missing for it. */
  vendors(): readonly ConnectableVendor[];
  /** Makes the worker pull a connection next. Refuses `resource_missing`. */
  askNow(companyId: Company, id: string): Promise<void>;
  /** Pulls a connection now. Refuses `resource_missing`; what the vendor refuses is in the result. */
  pull(companyId: Company, id: string, signal: AbortSignal): Promise<PullResult>;
  /** Pulls a connection if it is due, and asks for the next pull otherwise. */
  pullWhenDue(companyId: Company, id: string, signal: AbortSignal): Promise<void>;
  /** Asks for a pull of a connection whose last one ended without recording why. */
  pullLater(companyId: Company, id: string): Promise<void>;
  /** Changes which accounts feed which. Refuses `invalid_request` and `resource_missing`. */
  map(companyId: Company, id: string, mapping: Mapping, signal: AbortSignal): Promise<void>;
  /** Takes lines that could not be read off the list, by their ids there. Refuses `resource_missing`. */
  dismiss(companyId: Company, id: string, lines: readonly string[]): Promise<void>;
  /** Says with which keys the secrets of a company are encrypted. */
  sealing(companyId: Company): Promise<Sealing>;
  /** Encrypts the secrets of a company with the first key. */
  reseal(companyId: Company): ReturnType<typeof reseal>;
  /** Ends a connection. Refuses `resource_missing`. */
  disconnect(companyId: Company, id: string, signal: AbortSignal): ReturnType<typeof disconnect>;
}

function listed(
  row: ConnectionRow,
  accounts: readonly VendorAccountRow[],
  now: UnixSeconds,
): ListedConnection {
  const { id, vendor, status, detail, since, failures, created, pulled_at, next_pull_at } = row;
  const isMapped = accounts.some(({ account_id }) => account_id !== null);
  return {
    id,
    vendor,
    status,
    detail,
    since,
    failures,
    created,
    pulled_at,
    next_pull_at,
    stale_since: isMapped ? staleSince(pulled_at ?? created, now) : null,
    is_waiting: next_pull_at < now - LIMITS.feed_waiting_minutes.value * 60,
    skipped: listedLines(row.skipped, now),
    accounts: accounts.map(({ connection_id: _connection, ...account }) => account),
  };
}

export function connectionsService(needs: ConnectionsNeeds): ConnectionsService {
  const { db, now, askForPull } = needs;
  const ask = (companyId: Company, id: string, runAt: UnixSeconds): Promise<void> =>
    db.transaction((tx) => askForPull(tx, companyId, id, runAt), { leavesNoEvent: true });
  const list = async (companyId: Company): Promise<ListedConnection[]> => {
    const accounts = await connectionsStore.listAccounts(db, companyId);
    const rows = await connectionsStore.list(db, companyId);
    return rows.map((row) =>
      listed(
        row,
        accounts.filter(({ connection_id }) => connection_id === row.id),
        now(),
      ),
    );
  };
  return {
    list,
    async listStale(companyId) {
      const connections = (await list(companyId)).flatMap(({ vendor, stale_since, accounts }) =>
        stale_since === null ? [] : [{ vendor, stale_since, accounts }],
      );
      const [earliest] = connections.map(({ stale_since }) => stale_since).toSorted((a, b) => a - b);
      if (earliest === undefined) return [];
      // If one bank of a connection requires a sign-in, the lines of the other banks still come in.
      const latest = new Map(
        (await needs.transactions.listLatest(companyId, earliest)).map((each) => [
          `${each.source_vendor} ${each.account_id}`,
          each.created,
        ]),
      );
      const since = new Map<string | null, UnixSeconds>();
      for (const { vendor, stale_since, accounts } of connections)
        for (const { account_id } of accounts) {
          const cameIn = latest.get(`${vendor} ${account_id}`) ?? stale_since;
          const stale = staleSince(cameIn < stale_since ? stale_since : cameIn, now());
          if (stale !== null) since.set(account_id, stale);
        }
      return (await bankingStore.listAllAccounts(db, companyId)).flatMap(({ id, name }) => {
        const time = since.get(id);
        return time === undefined ? [] : [{ account_id: id, name, since: time }];
      });
    },
    connect: (companyId, wanted, signal) => connect(needs, companyId, wanted, signal),
    link: (companyId, wanted, signal) => link(needs, companyId, wanted, signal),
    vendors: () => connectableVendors(needs),
    askNow: (companyId, id) => askNow(needs, companyId, id),
    pull: (companyId, id, signal) => pull(needs, companyId, id, signal, true),
    async pullWhenDue(companyId, id, signal) {
      const row = await connectionsStore.find(db, companyId, id);
      if (row === null) return;
      if (row.next_pull_at > now()) await ask(companyId, id, row.next_pull_at);
      else await pull(needs, companyId, id, signal);
    },
    async pullLater(companyId, id) {
      if ((await connectionsStore.find(db, companyId, id)) === null) return;
      await ask(companyId, id, nextTryAfterCrash(now()));
    },
    map: (companyId, id, mapping, signal) => remap(needs, companyId, id, mapping, signal),
    dismiss: (companyId, id, lines) => dismiss(needs, companyId, id, lines),
    sealing: (companyId) => sealingOf(db, needs.sealer, companyId),
    reseal: (companyId) => reseal(needs, companyId),
    disconnect: (companyId, id, signal) => disconnect(needs, companyId, id, signal),
  };
}
