/**
 * The sections `company` and `features` of the company bundle, the JSON file with all records of a company.
 * The section `company` has the profile, the plan and the subscription. It comes first, because it names the
 * company to which all other records belong, and it creates the company if the id is new. Features that are
 * not in the file stay enabled.
 */
import { BundleProblem, type BundleSection, recordReader, Tally } from "../../../contract/bundle.ts";
import { patternSchema } from "../../../contract/faults.ts";
import { recordReading, recordSchema, recordWriting } from "../../../contract/record.ts";
import { LIMITS } from "@daybook/words/limits";
import { isChanged } from "../../../core/record.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { COMPANIES } from "./record.ts";
import { companyStore } from "./store.ts";

const companyRecord = recordSchema(COMPANIES);
const companyShape = {
  name: "company",
  form: "object",
  description: "The company's profile, plan and subscription.",
  schema: companyRecord,
} as const;
const readCompanies = recordReader(companyShape, companyRecord);
const statedOf = recordReading(COMPANIES);
const recordOf = recordWriting(COMPANIES);

export const companySection: BundleSection<Tx> = {
  ...companyShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    for await (const { path, record } of readCompanies(batches)) {
      // The lock keeps a second import of the company waiting until this one ends.
      const former = await companyStore.lock(tx, companyId);
      const row = statedOf(record, former, path, now);
      if (row.subscription_status === "trialing" && row.trial_ends_at === null)
        throw new BundleProblem(
          `${path}.subscription.trial_ends_at`,
          "a trial needs the second at which it ends",
        );
      const unchanged = former !== null && !isChanged(COMPANIES, former, row);
      if (!unchanged) await companyStore.put(tx, row);
      tally.compare(former, unchanged);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield [recordOf(await companyStore.get(tx, companyId))];
  },
};

const featureRecord = patternSchema(
  "^[a-z][a-z0-9_]{0,62}$",
  "must be a feature's name: up to 63 small letters, digits and `_`, the first a letter",
  "The name of an enabled feature.",
);
const featuresShape = {
  name: "features",
  form: "array",
  description: "The company's enabled features.",
  schema: featureRecord,
} as const;
const readFeatures = recordReader(featuresShape, featureRecord);

export const featuresSection: BundleSection<Tx> = {
  ...featuresShape,
  async write({ tx, companyId }, batches) {
    const tally = new Tally();
    const on = new Set(await companyStore.listFeatures(tx, companyId));
    const stated = new Set<string>();
    const added: string[] = [];
    for await (const { path, record } of readFeatures(batches)) {
      if (stated.has(record)) throw new BundleProblem(path, `${record} stands twice`);
      stated.add(record);
      if (!on.has(record)) added.push(record);
      if (on.size + added.length > LIMITS.features.value)
        throw new BundleProblem(
          path,
          `is one feature too many: a company has at most ${LIMITS.features.value}`,
        );
      tally.note(on.has(record) ? "unchanged" : "created");
    }
    await companyStore.insertFeatures(tx, companyId, added);
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield await companyStore.listFeatures(tx, companyId);
  },
};
