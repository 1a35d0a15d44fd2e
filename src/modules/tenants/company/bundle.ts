/**
 * The company's sections of the bundle: its profile with what it is entitled to, and its features. The
 * profile stands first, names the company that everything behind it belongs to, and makes the company
 * when there is none of that id. Features that the file does not name stay on.
 */
import Type, { type Static } from "typebox";
import {
  BundleProblem,
  type BundleSection,
  createdField,
  fieldOf,
  neededField,
  readDay,
  readSeconds,
  recordReader,
  sameFields,
  Tally,
  textSchema,
} from "../../../contract/bundle.ts";
import { patternSchema } from "../../../contract/faults.ts";
import { exactly, nullable } from "../../../contract/operation.ts";
import { dateSchema, idSchema, timestampSchema } from "../../../contract/schemas.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { ENTITY_TYPES, LIFECYCLES, PLANS, SUBSCRIPTION_STATUSES } from "./rules.ts";
import { profileOf } from "./service.ts";
import { type CompanyRow, companyStore } from "./store.ts";

const optionalText = (description: string) => Type.Optional(nullable(textSchema(description, 0)));

const companyRecord = exactly({
  id: idSchema("company", "The company's id. An existing company needs no other field."),
  name: Type.Optional(textSchema("The company's name in everyday use. Needed for a new company.")),
  legal_name: Type.Optional(textSchema("The registered name. Needed for a new company.")),
  entity_type: Type.Optional(
    Type.Enum([...ENTITY_TYPES], { description: "Legal form. Needed for a new company." }),
  ),
  federal_ein_last4: Type.Optional(
    nullable(
      patternSchema(
        "^[0-9]{4}$",
        "must be four digits",
        "Last four digits of the federal employer identification number. Default: null.",
      ),
    ),
  ),
  incorporation: Type.Optional(
    exactly({
      date: Type.Optional(nullable(dateSchema("Day of incorporation."))),
      state: Type.Optional(
        nullable(
          patternSchema(
            "^[A-Z]{2}$",
            "must be a two-letter code",
            "Two-letter code of the state of incorporation.",
          ),
        ),
      ),
    }),
  ),
  legal_address: Type.Optional(
    exactly({
      line_1: optionalText("Street address."),
      line_2: optionalText("Suite, floor or the like."),
      city: optionalText("City."),
      state: optionalText("State or province."),
      postal_code: optionalText("Postal code."),
      country: optionalText("Country."),
    }),
  ),
  fiscal_year_start_month: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 12,
      description: "Month in which the fiscal year starts. Default: 1.",
    }),
  ),
  created: createdField,
  state: Type.Optional(
    Type.Enum([...LIFECYCLES], {
      description: "Any state but `open` closes the API to the company. Default: `open`.",
    }),
  ),
  plan: Type.Optional(Type.Enum([...PLANS], { description: "Default: `growth`." })),
  subscription: Type.Optional(
    exactly({
      status: Type.Optional(Type.Enum([...SUBSCRIPTION_STATUSES], { description: "Default: `active`." })),
      trial_ends_at: Type.Optional(
        nullable(timestampSchema("When the trial ends; required for a trial. Default: null.")),
      ),
    }),
  ),
});
type CompanyRecord = Static<typeof companyRecord>;

const companyShape = {
  name: "company",
  form: "object",
  description: "The company's profile, plan and subscription.",
  schema: companyRecord,
} as const;
const readCompanies = recordReader(companyShape, companyRecord);

export const companySection: BundleSection<Tx> = {
  ...companyShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    for await (const { path, record } of readCompanies(batches)) {
      // The lock lets one import of a company work at a time.
      const former = await companyStore.lock(tx, companyId);
      const row = rowOf(record, former, { id: companyId, created: now }, path);
      const unchanged = former !== null && sameFields(row, former);
      if (!unchanged) await companyStore.put(tx, row);
      tally.compare(former, unchanged);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield [recordOf(await companyStore.get(tx, companyId))];
  },
};

function rowOf(
  record: CompanyRecord,
  existing: CompanyRow | null,
  fresh: Pick<CompanyRow, "id" | "created">,
  path: string,
): CompanyRow {
  const former = existing ?? undefined;
  const { incorporation = {}, legal_address: address = {}, subscription = {} } = record;
  const { date } = incorporation;
  const incorporated = typeof date === "string" ? readDay(date, `${path}.incorporation.date`) : date;
  const row: CompanyRow = {
    id: fresh.id,
    name: neededField(record.name, former?.name, `${path}.name`),
    legal_name: neededField(record.legal_name, former?.legal_name, `${path}.legal_name`),
    entity_type: neededField(record.entity_type, former?.entity_type, `${path}.entity_type`),
    federal_ein_last4: fieldOf(record.federal_ein_last4, former?.federal_ein_last4, null),
    incorporation_date: fieldOf(incorporated, former?.incorporation_date, null),
    incorporation_state: fieldOf(incorporation.state, former?.incorporation_state, null),
    line_1: fieldOf(address.line_1, former?.line_1, null),
    line_2: fieldOf(address.line_2, former?.line_2, null),
    city: fieldOf(address.city, former?.city, null),
    state: fieldOf(address.state, former?.state, null),
    postal_code: fieldOf(address.postal_code, former?.postal_code, null),
    country: fieldOf(address.country, former?.country, null),
    fiscal_year_start_month: fieldOf(record.fiscal_year_start_month, former?.fiscal_year_start_month, 1),
    lifecycle: fieldOf(record.state, former?.lifecycle, "open"),
    plan: fieldOf(record.plan, former?.plan, "growth"),
    subscription_status: fieldOf(subscription.status, former?.subscription_status, "active"),
    trial_ends_at: fieldOf(readSeconds(subscription.trial_ends_at), former?.trial_ends_at, null),
    created: fieldOf(readSeconds(record.created), former?.created, fresh.created),
  };
  if (row.subscription_status === "trialing" && row.trial_ends_at === null) {
    throw new BundleProblem(
      `${path}.subscription.trial_ends_at`,
      "a trial needs the second at which it ends",
    );
  }
  return row;
}

function recordOf(row: CompanyRow): CompanyRecord {
  return {
    id: row.id,
    ...profileOf(row),
    fiscal_year_start_month: row.fiscal_year_start_month,
    created: row.created,
    state: row.lifecycle,
    plan: row.plan,
    subscription: { status: row.subscription_status, trial_ends_at: row.trial_ends_at },
  };
}

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
