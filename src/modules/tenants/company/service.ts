/** Use cases on a company: read it, change its state, plan, subscription and features. */
import { present } from "../../../core/assert.ts";
import { refuse } from "../../../core/errors.ts";
import type { UnixSeconds } from "../../../core/civil-date.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { PublicId } from "../../../core/public-id.ts";
import { type Db, gathered, type Queryable, type Tx } from "../../../platform/db/index.ts";
import type { Lifecycle, Plan, SubscriptionStatus } from "./rules.ts";
import { type CompanyRow, companyStore } from "./store.ts";

/** A change of a company by an operator; absent members stay. */
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

export function companyService({ db }: { readonly db: Db }): CompanyService {
  const findTogether = gathered(
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

/** A company, or the refusal `resource_missing`. */
export async function readCompany(db: Queryable, companyId: PublicId<"company">): Promise<CompanyRow> {
  return (await companyStore.find(db, companyId)) ?? none(companyId);
}

/** The same, locked until the transaction ends: for what one writer at a time may do to a company. */
export async function lockCompany(tx: Tx, companyId: PublicId<"company">): Promise<CompanyRow> {
  return (await companyStore.lock(tx, companyId)) ?? none(companyId);
}

function none(companyId: PublicId<"company">): never {
  throw refuse("resource_missing", { param: "company_id", message: `There is no company ${companyId}.` });
}

/** The profile of a company, in the common form. */
export function profileOf(row: CompanyRow) {
  return {
    name: row.name,
    legal_name: row.legal_name,
    entity_type: row.entity_type,
    federal_ein_last4: row.federal_ein_last4,
    incorporation: { date: row.incorporation_date, state: row.incorporation_state },
    legal_address: {
      line_1: row.line_1,
      line_2: row.line_2,
      city: row.city,
      state: row.state,
      postal_code: row.postal_code,
      country: row.country,
    },
  };
}
