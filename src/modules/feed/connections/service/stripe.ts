/** The connector of Stripe: the secret is an API key, which needs only to read the balance. */
import type { Web } from "../../../../platform/web/index.ts";
import { pageOf, passOf, readBalance } from "../rules/stripe.ts";
import { bodyOf, type Connector, NotConnected, oneWord, tried } from "./connector.ts";

/** The version of the API that these answers are read as. */
const VERSION = "2024-06-20";
const PAGE_ROWS = 100;
const ADVICE =
  "Make a restricted key that may read the balance and balance transactions, and connect it again.";

export function stripe(web: Web, url: string): Connector {
  const get = (path: string, secret: string, signal: AbortSignal): Promise<string> =>
    bodyOf(
      "stripe",
      web,
      {
        method: "GET",
        url: `${url}/v1/${path}`,
        headers: { authorization: `Bearer ${secret}`, "stripe-version": VERSION },
        signal,
      },
      ADVICE,
    );
  return {
    async claim(given, signal) {
      const key = oneWord(given, "an API key of Stripe");
      if (!/^(sk|rk)_/.test(key))
        throw new NotConnected("This is not an API key of Stripe, which begins with rk_ or sk_.");
      await tried(() => get("balance", key, signal));
      return key;
    },
    accounts: async (secret, signal) => readBalance(await get("balance", secret, signal)),
    async pull({ secret, cursor, since, signal }) {
      const pass = passOf(cursor, since);
      const query = new URLSearchParams({ limit: String(PAGE_ROWS), "created[gte]": String(pass.from) });
      if (pass.after !== null) query.set("starting_after", pass.after);
      return pageOf(await get(`balance_transactions?${query}`, secret, signal), pass);
    },
  };
}
