/** When a connection is pulled next. */
import { DAY_S, type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import type { Vendor } from "./words.ts";

const HOUR_S = 3_600;

/** The seconds between pulls. SimpleFIN's bridge asks for at most 24 requests a day. */
const EVERY_S: Readonly<Record<Vendor, number>> = {
  simplefin: 6 * HOUR_S,
  stripe: HOUR_S,
  mercury: HOUR_S,
  plaid: 6 * HOUR_S,
};

/** How many days of the past can be asked for. A year of SimpleFIN is 13 of its 24 requests. */
export const PAST_DAYS: Readonly<Record<Vendor, number>> = {
  simplefin: 366,
  stripe: 3_660,
  mercury: 3_660,
  plaid: 730,
};

/** The pause after a pull that did not get through all there is. */
const REST_S = 60;
const FIRST_DELAY_S = 60;
const LONGEST_DELAY_S = 6 * HOUR_S;
/** The bound of the wait that a vendor asks for. */
const LONGEST_WAIT_S = DAY_S;

/** The time after a pull that succeeded. */
export function nextPull(vendor: Vendor, now: UnixSeconds, hasMore: boolean): UnixSeconds {
  return unixSeconds(now + (hasMore ? REST_S : EVERY_S[vendor]));
}

/**
 * The time after failure number `failures` in a row, from 1: the delay doubles with each. `retryAfterS` is
 * the wait that the vendor asks for.
 */
export function nextTry(failures: number, now: UnixSeconds, retryAfterS: number | null): UnixSeconds {
  const delay = Math.min(LONGEST_DELAY_S, FIRST_DELAY_S * 2 ** Math.min(failures - 1, 20));
  return unixSeconds(now + Math.max(delay, Math.min(retryAfterS ?? 0, LONGEST_WAIT_S)));
}

/** The time of the next try while a person has to sign in: rarely, because some sign-ins heal themselves. */
export function nextTryWithoutAccess(now: UnixSeconds): UnixSeconds {
  return unixSeconds(now + DAY_S);
}

/** The time of the next try of a connection whose pulls ended without recording why. */
export function nextTryAfterCrash(now: UnixSeconds): UnixSeconds {
  return unixSeconds(now + LONGEST_DELAY_S);
}
