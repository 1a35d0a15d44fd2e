/** Inspects a database without changing it: its version, its use by other processes and its migrations. */
import type { Db } from "./db.ts";
import { checkApplied, listApplied, listMigrations } from "./migrate.ts";
import type { Pooler } from "./pooler.ts";
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
  /** The version that the database reports, such as `16.4`. */
  readonly version: string;
  /** True if the project supports this version. */
  readonly supported: boolean;
  /** True if another process of the project is connected to the database. */
  readonly isInUse: boolean;
  /** What is between this process and the server. */
  readonly pooler: Pooler;
  /** The number of migrations that have run. */
  readonly applied: number;
  /** The names of the migrations that the next start will run. */
  readonly pending: readonly string[];
}

const OLDEST_VERSION = 140_000;

/** Inspects a database. Throws `MigrationMismatch` if another version of the project migrated it. */
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
    pooler: db.pooler(),
    applied: done.length,
    pending: migrations.slice(done.length).map(({ name }) => name),
  };
}
