/**
 * Restoring a backup into an empty database, in one transaction. Rows come in as they were, rollups
 * included, so the tables' triggers are off meanwhile: they would count every entry twice. Invariants: the
 * file is read to its end before anything is touched; nothing is committed but the whole of it; the
 * schema is afterwards what it was before.
 */
import { stat } from "node:fs/promises";
import type { UnixSeconds } from "../../../core/civil-date.ts";
import type { Report } from "../../../core/progress.ts";
import { FileProblem } from "../../machine/files.ts";
import type { Db, Tx } from "../db.ts";
import { keepMigrationsOut, listMigrations, type Migration } from "../migrate.ts";
import { catalog, type Table } from "./catalog.ts";
import {
  type BackupHeader,
  type BackupReader,
  readBackupFile,
  type RowCounts,
  STORED_FILES,
} from "./file.ts";
import { type FileStorage, storeFiles } from "./stored.ts";

export interface Restored<Checked> {
  /** When the backup was made. */
  readonly made: UnixSeconds;
  /** The number of rows restored into each table. */
  readonly rows: RowCounts;
  /** The number of files that were stored. */
  readonly files: number;
  readonly checked: Checked;
}

/**
 * Restores the file at `path`. `check` looks at what came in before it is committed; what it throws, as what
 * `report` throws, undoes everything. Throws `FileProblem` when the file is not whole, is of another version,
 * or the database is not empty.
 */
export async function restoreBackup<Checked>(
  db: Db,
  path: string,
  report: Report,
  storage: FileStorage,
  check: (tx: Tx) => Promise<Checked>,
): Promise<Restored<Checked>> {
  const header = await readWhole(path, report);
  checkMigrations(path, header, await listMigrations());
  return db.transaction(
    async (tx) => {
      await keepMigrationsOut(tx);
      await catalog.writeValuesPlainly(tx);
      const tables = await catalog.listTables(tx);
      const names = tables.map(({ name }) => name);
      await tx.script(`lock table ${names.join(", ")} in access exclusive mode`);
      await refuseRows(tx, names);
      checkTables(path, header, tables);
      const { rows, files } = await withoutTriggers(tx, names, () => readInto(tx, path, report, storage));
      await tx.script(`analyze ${names.join(", ")}`);
      return { made: header.made as UnixSeconds, rows, files, checked: await check(tx) };
    },
    { long: true },
  );
}

/**
 * Reads a file to its end without doing anything with it, so that a damaged one is refused before the
 * database is touched.
 */
async function readWhole(path: string, report: Report): Promise<BackupHeader> {
  return reading(path, report, async (reader) => {
    for (const _table of reader.header.tables) for await (const _rows of reader.rows());
    await reader.end();
    return reader.header;
  });
}

/** Files are stored before the commit: rows without files would be worse than files without rows. */
async function readInto(
  tx: Tx,
  path: string,
  report: Report,
  storage: FileStorage,
): Promise<{ readonly rows: RowCounts; readonly files: number }> {
  return reading(path, report, async (reader) => {
    let files = 0;
    for (const { name, columns } of reader.header.tables) {
      if (name === STORED_FILES.name) files = await storeFiles(storage, reader.rows());
      else await tx.copyIn(`${name} (${columns.join(", ")})`, reader.rows());
    }
    const { [STORED_FILES.name]: _pieces, ...rows } = await reader.end();
    return { rows, files };
  });
}

async function reading<T>(
  path: string,
  report: Report,
  work: (reader: BackupReader) => Promise<T>,
): Promise<T> {
  const total = (await stat(path).catch(() => null))?.size ?? null;
  let reported = -1;
  const reader = await readBackupFile(path, (done) => {
    if (done === reported) return;
    reported = done;
    report({ done, total, unit: "bytes" });
  });
  try {
    return await work(reader);
  } finally {
    reader.close();
  }
}

/** Throws unless the file's schema is the one that these migrations make. */
function checkMigrations(path: string, { migrations }: BackupHeader, known: readonly Migration[]): void {
  for (const [index, { name, checksum }] of migrations.entries()) {
    if (known[index]?.name === name && known[index].checksum === checksum) continue;
    throw new FileProblem(
      `The backup ${path} was made by another version of Daybook, whose migration ${name} this one does not have; restore it with that version.`,
      false,
    );
  }
  const next = known[migrations.length];
  if (next)
    throw new FileProblem(
      `The backup ${path} was made by an older version of Daybook, before the migration ${next.name}: restore it with that version, then open the database with this one.`,
      false,
    );
}

/** Throws unless the tables of the file are those of the database, column for column. */
function checkTables(path: string, header: BackupHeader, tables: readonly Table[]): void {
  const shape = (list: readonly { readonly name: string; readonly columns: readonly string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns]));
  if (shape(header.tables.filter(({ name }) => name !== STORED_FILES.name)) === shape(tables)) return;
  throw new FileProblem(
    `The tables in the backup ${path} are not those of this database: one of the two was changed by hand.`,
    false,
  );
}

async function refuseRows(tx: Tx, names: readonly string[]): Promise<void> {
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
 * Lets rows in that are known to be whole. References are dropped and made again, not switched off: making
 * them checks every row, in one query each, and until then rows may come in any order.
 */
async function withoutTriggers<T>(tx: Tx, tables: readonly string[], work: () => Promise<T>): Promise<T> {
  const references = await catalog.listReferences(tx);
  const each = (lines: readonly string[]) => tx.script(lines.join(";\n"));
  await each(references.map(({ relation, name }) => `alter table ${relation} drop constraint ${name}`));
  await each(tables.map((name) => `alter table ${name} disable trigger user`));
  const result = await work();
  await each(tables.map((name) => `alter table ${name} enable trigger user`));
  await each(
    references.map(
      ({ relation, name, definition }) => `alter table ${relation} add constraint ${name} ${definition}`,
    ),
  );
  return result;
}
