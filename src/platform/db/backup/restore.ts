/**
 * Restores a backup into an empty database, in one transaction. Rows are copied unchanged. They include the
 * rollups (sums of entries that triggers maintain), so triggers are disabled meanwhile; otherwise every entry
 * would be counted twice. Invariants: the file is read to its end before the database is changed; either the
 * complete backup is committed or nothing; the schema is unchanged afterwards.
 */
import { stat } from "node:fs/promises";
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { ReportProgress } from "../../../core/progress.ts";
import { FileProblem } from "../../machine/files.ts";
import type { Db, Tx } from "../db.ts";
import { isDistributed } from "../distribution.ts";
import { listMigrations, type Migration, preventMigrations } from "../migrate.ts";
import { catalog, type Table } from "./catalog.ts";
import {
  BACKUP,
  type BackupHeader,
  type BackupReader,
  type FileKind,
  readBackupFile,
  type RowCounts,
  STORED_FILES,
} from "./file.ts";
import { type FileStorage, storeFiles } from "./stored.ts";

export interface Restored<CheckResult> {
  /** When the backup was made. */
  readonly made: UnixSeconds;
  /** The number of rows restored into each table. */
  readonly rows: RowCounts;
  /** The number of files that were stored. */
  readonly files: number;
  readonly checkResult: CheckResult;
}

/**
 * Restores the file at `path`. `check` checks the restored rows before the commit. An error thrown by `check`
 * or `report` rolls everything back. Throws `FileProblem` if the file is damaged or has another version, or
 * if the database is not empty.
 */
export async function restoreBackup<CheckResult>(
  db: Db,
  path: string,
  report: ReportProgress,
  storage: FileStorage,
  check: (tx: Tx) => Promise<CheckResult>,
): Promise<Restored<CheckResult>> {
  const { header } = await readToEnd(path, report);
  checkMigrations(path, header, await listMigrations(), BACKUP);
  const distributed = await isDistributed(db);
  return db.transaction(
    async (tx) => {
      await preventMigrations(tx);
      await catalog.setFixedFormats(tx);
      const tables = await catalog.listTables(tx);
      const names = tables.map(({ name }) => name);
      await tx.script(`lock table ${names.join(", ")} in access exclusive mode`);
      await requireEmpty(tx, names);
      checkTables(path, header, tables);
      const { rows, files } = await withoutTriggers(tx, names, () => copyRows(tx, path, report, storage));
      // The servers of a distributed database read statistics only outside of such a transaction.
      if (!distributed) await tx.script(`analyze ${names.join(", ")}`);
      return { made: header.made as UnixSeconds, rows, files, checkResult: await check(tx) };
    },
    { long: true },
  );
}

/**
 * Reads a file to its end and discards the rows, so that a damaged file is found before the database changes.
 */
export async function readToEnd(
  path: string,
  report: ReportProgress,
  kind?: FileKind,
): Promise<{ readonly header: BackupHeader; readonly digest: string }> {
  return withReader(
    path,
    report,
    async (reader) => {
      for (const _table of reader.header.tables) for await (const _rows of reader.rows());
      return { header: reader.header, digest: (await reader.end()).digest };
    },
    kind,
  );
}

/**
 * Copies the rows into the database and stores the files. Files are stored before the transaction commits,
 * because rows without files would be worse than files without rows.
 */
async function copyRows(
  tx: Tx,
  path: string,
  report: ReportProgress,
  storage: FileStorage,
): Promise<{ readonly rows: RowCounts; readonly files: number }> {
  return withReader(path, report, async (reader) => {
    let files = 0;
    for (const { name, columns } of reader.header.tables) {
      if (name === STORED_FILES.name) files = await storeFiles(storage, reader.rows());
      else await tx.copyIn(`${name} (${columns.join(", ")})`, reader.rows());
    }
    const { [STORED_FILES.name]: _pieces, ...rows } = (await reader.end()).rows;
    return { rows, files };
  });
}

/** Opens a file for `work`, reports the progress of reading and closes the file. */
export async function withReader<T>(
  path: string,
  report: ReportProgress,
  work: (reader: BackupReader) => Promise<T>,
  kind?: FileKind,
): Promise<T> {
  const total = (await stat(path).catch(() => null))?.size ?? null;
  let reported = -1;
  const reader = await readBackupFile(
    path,
    (done) => {
      if (done === reported) return;
      reported = done;
      report({ done, total, unit: "bytes" });
    },
    kind,
  );
  try {
    return await work(reader);
  } finally {
    reader.close();
  }
}

/** Throws unless the file's migrations are exactly those of this version. */
export function checkMigrations(
  path: string,
  { migrations }: BackupHeader,
  ownMigrations: readonly Migration[],
  { noun, remedies }: FileKind,
): void {
  for (const [index, { name, checksum }] of migrations.entries()) {
    if (ownMigrations[index]?.name === name && ownMigrations[index].checksum === checksum) continue;
    throw new FileProblem(
      `The ${noun} ${path} was made by another version of Daybook, whose migration ${name} this one does not have; ${remedies.other}.`,
      false,
    );
  }
  const next = ownMigrations[migrations.length];
  if (next)
    throw new FileProblem(
      `The ${noun} ${path} was made by an older version of Daybook, before the migration ${next.name}: ${remedies.older}.`,
      false,
    );
}

/** Throws unless the file and the database have the same tables and columns. */
export function checkTables(
  path: string,
  header: BackupHeader,
  tables: readonly Pick<Table, "name" | "columns">[],
): void {
  const shape = (list: readonly { readonly name: string; readonly columns: readonly string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns]));
  if (shape(header.tables.filter(({ name }) => name !== STORED_FILES.name)) === shape(tables)) return;
  throw new FileProblem(
    `The tables in ${path} are not those of this database: one of the two was changed by hand.`,
    false,
  );
}

async function requireEmpty(tx: Tx, names: readonly string[]): Promise<void> {
  let found = "";
  for await (const bytes of tx.copyOut(
    names.map((name) => `select '${name}' where exists (select 1 from ${name})`).join(" union all "),
  ))
    found += bytes.toString("utf8");
  const [first] = found.split("\n");
  if (!first) return;
  throw new FileProblem(
    `A backup is restored into an empty database, and in this one the table ${first} has rows. Name another folder with DAYBOOK_HOME, or an empty database with DATABASE_URL; nothing was changed.`,
    false,
  );
}

/**
 * Runs `work` without user triggers and foreign keys. Foreign keys are dropped and created again, not
 * disabled: until then rows may be copied in any order, and creating a foreign key checks all rows with one
 * query.
 */
export async function withoutTriggers<T>(
  tx: Tx,
  tables: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const references = await catalog.listReferences(tx);
  const runAll = (commands: readonly string[]) => tx.script(commands.join(";\n"));
  await runAll(references.map(({ relation, name }) => `alter table ${relation} drop constraint ${name}`));
  await runAll(tables.map((name) => `alter table ${name} disable trigger user`));
  const result = await work();
  await runAll(tables.map((name) => `alter table ${name} enable trigger user`));
  await runAll(
    references.map(
      ({ relation, name, definition }) => `alter table ${relation} add constraint ${name} ${definition}`,
    ),
  );
  return result;
}
