/**
 * Writes a backup: one consistent state of the whole database, even while other transactions write. Rows are
 * copied in their physical order, one range of pages at a time. This limits the memory on the embedded
 * engine, which returns the whole result of a statement at once.
 */
import { present } from "@daybook/words/assert";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import type { ReportProgress } from "../../../core/progress.ts";
import type { Db, Tx } from "../db.ts";
import { isDistributed, readShardSizes } from "../distribution.ts";
import { preventMigrations } from "../migrate.ts";
import { catalog, type Table } from "./catalog.ts";
import { type RowCounts, STORED_FILES, writeBackupFile } from "./file.ts";
import { statement } from "../statement.ts";
import type { FileRows } from "../stored-files.ts";
import { fileRowsOf, type FileStorage } from "./stored.ts";

const listCompanies = statement<{ id: string }>(
  "backup.listCompanies",
  "select id from companies order by id",
);

/** The number of pages of one range: 8 MB of rows, with pages of the usual size of 8 KB. */
const PAGES_AT_ONCE = 1024;

export interface Backup {
  readonly file: string;
  readonly made: UnixSeconds;
  /** The number of rows of each table. */
  readonly rows: RowCounts;
  /** The number of stored files. */
  readonly files: number;
  /** The keys that rows name, but that had no stored file. */
  readonly missing: readonly string[];
}

/** The stored files that a backup contains in addition to the tables. */
export interface BackedUpFiles {
  readonly storage: FileStorage;
  /** The tables whose rows name the files. */
  readonly rows: readonly FileRows[];
}

/**
 * Writes the whole database to a new file at `path`. Throws `FileProblem` if the file exists already or can't
 * be written. After a failure there is no incomplete file at `path`.
 */
export async function writeBackup(
  db: Db,
  path: string,
  made: UnixSeconds,
  report: ReportProgress,
  files: BackedUpFiles | null,
): Promise<Backup> {
  const distributed = (await isDistributed(db)) ? await db.transaction(readDistributed) : null;
  return db.transaction(
    async (tx) => {
      if (distributed !== null) await takeSnapshots(tx, distributed.tables);
      await preventMigrations(tx);
      await catalog.setFixedFormats(tx);
      const tables = (await catalog.listTables(tx)).map((table) => ({
        ...table,
        bytes: distributed?.sizes.get(table.name) ?? table.bytes,
      }));
      const migrations = await catalog.listMigrations(tx);
      // Prevents commands that rewrite a table, because this snapshot would then see an empty table.
      await tx.script(`lock table ${tables.map(({ name }) => name).join(", ")} in access share mode`);
      const byName = new Map(tables.map((table) => [table.name, table]));
      const total = tables.reduce((sum, { bytes }) => sum + bytes, 0);
      let done = 0;
      const keys = files === null ? [] : await listKeys(tx, files.rows);
      const missing: string[] = [];
      async function* rowsOf(name: string): AsyncGenerator<Buffer> {
        if (name === STORED_FILES.name) {
          if (files !== null) yield* fileRowsOf(files.storage, keys, (key) => void missing.push(key));
          return;
        }
        const table = present(byName.get(name), `no table ${name}`);
        for (const { query, bytes } of parts(table)) {
          yield* tx.copyOut(query);
          done += bytes;
          report({ done, total, unit: "bytes" });
        }
      }
      const content = {
        made,
        migrations,
        tables: [
          ...tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
          ...(files === null ? [] : [STORED_FILES]),
        ],
      };
      const { [STORED_FILES.name]: _pieces, ...rows } = await writeBackupFile(path, content, rowsOf);
      return { file: path, made, rows, files: keys.length - missing.length, missing };
    },
    { mode: "snapshot", long: true },
  );
}

const readDistributed = async (tx: Tx) => ({
  tables: await catalog.listTables(tx),
  sizes: await readShardSizes(tx),
});

/**
 * Takes the snapshot of each server of a distributed database. They are taken one after another, so until all
 * are, nothing may change: members must not be without their users, nor jobs without what they are about.
 * The lock comes before the snapshots, and ends with the savepoint.
 */
async function takeSnapshots(tx: Tx, tables: readonly Table[]): Promise<void> {
  await tx.script("savepoint snapshots");
  await tx.limitWaits(LIMITS.lock_timeout_ms.value);
  await tx.script(`lock table ${tables.map(({ name }) => name).join(", ")} in share mode`);
  await tx.list(listCompanies);
  await tx.script("rollback to savepoint snapshots");
}

const KEYS_AT_ONCE = 1_000;

/** Returns the keys of all files that rows name in the transaction's snapshot. */
async function listKeys(tx: Tx, tables: readonly FileRows[]): Promise<string[]> {
  const keys: string[] = [];
  for (const { id } of await tx.list(listCompanies)) keys.push(...(await listNamedKeys(tx, id, tables)));
  return keys;
}

/** Returns the keys of the files that a company's rows name. */
export async function listNamedKeys(
  tx: Tx,
  companyId: string,
  tables: readonly FileRows[],
): Promise<string[]> {
  const keys: string[] = [];
  for (const { listWithFile } of tables)
    for (let after: string | null = ""; after !== null;) {
      const rows: readonly { readonly id: string; readonly key: string }[] = await listWithFile(
        tx,
        companyId,
        after,
        KEYS_AT_ONCE,
      );
      keys.push(...rows.map(({ key }) => key));
      after = rows.length < KEYS_AT_ONCE ? null : (rows.at(-1)?.id ?? null);
    }
  return keys;
}

/**
 * Returns the queries for the rows of a table, in physical order; of a distributed table, each reads a range
 * of every part. The range of the last query has no end, because the table may have grown.
 */
function parts({ name, columns, bytes, page_bytes }: Table): { query: string; bytes: number }[] {
  const starts = Array.from(
    { length: Math.max(1, Math.ceil(bytes / page_bytes / PAGES_AT_ONCE)) },
    (_, index) => index * PAGES_AT_ONCE,
  );
  return starts.map((start, index) => {
    const next = starts[index + 1];
    const before = next === undefined ? "" : ` and ctid < '(${next},0)'`;
    return {
      query: `select ${columns.join(", ")} from ${name} where ctid >= '(${start},0)'${before}`,
      bytes: next === undefined ? bytes - start * page_bytes : PAGES_AT_ONCE * page_bytes,
    };
  });
}
