/**
 * The sections `delaware_checks` and `taxes` of the company bundle, the JSON file with all records of a
 * company. A check is the franchise tax status that Delaware showed for a year. A document names a stored
 * file of the company by its key. Files, audit lines and holds are never part of a bundle.
 */
import Type, { type Static } from "typebox";
import {
  BundleProblem,
  type BundleSection,
  createdField,
  fieldOf,
  neededField,
  onlyOnce,
  readId,
  readSeconds,
  recordReader,
  sameFields,
  Tally,
  textSchema,
} from "../../../contract/bundle.ts";
import { exactly, nullable } from "../../../contract/operation.ts";
import { timestampSchema } from "../../../contract/schemas.ts";
import { FIRST_YEAR, LAST_YEAR, type UnixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import { idPattern, type PublicId } from "@daybook/words/public-id";
import { defaultsOf } from "../../../core/record.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { DELAWARE, jurisdictionsOf, statesOf } from "./rules/jurisdictions.ts";
import { FILING_STATUSES, type TaxType } from "./rules/states.ts";
import { documentAfterFiling } from "./service/document.ts";
import { asFilename, documentFolder, isDocumentKey } from "./service/records.ts";
import { type DelawareCheck, type TaxDocument, TAXES, type TaxId, type TaxRow } from "./record.ts";
import { taxesStore } from "./store.ts";

const yearField = (description: string) =>
  Type.Integer({ minimum: FIRST_YEAR, maximum: LAST_YEAR, description });

const checkRecord = exactly({
  year: yearField("The year of the status."),
  filed: Type.Boolean({ description: "Whether Delaware showed its franchise tax as filed." }),
  checked_at: Type.Optional(timestampSchema("When the status was checked. Default: the time of the import.")),
});
const checksShape = {
  name: "delaware_checks",
  form: "array",
  description: "Delaware's own franchise tax status, by year.",
  schema: checkRecord,
} as const;
const readChecks = recordReader(checksShape, checkRecord);

export const delawareChecksSection: BundleSection<Tx> = {
  ...checksShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    const stated = new Set<string>();
    const rows = new Map((await taxesStore.listChecks(tx, companyId)).map((row) => [row.year, row]));
    for await (const { path, record } of readChecks(batches)) {
      onlyOnce(stated, String(record.year), path, "year");
      const former = rows.get(record.year);
      const row: DelawareCheck = {
        year: record.year,
        filed: record.filed,
        checked_at: fieldOf(readSeconds(record.checked_at), former?.checked_at, now),
      };
      const same = former !== undefined && sameFields(row, former);
      if (!same) await taxesStore.putCheck(tx, companyId, row);
      tally.compare(former, same);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield await taxesStore.listChecks(tx, companyId);
  },
};

const documentRecord = exactly({
  object_key: textSchema("The key of the stored file, a PDF."),
  filename: textSchema("The file's name."),
  size: Type.Integer({
    minimum: 1,
    maximum: LIMITS.upload_bytes.value,
    description: "The file's size in bytes.",
  }),
  only_draft: Type.Optional(
    Type.Boolean({
      description:
        "Whether it stays a draft although the return is filed, because another return was filed elsewhere. Default: false.",
    }),
  ),
  created: createdField,
});

const taxRecord = exactly({
  id: Type.String({
    pattern: `${idPattern("incomeTax")}|${idPattern("franchiseTax")}`,
    description:
      "The record's id, unique in the company: `tax_income_...` or `tax_franchise_...`, by its type.",
  }),
  year: Type.Optional(yearField("The tax year: one record for each type and year. Needed for a new record.")),
  states: Type.Optional(
    Type.Array(textSchema("A state by its code or its name."), {
      maxItems: LIMITS.tax_states.value,
      description:
        "States of an income return, besides federal. A name without a known code is kept as it is. Default: none; a franchise tax record has none.",
    }),
  ),
  filing_status: Type.Optional(
    Type.Enum([...FILING_STATUSES], { description: "The filing status. Default: `onboarding`." }),
  ),
  filed_at: Type.Optional(
    nullable(timestampSchema("When it was filed; only for a filed record, if known. Default: null.")),
  ),
  filed_elsewhere: Type.Optional(
    Type.Boolean({
      description: "Whether it was filed outside the service; only for a filed record. Default: false.",
    }),
  ),
  extension_filed_at: Type.Optional(
    nullable(timestampSchema("When an extension of an income return was filed. Default: null.")),
  ),
  tax_firm: Type.Optional(
    nullable(textSchema("Who prepared a return that was filed elsewhere. Default: null.")),
  ),
  staff_only: Type.Optional(
    Type.Boolean({ description: "Whether the record is hidden from the API. Default: false." }),
  ),
  document: Type.Optional(nullable(documentRecord)),
  created: createdField,
  updated: Type.Optional(
    timestampSchema("When it last changed. Default: the time of the import, if something changes."),
  ),
});
const taxesShape = {
  name: "taxes",
  form: "array",
  description: "Tax records: income returns and Delaware's franchise tax.",
  schema: taxRecord,
} as const;
const readTaxes = recordReader(taxesShape, taxRecord);

type TaxRecord = Static<typeof taxRecord>;

/** The number of records that are exported at once. */
const BATCH = 500;

export const taxesSection: BundleSection<Tx> = {
  ...taxesShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    const stated = new Set<string>();
    for await (const { path, record } of readTaxes(batches)) {
      onlyOnce(stated, record.id, path);
      const former = await taxesStore.find(tx, companyId, record.id);
      const row = rowOf(record, former, path, { companyId, now });
      const holder = await taxesStore.findYear(tx, companyId, row.type, row.year);
      if (holder !== null && holder.id !== row.id)
        throw new BundleProblem(`${path}.year`, `${holder.id} is the ${row.type} record of ${row.year}`);
      const same = former !== null && textOf(row) === textOf(former);
      if (!same) await taxesStore.put(tx, companyId, row);
      tally.compare(former, same);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    for (let after = ""; ;) {
      const rows = await taxesStore.listAfter(tx, companyId, after, BATCH);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map(recordOf);
      after = last.id;
    }
  },
};

/** The company and the time of an import. */
interface ImportContext {
  readonly companyId: PublicId<"company">;
  readonly now: UnixSeconds;
}

function rowOf(
  record: TaxRecord,
  former: TaxRow | null,
  path: string,
  { companyId, now }: ImportContext,
): TaxRow {
  const stored = former ?? undefined;
  const [id, type] = idOf(record.id);
  const states = fieldOf(record.states, stored && type === "income" ? statesOf(stored) : undefined, []);
  const row = {
    ...defaultsOf(TAXES),
    ...former,
    id,
    type,
    year: neededField(record.year, stored?.year, `${path}.year`),
    ...(type === "income"
      ? jurisdictionsOf(states)
      : { jurisdictions: DELAWARE, unmapped_jurisdictions: [] }),
    filing_status: fieldOf(record.filing_status, stored?.filing_status, "onboarding"),
    filed_at: fieldOf(readSeconds(record.filed_at), stored?.filed_at, null),
    filed_elsewhere: fieldOf(record.filed_elsewhere, stored?.filed_elsewhere, false),
    extension_filed_at: fieldOf(readSeconds(record.extension_filed_at), stored?.extension_filed_at, null),
    tax_firm: fieldOf(record.tax_firm, stored?.tax_firm, null),
    staff_only: fieldOf(record.staff_only, stored?.staff_only, false),
    document: documentFor(record, former, { companyId, now }, path),
    created: fieldOf(readSeconds(record.created), stored?.created, now),
  };
  if (type === "franchise" && states.length > 0)
    throw new BundleProblem(`${path}.states`, "must be left out: franchise tax is Delaware's");
  checkFilingData(row, path);
  const changed = former === null || textOf({ ...row, updated: former.updated }) !== textOf(former);
  return { ...row, updated: readSeconds(record.updated) ?? (changed ? now : former.updated) };
}

/**
 * The document that a record has after the import. If the file omits the field, the stored document stays.
 */
function documentFor(
  { document, filed_elsewhere }: TaxRecord,
  former: TaxRow | null,
  { companyId, now }: ImportContext,
  path: string,
): TaxDocument | null {
  if (document !== undefined)
    return documentOf(document, companyId, former?.document, now, `${path}.document`);
  return former === null ? null : documentAfterFiling(former, filed_elsewhere ?? false);
}

/**
 * Throws `BundleProblem` if a record has data of a filing but is not filed, or franchise tax an extension.
 */
function checkFilingData(
  {
    type,
    filing_status,
    filed_at,
    filed_elsewhere,
    extension_filed_at,
  }: Pick<TaxRow, "type" | "filing_status" | "filed_at" | "filed_elsewhere" | "extension_filed_at">,
  path: string,
): void {
  if (type === "franchise" && extension_filed_at !== null)
    throw new BundleProblem(
      `${path}.extension_filed_at`,
      "must be null: franchise tax has no extension here",
    );
  if (filing_status === "filed") return;
  if (filed_at !== null)
    throw new BundleProblem(`${path}.filed_at`, `must be null of what is ${filing_status}`);
  if (filed_elsewhere)
    throw new BundleProblem(`${path}.filed_elsewhere`, `must be false of what is ${filing_status}`);
}

/** Reads an id, and the type of tax that the id's prefix tells. */
function idOf(text: string): [TaxId, TaxType] {
  return text.startsWith("tax_income_")
    ? [readId("incomeTax", text), "income"]
    : [readId("franchiseTax", text), "franchise"];
}

/** Reads a document. Its key must be in one of the company's folders, because the API issues links to it. */
function documentOf(
  document: Exclude<TaxRecord["document"], undefined>,
  companyId: PublicId<"company">,
  former: TaxDocument | null | undefined,
  now: UnixSeconds,
  path: string,
): TaxDocument | null {
  if (document === null) return null;
  const { object_key, filename, size, only_draft, created } = document;
  if (!isDocumentKey(companyId, object_key)) {
    throw new BundleProblem(
      `${path}.object_key`,
      `must be ${documentFolder(companyId)} or ${companyId}/files/, and names of letters, digits, \`_\`, \`.\` and \`-\``,
    );
  }
  const same = former?.object_key === object_key ? former : null;
  return {
    file_id: same?.file_id ?? null,
    object_key,
    filename: asFilename(filename),
    size,
    only_draft: fieldOf(only_draft, same?.only_draft, false),
    created: readSeconds(created) ?? same?.created ?? now,
  };
}

/** The exported record as text, for comparing rows. */
function textOf(row: TaxRow): string {
  return JSON.stringify(recordOf(row));
}

function recordOf(row: TaxRow): TaxRecord {
  const {
    id,
    type,
    year,
    filing_status,
    filed_at,
    filed_elsewhere,
    extension_filed_at,
    tax_firm,
    staff_only,
    document,
    created,
    updated,
  } = row;
  return {
    id,
    year,
    ...(type === "income" ? { states: statesOf(row) } : {}),
    filing_status,
    filed_at,
    filed_elsewhere,
    extension_filed_at,
    tax_firm,
    staff_only,
    document: document && {
      object_key: document.object_key,
      filename: document.filename,
      size: document.size,
      only_draft: document.only_draft,
      created: document.created,
    },
    created,
    updated,
  };
}
