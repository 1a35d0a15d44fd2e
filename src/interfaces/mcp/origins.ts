/**
 * Who may reach `/mcp` from a browser: nobody but pages of this service and of the configured origins. A web
 * page that points a name of its own at this machine (DNS rebinding) is refused by the name in `Host`: names
 * are those of `PUBLIC_URL` and of this machine itself. An address of digits is no name, so it passes.
 */
import { isIP } from "node:net";

export interface Allowed {
  readonly publicUrl: string | null;
  readonly corsOrigins: readonly string[] | null;
}

const HERE: ReadonlySet<string> = new Set(["localhost", "localhost.localdomain"]);

/** The name in `Host` or in an origin; null if it can't be read. */
function nameIn(address: string): string | null {
  const parsed = URL.parse(address);
  return parsed === null || parsed.hostname === "" ? null : parsed.hostname.replaceAll(/^\[|\]$/g, "");
}

function isOwnName(name: string, publicUrl: string | null): boolean {
  return isIP(name) !== 0 || HERE.has(name) || (publicUrl !== null && name === nameIn(publicUrl));
}

/** Why a request is refused by its `Host` and `Origin`; null if it is not. */
export function originProblem(
  host: string | undefined,
  origin: string | undefined,
  { publicUrl, corsOrigins }: Allowed,
): string | null {
  const name = nameIn(`http://${host ?? ""}`);
  if (name === null || !isOwnName(name, publicUrl))
    return "This name is not one of this service. An operator sets PUBLIC_URL to the address under which it is reached.";
  if (origin === undefined) return null;
  if (corsOrigins?.some((each) => each === "*" || each === origin)) return null;
  const from = nameIn(origin);
  // A page of this service itself: the same name, and no other one that is also allowed.
  if (from !== null && from === name && new URL(origin).host === host) return null;
  if (publicUrl !== null && origin === publicUrl) return null;
  return "Pages of this origin may not call this service. An operator lists it in CORS_ORIGINS.";
}
