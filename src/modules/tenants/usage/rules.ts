/**
 * Windows, months and caps (specification, "Limits"). Burst limits count requests by the minute of the wall
 * clock, the monthly cap by the month in Los Angeles.
 */
import { addMonths, type CivilDate, startOfMonth, type UnixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";

/** The length of a burst window. Windows start at multiples of this length, that is, at whole minutes. */
const WINDOW_SECONDS = LIMITS.burst_window_s.value;

/** What remains of a burst limit in the current window. */
export interface Allowance {
  readonly limit: number;
  /** Requests left in this window, at least 0. */
  readonly remaining: number;
  /** The end of the window, in Unix seconds. */
  readonly reset: number;
  /** True if the last counted request exceeded the limit. */
  readonly exceeded: boolean;
}

/** The second at which the window that contains `now` began. */
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

/** The monthly cap on requests, for each plan that has one. */
export const PLAN_CAPS = {
  formation: LIMITS.formation_requests.value,
  startup: LIMITS.startup_requests.value,
  growth: LIMITS.growth_requests.value,
} as const;

/**
 * The 96-bit prefixes of IPv6 addresses whose last 32 bits are an IPv4 address: IPv4-mapped (::ffff:0:0/96)
 * and NAT64 (64:ff9b::/96).
 */
const IPV4_PREFIXES: ReadonlySet<string> = new Set(["0:0:0:0:0:ffff", "64:ff9b:0:0:0:0"]);

/**
 * The address under which an unauthenticated request is counted. All 2^64 addresses of an IPv6 network count
 * as a single address, because one client can use all of them. An IPv6 address that contains an IPv4 address
 * counts as that IPv4 address.
 */
export function countedAddress(address: string): string {
  const plain = address.replace(/%.*$/, "").toLowerCase();
  if (!plain.includes(":")) return plain;
  const groups = groupsOf(plain);
  if (IPV4_PREFIXES.has(inHex(groups.slice(0, 6))))
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

/** Parses one part of an IPv6 address: a hexadecimal group, or a trailing IPv4 address as two groups. */
function groupsIn(part: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = part.split(".").map(Number);
  return part.includes(".") ? [a * 256 + b, c * 256 + d] : [Number.parseInt(part, 16)];
}

function inHex(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(":");
}
