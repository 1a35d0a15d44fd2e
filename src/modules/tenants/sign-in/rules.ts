/** The rules for passwords, the counters of attempts, and the form token of a session. */
import { hash } from "node:crypto";
import { type UnixSeconds, unixSeconds } from "../../../core/civil-date.ts";
import { emailKey } from "../../../core/email.ts";
import { LIMITS } from "../../../core/limits.ts";

/** The hash of a token, which is stored and by which the token is found. */
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

/** A password in the one form that Unicode has for it, so that it is the same from every keyboard. */
export function normalPassword(password: string): string {
  return password.normalize("NFKC");
}

const LEAST_DIFFERENT_CHARACTERS = 4;

/**
 * Why a text can't be the password of an address; null when it can (NIST SP 800-63B, section 3.1.1: length
 * counts, composition does not).
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

/** A counter of attempts, with its limit for a window. */
export interface Counted {
  readonly name: string;
  readonly most: number;
}

/** The kind of attempt: a password, or a request for a link. */
export type Tried = "password" | "link";

/**
 * An attempt is counted three times: for the e-mail address and the network address together (`pair`), for
 * the network address (`here`), and for the e-mail address (`anywhere`). So guessing is slow from one place
 * and from many. An attempt that exceeds a limit of its network address is not counted for the e-mail
 * address, so that nobody can lock somebody else out from one place. For the e-mail address, passwords and
 * links are counted separately: a user whose password others are guessing can still request a link and sign
 * in with it.
 */
export function countedAs(
  email: string,
  address: string,
  tried: Tried,
): { readonly pair: Counted; readonly here: readonly Counted[]; readonly anywhere: Counted } {
  const named = (kind: string, what: string): string => `${kind}:${hash("sha256", what, "base64url")}`;
  const pair = { name: named("pair", `${emailKey(email)} ${address}`), most: LIMITS.sign_in_attempts.value };
  return {
    pair,
    here: [pair, { name: named("address", address), most: LIMITS.sign_in_attempts_of_address.value }],
    anywhere: {
      name: named(tried === "link" ? "email link" : "email", emailKey(email)),
      most: LIMITS.sign_in_attempts_for_email.value,
    },
  };
}

const HOUR_S = 3_600;
const MINUTE_S = 60;

/** The end of a session that begins now. */
export function sessionEnd(now: UnixSeconds): UnixSeconds {
  return unixSeconds(now + LIMITS.session_hours.value * HOUR_S);
}

/** The expiry of a password link created now. */
export function linkEnd(now: UnixSeconds): UnixSeconds {
  return unixSeconds(now + LIMITS.password_link_minutes.value * MINUTE_S);
}

/** The end of a window whose first attempt is made now. */
export function windowEnd(now: UnixSeconds): UnixSeconds {
  return unixSeconds(now + LIMITS.sign_in_window_minutes.value * MINUTE_S);
}
