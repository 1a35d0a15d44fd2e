/** Use cases on a company: read it, change its state, plan, subscription and features. */
import { refuse } from "../../core/errors.ts";
import type { UnixSeconds } from "../../core/civil-date.ts";
import type { PublicId } from "../../core/public-id.ts";
import type { Db, Queryable } from "../../platform/db/index.ts";
import type { Lifecycle, Plan, SubscriptionStatus } from "./rules.ts";
import { type CompanyRow, companyStore } from "./store.ts";

/** What an operator may change of a company; absent members stay. */
export interface CompanyChange {
  readonly name?: string;
  readonly lifecycle?: Lifecycle;
  readonly plan?: Plan;
  readonly subscription_status?: SubscriptionStatus;
  readonly trial_ends_at?: UnixSeconds | null;
  readonly fiscal_year_start_month?: number;
}

export interface CompanyService {
  /** The company, or a refusal `resource_missing`. */
  read(companyId: PublicId<"company">): Promise<CompanyRow>;
  list(): Promise<CompanyRow[]>;
  listFeatures(companyId: PublicId<"company">): Promise<string[]>;
  change(companyId: PublicId<"company">, change: CompanyChange): Promise<CompanyRow>;
  setFeature(companyId: PublicId<"company">, feature: string, on: boolean): Promise<string[]>;
}

export function companyService(db: Db): CompanyService {
  return {
    read: (companyId) => readCompany(db, companyId),
    list: () => companyStore.list(db),
    async listFeatures(companyId) {
      await readCompany(db, companyId);
      return companyStore.listFeatures(db, companyId);
    },
    change: (companyId, change) =>
      db.transaction(async (tx) => {
        const company = await companyStore.lock(tx, companyId);
        if (!company) throw refuse("resource_missing", { param: "company_id", message: `There is no company ${companyId}.` });
        const next = { ...company, ...change };
        if (next.subscription_status === "trialing" && next.trial_ends_at === null) {
          throw refuse("invalid_request", { param: "trial_ends_at", message: "A trial needs the time at which it ends." });
        }
        await companyStore.put(tx, next);
        return next;
      }),
    async setFeature(companyId, feature, on) {
      await readCompany(db, companyId);
      await (on ? companyStore.insertFeature(db, companyId, feature) : companyStore.deleteFeature(db, companyId, feature));
      return companyStore.listFeatures(db, companyId);
    },
  };
}

async function readCompany(db: Queryable, companyId: PublicId<"company">): Promise<CompanyRow> {
  const company = await companyStore.find(db, companyId);
  if (!company) throw refuse("resource_missing", { param: "company_id", message: `There is no company ${companyId}.` });
  return company;
}
