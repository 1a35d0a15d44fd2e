/**
 * Describes tables whose rows name stored files, for backups and for the check that compares rows and files.
 */
import type { Queryable } from "./db.ts";
import { statement } from "./statement.ts";

/** The rows of a table that name stored files. */
export interface FileRows {
  /** The word for such a record in a sentence, such as "export". */
  readonly recordNoun: string;
  /**
   * The folder of the files within the company's folder. Each file's path in the folder begins with the id of
   * its row.
   */
  readonly folder: string;
  /** Returns rows whose file must exist, after an id and ordered by id. */
  readonly listWithFile: (
    db: Queryable,
    companyId: string,
    after: string,
    count: number,
  ) => Promise<readonly { readonly id: string; readonly key: string }[]>;
  /** Returns those of some ids that have a row in any state; null if files may exist without a row. */
  readonly listIds:
    | ((
        db: Queryable,
        companyId: string,
        ids: readonly string[],
      ) => Promise<readonly { readonly id: string }[]>)
    | null;
}

/** The columns and the condition by which a table names its files, as SQL. */
export interface FileColumns extends Pick<FileRows, "recordNoun" | "folder"> {
  readonly table: string;
  readonly id: string;
  /** The file's key in the storage. */
  readonly key: string;
  /** The condition for rows whose file must exist. */
  readonly mustHaveFile: string;
  /** True if operators store files in the folder before any row names them. */
  readonly mayLackRow?: boolean;
}

/** Makes the statements that list the rows of a table and their files. */
export function fileRows(columns: FileColumns): FileRows {
  const { recordNoun, folder, table, id, key, mustHaveFile, mayLackRow } = columns;
  const withFile = statement<{ id: string; key: string }>(
    `${table}.listKeptFiles`,
    `select ${id} as id, ${key} as key from ${table} where company_id = $1 and ${id} > $2 and ${mustHaveFile}
     order by ${id} limit $3`,
  );
  const ids = mayLackRow
    ? null
    : statement<{ id: string }>(
        `${table}.listFileIds`,
        `select ${id} as id from ${table} where company_id = $1 and ${id} = any ($2)`,
      );
  return {
    recordNoun,
    folder,
    listWithFile: (db, companyId, after, count) => db.list(withFile, [companyId, after, count]),
    listIds: ids && ((db, companyId, someIds) => db.list(ids, [companyId, someIds])),
  };
}
