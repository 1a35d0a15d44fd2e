/**
 * Windows, months and caps (specification, "Limits"): the burst limits count in minutes of the wall clock,
 * the monthly cap in months of Los Angeles.
 */
import { addMonths, type CivilDate, startOfMonth, type UnixSeconds } from "../../../core/civil-date.ts";
import { LIMITS } from "../../../core/limits.ts";

/** The length of a burst window. Windows begin at multiples of it, so at whole minutes. */
const WINDOW_SECONDS = LIMITS.burst_window_s.value;

/** The rest of an allowance in the current window. */
export interface Allowance {
  readonly limit: number;
  /** Requests left in this window, at least 0. */
  readonly remaining: number;
  /** The end of the window, in Unix seconds. */
  readonly reset: number;
  /** True if the last counted request exceeded the limit. */
  readonly exceeded: boolean;
}

/** The second in which the window of `now` began. */
export function windowOf(now: UnixSeconds): number {
  return now - (now % WINDOW_SECONDS);
}

/** The allowance that is left after the `count`th request of a window. */
export function allowanceAfter(count: number, limit: number, now: UnixSeconds): Allowance {
  return {
    limit,
    remaining: Math.max(0, limit - count),
    reset: windowOf(now) + WINDOW_SECONDS,
    exceeded: count > limit,
  };
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
 * The first 96 bits of IPv6 addresses that hold an IPv4 address: IPv4-mapped ones (::ffff:0:0/96), and those
 * of NAT64 (64:ff9b::/96).
 */
const BEFORE_IPV4: ReadonlySet<string> = new Set(["0:0:0:0:0:ffff", "64:ff9b:0:0:0:0"]);

/**
 * The address under which an unauthenticated request is counted. All 2^64 addresses of an IPv6 network count
 * as one, because one client can use them all. An IPv4 address within an IPv6 one counts as that IPv4
 * address.
 */
export function countedAddress(address: string): string {
  const plain = address.replace(/%.*$/, "").toLowerCase();
  if (!plain.includes(":")) return plain;
  const groups = groupsOf(plain);
  if (BEFORE_IPV4.has(inHex(groups.slice(0, 6))))
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".");
  return `${inHex(groups.slice(0, 4))}::/64`;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = [], tail] = address
    .split("::")
    .map((part) => (part === "" ? [] : part.split(":").flatMap(groupsIn)));
  return [
    ...head,
    ...Array.from({ length: tail ? Math.max(0, 8 - head.length - tail.length) : 0 }, () => 0),
    ...(tail ?? []),
  ];
}

/** A group of an IPv6 address, or the two groups of an IPv4 address at its end. */
function groupsIn(part: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = part.split(".").map(Number);
  return part.includes(".") ? [a * 256 + b, c * 256 + d] : [Number.parseInt(part, 16)];
}

function inHex(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(":");
}
