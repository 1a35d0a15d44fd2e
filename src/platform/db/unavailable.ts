/**
 * Recognizes errors of the server, the operating system or the driver that mean that the database is
 * unavailable.
 */
import { FlushFailed } from "../machine/durable.ts";
import { sqlState, violates } from "./error-fields.ts";

/** The reason for errors of TLS when the authority of a certificate is not known. */
const FOREIGN = "its certificate is signed by no authority that sslrootcert names";

/**
 * The reason for each error code: those of the operating system when no server can be reached, and SQLSTATEs
 * of a server that refuses connections, lacks resources or waits too long for a lock, and of poolers.
 */
const REASONS_BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "no server listens at its address",
  ENOTFOUND: "its host does not exist",
  EAI_AGAIN: "the name of its host can't be resolved",
  ETIMEDOUT: "it does not answer",
  EHOSTUNREACH: "its host can't be reached",
  ECONNRESET: "it ended the connection",
  EPIPE: "it ended the connection",
  DEPTH_ZERO_SELF_SIGNED_CERT: FOREIGN,
  SELF_SIGNED_CERT_IN_CHAIN: FOREIGN,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: FOREIGN,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: FOREIGN,
  CERT_SIGNATURE_FAILURE: FOREIGN,
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is of another host",
  "08000": "its connection broke",
  "08001": "its pooler can't reach it",
  "08003": "its connection broke",
  "08004": "it refused the connection",
  "08006": "its connection broke",
  "08P01": "its pooler has no connection to it, or it breaks the protocol",
  "25006": "it takes no changes at the moment",
  "28P01": "it refused the user or the password",
  "28000": "it refused the user",
  "3D000": "the server has no database of that name",
  "53000": "it has no resources left",
  "53100": "its disk is full",
  "53200": "it has no memory left",
  "53300": "it has no connection left",
  "53400": "a limit of its configuration is reached",
  "55000": "it accepts no connections",
  "55P03": "another transaction has locked the data for too long",
  "57P01": "it was stopped",
  "57P02": "it was stopped",
  "57P03": "it is starting or stopping",
};

/** The error of a coordinator of a distributed database, when the server of the company did not commit. */
const COMMIT_ELSEWHERE = /^could not commit transaction for shard /;

/** The reasons for errors of the driver, which have no code, and of a coordinator. */
const REASONS_BY_MESSAGE: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /timeout exceeded when trying to connect|Connection terminated due to connection timeout/,
    "it does not answer, or is not a PostgreSQL server",
  ],
  [
    /Connection terminated|Connection ended|Client has encountered a connection error/,
    "it ended the connection, or is not a PostgreSQL server",
  ],
  [/statement pooling mode/, "its pooler allows no transactions; set its pool_mode to transaction"],
  [/does not support SSL/, "it does not support TLS, which sslmode requires"],
  [/connect ENOENT/, "its socket does not exist"],
  [
    /^failure on connection marked as essential|^failed to (?:COPY to shard|complete COPY|prepare transaction) /,
    "one of its servers ended the connection",
  ],
  [COMMIT_ELSEWHERE, "one of its servers did not answer a commit"],
];

/** The SQLSTATE of a database whose disk is full. */
export const DISK_FULL = "53100";

/**
 * The embedded engine has stopped and can't be used again in this process. The message is for the operator.
 */
export class EngineStopped extends Error {
  override readonly name = "EngineStopped";
}

/** None of the servers of a connection string takes changes, such as while a standby is being promoted. */
export class NoPrimary extends Error {
  override readonly name = "NoPrimary";
  constructor() {
    super("none of the servers takes changes");
  }
}

/**
 * The connection broke after a commit was sent, so the transaction may have been committed or not. The cause
 * says what broke.
 */
export class CommitUnknown extends Error {
  override readonly name = "CommitUnknown";
  constructor(cause: unknown) {
    super("the connection broke during a commit", { cause });
  }
}

/** The code of an error of the database, of its driver or of a socket; empty if it has none. */
function codeOf(error: Error): string {
  return sqlState(error) ?? ("code" in error && typeof error.code === "string" ? error.code : "");
}

/**
 * True if a commit that ended with this error may have been made: the connection ended in place of an answer,
 * or its server stopped. A coordinator says so of another server, and the embedded engine may stop when the
 * log has the commit already. Any other error of a server means that it rolled back.
 */
export function mayBeCommitted(error: unknown): boolean {
  if (error instanceof EngineStopped) return true;
  if (!(error instanceof Error) || unavailableReason(error) === null) return false;
  if (COMMIT_ELSEWHERE.test(error.message)) return true;
  const isSent = !error.message.includes("is not queryable");
  const code = codeOf(error);
  return isSent && (!/^[0-9A-Z]{5}$/.test(code) || /^(?:57P0|08)/.test(code) || code === "EPIPE");
}

/**
 * Returns the message for API callers if there is a better one than the general message of the error code
 * `service_unavailable`, otherwise null.
 */
export function unavailableMessage(error: unknown): string | null {
  if (error instanceof CommitUnknown)
    return "The connection to the database broke while the change was being committed, so it may have been made. Send the request again with the same Idempotency-Key, or look whether the change was made before you send it again.";
  const isFull = error instanceof Error && codeOf(error) === DISK_FULL;
  return isFull
    ? "The disk of the database is full, so nothing can be changed, and reads that need room on it fail, too. Retry with exponential backoff; the service's operator has to make room."
    : null;
}

/**
 * Returns why the database is unavailable, as the second half of a sentence; null if the error has another
 * cause.
 */
export function unavailableReason(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof EngineStopped) return "its engine has stopped";
  if (error instanceof FlushFailed) return "its disk does not confirm what is written";
  if (error instanceof NoPrimary) return "none of its servers takes changes at the moment";
  if (error instanceof CommitUnknown) return unavailableReason(error.cause);
  const byMessage = REASONS_BY_MESSAGE.find(([pattern]) => pattern.test(error.message))?.[1];
  return byMessage ?? REASONS_BY_CODE[codeOf(error)] ?? null;
}

/** True if a change was refused because its company moves, or has moved, to another installation. */
export function isSealed(error: unknown): boolean {
  return violates(error, "companies_sealed");
}
