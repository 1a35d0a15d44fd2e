/** All SQL on companies and their features. */
import type { PublicId } from "../../../core/public-id.ts";
import { namesOf } from "../../../core/record.ts";
import { columnsOf, noteTurn, type Queryable, statement, type Tx } from "../../../platform/db/index.ts";
import { COMPANIES, type CompanyRow } from "./record.ts";

const ALL = columnsOf(COMPANIES);
const NAMES = namesOf(COMPANIES);

const findCompany = statement<CompanyRow>(
  "company.findCompany",
  `select ${ALL} from companies where id = $1`,
);
const listCompanies = statement<CompanyRow>(
  "company.listCompanies",
  `select ${ALL} from companies order by created, id`,
);
const putCompany = statement<never>(
  "company.putCompany",
  `insert into companies (${ALL}) values (${NAMES.map((_, index) => `$${index + 1}`).join(", ")})
   on conflict (id) do update set ${NAMES.slice(1)
     .map((name) => `${name} = excluded.${name}`)
     .join(", ")}`,
);
const listFeatures = statement<{ feature: string }>(
  "company.listFeatures",
  "select feature from company_features where company_id = $1 order by feature",
);
const insertFeatures = statement<never>(
  "company.insertFeatures",
  `insert into company_features (company_id, feature) select $1, feature from unnest($2::text[]) as feature
    on conflict do nothing`,
);
const deleteFeature = statement<never>(
  "company.deleteFeature",
  "delete from company_features where company_id = $1 and feature = $2",
);
// `no key`: writers of rows that refer to the company, such as its month's, need not wait.
const lockCompany = statement<CompanyRow>(
  "company.lockCompany",
  `select ${ALL} from companies where id = $1 for no key update`,
);
/** Keeps writers out, but not other readers. */
const lockCompanyShared = statement<{ id: PublicId<"company"> }>(
  "company.lockCompanyShared",
  "select id from companies where id = $1 for share",
);

export const companyStore = {
  find: (db: Queryable, companyId: PublicId<"company">) => db.find(findCompany, [companyId]),
  get: (db: Queryable, companyId: PublicId<"company">) => db.get(findCompany, [companyId]),
  /** Takes the company's first turn. */
  lock(tx: Tx, companyId: PublicId<"company">) {
    noteTurn(tx, "company");
    return tx.find(lockCompany, [companyId]);
  },
  /** Keeps other transactions from locking the company until this one ends. */
  lockShared(tx: Tx, companyId: PublicId<"company">) {
    noteTurn(tx, "company");
    return tx.find(lockCompanyShared, [companyId]);
  },
  list: (db: Queryable) => db.list(listCompanies),
  put: (tx: Tx, row: CompanyRow) =>
    tx.run(
      putCompany,
      NAMES.map((name) => row[name]),
    ),
  async listFeatures(db: Queryable, companyId: PublicId<"company">) {
    return (await db.list(listFeatures, [companyId])).map((row) => row.feature);
  },
  insertFeatures: (tx: Queryable, companyId: PublicId<"company">, features: readonly string[]) =>
    tx.run(insertFeatures, [companyId, features]),
  deleteFeature: (tx: Queryable, companyId: PublicId<"company">, feature: string) =>
    tx.run(deleteFeature, [companyId, feature]),
};
