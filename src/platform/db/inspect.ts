/** Looking at a database without changing it: its version, and how far its schema is. */
import { type Db, sqlState } from "./db.ts";
import { checkApplied, listMigrations } from "./migrate.ts";
import { statement } from "./statement.ts";

const serverVersion = statement<{ version: string; number: number }>(
  "inspect.version",
  "select current_setting('server_version') as version, current_setting('server_version_num')::int as number",
);
const applied = statement<{ name: string; checksum: string }>("inspect.listMigrations", "select name, checksum from schema_migrations order by name");

export interface Inspection {
  /** As the database says it, such as `16.4`. */
  readonly version: string;
  /** Whether this project runs on it. */
  readonly supported: boolean;
  readonly applied: number;
  /** Names of the migrations that the next start will run. */
  readonly pending: readonly string[];
}

const OLDEST_VERSION = 140_000;
const UNDEFINED_TABLE = "42P01";

/** Looks. Throws `MigrationMismatch` when the database belongs to another version of the project. */
export async function inspectDatabase(db: Db): Promise<Inspection> {
  const { version, number } = await db.get(serverVersion);
  const migrations = await listMigrations();
  const done = await db.list(applied).catch((error: unknown) => {
    if (sqlState(error) === UNDEFINED_TABLE) return [];
    throw error;
  });
  checkApplied(done, migrations);
  return { version, supported: number >= OLDEST_VERSION, applied: done.length, pending: migrations.slice(done.length).map(({ name }) => name) };
}
