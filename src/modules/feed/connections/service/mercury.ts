/** The connector of Mercury: the secret is an API token, which needs only to read. */
import { losAngelesDate } from "@daybook/words/civil-date";
import type { Web } from "../../../../platform/web/index.ts";
import {
  nextAccount,
  pageOf,
  placeOf,
  readAccounts,
  readTransactions,
  type Transactions,
  windowOf,
} from "../rules/mercury.ts";
import type { VendorAccount } from "../rules/pull.ts";
import { bodyOf, type Connector, oneWord, sendTo, tried, TryLater } from "./connector.ts";

const PAGE_ROWS = 500;
/** Most pages of one account in one window. */
const PAGES_MOST = 40;
const ADVICE =
  "Make a read-only API token at Mercury, allow this machine's address if the token is limited to some, and connect it again.";

export function mercury(web: Web, url: string): Connector {
  const request = (path: string, secret: string, signal: AbortSignal) => ({
    method: "GET" as const,
    url: `${url}/${path}`,
    headers: { authorization: `Bearer ${secret}` },
    signal,
  });
  const get = (path: string, secret: string, signal: AbortSignal): Promise<string> =>
    bodyOf("mercury", web, request(path, secret, signal), ADVICE);

  async function accounts(secret: string, signal: AbortSignal): Promise<readonly VendorAccount[]> {
    const bank = readAccounts(await get("accounts", secret, signal), "bank");
    // A customer without a credit account, or a token that may not read it, gets another status here.
    const credit = await sendTo("mercury", web, request("credit", secret, signal));
    return [...bank, ...(credit.status === 200 ? readAccounts(credit.body, "credit") : [])];
  }

  return {
    async claim(given, signal) {
      const token = oneWord(given, "an API token of Mercury");
      await tried(() => get("accounts", token, signal));
      return token;
    },
    accounts,
    async pull({ secret, cursor, since, now, signal }) {
      const today = losAngelesDate(now);
      const place = placeOf(cursor, since);
      const window = windowOf(place, today);
      const all = await accounts(secret, signal);
      const account = nextAccount(all, place);
      const read: Transactions[] = [];
      while (account !== null) {
        const query = new URLSearchParams({
          limit: String(PAGE_ROWS),
          offset: String(read.length * PAGE_ROWS),
          order: "asc",
          start: window.start,
          end: window.end,
        });
        const path = `account/${encodeURIComponent(account.id)}/transactions?${query}`;
        const page = readTransactions(await get(path, secret, signal), account.id);
        read.push(page);
        if (page.count < PAGE_ROWS) break;
        if (read.length >= PAGES_MOST)
          throw new TryLater(`Mercury has too many transactions of ${account.name} for one pull.`);
      }
      return pageOf(all, account, read, window, today, place);
    },
  };
}
