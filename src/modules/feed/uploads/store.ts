/** All SQL on uploads. */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { makeInsert, makeUpdate, type Queryable, statement, type Tx } from "../../../platform/db/index.ts";
import { type UploadRow, UPLOADS } from "./record.ts";

type Company = PublicId<"company">;

const COLUMNS = `id, account_id, file_name, format, status, row_count, imported_count, duplicate_count, errors,
  balances, created, undone_at`;
const lock = statement<UploadRow>(
  "uploads.lock",
  `select ${COLUMNS} from transaction_uploads where company_id = $1 and id = $2 for update`,
);
const listLatest = statement<UploadRow>(
  "uploads.listLatest",
  `select ${COLUMNS} from transaction_uploads where company_id = $1 and ($2::text is null or account_id = $2)
    order by created desc, id desc limit $3`,
);

const findBalance = statement<StatedBalance>(
  "uploads.findBalance",
  `select (b.value ->> 'statement_cents')::int8 as cents, u.file_name
   from transaction_uploads u, jsonb_array_elements(u.balances) b
   where u.company_id = $1 and u.account_id = $2 and u.undone_at is null and b.value ->> 'date' = $3
   order by u.created desc, u.id desc limit 1`,
);

/** The closing balance that a file states, in cents. */
export interface StatedBalance {
  readonly cents: Cents;
  readonly file_name: string | null;
}

export const uploadsStore = {
  insert: makeInsert("uploads.insert", UPLOADS),
  update: makeUpdate("uploads.update", UPLOADS),
  /** The balance of an account at the end of a day, as the latest file says that states it. */
  findBalance: (db: Queryable, companyId: Company, accountId: string, date: CivilDate) =>
    db.find(findBalance, [companyId, accountId, date]),
  lock: (tx: Tx, companyId: Company, id: string) => tx.find(lock, [companyId, id]),
  /** The latest uploads, of one account or of all, the newest first. */
  listLatest: (db: Queryable, companyId: Company, accountId: string | null, count: number) =>
    db.list(listLatest, [companyId, accountId, count]),
};
