/** All SQL on tax records, their documents, the checks of Delaware's status, holds and audit lines. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import {
  columnsOf,
  fileRows,
  jsonObjectOf,
  makeUpsert,
  pager,
  type Queryable,
  statement,
  type Tx,
} from "../../../platform/db/index.ts";
import { CHECKS, type DelawareCheck, DOCUMENTS, TAXES, type TaxId, type TaxRow } from "./record.ts";
import type { TaxType } from "./rules/states.ts";

type Company = PublicId<"company">;

/** SQL for the columns of a record `t` and its document. */
const RECORD_WITH_DOCUMENT = `${columnsOf(TAXES, "t")},
  (select ${jsonObjectOf(DOCUMENTS, "d", ["tax_id"])} from tax_documents d where d.company_id = $1
    and d.tax_id = t.id) as document`;

const find = statement<TaxRow>(
  "taxes.find",
  `select ${RECORD_WITH_DOCUMENT} from tax_records t where t.company_id = $1 and t.id = $2`,
);
const findYear = statement<TaxRow>(
  "taxes.findYear",
  `select ${RECORD_WITH_DOCUMENT} from tax_records t where t.company_id = $1 and t.type = $2 and t.year = $3`,
);
const listAfter = statement<TaxRow>(
  "taxes.listAfter",
  `select ${RECORD_WITH_DOCUMENT} from tax_records t where t.company_id = $1 and t.id > $2 order by t.id limit $3`,
);
/** Needs no pages: there are a few thousand records at most, one for each type and year of four digits. */
const listAll = statement<TaxRow>(
  "taxes.listAll",
  `select ${RECORD_WITH_DOCUMENT} from tax_records t where t.company_id = $1 order by t.type, t.year`,
);
const findAny = statement<{ id: TaxId }>(
  "taxes.findAny",
  "select id from tax_records where company_id = $1 order by id limit 1",
);

/** The pages of `GET /taxes`: records that are not hidden from the API, latest first. */
const pages = pager<TaxRow>()({
  name: "taxes.list",
  alias: "t",
  key: { created: "bigint", id: "text" },
  descending: true,
  only: { staff_only: false },
  filters: {
    type: { is: "type" },
    jurisdiction: { holds: "jurisdictions" },
    year: { is: "year" },
    status: { is: "filing_status" },
  },
  text: ({ where, order }) =>
    `select ${RECORD_WITH_DOCUMENT} from tax_records t where ${where} order by ${order()} limit $2`,
  param: "starting_after",
});

const put = makeUpsert("taxes.put", TAXES);
const putDocument = makeUpsert("taxes.putDocument", DOCUMENTS);
const deleteDocument = statement<never>(
  "taxes.deleteDocument",
  "delete from tax_documents where company_id = $1 and tax_id = $2",
);
const CHECK = columnsOf(CHECKS);
const listChecks = statement<DelawareCheck>(
  "taxes.listChecks",
  `select ${CHECK} from delaware_checks where company_id = $1 order by year`,
);
const findCheck = statement<DelawareCheck>(
  "taxes.findCheck",
  `select ${CHECK} from delaware_checks where company_id = $1 and year = $2`,
);
const findHold = statement<{ since: UnixSeconds }>(
  "taxes.findHold",
  "select since from tax_holds where company_id = $1",
);
const insertHold = statement<never>(
  "taxes.insertHold",
  "insert into tax_holds (company_id, since) values ($1, $2) on conflict do nothing",
);
const deleteHold = statement<never>("taxes.deleteHold", "delete from tax_holds where company_id = $1");
const findLatestChange = statement<{ id: string; updated: number }>(
  "taxes.findLatestChange",
  "select id as id, updated from tax_records where company_id = $1 order by updated desc limit 1",
);

export const TAX_FILES = fileRows({
  recordNoun: "document of the tax filing",
  folder: "taxes",
  table: "tax_documents",
  id: "tax_id",
  key: "object_key",
  mustHaveFile: "true",
  mayLackRow: true,
});

export const taxesStore = {
  /** The record with the latest `updated`. */
  findLatestChange: (db: Queryable, companyId: Company) => db.find(findLatestChange, [companyId]),
  find: (db: Queryable, companyId: Company, id: string) => db.find(find, [companyId, id]),
  findYear: (db: Queryable, companyId: Company, type: TaxType, year: number) =>
    db.find(findYear, [companyId, type, year]),
  listAll: (db: Queryable, companyId: Company) => db.list(listAll, [companyId]),
  hasAny: async (db: Queryable, companyId: Company) => (await db.find(findAny, [companyId])) !== null,
  pages,
  /** Up to `count` records whose ids come after `after`, ordered by id. */
  listAfter: (db: Queryable, companyId: Company, after: string, count: number) =>
    db.list(listAfter, [companyId, after, count]),
  /** Writes a record and its document; deletes a former document if the record has none. */
  async put(tx: Tx, companyId: Company, row: TaxRow): Promise<void> {
    await put(tx, companyId, row);
    const { document } = row;
    if (document === null) await tx.run(deleteDocument, [companyId, row.id]);
    else await putDocument(tx, companyId, { ...document, tax_id: row.id });
  },
  listChecks: (db: Queryable, companyId: Company) => db.list(listChecks, [companyId]),
  findCheck: (db: Queryable, companyId: Company, year: number) => db.find(findCheck, [companyId, year]),
  putCheck: makeUpsert("taxes.putCheck", CHECKS),
  isHeld: async (db: Queryable, companyId: Company) => (await db.find(findHold, [companyId])) !== null,
  insertHold: (tx: Tx, companyId: Company, since: UnixSeconds) => tx.run(insertHold, [companyId, since]),
  deleteHold: (tx: Tx, companyId: Company) => tx.run(deleteHold, [companyId]),
};

/** Lets the command `verify` check that no tax record was changed in the future. */
export const TAX_CHANGES = { of: "tax filing", findLatest: taxesStore.findLatestChange };
