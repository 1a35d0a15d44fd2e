/**
 * Windows, months and caps (specification, "Limits"): the burst limits count in minutes of the wall clock, the monthly
 * cap in months of Los Angeles.
 */
import { addMonths, type CivilDate, type CivilMonth, monthOf, startOfMonth, type UnixSeconds } from "../../core/civil-date.ts";
import { LIMITS } from "../../core/limits.ts";

/** Seconds of a burst window, and where it begins: at a whole minute of the clock. */
const WINDOW_SECONDS = LIMITS.burst_window_s.value;

/** What is left of an allowance in the current window. */
export interface Allowance {
  readonly limit: number;
  /** Requests left in this window, never less than none. */
  readonly remaining: number;
  /** When the window ends, in Unix seconds. */
  readonly reset: number;
  /** Whether the request that was counted last was one too many. */
  readonly exceeded: boolean;
}

/** The second in which the window of `now` began. */
export function windowOf(now: UnixSeconds): number {
  return now - (now % WINDOW_SECONDS);
}

/** What the `count`th request of a window leaves of `limit`. */
export function allowanceAfter(count: number, limit: number, now: UnixSeconds): Allowance {
  return { limit, remaining: Math.max(0, limit - count), reset: windowOf(now) + WINDOW_SECONDS, exceeded: count > limit };
}

/** The month that a request counts towards. */
export function monthOfUse(today: CivilDate): CivilMonth {
  return monthOf(today);
}

/** The day on which the next month begins, in Los Angeles. */
export function resetDate(today: CivilDate): CivilDate {
  return addMonths(startOfMonth(today), 1);
}

/** Requests a month of each plan that has a cap. */
export const PLAN_CAPS = {
  formation: LIMITS.formation_requests.value,
  startup: LIMITS.startup_requests.value,
  growth: LIMITS.growth_requests.value,
} as const;

/**
 * The address that an unauthenticated request is counted under. Whoever has one IPv6 address has at least the 2^64 of
 * its network, so that network counts as one; an IPv4 address that comes as IPv6 is the same one.
 */
export function countedAddress(address: string): string {
  const plain = address.replace(/%.*$/, "").toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::");
  const groups = head === "" ? [] : head.split(":");
  const behind = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - behind.length);
  const all = [...groups, ...Array.from({ length: missing }, () => "0"), ...behind];
  return `${all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
