/** SQL on the closing date of a company, on its record, and on what it closes. */
import { type CivilDate, FIRST_DATE } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { columnsOf, makeInsert, type Queryable, statement, type Tx } from "../../../../platform/db/index.ts";
import { CLOSING_HISTORY, type ClosingEventRow, CLOSINGS, type ClosingRow } from "../record.ts";

type Company = PublicId<"company">;

const CLOSING = columnsOf(CLOSINGS);

const find = statement<ClosingRow>(
  "ledger.findClosing",
  `select ${CLOSING} from book_closings where company_id = $1`,
);
const findThrough = statement<{ closed_through: CivilDate }>(
  "ledger.findClosedThrough",
  "select closed_through from book_closings where company_id = $1",
);
/** Makes other writers of the company's entries wait until the transaction ends. */
const lock = statement<{ locked: boolean }>("ledger.lockClosing", "select book_closings_lock($1) as locked");
const put = statement<never>(
  "ledger.putClosing",
  `insert into book_closings (company_id, closed_through, closed_at, entry_count, digest)
   values ($1, $2, $3, $4, $5)
   on conflict (company_id) do update set closed_through = excluded.closed_through,
     closed_at = excluded.closed_at, entry_count = excluded.entry_count, digest = excluded.digest`,
);
const remove = statement<never>("ledger.deleteClosing", "delete from book_closings where company_id = $1");
/**
 * Counts the entries from $2 through $3 and adds up a hash of each, so that their order does not matter. The
 * hash is the first seven bytes of a SHA-256, which a bigint holds.
 */
const digest = statement<Pick<ClosingRow, "entry_count" | "digest">>(
  "ledger.digestEntries",
  `select count(*) as entry_count, coalesce(sum(('x' || encode(substring(sha256(convert_to(
     jsonb_build_array(voucher_id, line, date, category_id, department_id, net_debit_cents, merchant,
       description, source, transaction_id, held)::text, 'UTF8')) from 1 for 7), 'hex'))::bit(56)::bigint),
     0)::text as digest
   from journal_entries where company_id = $1 and date >= $2 and date <= $3`,
);
const findHeld = statement<{ voucher_id: string; date: CivilDate }>(
  "ledger.findHeldEntry",
  `select voucher_id, date from journal_entries
   where company_id = $1 and date <= $2 and held and voucher_id like any ($3::text[])
   order by date, voucher_id limit 1`,
);

const EVENT = columnsOf(CLOSING_HISTORY);
const listEvents = statement<ClosingEventRow>(
  "ledger.listClosings",
  `select ${EVENT} from closing_history where company_id = $1 order by number desc`,
);
const findLatestEvent = statement<ClosingEventRow>(
  "ledger.findLatestClosing",
  `select ${EVENT} from closing_history where company_id = $1 order by number desc limit 1`,
);
const findEvent = statement<ClosingEventRow>(
  "ledger.findClosingByNumber",
  `select ${EVENT} from closing_history where company_id = $1 and number = $2`,
);

export const closingsStore = {
  /** Returns the record of closings, the latest first. */
  listEvents: (db: Queryable, companyId: Company) => db.list(listEvents, [companyId]),
  findLatestEvent: (db: Queryable, companyId: Company) => db.find(findLatestEvent, [companyId]),
  findEvent: (db: Queryable, companyId: Company, number: number) => db.find(findEvent, [companyId, number]),
  insertEvent: makeInsert("ledger.insertClosing", CLOSING_HISTORY),
  find: (db: Queryable, companyId: Company) => db.find(find, [companyId]),
  /** Returns the closing date; null for open books. */
  findThrough: async (db: Queryable, companyId: Company) =>
    (await db.find(findThrough, [companyId]))?.closed_through ?? null,
  lock: (tx: Tx, companyId: Company) => tx.get(lock, [companyId]),
  put: (tx: Tx, companyId: Company, { closed_through, closed_at, entry_count, digest: sum }: ClosingRow) =>
    tx.run(put, [companyId, closed_through, closed_at, entry_count, sum]),
  delete: (tx: Tx, companyId: Company) => tx.run(remove, [companyId]),
  /** Returns the number and the digest of the entries after a day (null for all) through another. */
  digest: (db: Queryable, companyId: Company, from: CivilDate | null, through: CivilDate) =>
    db.get(digest, [companyId, from ?? FIRST_DATE, through]),
  /** Returns the first entry on hold through a day, of the vouchers whose ids begin with one of `prefixes`. */
  findHeld: (db: Queryable, companyId: Company, through: CivilDate, prefixes: readonly string[]) =>
    db.find(findHeld, [companyId, through, prefixes.map((prefix) => `${prefix.replaceAll("_", "\\_")}%`)]),
};
