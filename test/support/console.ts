/** People of the web console, for tests that are about what they do there. */
import { expect } from "vitest";
import { testApp } from "./app.ts";
import { Browser, formOf, type Shown } from "./browser.ts";
import { mailTo } from "./mailbox.ts";

export const SIGN_IN = "/app/sign-in";
export const SIGN_OUT = "/app/sign-out";
export const PASSWORD = "/app/password";
export const FORGOT = "/app/forgot";
export const RESET = "/app/reset";
export const JOIN = "/app/join";
export const KEYS = "/app";

/** A password that everybody in the tests has, until it is changed. */
export const SECRET = "four words in a row";

const http = await testApp();
/** Behind a proxy that is believed, so that a request may come from any network address. */
const web = await http.serve({ trustProxy: 1 });
let browsers = 0;

/** Runs what waits in the background, such as mail. */
export async function work(): Promise<void> {
  const worker = await http.app.work();
  await worker.settle();
  await worker.stop(10_000);
}

/** The path and query of the link in the newest mail to an address. */
export function linkTo(address: string): string {
  const { text = "" } = mailTo(address).at(-1) ?? {};
  const link = /\bhttps?:\/\/[^/\s]+(\/\S+)/.exec(text)?.[1];
  if (link === undefined) throw new Error(`No mail to ${address} holds a link: ${text}`);
  return link;
}

/** The token of such a link. */
export function tokenOf(link: string): string {
  return link.split("?")[1] ?? "";
}

/**
 * A browser at a network address that no other one of the run has, so that attempts of one test don't count
 * in another.
 */
export function newBrowser({ address } = web): Browser {
  browsers += 1;
  return new Browser(address, { "x-forwarded-for": `198.18.${browsers >> 8}.${browsers & 255}` });
}

/** A browser at a network address. */
export function browserAt(address: string): Browser {
  return new Browser(web.address, { "x-forwarded-for": address });
}

/** Gives a user the password; whoever was signed in as the user is not any more. Gives a browser that is. */
export async function withPassword(email: string, password = SECRET): Promise<Browser> {
  const { link } = await http.app.signIn.makeLink(email);
  const browser = newBrowser();
  const { pathname, search } = new URL(link);
  const set = await browser.submit(await browser.visit(`${pathname}${search}`), RESET, { password });
  expect([set.status, set.location]).toEqual([303, KEYS]);
  return browser;
}

/** Signs in on the page. */
export function signIn(browser: Browser, email: string, password = SECRET): Promise<Shown> {
  return browser.send(SIGN_IN, { email, password });
}

/** True if the browser is signed in. */
export async function isIn(browser: Browser): Promise<boolean> {
  return (await browser.visit(KEYS)).status === 200;
}

/** What the forms of the session on a page carry. */
export function carriedBy(page: Shown): string {
  return formOf(page, SIGN_OUT)["form"] ?? "";
}
