/**
 * A connector reads the lines of one vendor. It has no state: it gets the secret and the cursor, and returns
 * a page with the next cursor, which is stored together with the lines. A page that was lost is read again.
 */
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { type Web, type WebAnswer, WebProblem, type WebRequest } from "../../../../platform/web/index.ts";
import type { Page, VendorAccount } from "../rules/pull.ts";
import { type Vendor, VENDOR_NAMES } from "../rules/words.ts";

/** The vendor refuses the secret: a person has to sign in again. The message is a sentence. */
export class NeedsReconnect extends Error {
  override readonly name = "NeedsReconnect";
}

/** The vendor can't answer now. The message is a sentence. */
export class TryLater extends Error {
  override readonly name = "TryLater";
  /** The seconds that the vendor asks to wait; null if it says nothing. */
  readonly retryAfterS: number | null;

  constructor(message: string, retryAfterS: number | null = null) {
    super(message);
    this.retryAfterS = retryAfterS;
  }
}

/** The person's input can't be used to connect. The message is a sentence. */
export class NotConnected extends Error {
  override readonly name = "NotConnected";
}

export interface Pulling {
  readonly secret: string;
  /** The cursor of the last page; null for the beginning. */
  readonly cursor: string | null;
  readonly since: CivilDate;
  readonly now: UnixSeconds;
  readonly signal: AbortSignal;
}

/** A session in which a person signs in at the vendor. */
export interface LinkSession {
  /** The input of `claim` once the person has finished. */
  readonly link_token: string;
  /** The address of the vendor's page; null if the vendor offers none. */
  readonly url: string | null;
  /** When the session ends, as the vendor writes it. */
  readonly expires: string;
}

export interface Linking {
  /** A stable id of who connects. */
  readonly user: string;
  /** The number of past days to ask for. */
  readonly days: number;
  /** The secret of a connection whose sign-in is renewed; null for a new one. */
  readonly secret: string | null;
}

export interface Connector {
  /**
   * Turns what a person gave, such as a token, into the secret that is stored. Throws `NotConnected`, and
   * `TryLater` if the same can be tried again.
   */
  claim(given: string, signal: AbortSignal): Promise<string>;
  /** Lists the accounts at the vendor. Throws `NeedsReconnect`, `TryLater` and `UnexpectedAnswer`. */
  accounts(secret: string, signal: AbortSignal): Promise<readonly VendorAccount[]>;
  /** Reads the next page. Throws as `accounts` does. */
  pull(pulling: Pulling): Promise<Page>;
  /** Ends the access at the vendor, where its API can. */
  revoke?(secret: string, signal: AbortSignal): Promise<void>;
  /** A sentence for the operator about settings that are missing; undefined if nothing is. */
  readonly missing?: string | undefined;
  /** Begins a session at the vendor, where that is how it is connected. Throws as `accounts` does. */
  readonly link?: (linking: Linking, signal: AbortSignal) => Promise<LinkSession>;
}

const OK = 200;
const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const TOO_MANY = 429;

/** Sends a request to a vendor. Throws `TryLater` without an answer, or if the vendor asks to wait. */
export async function sendTo(vendor: Vendor, web: Web, request: WebRequest): Promise<WebAnswer> {
  const name = VENDOR_NAMES[vendor];
  let answer: WebAnswer;
  try {
    answer = await web.send(request);
  } catch (error) {
    if (error instanceof WebProblem) throw new TryLater(`${name} ${error.message}.`);
    throw error;
  }
  if (answer.status === TOO_MANY)
    throw new TryLater(`${name} asks for fewer requests (429).`, answer.retryAfterS);
  if (answer.status >= 500)
    throw new TryLater(`${name} answered with an error of its own (${answer.status}).`, answer.retryAfterS);
  return answer;
}

/** Sends a request and returns the body of a successful answer. Throws also `NeedsReconnect`. */
export async function bodyOf(vendor: Vendor, web: Web, request: WebRequest, advice: string): Promise<string> {
  return checkedBody(vendor, await sendTo(vendor, web, request), advice);
}

/**
 * The body of a successful answer. Throws `NeedsReconnect`, with `advice` for the person, and `TryLater` for
 * any other status.
 */
export function checkedBody(vendor: Vendor, { status, body }: WebAnswer, advice: string): string {
  const name = VENDOR_NAMES[vendor];
  if (status === UNAUTHORIZED || status === FORBIDDEN)
    throw new NeedsReconnect(`${name} refused the access (${status}). ${advice}`);
  if (status !== OK) throw new TryLater(`${name} answered with the status ${status}.`);
  return body;
}

/** A key or token of one line, as a person gave it. Throws `NotConnected`. */
export function oneWord(given: string, what: string): string {
  const text = given.trim();
  if (!/^[\x21-\x7e]{1,4000}$/.test(text))
    throw new NotConnected(`This is not ${what}: it must be one word on one line.`);
  return text;
}

/** Tries a secret before it is stored: one that the vendor refuses is `NotConnected`. */
export async function tried<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NeedsReconnect) throw new NotConnected(error.message);
    throw error;
  }
}
