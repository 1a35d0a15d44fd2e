/** All SQL on uploaded files. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { defaultsOf } from "../../../core/record.ts";
import {
  columnsOf,
  fileRows,
  makeInsert,
  type Queryable,
  statement,
  type Tx,
} from "../../../platform/db/index.ts";
import { type FileRow, FILES, type InspectedBytes, type NewFile } from "./record.ts";

type Company = PublicId<"company">;
type FileId = PublicId<"file">;

const ALL = columnsOf(FILES);
const DEFAULTS = defaultsOf(FILES);

const insertFile = makeInsert("files.insert", FILES);
const findFile = statement<FileRow>(
  "files.find",
  `select ${ALL} from files where company_id = $1 and id = $2`,
);
const lockFile = statement<FileRow>(
  "files.lock",
  `select ${ALL} from files where company_id = $1 and id = $2 for update`,
);
const keepFile = statement<never>(
  "files.keep",
  `update files set object_key = $3, pages = $4, is_franchise_report = $5 where company_id = $1 and id = $2
    and object_key is null and attached_to is null`,
);
const attachFile = statement<never>(
  "files.attach",
  "update files set attached_to = $3, attached_at = $4 where company_id = $1 and id = $2",
);
const listAttached = statement<FileRow>(
  "files.listAttached",
  `select ${ALL} from files where company_id = $1 and attached_to = $2 and released_at is null
   order by attached_at, filename collate "C", id limit $3`,
);
const releaseFile = statement<never>(
  "files.release",
  `update files set object_key = null, released_at = $4 where company_id = $1 and id = $2 and attached_to = $3
    and released_at is null`,
);
const deleteExpired = statement<never>(
  "files.deleteExpired",
  "delete from files where company_id = $1 and id = $2 and attached_to is null and expires_at <= $3",
);
const deleteFile = statement<never>(
  "files.delete",
  "delete from files where company_id = $1 and id = $2 and attached_to is null",
);

export const UPLOADED_FILES = fileRows({
  recordNoun: "file",
  folder: "files",
  table: "files",
  id: "id",
  key: "object_key",
  mustHaveFile: "object_key is not null",
});

export const filesStore = {
  insert: (tx: Tx, companyId: Company, row: NewFile) => insertFile(tx, companyId, { ...DEFAULTS, ...row }),
  find: (db: Queryable, companyId: Company, id: string) => db.find(findFile, [companyId, id]),
  lock: (tx: Tx, companyId: Company, id: string) => tx.find(lockFile, [companyId, id]),
  /** Records the key of the inspected bytes; returns false if another request did so first. */
  keep: async (
    db: Queryable,
    companyId: Company,
    id: FileId,
    { object_key, pages, is_franchise_report }: InspectedBytes,
  ) => (await db.run(keepFile, [companyId, id, object_key, pages, is_franchise_report])) === 1,
  attach: (tx: Tx, companyId: Company, id: FileId, attachedTo: string, now: UnixSeconds) =>
    tx.run(attachFile, [companyId, id, attachedTo, now]),
  /** Returns up to `count` files of a record as they were attached; those of one second by name. */
  listAttached: (db: Queryable, companyId: Company, attachedTo: string, count: number) =>
    db.list(listAttached, [companyId, attachedTo, count]),
  /** Releases a file from a record; returns false if the file is not attached to the record. */
  release: async (tx: Tx, companyId: Company, id: FileId, attachedTo: string, now: UnixSeconds) =>
    (await tx.run(releaseFile, [companyId, id, attachedTo, now])) === 1,
  /** Deletes a file that expired before it was attached. */
  deleteExpired: (db: Queryable, companyId: Company, id: FileId, now: UnixSeconds) =>
    db.run(deleteExpired, [companyId, id, now]),
  /** Deletes a file that is not attached. */
  delete: (db: Queryable, companyId: Company, id: FileId) => db.run(deleteFile, [companyId, id]),
};
