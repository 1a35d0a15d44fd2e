/** The connector of SimpleFIN: a setup token is claimed once, for an access URL, which is the secret. */
import type { Web } from "../../../../platform/web/index.ts";
import { accessOf, claimAddress, pageOf, readAccountSet, windowOf } from "../rules/simplefin.ts";
import { checkedBody, type Connector, NeedsReconnect, NotConnected, sendTo, TryLater } from "./connector.ts";

/** Statuses of redirects, which are followed between trusted servers only. */
const REDIRECTS = new Set([301, 302, 307, 308]);
const REDIRECTS_MOST = 4;
const ADVICE = "Make a new setup token at SimpleFIN, and connect it again.";

export function simplefin(web: Web, servers: readonly string[]): Connector {
  const isTrusted = (url: string): boolean => servers.includes(new URL(url).origin);

  async function read(secret: string, query: string, signal: AbortSignal): Promise<string> {
    const access = accessOf(secret);
    if (access === null || !isTrusted(access.url))
      throw new NeedsReconnect(`SIMPLEFIN_SERVERS does not name the server of this connection. ${ADVICE}`);
    const { authorization } = access;
    let url = `${access.url}/accounts?${query}`;
    for (let redirects = 0; redirects < REDIRECTS_MOST; redirects += 1) {
      const answer = await sendTo("simplefin", web, {
        method: "GET",
        url,
        headers: { authorization },
        signal,
      });
      if (!REDIRECTS.has(answer.status) || answer.location === null)
        return checkedBody("simplefin", answer, ADVICE);
      const next = URL.parse(answer.location, url);
      if (next === null || !isTrusted(next.href))
        throw new TryLater("SimpleFIN redirects to a server that SIMPLEFIN_SERVERS does not name.");
      url = next.href;
    }
    throw new TryLater("SimpleFIN redirects without end.");
  }

  return {
    async claim(given, signal) {
      const address = claimAddress(given);
      if (address === null)
        throw new NotConnected(
          "This is not a setup token of SimpleFIN. Copy the whole token, which is one long word.",
        );
      if (!isTrusted(address.href))
        throw new NotConnected(
          `The setup token is of the server ${address.origin}, which SIMPLEFIN_SERVERS does not name.`,
        );
      const { status, body } = await sendTo("simplefin", web, { method: "POST", url: address.href, signal });
      if (status === 403)
        throw new NotConnected(
          "SimpleFIN refused the setup token: it is unknown, or somebody has claimed it already. If that was not you, disable the token at SimpleFIN, because your data may be read by others.",
        );
      if (status !== 200) throw new TryLater(`SimpleFIN answered with the status ${status}.`);
      const access = accessOf(body);
      if (access === null || !isTrusted(access.url))
        throw new NotConnected("SimpleFIN gave an address that can't be used. Make a new setup token.");
      return body.trim();
    },
    accounts: async (secret, signal) =>
      readAccountSet(await read(secret, "balances-only=1", signal)).accounts,
    async pull({ secret, cursor, since, now, signal }) {
      const window = windowOf(cursor, since, now);
      const query = `start-date=${window.start}&end-date=${window.end}&pending=1`;
      return pageOf(await read(secret, query, signal), window, now);
    },
  };
}
