/** The rules for passwords, the counters of sign-in attempts, and a session's CSRF token. */
import { hash } from "node:crypto";
import { type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import { emailKey } from "../../../core/email.ts";
import { LIMITS } from "@daybook/words/limits";

/** The hash of a token. Only the hash is stored, and tokens are looked up by it. */
export function tokenHash(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/**
 * The CSRF token in the forms of a session. Only someone who can read the session's pages can know it, and
 * the session's own token can't be derived from it.
 */
export function formToken(sessionToken: string): string {
  return hash("sha256", `form ${sessionToken}`, "base64url");
}

/** Returns a password in a normal form of Unicode, so that it is the same from every keyboard. */
export function normalPassword(password: string): string {
  return password.normalize("NFKC");
}

const LEAST_DIFFERENT_CHARACTERS = 4;

/**
 * Returns the reason why a text can't be the password of a user with the given address; null if it can. The
 * rules follow NIST SP 800-63B, section 3.1.1: length counts, composition does not.
 */
export function passwordProblem(password: string, email: string): string | null {
  const [least, most] = [LIMITS.password_characters_min.value, LIMITS.password_characters_max.value];
  const characters = Array.from(normalPassword(password));
  if (characters.length < least) return `A password has at least ${least} characters.`;
  if (characters.length > most) return `A password has at most ${most} characters.`;
  if (new Set(characters).size < LEAST_DIFFERENT_CHARACTERS)
    return "A password has at least four different characters.";
  return emailKey(password).includes(emailKey(email)) ? "A password must not hold the e-mail address." : null;
}

/** A counter of attempts, with the highest count that a window allows. */
export interface AttemptCounter {
  readonly name: string;
  readonly most: number;
}

/** The kind of an attempt: a sign-in with a password, or a request for a link. */
export type AttemptKind = "password" | "link";

/**
 * Returns the counters of an attempt. Each attempt is counted three times: for the pair of e-mail and network
 * address (`pair`), for the network address, and for the e-mail address (`byEmail`). So guessing is slow both
 * from one network address and from many.
 *
 * `byAddress` has the first two counters. An attempt that exceeds one of them is not counted in `byEmail`, so
 * that nobody can lock a user out from one network address. `byEmail` counts passwords and links separately:
 * a user whose password others are guessing can still request a link and sign in with it.
 */
export function countersOf(
  email: string,
  address: string,
  tried: AttemptKind,
): {
  readonly pair: AttemptCounter;
  readonly byAddress: readonly AttemptCounter[];
  readonly byEmail: AttemptCounter;
} {
  const named = (kind: string, what: string): string => `${kind}:${hash("sha256", what, "base64url")}`;
  const pair = { name: named("pair", `${emailKey(email)} ${address}`), most: LIMITS.sign_in_attempts.value };
  return {
    pair,
    byAddress: [pair, { name: named("address", address), most: LIMITS.sign_in_attempts_of_address.value }],
    byEmail: {
      name: named(tried === "link" ? "email link" : "email", emailKey(email)),
      most: LIMITS.sign_in_attempts_for_email.value,
    },
  };
}

/** Names of browsers by what is in their `User-Agent`; a browser that is built on another one comes first. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Headless)?(Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/**
 * The browser and its system that a `User-Agent` names, such as "Firefox on Windows"; null if neither is
 * known. Nothing else of the header is kept, because whoever signs in can write anything there.
 */
export function browserName(agent: string): string | null {
  const browser = BROWSERS.find(([mark]) => mark.test(agent))?.[1];
  const system = SYSTEMS.find(([mark]) => mark.test(agent))?.[1];
  if (browser === undefined) return system === undefined ? null : `A program on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}

const HOUR_S = 3_600;
const MINUTE_S = 60;

/** The end of a session that begins at `now`. */
export function sessionEnd(now: UnixSeconds): UnixSeconds {
  return unixSeconds(now + LIMITS.session_hours.value * HOUR_S);
}

/** The expiry of a password link created at `now`. */
export function linkEnd(now: UnixSeconds): UnixSeconds {
  return unixSeconds(now + LIMITS.password_link_minutes.value * MINUTE_S);
}

/** The end of a window whose first attempt is made at `now`. */
export function windowEnd(now: UnixSeconds): UnixSeconds {
  return unixSeconds(now + LIMITS.sign_in_window_minutes.value * MINUTE_S);
}
