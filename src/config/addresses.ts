/** Parses settings that are addresses. The functions throw an Error that says what is accepted. */
import { eachServer } from "../platform/db/hosts.ts";
import { fileProblem } from "../platform/machine/secret-file.ts";

/** Parses an HTTP URL without query and fragment; removes slashes at its end. */
export function address(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol) || /[?#]/.test(text))
    throw new Error("must be an absolute address such as https://docs.example.com, without a query");
  return text.replace(/\/+$/, "");
}

/** Parses an HTTP URL without a path. */
export function origin(text: string): string {
  const url = address(text);
  if (new URL(url).origin !== url.toLowerCase())
    throw new Error("must be an address without a path, such as https://books.example.com");
  return new URL(url).origin;
}

/**
 * Makes the parser of a URL that may contain a password. `accepted` describes the valid URLs in the error.
 */
export function urlWithPassword(scheme: RegExp, accepted: string): (text: string) => string {
  return (text) => {
    if (!scheme.test(text) || !URL.canParse(text))
      throw new Error(
        `must be ${accepted}, in which other characters of a password than letters and digits are percent-encoded`,
      );
    return text;
  };
}

/** The values of `sslmode`, of which `prefer` and `allow` would go on without TLS where it is refused. */
const SSL_MODES = ["disable", "require", "verify-ca", "verify-full"];

/** Throws an Error for options of TLS that are unknown, incomplete, or name a file that can't be read. */
function refuseTls(options: URLSearchParams): void {
  const mode = options.get("sslmode");
  if (mode !== null && !SSL_MODES.includes(mode))
    throw new Error(`must have as sslmode one of ${SSL_MODES.join(", ")}`);
  if (mode === "verify-ca" && !options.has("sslrootcert"))
    throw new Error("must name the certificate of an authority in sslrootcert for sslmode=verify-ca");
  for (const name of ["sslrootcert", "sslcert", "sslkey"]) {
    const path = options.get(name);
    const problem = path === null ? null : fileProblem(path);
    if (problem !== null) throw new Error(`names in ${name} the file ${path}, which ${problem}`);
  }
}

/** Parses the connection string of one or several PostgreSQL servers. */
export function postgresUrl(text: string): string {
  const accepted = "a connection string such as postgres://user:password@host:5432/database";
  const servers = eachServer(text);
  for (const each of servers) {
    const { host, searchParams } = new URL(urlWithPassword(/^postgres(ql)?:\/\/./, accepted)(each));
    if (servers.length > 1 && host === "") throw new Error("must name a server between each two commas");
    const wanted = searchParams.get("target_session_attrs") ?? "primary";
    if (!["primary", "read-write"].includes(wanted))
      throw new Error("must not ask for another target_session_attrs than read-write or primary");
    refuseTls(searchParams);
  }
  return text;
}

/** Parses origins that are separated by commas. */
export function origins(text: string): readonly string[] {
  return text.split(",").map((each) => origin(each.trim()));
}

/** Parses the address of Redis. */
export function redisUrl(text: string): string {
  // The Redis client would take another path for a database and a query for options, and would ignore those
  // that it does not know.
  const url = /^rediss?:\/\/./.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^(\/\d{0,9})?$/.test(url.pathname) || url.search !== "")
    throw new Error(
      "must be an address such as redis://:password@host:6379/0, at whose end stands the number of a database or nothing",
    );
  return text;
}

/** Parses the sender of mail: an address, with or without a name before it. */
export function mailSender(text: string): string {
  if (!/^([^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text))
    throw new Error("must be an address such as books@example.com or Daybook <books@example.com>");
  return text;
}
