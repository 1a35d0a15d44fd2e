/** Recognizes errors of the server, the system or the driver that mean that the database can't be used. */

/**
 * Codes of the server when it refuses connections or a lock is not released, and of the system when there is
 * no server.
 */
const AWAY: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the host's name can't be resolved",
  ETIMEDOUT: "it does not answer",
  EHOSTUNREACH: "there is no way to the host",
  ECONNRESET: "it ended the connection",
  EPIPE: "it ended the connection",
  "28P01": "it refused the user or the password",
  "28000": "it does not let this user in",
  "3D000": "it has no such database",
  "53000": "it has no resources left",
  "53100": "its disk is full",
  "53200": "it has no memory left",
  "53300": "it has no connection left",
  "53400": "a limit of its configuration is reached",
  "55000": "it takes no connections",
  "55P03": "somebody else has locked what is needed",
  "57P01": "it was stopped",
  "57P02": "it was stopped",
  "57P03": "it is starting or stopping",
};

/** Errors of the driver that have no code. */
const AWAY_SAID: readonly (readonly [says: RegExp, because: string])[] = [
  [
    /timeout exceeded when trying to connect|Connection terminated due to connection timeout/,
    "it does not answer, or is no PostgreSQL",
  ],
  [
    /Connection terminated|Connection ended|Client has encountered a connection error/,
    "it ended the connection, or is no PostgreSQL",
  ],
  [/does not support SSL/, "it offers no TLS, which sslmode asks for"],
  [/connect ENOENT/, "there is no such socket"],
];

/** The code of a database whose disk is full. */
export const DISK_FULL = "53100";

/**
 * The embedded engine has stopped and can't be used again in this process. The message is a sentence for the
 * operator.
 */
export class EngineStopped extends Error {
  override readonly name = "EngineStopped";
}

/**
 * The public sentence for a database that can't be used, where there is a better one than that of
 * `service_unavailable`.
 */
export function awaySentence(error: unknown): string | null {
  const isFull = error instanceof Error && "code" in error && error.code === DISK_FULL;
  return isFull
    ? "The disk of the database is full, so nothing can be changed. Reading goes on. Retry with exponential backoff; the service's operator has to make room."
    : null;
}

/**
 * Why the database can't be used, as the end of a sentence; null when the error says nothing of that kind.
 */
export function awayBecause(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof EngineStopped) return "its engine has stopped";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return AWAY[code] ?? AWAY_SAID.find(([says]) => says.test(error.message))?.[1] ?? null;
}
