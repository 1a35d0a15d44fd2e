/**
 * Decides by `Host` and `Origin` whether a request was meant for this service, and sent by one of its pages.
 * A web page that points a name of its own at this machine (DNS rebinding) is refused by the name in `Host`.
 * An address of digits can't be pointed elsewhere, so it passes.
 */
import { isIP } from "node:net";
import { BoundedMap } from "../../core/bounded-map.ts";

/** The names under which the service is reached, and the pages that may call it. */
export interface Known {
  /** The address under which people reach the service; null if it is not configured. */
  readonly publicUrl: string | null;
  /** Further names of the service, in small letters. */
  readonly names: readonly string[];
  /** Origins of web pages that may call the operations, `*` for all; null for none. */
  readonly corsOrigins: readonly string[] | null;
}

/**
 * Pages that may send a request: `any`; the service's `own`, and those `listed` in CORS_ORIGINS; or the
 * service's own, which must name themselves, because the request is a `form` that changes something.
 */
export type Pages = "any" | "form" | "listed" | "own";

const HERE: ReadonlySet<string> = new Set(["localhost", "localhost.localdomain"]);
/** A host with or without a port. */
const HOST = /^([\w.-]+|\[[0-9a-f:.]+\])(:\d{0,5})?$/i;

/** The names in the hosts that were read last: a service has few, and is asked by one of them each time. */
const namesOfHosts = new BoundedMap<string, string | null>(64);

/** The name in `Host`, without the dot that may end a complete name; null if it holds anything else. */
function nameIn(host: string): string | null {
  const known = namesOfHosts.get(host);
  if (known !== undefined) return known;
  const parsed = HOST.test(host) ? URL.parse(`http://${host}`) : null;
  const name = parsed === null ? null : parsed.hostname.replaceAll(/^\[|\]$|\.$/g, "");
  namesOfHosts.set(host, name);
  return name;
}

/** True if a host is a name or an address of this machine or service, or an address of digits. */
export function isOwnHost(host: string, { publicUrl, names }: Known): boolean {
  const name = nameIn(host);
  return (
    name !== null &&
    (isIP(name) !== 0 ||
      HERE.has(name) ||
      names.includes(name) ||
      (publicUrl !== null && name === nameIn(new URL(publicUrl).host)))
  );
}

/** True if a host is an address of this machine that no other one reaches. */
export function isLoopbackHost(host: string): boolean {
  const name = nameIn(host);
  return name !== null && (HERE.has(name) || isLoopback(name));
}

/** True if an address is one of this machine that no other one reaches. */
export function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address) || address === "::1";
}

/** True for the origin of the service's pages: that of `PUBLIC_URL`, and without it of the host that was asked. */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string | null,
): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  return publicUrl === null ? new URL(origin).host === host : origin === publicUrl;
}

/** True if a page of this origin may send a request to what these pages may ask for. */
export function isAllowedOrigin(
  pages: Pages,
  origin: string | undefined,
  host: string | undefined,
  { publicUrl, corsOrigins }: Known,
): boolean {
  if (pages === "any") return true;
  if (pages === "form") return isOwnOrigin(origin, host, publicUrl);
  if (origin === undefined) return true;
  if (isOwnOrigin(origin, host, publicUrl) || isOwnOrigin(origin, host, null)) return true;
  return pages === "listed" && (corsOrigins ?? []).some((each) => each === "*" || each === origin);
}
