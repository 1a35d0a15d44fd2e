/** Use cases on a company: read it, change its state, plan, subscription and features. */
import { present } from "@daybook/words/assert";
import { refuse } from "../../../core/errors.ts";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import { isName, nameSentence } from "@daybook/words/names";
import type { PublicId } from "@daybook/words/public-id";
import {
  combinedLookup,
  type Db,
  describeChange,
  type Queryable,
  type Tx,
  transactionOrPreview,
} from "../../../platform/db/index.ts";
import { currentActor } from "../../../platform/log/actor.ts";
import { type CompanyRow, PREPARED_BY_CHARACTERS } from "./record.ts";
import { type ChangedField, changedFields } from "./rules.ts";
import { companyStore } from "./store.ts";

/** A change of a company. Absent fields stay unchanged. */
export type CompanyChange = Partial<Omit<CompanyRow, "id" | "created">>;

/** A company after a change, or as it would be after a preview, and the fields that differ. */
export interface CompanyEdit {
  readonly company: CompanyRow;
  readonly changed: readonly ChangedField[];
}

export interface CompanyService {
  /** Returns a company. Throws the refusal `resource_missing`. */
  read(companyId: PublicId<"company">): Promise<CompanyRow>;
  list(): Promise<CompanyRow[]>;
  listFeatures(companyId: PublicId<"company">): Promise<string[]>;
  change(companyId: PublicId<"company">, change: CompanyChange): Promise<CompanyRow>;
  /**
   * Changes a company and returns what changed; a preview checks the same and writes nothing. The audit trail
   * gets an event for each changed field, with its values before and after.
   */
  edit(companyId: PublicId<"company">, change: CompanyChange, isPreview?: boolean): Promise<CompanyEdit>;
  setFeature(companyId: PublicId<"company">, feature: string, on: boolean): Promise<string[]>;
}

interface CompanyNeeds {
  readonly db: Db;
  readonly now: () => UnixSeconds;
}

export function companyService({ db, now }: CompanyNeeds): CompanyService {
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
    change: async (companyId, change) =>
      (await db.transaction((tx) => editCompany(tx, companyId, change, now()))).company,
    edit: (companyId, change, isPreview = false) => {
      const work = (tx: Tx) => editCompany(tx, companyId, change, now());
      return transactionOrPreview(db, isPreview, work);
    },
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

async function editCompany(
  tx: Tx,
  companyId: PublicId<"company">,
  change: CompanyChange,
  now: UnixSeconds,
): Promise<CompanyEdit> {
  const former = await lockCompany(tx, companyId);
  const company = { ...former, ...change };
  if (company.subscription_status === "trialing" && company.trial_ends_at === null) {
    throw refuse("invalid_request", {
      param: "trial_ends_at",
      message: "A trial needs an end time.",
    });
  }
  if (typeof change.prepared_by === "string" && !isName(change.prepared_by, PREPARED_BY_CHARACTERS))
    throw refuse("invalid_request", {
      param: "prepared_by",
      message: `Who prepared the statements ${nameSentence(PREPARED_BY_CHARACTERS)}.`,
    });
  const changed = changedFields(former, company);
  if (changed.length === 0) return { company, changed };
  await companyStore.put(tx, company);
  const actor = currentActor();
  for (const { field, before, after } of changed)
    await describeChange(tx, companyId, {
      at: now,
      by: actor?.by ?? "daybook",
      action: actor?.action ?? "company set",
      topic: "company",
      subject: companyId,
      from_state: before,
      to_state: after,
      note: field,
    });
  return { company, changed };
}

/** Returns a company. Throws the refusal `resource_missing`. */
export async function readCompany(db: Queryable, companyId: PublicId<"company">): Promise<CompanyRow> {
  return (await companyStore.find(db, companyId)) ?? refuseMissingCompany(companyId);
}

/**
 * Returns a company, locked until the transaction ends, so that only one transaction changes the company at
 * a time. Throws the refusal `resource_missing`.
 */
export async function lockCompany(tx: Tx, companyId: PublicId<"company">): Promise<CompanyRow> {
  return (await companyStore.lock(tx, companyId)) ?? refuseMissingCompany(companyId);
}

/** Throws the refusal `resource_missing`. */
export function refuseMissingCompany(companyId: PublicId<"company">): never {
  throw refuse("resource_missing", { param: "company_id", message: `There is no company ${companyId}.` });
}
