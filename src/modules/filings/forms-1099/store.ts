/** All SQL on 1099 reports, their records, documents and audit lines. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import {
  columnsOf,
  fileRows,
  makeInsert,
  makeUpsert,
  makeUpsertAll,
  pager,
  type Queryable,
  statement,
  type Tx,
} from "../../../platform/db/index.ts";
import {
  FORM_DOCUMENTS,
  type FormRow,
  FORMS,
  type ReportRow,
  REPORTS,
  type StoredDocument,
  type StoredForm,
} from "./record.ts";
import { REPORT_COUNTS, type ReportCounts } from "./rules/states.ts";

type Company = PublicId<"company">;
type Document = PublicId<"document">;

/** SQL for the columns of a record without those that are computed. */
const STORED_COLUMNS = columnsOf(FORMS, undefined, ["year", "vendor_key"]);
/** SQL for the documents `d` of a group, as a JSON array. */
const DOCUMENTS_JSON =
  "json_agg(json_build_object('id', d.id, 'type', d.type, 'filename', d.filename, 'content_type', d.content_type) order by d.created, d.id)";
const DOCUMENTS = `(select coalesce(${DOCUMENTS_JSON}, '[]') from form_1099_documents d where d.company_id = $1 and d.form_number = f.number and d.state = 'attached') as documents`;
/** SQL for the columns of a record `f`. */
const FORM_COLUMNS = columnsOf(FORMS, "f", ["vendor_key"]);
const FORM_WITH_DOCUMENTS = `${FORM_COLUMNS}, ${DOCUMENTS}`;
const REPORT = columnsOf(REPORTS, undefined, ["created"]);

const find = statement<FormRow>(
  "forms1099.find",
  `select ${FORM_WITH_DOCUMENTS} from forms_1099 f where f.company_id = $1 and f.id = $2`,
);
const findWithReadiness = statement<FormRow & { ready_year: number | null; unsound: number }>(
  "forms1099.findWithReadiness",
  `select ${FORM_WITH_DOCUMENTS}, r.year as ready_year, r.unsound from forms_1099 f
    join form_1099_reports r on r.company_id = f.company_id and r.id = f.report_id where f.company_id = $1
    and f.id = $2`,
);
/** Finds the records with one of the given ids or numbers. */
const listByIdOrNumber = statement<StoredForm>(
  "forms1099.listByIdOrNumber",
  `select ${STORED_COLUMNS} from forms_1099 where company_id = $1 and id = any ($2::text[]) union select ${STORED_COLUMNS}
    from forms_1099 where company_id = $1 and number = any ($3::bigint[])`,
);
const findLastNumber = statement<{ last: number | null }>(
  "forms1099.findLastNumber",
  "select max(number) as last from forms_1099 where company_id = $1",
);
const listAfter = statement<FormRow>(
  "forms1099.listAfter",
  `select ${FORM_WITH_DOCUMENTS} from (select * from forms_1099 where company_id = $1 and number > $2 order by number
    limit $3) f order by f.number`,
);
const listUnsound = statement<FormRow>(
  "forms1099.listUnsound",
  `select ${FORM_WITH_DOCUMENTS} from (select * from forms_1099 where company_id = $1 and not sound
    order by report_id, number limit $2) f order by f.report_id, f.number`,
);

/**
 * The pages of `GET /forms/1099`: records by year, latest first. One row has both the reports and the
 * records, so they are from one snapshot. A cursor has the year and number of a record, so it stays valid
 * even if that record is gone.
 */
const pages = pager<
  StoredForm & { year: number; vendor_key: string },
  { reports: ReportRow[]; forms: FormRow[] }
>()({
  name: "forms1099.list",
  key: { year: "integer", number: "bigint" },
  descending: true,
  filters: {
    year: { is: "year" },
    /** A list: the record has one of these statuses. */
    filing_status: { among: "filing_status", commitsAlone: true },
    /** A key from `vendorKey`. */
    vendor_key: {
      is: "vendor_key",
      sql: (key) => `md5(vendor_key) = md5(${key}::text) and vendor_key = ${key}`,
    },
    filed_elsewhere: { is: "filed_elsewhere", inlined: true },
  },
  text({ where, order, parameters: { year, filing_status: statuses } }) {
    const firstRecords = (more: string): string =>
      `select * from forms_1099 where ${where}${more} order by ${order()} limit $2`;
    // For several statuses, this reads the first records of each status from an index, and returns the first
    // of all these. So the cost does not grow with the number of records.
    const pageQuery =
      statuses === undefined
        ? firstRecords("")
        : `select s.* from unnest(${statuses}::text[]) status cross
          join lateral (${firstRecords(" and filing_status = status")}) s
          order by ${order("s")} limit $2`;
    // The documents of all records of the page are read at once. Reading them record by record would be most
    // of the cost.
    return `with page as materialized (${pageQuery}), attached as (
      select d.form_number, ${DOCUMENTS_JSON} as documents from form_1099_documents d
      where d.company_id = $1 and d.state = 'attached' and d.form_number in (select number from page)
        group by d.form_number
    ) select (select coalesce(json_agg(r order by r.year desc), '[]') from (select ${REPORT}
      from form_1099_reports where company_id = $1${year === undefined ? "" : ` and year = ${year}`}) r) as reports,
    (select coalesce(json_agg(p order by ${order("p")}), '[]')
      from (select ${FORM_COLUMNS}, coalesce(attached.documents, '[]') as documents from page f left
        join attached on attached.form_number = f.number) p) as forms`;
  },
});

const listReports = statement<ReportRow & { readonly created: UnixSeconds }>(
  "forms1099.listReports",
  `select ${REPORT}, created from form_1099_reports where company_id = $1 order by id`,
);
/**
 * Finds the first report whose stored counts differ from its records, and returns both counts. A record whose
 * year differs from its report's is not counted.
 */
const findMiscounted = statement<{
  readonly id: string;
  readonly stored: ReportCounts;
  readonly counted: ReportCounts;
}>(
  "forms1099.findMiscounted",
  `select r.id, json_build_object(${REPORT_COUNTS.map((name) => `'${name}', r.${name}`).join(", ")}) as stored,
    json_build_object(${REPORT_COUNTS.map((name) => `'${name}', c.${name}`).join(", ")}) as counted
   from form_1099_reports r cross join lateral (
     select count(*) filter (where sound and filing_status = 'review_required') as review_required,
       count(*) filter (where sound and filing_status in ('w9_required', 'w9_requested', 'ready_to_file',
         'filing')) as pending,
       count(*) filter (where sound and filing_status = 'filed') as filed,
       count(*) filter (where sound and filing_status = 'not_required') as not_required,
       count(*) filter (where not sound) as unsound
     from forms_1099 f where f.company_id = $1 and f.report_id = r.id and f.year is not distinct from r.year
   ) c where r.company_id = $1 and (${REPORT_COUNTS.map((name) => `r.${name}`).join(", ")}) <>
     (${REPORT_COUNTS.map((name) => `c.${name}`).join(", ")}) order by r.id limit 1`,
);
const putReport = makeUpsert("forms1099.putReport", REPORTS);
const put = makeUpsertAll("forms1099.put", FORMS);
const touch = statement<never>(
  "forms1099.touch",
  "update forms_1099 set updated = $3 where company_id = $1 and number = $2",
);

const DOCUMENT = columnsOf(FORM_DOCUMENTS);
const lockDocument = statement<StoredDocument>(
  "forms1099.lockDocument",
  `select ${DOCUMENT} from form_1099_documents where company_id = $1 and id = $2 for update`,
);
const updateDocument = statement<never>(
  "forms1099.updateDocument",
  "update form_1099_documents set state = $3, swept_from = $4 where company_id = $1 and id = $2",
);
const deleteDocument = statement<never>(
  "forms1099.deleteDocument",
  "delete from form_1099_documents where company_id = $1 and id = $2 and state = 'dropped'",
);
const listToSweep = statement<StoredDocument>(
  "forms1099.listToSweep",
  `select ${DOCUMENT} from form_1099_documents where company_id = $1 and swept_from <= $2
    order by swept_from, id limit $3`,
);
const countWaiting = statement<{ waiting: number; soonest: UnixSeconds | null }>(
  "forms1099.countWaiting",
  `select count(*) as waiting, min(swept_from) as soonest from form_1099_documents where company_id = $1
    and swept_from is not null`,
);

const findLatestChange = statement<{ id: string; updated: number }>(
  "forms.findLatestChange",
  `select coalesce(id, number::text) as id, updated from forms_1099 where company_id = $1
    order by updated desc limit 1`,
);

export const FORM_FILES = fileRows({
  recordNoun: "1099 document",
  folder: "forms-1099",
  table: "form_1099_documents",
  id: "id",
  key: "company_id || '/forms-1099/' || id",
  mustHaveFile: "state = 'attached'",
});

export const formsStore = {
  /** The record with the latest `updated`. */
  findLatestChange: (db: Queryable, companyId: Company) => db.find(findLatestChange, [companyId]),
  find: (db: Queryable, companyId: Company, id: string) => db.find(find, [companyId, id]),
  /** Finds a record, with the columns of its report that decide if the report is ready. */
  findWithReadiness: (db: Queryable, companyId: Company, id: string) =>
    db.find(findWithReadiness, [companyId, id]),
  /** The records with one of the given ids or numbers, in any order. */
  listByIdOrNumber: (db: Queryable, companyId: Company, ids: readonly string[], numbers: readonly number[]) =>
    db.list(listByIdOrNumber, [companyId, ids, numbers]),
  /** The highest number of a company's records; 0 if there is none. */
  findLastNumber: async (db: Queryable, companyId: Company) =>
    (await db.get(findLastNumber, [companyId])).last ?? 0,
  /** Up to `count` records whose numbers come after `after`, ordered by number. */
  listAfter: (db: Queryable, companyId: Company, after: number, count: number) =>
    db.list(listAfter, [companyId, after, count]),
  /** Up to `count` unsound records, because of which their reports are not ready. */
  listUnsound: (db: Queryable, companyId: Company, count: number) => db.list(listUnsound, [companyId, count]),
  pages,
  listReports: (db: Queryable, companyId: Company) => db.list(listReports, [companyId]),
  /** Finds a report with a wrong count of its records; null if all counts are right. */
  findMiscounted: (db: Queryable, companyId: Company) => db.find(findMiscounted, [companyId]),
  putReport,
  /** Writes records with distinct numbers in one statement. */
  put,
  /** Sets only `updated`. */
  touch: (tx: Tx, companyId: Company, number: number, updated: UnixSeconds) =>
    tx.run(touch, [companyId, number, updated]),
  lockDocument: (tx: Tx, companyId: Company, id: string) => tx.find(lockDocument, [companyId, id]),
  insertDocument: makeInsert("forms1099.insertDocument", FORM_DOCUMENTS),
  updateDocument: (
    tx: Tx,
    companyId: Company,
    id: Document,
    state: StoredDocument["state"],
    sweptFrom: UnixSeconds | null,
  ) => tx.run(updateDocument, [companyId, id, state, sweptFrom]),
  deleteDocument: (tx: Tx, companyId: Company, id: Document) => tx.run(deleteDocument, [companyId, id]),
  /** Up to `count` documents whose files may be deleted by `now`. */
  listToSweep: (db: Queryable, companyId: Company, now: UnixSeconds, count: number) =>
    db.list(listToSweep, [companyId, now, count]),
  /** The number of documents that wait for a sweep, and when the first of them is due. */
  countWaiting: (db: Queryable, companyId: Company) => db.get(countWaiting, [companyId]),
};

/** Lets the command `verify` check that no 1099 record was changed in the future. */
export const FORM_CHANGES = { of: "1099 record", findLatest: formsStore.findLatestChange };
