/**
 * Connection strings that name several servers, as PostgreSQL's own client reads them:
 * `postgres://user@one:5432,two:5432/books`. One of the servers takes changes (the primary); the others
 * follow it, and one of them takes its place when it fails.
 */

/** The part before the hosts, the hosts, and the rest. A password may contain a comma, a host can't. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

/** Returns a connection string for each server that one names, in its order. */
export function eachServer(url: string): string[] {
  const [, before = "", hosts = "", after = ""] = PARTS.exec(url) ?? [];
  return hosts.split(",").map((host) => `${before}${host}${after}`);
}

/**
 * Returns a connection string whose `sslmode` means what it means to PostgreSQL's own client. Without this
 * the driver takes `require` for `verify-full`, and warns of that.
 */
export function withOwnTlsModes(url: string): string {
  return /[?&]sslmode=/.test(url) && !/[?&]uselibpqcompat=/.test(url) ? `${url}&uselibpqcompat=true` : url;
}

/** Returns the connection string of another server, with the user, database and options of this one. */
export function atHost(url: string, host: string): string {
  const [, before = "", , after = ""] = PARTS.exec(url) ?? [];
  const [, path = "", query = ""] = /^([^?]*)\??(.*)$/s.exec(after) ?? [];
  // The folder of a socket is an option, and both count more than the host before the path.
  const kept = query.split("&").filter((option) => !/^(?:$|(?:host|port)=)/.test(option));
  return `${before}${host}${path}${kept.length === 0 ? "" : `?${kept.join("&")}`}`;
}

/** Returns the servers and the database of a connection string, without its user and password. */
export function placeOf(url: string): string | null {
  const servers = eachServer(url);
  if (!servers.every((each) => URL.canParse(each))) return null;
  return `${servers.map((each) => new URL(each).host).join(",")}${new URL(servers[0] ?? "").pathname}`;
}
