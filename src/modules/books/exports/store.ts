/** SQL on report exports. What changes one on its way names the attempt that may. */
import type { UnixSeconds } from "../../../core/civil-date.ts";
import type { PublicId } from "../../../core/public-id.ts";
import { type Queryable, statement, type Tx, fileRows } from "../../../platform/db/index.ts";
import type { ExportInput } from "./rules/words.ts";
import type { ExportErrorCode, ExportStatus } from "./rules/states.ts";

type Company = PublicId<"company">;
type Export = PublicId<"export">;

/** Which operation made an export: the API's, or the browser application's, which the API does not show. */
export type Origin = "api" | "browser";

export interface ExportRow extends ExportInput {
  readonly id: Export;
  readonly user_id: PublicId<"user">;
  readonly origin: Origin;
  readonly idempotency_key: string | null;
  readonly status: ExportStatus;
  readonly created: UnixSeconds;
  /** When the first attempt began. */
  readonly started_at: UnixSeconds | null;
  readonly completed_at: UnixSeconds | null;
  /** How many attempts have begun; the last of them holds the export. */
  readonly attempts: number;
  /** Of all attempts together; null before the first one ended. */
  readonly generation_ms: number | null;
  readonly error_code: ExportErrorCode | null;
  /** A sentence that says more than the code's own. */
  readonly error_detail: string | null;
  readonly file_key: string | null;
  readonly file_name: string | null;
  /** In bytes. */
  readonly file_size: number | null;
}

/** An export as it is when it is taken on. */
export type NewExport = ExportInput &
  Pick<ExportRow, "id" | "user_id" | "origin" | "idempotency_key" | "created">;

/** What an attempt, or its end, makes of an export. */
export type Progress = Pick<
  ExportRow,
  | "status"
  | "started_at"
  | "completed_at"
  | "attempts"
  | "generation_ms"
  | "error_code"
  | "error_detail"
  | "file_key"
  | "file_name"
  | "file_size"
>;

const INPUT = "report_type, start_date, end_date, format, group_period, group_rows";
const ALL = `id, user_id, origin, idempotency_key, ${INPUT}, status, created, started_at, completed_at, attempts, generation_ms, error_code, error_detail, file_key, file_name, file_size`;

const insertExport = statement<never>(
  "exports.insertExport",
  `insert into report_exports (company_id, id, user_id, origin, idempotency_key, ${INPUT}, created)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);
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
const updateExport = statement<never>(
  "exports.updateExport",
  `update report_exports set status = $3, started_at = $4, completed_at = $5, attempts = $6, generation_ms =
    $7, error_code = $8, file_key = $9, file_name = $10, file_size = $11, error_detail = $12
   where company_id = $1 and id = $2`,
);

export const EXPORT_FILES = fileRows({
  of: "export",
  folder: "exports",
  table: "report_exports",
  id: "id",
  key: "file_key",
  isKept: "file_key is not null",
});

export const exportsStore = {
  insert: (tx: Tx, companyId: Company, row: NewExport) =>
    tx.run(insertExport, [
      companyId,
      row.id,
      row.user_id,
      row.origin,
      row.idempotency_key,
      row.report_type,
      row.start_date,
      row.end_date,
      row.format,
      row.group_period,
      row.group_rows,
      row.created,
    ]),
  find: (db: Queryable, companyId: Company, id: string) => db.find(findExport, [companyId, id]),
  lock: (tx: Tx, companyId: Company, id: string) => tx.find(lockExport, [companyId, id]),
  findByKey: (tx: Tx, companyId: Company, userId: PublicId<"user">, key: string) =>
    tx.find(findExportByKey, [companyId, userId, key]),
  countUnfinished: async (tx: Tx, companyId: Company) => (await tx.get(countUnfinished, [companyId])).exports,
  update: (
    tx: Tx,
    companyId: Company,
    id: Export,
    {
      status,
      started_at,
      completed_at,
      attempts,
      generation_ms,
      error_code,
      error_detail,
      file_key,
      file_name,
      file_size,
    }: Progress,
  ) =>
    tx.run(updateExport, [
      companyId,
      id,
      status,
      started_at,
      completed_at,
      attempts,
      generation_ms,
      error_code,
      file_key,
      file_name,
      file_size,
      error_detail,
    ]),
};
