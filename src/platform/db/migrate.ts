/**
 * Runs the migrations: forward only, in the order of their names, each in its own transaction, which also
 * records the migration's checksum. If several processes start at once, an advisory lock lets one of them
 * migrate; the others wait and then find no pending migration. Invariant: where requests and a migration wait
 * for each other's tables, the migration gives way.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Db, Tx } from "./db.ts";
import { pause } from "../time/timer.ts";
import { sqlState } from "./error-fields.ts";
import { statement } from "./statement.ts";

const FOLDER = fileURLToPath(new URL("../../../migrations/", import.meta.url));
/** The number of the advisory lock: an arbitrary constant, the same in all versions. */
const LOCK = 4_207_110_921;

const applied = statement<{ name: string; checksum: string }>(
  "migrations.list",
  "select name, checksum from schema_migrations order by name",
);
const record = statement<never>(
  "migrations.insert",
  "insert into schema_migrations (name, checksum, applied_at) values ($1, $2, daybook_now())",
);
const tryLock = statement<{ locked: boolean }>(
  "migrations.tryLock",
  `select pg_try_advisory_xact_lock_shared(${LOCK}) as locked`,
);

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The database was migrated by another version of the project, or a migration was edited after it ran. */
export class MigrationMismatch extends Error {
  override readonly name = "MigrationMismatch";
}

/** Migrations of this version have not run on the database, and the caller did not ask for them. */
export class MigrationsPending extends Error {
  override readonly name = "MigrationsPending";
  /** Their names, in order. */
  readonly pending: readonly string[];

  constructor(pending: readonly string[]) {
    super(`${pending.length} migrations have not run, the first of them ${pending[0]}`);
    this.pending = pending;
  }
}

/** An upgrade did not reach its end. The message says what failed, and how to go back. */
export class UpgradeFailed extends Error {
  override readonly name = "UpgradeFailed";
}

/** Returns the migrations of this version, in order. */
export async function listMigrations(): Promise<Migration[]> {
  return Promise.all(
    (await listNames()).map(async (name) => {
      const sql = await readFile(`${FOLDER}${name}`, "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

async function listNames(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted();
}

/** Returns a text that changes whenever any migration changes. */
export function fingerprint(migrations: readonly Migration[]): string {
  const hash = createHash("sha256");
  for (const { name, checksum } of migrations) hash.update(`${name} ${checksum}\n`);
  return hash.digest("hex").slice(0, 16);
}

/**
 * Runs the pending migrations and returns their names. `before` is called first if the database is an older
 * version's: what it throws leaves the database as it is. An empty database has no older version.
 */
export async function migrate(
  db: Db,
  before: (pending: readonly string[]) => Promise<void> = async () => {},
): Promise<string[]> {
  const migrations = await listMigrations();
  // Checked without writing, so that a database without pending migrations can start although its disk is
  // full.
  const done = await listApplied(db);
  checkApplied(done, migrations);
  if (done.length === migrations.length) return [];
  if (done.length > 0) {
    const count = await countSettled(db, done.length);
    if (count < migrations.length) await before(migrations.slice(count).map(({ name }) => name));
  }
  const ran: string[] = [];
  // Each migration has its own transaction, so that a failure does not undo the migrations before it.
  for (;;) {
    const name = await givingWay(() => db.transaction((tx) => applyNext(tx, migrations), { long: true }));
    if (name === null) return ran;
    ran.push(name);
  }
}

/**
 * The longest wait of a migration for a table. Shorter than the second after which PostgreSQL looks for
 * deadlocks: who finds one fails, and that would be a request.
 */
const TABLE_MS = 500;
/** Short, so that a migration is found waiting for most of the time. */
const AGAIN_MS = 50;
/** About a minute. Who holds a table for so long has to be ended by a person. */
const TRIES = 110;
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Runs a migration, and again after a moment while others hold its tables. After `tries` throws the error of
 * the last one, which changed nothing.
 */
export async function givingWay<T>(run: () => Promise<T>, tries = TRIES): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run();
    } catch (error) {
      if (tried >= tries || sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      await pause(AGAIN_MS);
    }
  }
}

/** How often, and after which pause, it is looked whether another process has run a further migration. */
const LOOKS = 3;
const LOOK_MS = 100;

/** Counts the migrations that ran, once no other process runs further ones. `count` ran before. */
async function countSettled(db: Db, count: number): Promise<number> {
  if (db.engine === "embedded") return count;
  for (let looks = 0; looks < LOOKS; looks += 1) {
    // Waits for a migration that runs. The next one begins a moment later.
    await db.transaction((tx) => tx.script(`select pg_advisory_xact_lock(${LOCK})`), { long: true });
    const now = (await listApplied(db)).length;
    if (now > count) return countSettled(db, now);
    await pause(LOOK_MS);
  }
  return count;
}

/** True if all migrations of this version have run. Throws if the database can't be read. */
export async function isMigrated(db: Db): Promise<boolean> {
  return (await listApplied(db)).length >= (await listNames()).length;
}

const UNDEFINED_TABLE = "42P01";

/** Returns the migrations that ran on a database; none if the table of migrations does not exist yet. */
export async function listApplied(db: Db): Promise<{ readonly name: string; readonly checksum: string }[]> {
  return db.list(applied).catch((error: unknown) => {
    if (sqlState(error) === UNDEFINED_TABLE) return [];
    throw error;
  });
}

async function applyNext(tx: Tx, migrations: readonly Migration[]): Promise<string | null> {
  await tx.script(`select pg_advisory_xact_lock(${LOCK})`);
  await tx.script(
    `create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at
      bigint not null)`,
  );
  const done = await tx.list(applied);
  checkApplied(done, migrations);
  const next = migrations[done.length];
  if (!next) return null;
  if (tx.engine === "server") await tx.limitWaits(TABLE_MS);
  await runMigration(tx, next);
  return next.name;
}

async function runMigration(tx: Tx, { name, sql, checksum }: Migration): Promise<void> {
  await tx.script(sql);
  await tx.run(record, [name, checksum]);
}

/**
 * Prevents migrations until this transaction ends. Throws if a migration is running, because it could change
 * the schema while this transaction reads it.
 */
export async function preventMigrations(tx: Tx): Promise<void> {
  const { locked } = await tx.get(tryLock);
  if (!locked) throw new Error("the database is being migrated; try again when that is done");
}

/**
 * Throws `MigrationMismatch` unless the migrations that ran on a database are the first of this version's
 * migrations, unchanged.
 */
export function checkApplied(
  done: readonly { readonly name: string; readonly checksum: string }[],
  migrations: readonly Migration[],
): void {
  for (const [index, row] of done.entries()) {
    const expected = migrations[index];
    if (expected?.name !== row.name) {
      throw new MigrationMismatch(
        `the database holds migration ${row.name}, which this version does not have; use the version that made it, or a newer one`,
      );
    }
    if (expected.checksum !== row.checksum)
      throw new MigrationMismatch(`migration ${row.name} was edited after it ran on this database`);
  }
}
