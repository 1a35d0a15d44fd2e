/** Use cases on a company: read it, change its state, plan, subscription and features. */
import { present } from "../../../core/assert.ts";
import { refuse } from "../../../core/errors.ts";
import type { UnixSeconds } from "../../../core/civil-date.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { PublicId } from "../../../core/public-id.ts";
import { combinedLookup, type Db, type Queryable, type Tx } from "../../../platform/db/index.ts";
import type { CompanyRow } from "./record.ts";
import type { Lifecycle, Plan, SubscriptionStatus } from "./rules.ts";
import { companyStore } from "./store.ts";

/** An operator's change of a company. Absent fields stay unchanged. */
export interface CompanyChange {
  readonly name?: string;
  readonly lifecycle?: Lifecycle;
  readonly plan?: Plan;
  readonly subscription_status?: SubscriptionStatus;
  readonly trial_ends_at?: UnixSeconds | null;
  readonly fiscal_year_start_month?: number;
  readonly excludes_non_cash?: boolean;
}

export interface CompanyService {
  /** Returns a company. Throws the refusal `resource_missing`. */
  read(companyId: PublicId<"company">): Promise<CompanyRow>;
  list(): Promise<CompanyRow[]>;
  listFeatures(companyId: PublicId<"company">): Promise<string[]>;
  change(companyId: PublicId<"company">, change: CompanyChange): Promise<CompanyRow>;
  setFeature(companyId: PublicId<"company">, feature: string, on: boolean): Promise<string[]>;
}

export function companyService({ db }: { readonly db: Db }): CompanyService {
  const findTogether = combinedLookup(
    ({ id }: Pick<CompanyRow, "id">) => id,
    async (companyId: CompanyRow["id"]) => [await readCompany(db, companyId)],
  );
  return {
    async read(companyId) {
      return present(await findTogether(companyId, { id: companyId }), "a company that was read is missing");
    },
    list: () => companyStore.list(db),
    async listFeatures(companyId) {
      await readCompany(db, companyId);
      return companyStore.listFeatures(db, companyId);
    },
    change: (companyId, change) =>
      db.transaction(async (tx) => {
        const company = await lockCompany(tx, companyId);
        const next = { ...company, ...change };
        if (next.subscription_status === "trialing" && next.trial_ends_at === null) {
          throw refuse("invalid_request", {
            param: "trial_ends_at",
            message: "A trial needs an end time.",
          });
        }
        await companyStore.put(tx, next);
        return next;
      }),
    setFeature: (companyId, feature, on) =>
      db.transaction(async (tx) => {
        await lockCompany(tx, companyId);
        await (on
          ? companyStore.insertFeatures(tx, companyId, [feature])
          : companyStore.deleteFeature(tx, companyId, feature));
        const features = await companyStore.listFeatures(tx, companyId);
        const most = LIMITS.features.value;
        if (on && features.length > most)
          throw refuse("invalid_request", {
            param: "feature",
            message: `A company has at most ${most} features.`,
          });
        return features;
      }),
  };
}

/** Returns a company. Throws the refusal `resource_missing`. */
export async function readCompany(db: Queryable, companyId: PublicId<"company">): Promise<CompanyRow> {
  return (await companyStore.find(db, companyId)) ?? refuseMissing(companyId);
}

/**
 * Returns a company, locked until the transaction ends, so that only one transaction changes the company at
 * a time. Throws the refusal `resource_missing`.
 */
export async function lockCompany(tx: Tx, companyId: PublicId<"company">): Promise<CompanyRow> {
  return (await companyStore.lock(tx, companyId)) ?? refuseMissing(companyId);
}

function refuseMissing(companyId: PublicId<"company">): never {
  throw refuse("resource_missing", { param: "company_id", message: `There is no company ${companyId}.` });
}
