/** Tables whose rows name stored files, stated as data for the check that compares the two. */
import type { Queryable } from "./db.ts";
import { statement } from "./statement.ts";

/** Rows of a table that name stored files. */
export interface FileRows {
  /** The name of one of them in a sentence. */
  readonly of: string;
  /** The company's folder of their files, each of which lies at or below the id of its row. */
  readonly folder: string;
  /** Rows after an id, by id, whose file must be there. */
  readonly listKept: (
    db: Queryable,
    companyId: string,
    after: string,
    count: number,
  ) => Promise<readonly { readonly id: string; readonly key: string }[]>;
  /** Those of some ids that have a row in any state; null where a file may lie there without a row. */
  readonly listIds:
    | ((
        db: Queryable,
        companyId: string,
        ids: readonly string[],
      ) => Promise<readonly { readonly id: string }[]>)
    | null;
}

/** The columns and the condition by which a table names its files, as SQL. */
export interface FileColumns extends Pick<FileRows, "of" | "folder"> {
  readonly table: string;
  readonly id: string;
  /** The file's key. */
  readonly key: string;
  /** Holds for rows whose file must be there. */
  readonly isKept: string;
  /** True if operators put files there before any row names them. */
  readonly mayLackRow?: boolean;
}

/** Makes the statements that the check asks of a table. */
export function fileRows({ of, folder, table, id, key, isKept, mayLackRow }: FileColumns): FileRows {
  const kept = statement<{ id: string; key: string }>(
    `${table}.listKeptFiles`,
    `select ${id} as id, ${key} as key from ${table} where company_id = $1 and ${id} > $2 and ${isKept}
     order by ${id} limit $3`,
  );
  const ids = mayLackRow
    ? null
    : statement<{ id: string }>(
        `${table}.listFileIds`,
        `select ${id} as id from ${table} where company_id = $1 and ${id} = any ($2)`,
      );
  return {
    of,
    folder,
    listKept: (db, companyId, after, count) => db.list(kept, [companyId, after, count]),
    listIds: ids && ((db, companyId, some) => db.list(ids, [companyId, some])),
  };
}
