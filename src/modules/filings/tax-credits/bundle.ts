/**
 * The bundle's section of tax credits: what is recorded of each year, questionnaire by questionnaire. What
 * the API tells of a credit is computed from it and from the income tax record of the year, and is not this
 * section's to say.
 */
import Type, { type Static } from "typebox";
import {
  BundleProblem,
  type BundleSection,
  createdField,
  neededField,
  onlyOnce,
  readId,
  readSeconds,
  recordReader,
  Tally,
  textSchema,
} from "../../../contract/bundle.ts";
import { exactly, nullable } from "../../../contract/operation.ts";
import { idSchema, timestampSchema } from "../../../contract/schemas.ts";
import { FIRST_YEAR, LAST_YEAR, type UnixSeconds } from "../../../core/civil-date.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { DECISIONS, DONE_BECAUSE, type Questionnaire } from "./rules/words.ts";
import { type CreditRow, taxCreditsStore } from "./store.ts";

const cents = (description: string) =>
  Type.Optional(
    nullable(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: `${description} In cents; null for unknown. Default: null.`,
      }),
    ),
  );
const updatedField = Type.Optional(
  timestampSchema("When it last changed. Default: the time of the import, if something changes."),
);

const packageRecord = exactly({
  total_cents: cents("The whole credit."),
  income_tax_cents: cents(
    "The part used against income tax. A total of 0 counts as known only if this is 0 too.",
  ),
  filed: Type.Optional(
    Type.Boolean({
      description: "Whether this is the filed return; at most one for each year. Default: false.",
    }),
  ),
  updated: updatedField,
});

const questionnaireRecord = exactly({
  decision: Type.Optional(
    Type.Enum([...DECISIONS], { description: "Whether the credit is to be claimed. Default: `undecided`." }),
  ),
  estimate_cents: cents("The estimated credit."),
  estimate_confirmed: Type.Optional(
    Type.Boolean({
      description: "Whether a person reviewed the estimate; otherwise 0 means unknown. Default: false.",
    }),
  ),
  payroll_provider: Type.Optional(nullable(textSchema("The payroll software, by name. Default: null."))),
  payroll_done: Type.Optional(
    Type.Boolean({ description: "Whether the submission to payroll is flagged as done. Default: false." }),
  ),
  payroll_done_because: Type.Optional(
    nullable(
      Type.Enum([...DONE_BECAUSE], {
        description:
          "Why it is flagged: it was submitted, or the whole credit is used against income tax. Default: null, as for old flags.",
      }),
    ),
  ),
  payroll_submitted_at: Type.Optional(nullable(timestampSchema("When it was submitted. Default: null."))),
  return_package: Type.Optional(nullable(packageRecord)),
  created: createdField,
  updated: updatedField,
});

const creditRecord = exactly({
  id: idSchema("taxCredit", "The credit's id, unique in the company: `tcred_` and letters and digits."),
  year: Type.Optional(
    Type.Integer({
      minimum: FIRST_YEAR,
      maximum: LAST_YEAR,
      description: "The tax year: one credit for each. Needed for a new record, and stays.",
    }),
  ),
  questionnaires: Type.Optional(
    Type.Array(questionnaireRecord, {
      minItems: 1,
      maxItems: LIMITS.tax_questionnaires.value,
      description:
        "One for each time the onboarding began, in the order of their numbers. The list replaces the stored one. Needed for a new record.",
    }),
  ),
});
const creditsShape = {
  name: "tax_credits",
  form: "array",
  description: "Research and development credits, year by year.",
  schema: creditRecord,
} as const;
const readCredits = recordReader(creditsShape, creditRecord);

type CreditRecord = Static<typeof creditRecord>;
type QuestionnaireRecord = Static<typeof questionnaireRecord>;

/** Records that are handed out at once. */
const BATCH = 100;

export const taxCreditsSection: BundleSection<Tx> = {
  ...creditsShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    const stated = new Set<string>();
    for await (const { path, record } of readCredits(batches)) {
      onlyOnce(stated, record.id, path);
      const former = await taxCreditsStore.find(tx, companyId, record.id);
      const id = readId("taxCredit", record.id);
      const year = neededField(record.year, former?.year, `${path}.year`);
      if (former !== null && year !== former.year)
        throw new BundleProblem(`${path}.year`, `must be ${former.year}, as ${id} stays for its year`);
      const holder = await taxCreditsStore.findYear(tx, companyId, year);
      if (holder !== null && holder.id !== id)
        throw new BundleProblem(`${path}.year`, `${holder.id} is the credit of ${year}`);
      const given = record.questionnaires?.map((each, index) =>
        questionnaireOf(each, index, former, now, `${path}.questionnaires[${index}]`),
      );
      const questionnaires = neededField(given, former?.questionnaires, `${path}.questionnaires`);
      if (questionnaires.filter((each) => each.package?.filed).length > 1)
        throw new BundleProblem(`${path}.questionnaires`, "may have one return that was filed");
      const same = former !== null && textOf({ id, year, questionnaires }) === textOf(former);
      if (former === null) await taxCreditsStore.insert(tx, companyId, { id, year });
      if (!same) {
        await taxCreditsStore.deleteQuestionnaires(tx, companyId, id);
        for (const each of questionnaires) await taxCreditsStore.putQuestionnaire(tx, companyId, id, each);
      }
      tally.compare(former, same);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    const rows = await taxCreditsStore.list(tx, companyId, null);
    for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH).map(recordOf);
  },
};

function questionnaireOf(
  record: QuestionnaireRecord,
  index: number,
  credit: CreditRow | null,
  now: UnixSeconds,
  path: string,
): Questionnaire {
  const former = credit?.questionnaires[index];
  const { return_package: of } = record;
  const row = {
    number: index + 1,
    decision: record.decision ?? "undecided",
    estimate_cents: record.estimate_cents ?? null,
    estimate_confirmed: record.estimate_confirmed ?? false,
    payroll_provider: record.payroll_provider ?? null,
    payroll_done: record.payroll_done ?? false,
    payroll_done_because: record.payroll_done_because ?? null,
    payroll_submitted_at: readSeconds(record.payroll_submitted_at) ?? null,
    created: readSeconds(record.created) ?? former?.created ?? now,
    package: of
      ? {
          total_cents: of.total_cents ?? null,
          income_tax_cents: of.income_tax_cents ?? null,
          filed: of.filed ?? false,
          updated: readSeconds(of.updated) ?? now,
        }
      : null,
  };
  if (row.payroll_done_because !== null && !row.payroll_done)
    throw new BundleProblem(`${path}.payroll_done`, "must be true where there is a reason");
  const stated = { ...row, updated: readSeconds(record.updated) ?? now };
  return former === undefined ? stated : keepTimes(stated, former, record);
}

/**
 * A questionnaire and its return keep the time of their last change where an import states no time and
 * changes nothing.
 */
function keepTimes(next: Questionnaire, former: Questionnaire, record: QuestionnaireRecord): Questionnaire {
  const ownOf = (each: Questionnaire) => ({ ...viewOf(each), return_package: each.package !== null });
  const isReturnKept = record.return_package?.updated === undefined && isSame(next.package, former.package);
  const isKept = record.updated === undefined && isSame(ownOf(next), ownOf(former));
  return {
    ...next,
    updated: isKept ? former.updated : next.updated,
    package: isReturnKept ? former.package : next.package,
  };
}

/** True if two records differ at most in the time of their last change. */
function isSame(one: object | null, other: object | null): boolean {
  const text = (each: object | null) => JSON.stringify(each && { ...each, updated: null });
  return text(one) === text(other);
}

function textOf(row: Pick<CreditRow, "id" | "year" | "questionnaires">): string {
  return JSON.stringify(recordOf(row));
}

function recordOf({
  id,
  year,
  questionnaires,
}: Pick<CreditRow, "id" | "year" | "questionnaires">): CreditRecord {
  return {
    id,
    year,
    questionnaires: questionnaires.map(viewOf),
  };
}

function viewOf({
  decision,
  estimate_cents,
  estimate_confirmed,
  payroll_provider,
  payroll_done,
  payroll_done_because,
  payroll_submitted_at,
  created,
  updated,
  package: of,
}: Questionnaire) {
  return {
    decision,
    estimate_cents,
    estimate_confirmed,
    payroll_provider,
    payroll_done,
    payroll_done_because,
    payroll_submitted_at,
    return_package: of && {
      total_cents: of.total_cents,
      income_tax_cents: of.income_tax_cents,
      filed: of.filed,
      updated: of.updated,
    },
    created,
    updated,
  };
}
