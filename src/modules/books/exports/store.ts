/** SQL on report exports. */
import type { PublicId } from "../../../core/public-id.ts";
import {
  columnsOf,
  fileRows,
  makeInsert,
  makeUpdate,
  type Queryable,
  statement,
  type Tx,
} from "../../../platform/db/index.ts";
import { type ExportRow, EXPORTS } from "./record.ts";

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
};
