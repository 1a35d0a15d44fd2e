/**
 * What feeds add to the checklist of a month: whether the lines of each account have come in through the day.
 * They have if a later line, a finished statement or a feed that was read after the day shows it.
 */
import { type CivilDate, losAngelesDate, type UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { type CloseCheck, nothingToCheck } from "../../../books/ledger/index.ts";
import { staleSince } from "../../../tenants/integrations/index.ts";
import { accountsFinding, closeStore, type FedAccount } from "../../transactions/index.ts";
import type { ConnectionRow } from "../record.ts";
import { connectionsStore } from "../store.ts";

type Feed = Pick<ConnectionRow, "status" | "created" | "pulled_at">;

/** The day through which the lines of an account have come in, and why its feed brings no more. */
function coverage(
  { name, last_line, reconciled_through }: FedAccount,
  feed: Feed | undefined,
  through: CivilDate,
  now: UnixSeconds,
) {
  const seen = reconciled_through !== null && reconciled_through > last_line ? reconciled_through : last_line;
  if (feed === undefined || seen >= through) return { name, reached: seen };
  const { status, pulled_at, created } = feed;
  if (status === "requires_reconnect") return { name, reached: seen, why: ", needs a sign-in" };
  if (staleSince(pulled_at ?? created, now) !== null)
    return { name, reached: seen, why: ", its feed has stopped" };
  const isRead = pulled_at !== null && losAngelesDate(pulled_at) > through;
  return { name, reached: isRead ? through : seen };
}

/** The check that the lines of all accounts have come in. */
export const BANK_ACTIVITY_CHECK: CloseCheck = {
  item: "bank_activity",
  group: "money",
  title: "Bank activity is complete",
  async find(db, companyId, { through, now }) {
    const accounts = await closeStore.listFed(db, companyId, through);
    if (accounts.length === 0) return nothingToCheck("No account has lines of a bank");
    const connections = new Map((await connectionsStore.list(db, companyId)).map((row) => [row.id, row]));
    const feeds = new Map<PublicId<"account">, Feed>();
    for (const { account_id, connection_id } of await connectionsStore.listAccounts(db, companyId)) {
      const feed = connections.get(connection_id);
      if (account_id !== null && feed !== undefined) feeds.set(account_id, feed);
    }
    const covered = accounts.map((each) => coverage(each, feeds.get(each.id), through, now));
    const isStopped = covered.some(({ why }) => why !== undefined);
    return {
      ...accountsFinding(covered, through),
      opens: {
        operation: "listAccounts",
        query: {},
        page: isStopped ? "connections" : "accounts",
        search: {},
      },
    };
  },
};
