/**
 * The section `tax_credits` of the company bundle, the JSON file with all records of a company: the recorded
 * questionnaires of each year. The values that the API shows for a credit are not in the bundle, because they
 * are computed from the questionnaires and the year's income tax record.
 */
import Type, { type Static } from "typebox";
import {
  BundleProblem,
  type BundleSection,
  neededField,
  onlyOnce,
  readId,
  recordReader,
  Tally,
} from "../../../contract/bundle.ts";
import { nullable } from "../../../contract/operation.ts";
import { recordReading, recordSchema, recordWriting } from "../../../contract/record.ts";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import type { Tx } from "../../../platform/db/index.ts";
import { CREDITS, type Questionnaire, QUESTIONNAIRES, RETURNS } from "./record.ts";
import { type CreditRow, taxCreditsStore } from "./store.ts";

const packageRecord = recordSchema(RETURNS);
const questionnaireRecord = recordSchema(
  QUESTIONNAIRES,
  { return_package: Type.Optional(nullable(packageRecord)) },
  "created",
);
const creditRecord = recordSchema(CREDITS, {
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

const answersOf = recordReading(QUESTIONNAIRES);
const answersRecordOf = recordWriting(QUESTIONNAIRES);
const packageOf = recordReading(RETURNS);
const packageRecordOf = recordWriting(RETURNS);

/** The number of records that are exported at once. */
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
      const replaced = record.questionnaires?.map((each, index) =>
        questionnaireOf(each, index, former, now, `${path}.questionnaires[${index}]`),
      );
      const questionnaires = neededField(replaced, former?.questionnaires, `${path}.questionnaires`);
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
  const stated = answersOf(record, null, path, now);
  const returned = record.return_package;
  const row = {
    ...stated,
    number: index + 1,
    created: record.created === undefined && former ? former.created : stated.created,
    package: returned ? packageOf(returned, null, path, now) : null,
  };
  if (row.payroll_done_because !== null && !row.payroll_done)
    throw new BundleProblem(`${path}.payroll_done`, "must be true where there is a reason");
  return former === undefined ? row : keepTimes(row, former, record);
}

/**
 * Keeps the time of the last change of a questionnaire, or of its return, if the import changes nothing in it
 * and the file has no time for it.
 */
function keepTimes(next: Questionnaire, former: Questionnaire, record: QuestionnaireRecord): Questionnaire {
  const withoutReturn = (each: Questionnaire) => ({
    ...viewOf(each),
    return_package: each.package !== null,
  });
  const isReturnKept = record.return_package?.updated === undefined && isSame(next.package, former.package);
  const isKept = record.updated === undefined && isSame(withoutReturn(next), withoutReturn(former));
  return {
    ...next,
    updated: isKept ? former.updated : next.updated,
    package: isReturnKept ? former.package : next.package,
  };
}

/** True if two records are equal, ignoring the time of their last change. */
function isSame(one: object | null, other: object | null): boolean {
  const text = (each: object | null) => JSON.stringify(each && { ...each, updated: null });
  return text(one) === text(other);
}

/** The parts of a credit that are in the bundle. */
type StoredCredit = Pick<CreditRow, "id" | "year" | "questionnaires">;

/** The exported record as text, for comparing rows. */
function textOf(row: StoredCredit): string {
  return JSON.stringify(recordOf(row));
}

function recordOf({ id, year, questionnaires }: StoredCredit): CreditRecord {
  return { id, year, questionnaires: questionnaires.map(viewOf) };
}

function viewOf(row: Questionnaire): QuestionnaireRecord {
  const { created, updated, ...answers } = answersRecordOf(row);
  return { ...answers, return_package: row.package && packageRecordOf(row.package), created, updated };
}
