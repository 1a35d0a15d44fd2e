/** Users of the web console: browsers, passwords and links in mails, for tests of the console. */
import { expect } from "vitest";
import { testApp } from "./app.ts";
import { Browser, formOf, type PageView } from "./browser.ts";
import { mailTo } from "./mailbox.ts";

export const SIGN_IN = "/app/sign-in";
export const SIGN_OUT = "/app/sign-out";
export const PASSWORD = "/app/password";
export const FORGOT = "/app/forgot";
export const RESET = "/app/reset";
export const JOIN = "/app/join";
export const HOME = "/app";
export const KEYS = "/app/keys";

/** The password of all users in the tests, until a test changes it. */
export const SECRET = "four words in a row";

const http = await testApp();
/** A server that trusts a proxy's headers, so that a test can send requests from any network address. */
const web = await http.serve({ trustProxy: 1 });
let browsers = 0;

/** Runs all due background jobs, such as sending mail. */
export async function work(): Promise<void> {
  const worker = await http.app.work();
  await worker.settle();
  await worker.stop(10_000);
}

/** Returns the path and query of the link in the newest mail to an address. */
export function linkTo(address: string): string {
  const { text = "" } = mailTo(address).at(-1) ?? {};
  const link = /\bhttps?:\/\/[^/\s]+(\/\S+)/.exec(text)?.[1];
  if (link === undefined) throw new Error(`No mail to ${address} contains a link: ${text}`);
  return link;
}

/** Returns the token of a link from a mail. */
export function tokenOf(link: string): string {
  return link.split("?")[1] ?? "";
}

/**
 * Returns a browser with a network address that no other browser of the run has, so that sign-in attempts of
 * one test don't count in another.
 */
export function newBrowser({ address } = web): Browser {
  browsers += 1;
  return new Browser(address, { "x-forwarded-for": `198.18.${browsers >> 8}.${browsers & 255}` });
}

/** Returns a browser with a network address. */
export function browserAt(address: string): Browser {
  return new Browser(web.address, { "x-forwarded-for": address });
}

/** Sets the password of a user, which ends the user's sessions, and returns a browser that is signed in. */
export async function withPassword(email: string, password = SECRET): Promise<Browser> {
  const { link } = await http.app.signIn.makeLink(email);
  const browser = newBrowser();
  const { pathname, search } = new URL(link);
  const set = await browser.submit(await browser.visit(`${pathname}${search}`), RESET, { password });
  expect([set.status, set.location]).toEqual([303, HOME]);
  return browser;
}

/** Signs in on the page. */
export function signIn(browser: Browser, email: string, password = SECRET): Promise<PageView> {
  return browser.send(SIGN_IN, { email, password });
}

/** True if the browser is signed in. */
export async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.visit(KEYS)).status === 200;
}

/** Returns the token that the forms of a page carry, which protects them against forged requests. */
export function carriedBy(page: PageView): string {
  return formOf(page, SIGN_OUT)["form"] ?? "";
}
