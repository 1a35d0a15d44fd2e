/** The servers on which test databases are made, and statements that administer them. */
import pg from "pg";

const named = (variable: string): string | null => process.env[variable]?.trim() || null;

/**
 * The connection string of a coordinator of Citus, in a database that knows its servers; null unless the
 * tests run distributed.
 */
export const CITUS_URL = named("DAYBOOK_TEST_CITUS");

/** The connection string of the server for test databases; null on the embedded engine. */
export const ADMIN_URL = CITUS_URL ?? named("DATABASE_URL");

/** Runs one statement on a connection of its own. */
export async function administer(
  text: string,
  url = ADMIN_URL ?? "",
): Promise<pg.QueryResult<Record<string, string>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

/** The connection string of a database, on the server of another connection string. */
export function urlOf(name: string, server = ADMIN_URL ?? ""): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
