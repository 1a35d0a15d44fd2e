/** What an error of the database reports: its SQLSTATE, and the constraint that was violated. */

/** Reads a field of a database error by its name, because each engine has its own class of errors. */
function errorField(error: unknown, field: "code" | "constraint" | "detail"): string | null {
  if (!(error instanceof Error) || !("severity" in error)) return null;
  const value = (error as Error & { code?: unknown; constraint?: unknown; detail?: unknown })[field];
  return typeof value === "string" ? value : null;
}

/**
 * The constraint that an error reports. The coordinator of a distributed database leaves it out of an error
 * of another server, but the message quotes it, followed by the number of the shard.
 */
function violatedConstraint(error: unknown): string | null {
  const told = errorField(error, "constraint");
  if (told !== null || sqlState(error)?.startsWith("23") !== true) return told;
  return /constraint "(\w+?)(?:_\d+)?"/.exec((error as Error).message)?.[1] ?? null;
}

/** True if the error reports a violation of this constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return violatedConstraint(error) === constraint;
}

/** SQLSTATE of an error without one of its own. */
const UNNAMED = "XX000";
/** Sentences of PostgreSQL and of its client, with their SQLSTATEs. */
const SENTENCES = [
  [/^duplicate key value violates unique constraint /, "23505"],
  [/ violates foreign key constraint /, "23503"],
  [/ violates check constraint /, "23514"],
  [/ violates not-null constraint$/, "23502"],
  [/^deadlock detected$/, "40P01"],
  [/^could not serialize access /, "40001"],
  [/^canceling statement due to lock timeout$/, "55P03"],
  [/^could not (?:extend|write to) file /, "53100"],
  [/^terminating connection (?:due to|because of) |^postmaster was shut down/, "57P01"],
  [
    /^server closed the connection |^SSL (?:connection|SYSCALL error)|^could not (?:receive|send) data /,
    "08006",
  ],
] as const;

/**
 * The SQLSTATE of a database error, or null for any other value. The coordinator of a distributed database
 * leaves it out of an error of a COPY on another server, and of some lost connections to one, so there it is
 * known by the sentence.
 */
export function sqlState(error: unknown): string | null {
  const code = errorField(error, "code");
  if (code !== UNNAMED || !(error instanceof Error)) return code;
  return SENTENCES.find(([sentence]) => sentence.test(error.message))?.[1] ?? code;
}

/**
 * Returns the values of the key that violated a unique constraint, in the order of the constraint's columns;
 * null for any other error. Works only for values without commas, such as ids.
 */
export function refusedKey(error: unknown, constraint: string): string[] | null {
  if (!violates(error, constraint)) return null;
  return /=\((.*)\)/.exec(errorField(error, "detail") ?? "")?.[1]?.split(", ") ?? null;
}
