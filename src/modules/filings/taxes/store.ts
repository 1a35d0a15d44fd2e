/** All SQL on tax records, their documents, the checks of Delaware's status, holds and audit lines. */
import type { UnixSeconds } from "../../../core/civil-date.ts";
import type { PublicId } from "../../../core/public-id.ts";
import { pager, type Queryable, statement, type Tx, fileRows } from "../../../platform/db/index.ts";
import type { FilingStatus, TaxType } from "./rules/states.ts";

type Company = PublicId<"company">;
export type TaxId = PublicId<"incomeTax"> | PublicId<"franchiseTax">;

/** A stored file that a record shows. */
export interface TaxDocument {
  /** The uploaded file, where an upload attached it. */
  readonly file_id: PublicId<"file"> | null;
  readonly object_key: string;
  readonly filename: string;
  /** In bytes. */
  readonly size: number;
  /** Whether it is a draft although the return is filed: of one that was filed elsewhere. */
  readonly only_draft: boolean;
  readonly created: UnixSeconds;
}

export interface TaxRow {
  readonly id: TaxId;
  readonly type: TaxType;
  readonly year: number;
  readonly jurisdictions: readonly string[];
  readonly unmapped_jurisdictions: readonly string[];
  readonly filing_status: FilingStatus;
  readonly filed_at: UnixSeconds | null;
  readonly filed_elsewhere: boolean;
  readonly extension_filed_at: UnixSeconds | null;
  readonly tax_firm: string | null;
  readonly staff_only: boolean;
  readonly created: UnixSeconds;
  readonly updated: UnixSeconds;
  readonly document: TaxDocument | null;
}

export interface DelawareCheck {
  readonly year: number;
  /** Whether Delaware showed the year as filed. */
  readonly filed: boolean;
  readonly checked_at: UnixSeconds;
}

const COLUMNS = [
  "id",
  "type",
  "year",
  "jurisdictions",
  "unmapped_jurisdictions",
  "filing_status",
  "filed_at",
  "filed_elsewhere",
  "extension_filed_at",
  "tax_firm",
  "staff_only",
  "created",
  "updated",
] as const satisfies readonly (keyof TaxRow)[];
const LISTS: ReadonlySet<string> = new Set(["jurisdictions", "unmapped_jurisdictions"]);
const DOCUMENT = [
  "file_id",
  "object_key",
  "filename",
  "size",
  "only_draft",
  "created",
] as const satisfies readonly (keyof TaxDocument)[];

/** Of records named t. Lists and the document come as JSON. */
const WHOLE = `${COLUMNS.map((name) => (LISTS.has(name) ? `to_json(t.${name}) as ${name}` : `t.${name}`)).join(", ")},
  (select json_build_object(${DOCUMENT.map((name) => `'${name}', d.${name}`).join(", ")}) from tax_documents d where d.company_id = $1 and d.tax_id = t.id) as document`;

const find = statement<TaxRow>(
  "taxes.find",
  `select ${WHOLE} from tax_records t where t.company_id = $1 and t.id = $2`,
);
const findYear = statement<TaxRow>(
  "taxes.findYear",
  `select ${WHOLE} from tax_records t where t.company_id = $1 and t.type = $2 and t.year = $3`,
);
const listAfter = statement<TaxRow>(
  "taxes.listAfter",
  `select ${WHOLE} from tax_records t where t.company_id = $1 and t.id > $2 order by t.id limit $3`,
);
/** A record for each type and year of four digits: a few thousand at the very most. */
const listAll = statement<TaxRow>(
  "taxes.listAll",
  `select ${WHOLE} from tax_records t where t.company_id = $1 order by t.type, t.year`,
);
const findAny = statement<{ id: TaxId }>(
  "taxes.findAny",
  "select id from tax_records where company_id = $1 order by id limit 1",
);

/** Records that are not for staff only, the latest first. */
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
    `select ${WHOLE} from tax_records t where ${where} order by ${order()} limit $2`,
  param: "starting_after",
});

const put = statement<never>(
  "taxes.put",
  `insert into tax_records (company_id, ${COLUMNS.join(", ")})
    values ($1, ${COLUMNS.map((_, index) => `$${index + 2}`).join(", ")})
   on conflict (company_id, id) do update set ${COLUMNS.slice(1)
     .map((name) => `${name} = excluded.${name}`)
     .join(", ")}`,
);
const putDocument = statement<never>(
  "taxes.putDocument",
  `insert into tax_documents (company_id, tax_id, ${DOCUMENT.join(", ")})
    values ($1, $2, ${DOCUMENT.map((_, index) => `$${index + 3}`).join(", ")})
   on conflict (company_id, tax_id) do update set
     ${DOCUMENT.map((name) => `${name} = excluded.${name}`).join(", ")}`,
);
const deleteDocument = statement<never>(
  "taxes.deleteDocument",
  "delete from tax_documents where company_id = $1 and tax_id = $2",
);
const listChecks = statement<DelawareCheck>(
  "taxes.listChecks",
  "select year, filed, checked_at from delaware_checks where company_id = $1 order by year",
);
const findCheck = statement<DelawareCheck>(
  "taxes.findCheck",
  "select year, filed, checked_at from delaware_checks where company_id = $1 and year = $2",
);
const putCheck = statement<never>(
  "taxes.putCheck",
  `insert into delaware_checks (company_id, year, filed, checked_at) values ($1, $2, $3, $4)
   on conflict (company_id, year) do update set filed = excluded.filed, checked_at = excluded.checked_at`,
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
  of: "document of the tax filing",
  folder: "taxes",
  table: "tax_documents",
  id: "tax_id",
  key: "object_key",
  isKept: "true",
  mayLackRow: true,
});

export const taxesStore = {
  /** The record that says it changed last. */
  findLatestChange: (db: Queryable, companyId: Company) => db.find(findLatestChange, [companyId]),
  find: (db: Queryable, companyId: Company, id: string) => db.find(find, [companyId, id]),
  findYear: (db: Queryable, companyId: Company, type: TaxType, year: number) =>
    db.find(findYear, [companyId, type, year]),
  listAll: (db: Queryable, companyId: Company) => db.list(listAll, [companyId]),
  hasAny: async (db: Queryable, companyId: Company) => (await db.find(findAny, [companyId])) !== null,
  pages,
  /** Up to `count` behind an id, by id. */
  listAfter: (db: Queryable, companyId: Company, after: string, count: number) =>
    db.list(listAfter, [companyId, after, count]),
  /** Writes a record with its document, or without. */
  async put(tx: Tx, companyId: Company, row: TaxRow): Promise<void> {
    await tx.run(put, [companyId, ...COLUMNS.map((name) => row[name])]);
    const { document } = row;
    if (document === null) await tx.run(deleteDocument, [companyId, row.id]);
    else await tx.run(putDocument, [companyId, row.id, ...DOCUMENT.map((name) => document[name])]);
  },
  listChecks: (db: Queryable, companyId: Company) => db.list(listChecks, [companyId]),
  findCheck: (db: Queryable, companyId: Company, year: number) => db.find(findCheck, [companyId, year]),
  putCheck: (tx: Tx, companyId: Company, { year, filed, checked_at }: DelawareCheck) =>
    tx.run(putCheck, [companyId, year, filed, checked_at]),
  isHeld: async (db: Queryable, companyId: Company) => (await db.find(findHold, [companyId])) !== null,
  insertHold: (tx: Tx, companyId: Company, since: UnixSeconds) => tx.run(insertHold, [companyId, since]),
  deleteHold: (tx: Tx, companyId: Company) => tx.run(deleteHold, [companyId]),
};

/** What `verify` asks of the times at which records changed. */
export const TAX_CHANGES = { of: "tax filing", findLatest: taxesStore.findLatestChange };
