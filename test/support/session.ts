/** Requests with the session of a browser, as the pages of the web console send them. */
import { formToken } from "../../src/modules/tenants/sign-in/index.ts";
import type { Browser } from "./browser.ts";

/** An answer, and its error code if it is a refusal. */
interface Asked {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly code: string | null;
}

export interface Asking {
  readonly method?: string;
  /** Sent as JSON, or as the form that it is. */
  readonly body?: object;
  /** An empty value omits the header. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly company?: string | null;
}

/** The session's token, from the cookie of a browser. */
function sessionOf(browser: Browser): string {
  return browser.session;
}

/** Asks as the application does: with the cookie, the company and, for what writes, token and origin. */
export async function ask(
  browser: Browser,
  target: string,
  { method = "GET", body, headers = {}, company }: Asking = {},
) {
  const session = sessionOf(browser);
  const all = {
    cookie: `${browser.cookieName}=${session}`,
    ...browser.headers,
    ...(company === null || company === undefined ? {} : { "daybook-company": company }),
    ...(method === "GET" ? {} : { origin: browser.origin, "x-csrf-token": formToken(session) }),
    ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
    ...headers,
  };
  const answer = await fetch(new URL(target, browser.origin), {
    method,
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")),
  });
  const text = await answer.text();
  const code = answer.ok ? null : (JSON.parse(text) as { error: { code: string } }).error.code;
  return { status: answer.status, headers: answer.headers, text, code } satisfies Asked;
}
