/**
 * Writes the archive of a company: its rows in one snapshot, and its stored files. Invariant: the archive
 * holds no more than the database, so API keys are in it as hashes.
 */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { ReportProgress } from "../../../core/progress.ts";
import { type FileKind, STORED_FILES, writeBackupFile } from "../backup/file.ts";
import { catalog } from "../backup/catalog.ts";
import { fileRowsOf } from "../backup/stored.ts";
import { listNamedKeys } from "../backup/write.ts";
import type { Db } from "../db.ts";
import { FileProblem } from "../../machine/files.ts";
import { preventMigrations } from "../migrate.ts";
import type { FileRows } from "../stored-files.ts";
import { CompanyDigest, type CompanyStorage, hashedStorage, listKeys } from "./digest.ts";
import { firstRow, literal, readCatalog, rowsOf } from "./tables.ts";

export const ARCHIVE: FileKind = {
  format: "daybook.company-archive",
  version: 1,
  noun: "archive",
  one: "an archive",
  remedies: {
    other: "bring both installations to the same version",
    older: "bring both installations to the same version",
  },
  writer: "`daybook company export --all`",
};

export interface WrittenArchive {
  readonly file: string;
  readonly company_id: string;
  readonly made: UnixSeconds;
  /** The number of rows of each table that has any. */
  readonly rows: Readonly<Record<string, number>>;
  /** The number of stored files. */
  readonly files: number;
  /** The keys that rows name, but that had no stored file. */
  readonly missing: readonly string[];
  /** The digest of the company. */
  readonly digest: string;
}

export interface ArchiveNeeds {
  readonly db: Db;
  readonly storage: CompanyStorage;
  /** The tables whose rows name stored files. */
  readonly fileRows: readonly FileRows[];
  readonly now: () => UnixSeconds;
}

/** Writes everything of a company to a new file. */
export async function writeArchive(
  { db, storage, fileRows, now }: ArchiveNeeds,
  companyId: string,
  path: string,
  report: ReportProgress,
): Promise<WrittenArchive> {
  return db.transaction(
    async (tx) => {
      await preventMigrations(tx);
      const companyCatalog = await readCatalog(tx);
      const [name, code_hash] = (await firstRow(
        tx,
        `select c.name, m.code_hash from companies c left join company_moves m on m.company_id = c.id where c.id = ${literal(companyId)}`,
      )) ?? [null, null];
      if (name === null || name === undefined)
        throw new FileProblem(`There is no company ${companyId}.`, true);
      const tables = companyCatalog.tables;
      const digest = new CompanyDigest();
      const named = await listNamedKeys(tx, companyId, fileRows);
      const keys = new Set([...(await listKeys(storage, companyId)), ...named]);
      const missing: string[] = [];
      let done = 0;
      async function* contentOf(table: string): AsyncGenerator<Buffer> {
        if (table === STORED_FILES.name) {
          const hashed = hashedStorage(storage, digest);
          for await (const row of fileRowsOf(hashed, [...keys].toSorted(), (key) => void missing.push(key)))
            yield counted(row);
          return;
        }
        for (const found of tables)
          if (found.name === table)
            for await (const rows of rowsOf(tx, companyCatalog, found, companyId)) {
              digest.addRows(table, rows);
              yield counted(Buffer.from(rows));
            }
      }
      const counted = (bytes: Buffer): Buffer => {
        done += bytes.length;
        report({ done, total: null, unit: "bytes" });
        return bytes;
      };
      const made = now();
      const content = {
        made,
        migrations: await catalog.listMigrations(tx),
        company: { id: companyId, name, code_hash: code_hash ?? null },
        tables: [
          ...tables.map(({ name: table, columns }) => ({ name: table, columns: [...columns] })),
          STORED_FILES,
        ],
      };
      await writeBackupFile(path, content, contentOf, ARCHIVE, () => digest.value());
      return {
        file: path,
        company_id: companyId,
        made,
        rows: digest.rows,
        files: digest.files.length,
        missing: missing.filter((key) => named.includes(key)),
        digest: digest.value(),
      };
    },
    { mode: "snapshot", long: true },
  );
}
