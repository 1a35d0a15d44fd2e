/** All SQL on uploads. */
import type { PublicId } from "@daybook/words/public-id";
import { makeInsert, makeUpdate, type Queryable, statement, type Tx } from "../../../platform/db/index.ts";
import { type UploadRow, UPLOADS } from "./record.ts";

type Company = PublicId<"company">;

const COLUMNS = `id, account_id, file_name, format, status, row_count, imported_count, duplicate_count, errors,
  created, undone_at`;
const lock = statement<UploadRow>(
  "uploads.lock",
  `select ${COLUMNS} from transaction_uploads where company_id = $1 and id = $2 for update`,
);
const listLatest = statement<UploadRow>(
  "uploads.listLatest",
  `select ${COLUMNS} from transaction_uploads where company_id = $1 and ($2::text is null or account_id = $2)
    order by created desc, id desc limit $3`,
);

export const uploadsStore = {
  insert: makeInsert("uploads.insert", UPLOADS),
  update: makeUpdate("uploads.update", UPLOADS),
  lock: (tx: Tx, companyId: Company, id: string) => tx.find(lock, [companyId, id]),
  /** The latest uploads, of one account or of all, the newest first. */
  listLatest: (db: Queryable, companyId: Company, accountId: string | null, count: number) =>
    db.list(listLatest, [companyId, accountId, count]),
};
