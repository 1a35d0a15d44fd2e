/** All SQL on uploads. */
import type { UnixSeconds } from "../../../core/civil-date.ts";
import type { PublicId } from "../../../core/public-id.ts";
import { type Queryable, statement } from "../../../platform/db/index.ts";
import type { LineError } from "./rules/statement.ts";
import type { UploadFormat, UploadStatus } from "./rules/upload.ts";

export interface UploadRow {
  readonly id: PublicId<"upload">;
  readonly account_id: PublicId<"account">;
  readonly file_name: string | null;
  readonly format: UploadFormat;
  readonly status: UploadStatus;
  readonly row_count: number;
  readonly imported_count: number;
  readonly duplicate_count: number;
  /** The first of them. */
  readonly errors: readonly LineError[];
  readonly created: UnixSeconds;
}

const insert = statement<never>(
  "uploads.insert",
  `insert into transaction_uploads (company_id, id, account_id, file_name, format, status, row_count,
    imported_count, duplicate_count, errors, created)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text::jsonb, $11)`,
);

export const uploadsStore = {
  insert: (db: Queryable, companyId: PublicId<"company">, row: UploadRow) =>
    db.run(insert, [
      companyId,
      row.id,
      row.account_id,
      row.file_name,
      row.format,
      row.status,
      row.row_count,
      row.imported_count,
      row.duplicate_count,
      JSON.stringify(row.errors),
      row.created,
    ]),
};
