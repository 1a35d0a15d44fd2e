/** All SQL on companies and their features. */
import type { CivilDate, UnixSeconds } from "../../../core/civil-date.ts";
import type { PublicId } from "../../../core/public-id.ts";
import { noteTurn, type Queryable, statement, type Tx } from "../../../platform/db/index.ts";
import type { EntityType, Lifecycle, Plan, SubscriptionStatus } from "./rules.ts";

export interface CompanyRow {
  readonly id: PublicId<"company">;
  readonly name: string;
  readonly legal_name: string;
  readonly entity_type: EntityType;
  readonly federal_ein_last4: string | null;
  readonly incorporation_date: CivilDate | null;
  readonly incorporation_state: string | null;
  readonly line_1: string | null;
  readonly line_2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postal_code: string | null;
  readonly country: string | null;
  readonly fiscal_year_start_month: number;
  readonly lifecycle: Lifecycle;
  readonly plan: Plan;
  readonly subscription_status: SubscriptionStatus;
  readonly trial_ends_at: UnixSeconds | null;
  readonly created: UnixSeconds;
}

const COLUMNS = [
  "id",
  "name",
  "legal_name",
  "entity_type",
  "federal_ein_last4",
  "incorporation_date",
  "incorporation_state",
  "line_1",
  "line_2",
  "city",
  "state",
  "postal_code",
  "country",
  "fiscal_year_start_month",
  "lifecycle",
  "plan",
  "subscription_status",
  "trial_ends_at",
  "created",
] as const satisfies readonly (keyof CompanyRow)[];

const findCompany = statement<CompanyRow>(
  "company.findCompany",
  `select ${COLUMNS.join(", ")} from companies where id = $1`,
);
const listCompanies = statement<CompanyRow>(
  "company.listCompanies",
  `select ${COLUMNS.join(", ")} from companies order by created, id`,
);
const putCompany = statement<never>(
  "company.putCompany",
  `insert into companies (${COLUMNS.join(", ")}) values
    (${COLUMNS.map((_, index) => `$${index + 1}`).join(", ")})
   on conflict (id) do update set ${COLUMNS.slice(1)
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
// Not the whole row: whoever writes a row that refers to the company, such as its month's, goes on meanwhile.
const lockCompany = statement<CompanyRow>(
  "company.lockCompany",
  `select ${COLUMNS.join(", ")} from companies where id = $1 for no key update`,
);
/** Kept from writers and not from other readers. */
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
  /** Until the transaction ends, nobody who locks the company gets it. */
  lockShared(tx: Tx, companyId: PublicId<"company">) {
    noteTurn(tx, "company");
    return tx.find(lockCompanyShared, [companyId]);
  },
  list: (db: Queryable) => db.list(listCompanies),
  put: (tx: Tx, row: CompanyRow) =>
    tx.run(
      putCompany,
      COLUMNS.map((name) => row[name]),
    ),
  async listFeatures(db: Queryable, companyId: PublicId<"company">) {
    return (await db.list(listFeatures, [companyId])).map((row) => row.feature);
  },
  insertFeatures: (tx: Queryable, companyId: PublicId<"company">, features: readonly string[]) =>
    tx.run(insertFeatures, [companyId, features]),
  deleteFeature: (tx: Queryable, companyId: PublicId<"company">, feature: string) =>
    tx.run(deleteFeature, [companyId, feature]),
};
