/** All SQL on companies and their features. */
import { refuse } from "../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import { namesOf } from "../../../core/record.ts";
import {
  columnsOf,
  noteTurn,
  type Queryable,
  refusedKey,
  statement,
  type Tx,
} from "../../../platform/db/index.ts";
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
// `no key` lets other transactions insert rows that refer to the company, such as its months, meanwhile.
const lockCompany = statement<CompanyRow>(
  "company.lockCompany",
  `select ${ALL} from companies where id = $1 for no key update`,
);
/** A shared lock: others may take it too, but none of them may lock the company for a change. */
const lockCompanyShared = statement<{ id: PublicId<"company"> }>(
  "company.lockCompanyShared",
  "select id from companies where id = $1 for share",
);

export const companyStore = {
  find: (db: Queryable, companyId: PublicId<"company">) => db.find(findCompany, [companyId]),
  get: (db: Queryable, companyId: PublicId<"company">) => db.get(findCompany, [companyId]),
  /**
   * Locks the company for changes until the transaction ends. A turn is a lock that all transactions take in
   * the same order to avoid deadlocks; the turn on the company comes first.
   */
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
  /** Writes a company. Refuses `invalid_request` for a change of closed statements. */
  async put(tx: Tx, row: CompanyRow): Promise<void> {
    const values = NAMES.map((name) => row[name]);
    await tx.run(putCompany, values).catch((error: unknown) => {
      const [through] = refusedKey(error, "companies_keep_closed_statements") ?? [];
      if (through === undefined) throw error;
      throw refuse("invalid_request", {
        message: `The books are closed through ${through}, and this would change their statements. Open the books first.`,
      });
    });
  },
  async listFeatures(db: Queryable, companyId: PublicId<"company">) {
    return (await db.list(listFeatures, [companyId])).map((row) => row.feature);
  },
  insertFeatures: (tx: Queryable, companyId: PublicId<"company">, features: readonly string[]) =>
    tx.run(insertFeatures, [companyId, features]),
  deleteFeature: (tx: Queryable, companyId: PublicId<"company">, feature: string) =>
    tx.run(deleteFeature, [companyId, feature]),
};
