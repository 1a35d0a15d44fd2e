/** Looking at a database without changing it: its version, and how far its schema is. */
import type { Db } from "./db.ts";
import { checkApplied, listApplied, listMigrations } from "./migrate.ts";
import { statement } from "./statement.ts";

const serverVersion = statement<{ version: string; number: number }>(
  "inspect.version",
  "select current_setting('server_version') as version, current_setting('server_version_num')::int as number",
);
const countServices = statement<{ sessions: number }>(
  "inspect.countServices",
  `select count(*)::int8 as sessions from pg_stat_activity where application_name = 'daybook'
    and datname = current_database() and pid <> pg_backend_pid()`,
);

export interface Inspection {
  /** As the database says it, such as `16.4`. */
  readonly version: string;
  /** True if this project runs on it. */
  readonly supported: boolean;
  /** True if another process of the project is connected to it. */
  readonly isInUse: boolean;
  readonly applied: number;
  /** Names of the migrations that the next start will run. */
  readonly pending: readonly string[];
}

const OLDEST_VERSION = 140_000;

/** Looks. Throws `MigrationMismatch` when the database belongs to another version of the project. */
export async function inspectDatabase(db: Db): Promise<Inspection> {
  const { version, number } = await db.get(serverVersion);
  const migrations = await listMigrations();
  const done = await listApplied(db);
  checkApplied(done, migrations);
  const { sessions } = await db.get(countServices);
  return {
    version,
    supported: number >= OLDEST_VERSION,
    isInUse: sessions > 0,
    applied: done.length,
    pending: migrations.slice(done.length).map(({ name }) => name),
  };
}
