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

/** The SQLSTATE of a database error, or null for any other value. */
export function sqlState(error: unknown): string | null {
  return errorField(error, "code");
}

/**
 * Returns the values of the key that violated a unique constraint, in the order of the constraint's columns;
 * null for any other error. Works only for values without commas, such as ids.
 */
export function refusedKey(error: unknown, constraint: string): string[] | null {
  if (!violates(error, constraint)) return null;
  return /=\((.*)\)/.exec(errorField(error, "detail") ?? "")?.[1]?.split(", ") ?? null;
}
