/**
 * The connector of Plaid, over plain requests: a bank is connected in a link session, which a person goes
 * through on a page of Plaid's; the secret is the access token that it ends in.
 */
import type { Web } from "../../../../platform/web/index.ts";
import { objectOf, textOf, textOrNull } from "../rules/answers.ts";
import {
  errorCodeOfBody,
  itemErrorOf,
  needsPerson,
  pageOf,
  publicTokensOf,
  readAccounts,
  readSyncPage,
  type SyncPage,
} from "../rules/plaid.ts";
import { type Connector, NeedsReconnect, NotConnected, oneWord, sendTo, TryLater } from "./connector.ts";

export interface PlaidSettings {
  readonly plaidUrl: string;
  readonly plaidClientId: string | null;
  readonly plaidSecret: string | null;
}

const PAGE_ROWS = 500;
/** Most pages of a run. */
const PAGES_MOST = 100;
/** Most runs, if the transactions change while they are read. */
const RUNS_MOST = 3;
const MUTATION = "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION";
const ADVICE = "Sign in again for this connection.";

const MISSING = "PLAID_CLIENT_ID and PLAID_SECRET are not set; Plaid's dashboard shows them.";

/** An answer with an error of Plaid's. */
class PlaidProblem extends Error {
  override readonly name = "PlaidProblem";
  readonly code: string;

  constructor(code: string) {
    super(`Plaid answered with ${code}.`);
    this.code = code;
  }
}

function problemOf(code: string): NeedsReconnect | TryLater {
  return needsPerson(code)
    ? new NeedsReconnect(`Plaid reports ${code}. ${ADVICE}`)
    : new TryLater(
        code === "INVALID_API_KEYS"
          ? "Plaid refuses PLAID_CLIENT_ID and PLAID_SECRET for the environment that PLAID_URL names."
          : `Plaid answered with ${code}.`,
      );
}

/** Sends a request. Throws `PlaidProblem` for errors that have a code. */
type Send = (path: string, body: object, signal: AbortSignal) => Promise<string>;

export function plaid(web: Web, settings: PlaidSettings): Connector {
  const { plaidUrl, plaidClientId, plaidSecret } = settings;
  const missing = plaidClientId === null || plaidSecret === null ? MISSING : undefined;

  async function send(path: string, body: object, signal: AbortSignal): Promise<string> {
    if (plaidClientId === null || plaidSecret === null) throw new TryLater(MISSING);
    const answer = await sendTo("plaid", web, {
      method: "POST",
      url: `${plaidUrl}${path}`,
      headers: {
        "content-type": "application/json",
        "plaid-client-id": plaidClientId,
        "plaid-secret": plaidSecret,
      },
      body: JSON.stringify(body),
      signal,
    });
    if (answer.status === 200) return answer.body;
    throw new PlaidProblem(errorCodeOfBody(answer.body) ?? `the status ${answer.status}`);
  }

  async function post(path: string, body: object, signal: AbortSignal): Promise<string> {
    try {
      return await send(path, body, signal);
    } catch (error) {
      throw error instanceof PlaidProblem ? problemOf(error.code) : error;
    }
  }

  return {
    missing,
    async claim(given, signal) {
      const link_token = oneWord(given, "a link token of Plaid");
      const tokens = publicTokensOf(await post("/link/token/get", { link_token }, signal));
      const [public_token] = tokens;
      if (public_token === undefined)
        throw new NotConnected(
          "No bank is connected in this link session yet. Finish at its address first; it is valid for some hours.",
        );
      if (tokens.length > 1)
        throw new NotConnected("The link session has connected several banks. Connect one in each session.");
      const exchanged = await post("/item/public_token/exchange", { public_token }, signal);
      return textOf(objectOf(exchanged), "access_token");
    },
    async accounts(secret, signal) {
      return readAccounts(await post("/accounts/get", { access_token: secret }, signal));
    },
    async pull({ secret, cursor, signal }) {
      const pages = await run(send, secret, cursor, signal);
      // While a bank refuses the sign-in, Plaid still returns what it has, and reports the refusal only here.
      const code = itemErrorOf(await post("/item/get", { access_token: secret }, signal));
      const reconnect = code !== null && needsPerson(code) ? problemOf(code).message : null;
      return pageOf(pages, cursor, reconnect);
    },
    async revoke(secret, signal) {
      await post("/item/remove", { access_token: secret }, signal);
    },
    async link({ user, days, secret }, signal) {
      const answer = objectOf(
        await post(
          "/link/token/create",
          {
            client_name: "Daybook",
            language: "en",
            country_codes: ["US"],
            user: { client_user_id: user },
            hosted_link: {},
            // With the access token of a bank the session renews its sign-in.
            ...(secret === null
              ? { products: ["transactions"], transactions: { days_requested: days } }
              : { access_token: secret }),
          },
          signal,
        ),
      );
      return {
        link_token: textOf(answer, "link_token"),
        url: textOrNull(answer, "hosted_link_url"),
        expires: textOf(answer, "expiration"),
      };
    },
  };
}

/** Reads all pages from a cursor. If they change meanwhile, the whole run begins again from that cursor. */
async function run(
  send: Send,
  secret: string,
  from: string | null,
  signal: AbortSignal,
): Promise<readonly SyncPage[]> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await readRun(send, secret, from, signal);
    } catch (error) {
      if (!(error instanceof PlaidProblem)) throw error;
      if (error.code !== MUTATION || runs >= RUNS_MOST) throw problemOf(error.code);
    }
  }
}

async function readRun(
  send: Send,
  secret: string,
  from: string | null,
  signal: AbortSignal,
): Promise<SyncPage[]> {
  const pages: SyncPage[] = [];
  let cursor = from ?? "";
  do {
    const body = {
      access_token: secret,
      count: PAGE_ROWS,
      options: { include_original_description: true },
      ...(cursor === "" ? {} : { cursor }),
    };
    const page = readSyncPage(await send("/transactions/sync", body, signal));
    pages.push(page);
    ({ cursor } = page);
  } while (pages.at(-1)?.hasMore === true && pages.length < PAGES_MOST);
  if (pages.at(-1)?.hasMore === true) throw new TryLater("Plaid has too many transactions for one pull.");
  return pages;
}
