/** SQL on report exports, and on the notes that they print. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import {
  columnsOf,
  fileRows,
  makeInsert,
  makeUpdate,
  type Queryable,
  statement,
  type Tx,
} from "../../../platform/db/index.ts";
import type { CategoryRecords } from "../chart/index.ts";
import { type ExportRow, EXPORTS, STATEMENT_NOTES, type StatementNoteRow } from "./record.ts";

type Company = PublicId<"company">;

const ALL = columnsOf(EXPORTS);

const findExport = statement<ExportRow>(
  "exports.findExport",
  `select ${ALL} from report_exports where company_id = $1 and id = $2`,
);
const lockExport = statement<ExportRow>(
  "exports.lockExport",
  `select ${ALL} from report_exports where company_id = $1 and id = $2 for update`,
);
const findExportByKey = statement<ExportRow>(
  "exports.findExportByKey",
  `select ${ALL} from report_exports where company_id = $1 and user_id = $2 and idempotency_key = $3`,
);
const countUnfinished = statement<{ exports: number }>(
  "exports.countUnfinished",
  `select count(*) as exports from report_exports where company_id = $1
    and status in ('pending', 'processing')`,
);
const detachOldFiles = statement<Pick<ExportRow, "id">>(
  "exports.detachOldFiles",
  `update report_exports set file_key = null, file_name = null, file_size = null
   where company_id = $1 and id in (select id from report_exports where company_id = $1
     and file_key is not null and completed_at < $2 order by id limit $3)
   returning id`,
);
export const EXPORT_FILES = fileRows({
  recordNoun: "export",
  folder: "exports",
  table: "report_exports",
  id: "id",
  key: "file_key",
  mustHaveFile: "file_key is not null",
});

export const exportsStore = {
  insert: makeInsert("exports.insertExport", EXPORTS),
  find: (db: Queryable, companyId: Company, id: string) => db.find(findExport, [companyId, id]),
  lock: (tx: Tx, companyId: Company, id: string) => tx.find(lockExport, [companyId, id]),
  findByKey: (tx: Tx, companyId: Company, userId: PublicId<"user">, key: string) =>
    tx.find(findExportByKey, [companyId, userId, key]),
  countUnfinished: async (tx: Tx, companyId: Company) => (await tx.get(countUnfinished, [companyId])).exports,
  update: makeUpdate("exports.updateExport", EXPORTS),
  /** Detaches the files of up to `most` exports that completed before a time, and returns their ids. */
  detachOldFiles: (tx: Tx, companyId: Company, before: UnixSeconds, most: number) =>
    tx.list(detachOldFiles, [companyId, before, most]),
};

const listNotes = statement<StatementNoteRow>(
  "exports.listNotes",
  `select ${columnsOf(STATEMENT_NOTES)} from statement_notes where company_id = $1 order by created, id`,
);
const deleteNote = statement<never>(
  "exports.deleteNote",
  "delete from statement_notes where company_id = $1 and id = $2",
);

const moveNotes = statement<never>(
  "exports.moveNotesOfCategory",
  "update statement_notes set line_id = $3 where company_id = $1 and line_id = $2",
);
const moveUnfinished = statement<never>(
  "exports.moveUnfinishedOfCategory",
  `update report_exports set category_id = $3 where company_id = $1 and category_id = $2
    and status in ('pending', 'processing')`,
);

export const EXPORT_RECORDS: CategoryRecords = {
  async replace(tx, companyId, { from, into }) {
    await tx.run(moveNotes, [companyId, from.id, into.id]);
    await tx.run(moveUnfinished, [companyId, from.id, into.id]);
  },
};

export const notesStore = {
  /** Lists all notes of a company, the oldest first. */
  list: (db: Queryable, companyId: Company) => db.list(listNotes, [companyId]),
  insert: makeInsert("exports.insertNote", STATEMENT_NOTES),
  update: makeUpdate("exports.updateNote", STATEMENT_NOTES),
  /** Returns the number of deleted notes: 1, or 0 if there is none. */
  delete: (tx: Tx, companyId: Company, id: string) => tx.run(deleteNote, [companyId, id]),
};
