/**
 * The sections `form_1099_reports` and `forms_1099` of the company bundle, the JSON file with all records of
 * a company. A bundle may come from another system, so years, ids and statuses are stored even if they are
 * invalid: an unsound record makes its report not ready until another import corrects the record. Documents
 * are not in a bundle; an import leaves the documents of existing records as they are.
 */
import Type, { type Static } from "typebox";
import {
  BundleProblem,
  type BundleSection,
  onlyOnce,
  readId,
  recordReader,
  Tally,
} from "../../../contract/bundle.ts";
import { nullable } from "../../../contract/operation.ts";
import { recordReading, recordSchema, recordWriting } from "../../../contract/record.ts";
import { idSchema } from "../../../contract/schemas.ts";
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { isChanged } from "../../../core/record.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { type FormRow, FORMS, REPORTS, type StoredForm } from "./record.ts";
import { isYear, vendorKey } from "./rules/states.ts";
import { formsStore } from "./store.ts";

const reportRecord = recordSchema(REPORTS);
const reportsShape = {
  name: "form_1099_reports",
  form: "array",
  description: "Reports of vendor 1099 filings, one for each year, even without records.",
  schema: reportRecord,
} as const;
const readReports = recordReader(reportsShape, reportRecord);
const reportOf = recordReading(REPORTS);
const reportRecordOf = recordWriting(REPORTS);

export const formReportsSection: BundleSection<Tx> = {
  ...reportsShape,
  async write({ tx, companyId, now }, batches) {
    const former = new Map((await formsStore.listReports(tx, companyId)).map((row) => [row.id, row]));
    const years = new Map(
      [...former.values()].flatMap(({ id, year }) => (isYear(year) ? [[year, id] as const] : [])),
    );
    const tally = new Tally();
    const stated = new Set<string>();
    for await (const { path, record } of readReports(batches)) {
      onlyOnce(stated, record.report, path, "report");
      const before = former.get(record.report);
      if (before === undefined && record.year === undefined)
        throw new BundleProblem(`${path}.year`, "is required for a new record");
      const row = reportOf(record, before ?? null, path, now);
      const { year } = row;
      const holder = isYear(year) ? years.get(year) : undefined;
      if (holder !== undefined && holder !== record.report)
        throw new BundleProblem(`${path}.year`, `${year ?? ""} is the year of the report ${holder}`);
      const same = before !== undefined && !isChanged(REPORTS, before, row);
      if (!same) await formsStore.putReport(tx, companyId, row);
      if (before !== undefined && isYear(before.year)) years.delete(before.year);
      if (isYear(year)) years.set(year, record.report);
      tally.compare(before, same);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield (await formsStore.listReports(tx, companyId)).map(reportRecordOf);
  },
};

const formRecord = recordSchema(
  FORMS,
  {
    number: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          "Its position in the order of creation, unique in the company. Default: after all others.",
      }),
    ),
    id: nullable(
      idSchema(
        "form1099",
        "The record's public id, unique in the company. Null if none was assigned: then its report is not ready, and the record is found by its number.",
      ),
    ),
  },
  "vendor_name",
);
const formsShape = {
  name: "forms_1099",
  form: "array",
  description: "The vendor records of these reports. Documents are not in the file.",
  schema: formRecord,
} as const;
const readForms = recordReader(formsShape, formRecord);
type FormRecord = Static<typeof formRecord>;
const statedOf = recordReading(FORMS);
const statedRecordOf = recordWriting(FORMS);

/** The number of records that are read or written at once. */
const BATCH = 500;

export const formsSection: BundleSection<Tx> = {
  ...formsShape,
  async write({ tx, companyId, now }, batches) {
    const reports = new Set((await formsStore.listReports(tx, companyId)).map(({ id }) => id));
    const tally = new Tally();
    const stated = new Set<string>();
    let last = await formsStore.findLastNumber(tx, companyId);
    for await (const batch of inBatches(readForms(batches))) {
      const existing = await findExisting(
        tx,
        companyId,
        batch.map(({ record }) => record),
      );
      const changed: Parameters<typeof formsStore.put>[2][number][] = [];
      for (const { path, record } of batch) {
        const former = formerOf(existing, record, path);
        const number = former?.number ?? record.number ?? last + 1;
        last = Math.max(last, number);
        onlyOnce(stated, `${number}`, path, "number");
        const row = rowOf(record, former, number, path, now);
        if (!reports.has(row.report_id))
          throw new BundleProblem(`${path}.report`, `there is no report ${row.report_id}`);
        const same = former !== null && row.id === former.id && !isChanged(FORMS, former, row);
        if (!same) changed.push({ ...row, vendor_key: vendorKey(row.vendor_name) });
        // Later records of the same batch must find this one.
        addTo(existing, row);
        tally.compare(former, same);
      }
      if (changed.length > 0) await formsStore.put(tx, companyId, changed);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    for (let after = 0; ;) {
      const rows = await formsStore.listAfter(tx, companyId, after, BATCH);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map(recordOf);
      after = last.number;
    }
  },
};

/** Groups the records of a section into batches, each of which is looked up and written at once. */
async function* inBatches<T>(records: AsyncIterable<T>): AsyncGenerator<readonly T[], void, undefined> {
  let batch: T[] = [];
  for await (const record of records) {
    batch.push(record);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Existing records by the two keys that a file may use. */
interface ExistingForms {
  readonly byId: Map<string, StoredForm>;
  readonly byNumber: Map<number, StoredForm>;
}

/** Finds the existing records that records of a file name by id or number. */
async function findExisting(
  tx: Tx,
  companyId: PublicId<"company">,
  records: readonly FormRecord[],
): Promise<ExistingForms> {
  const existing: ExistingForms = { byId: new Map(), byNumber: new Map() };
  const ids = records.flatMap(({ id }) => (id === null ? [] : [id]));
  const numbers = records.flatMap(({ number }) => (number === undefined ? [] : [number]));
  for (const row of await formsStore.listByIdOrNumber(tx, companyId, ids, numbers)) addTo(existing, row);
  return existing;
}

function addTo({ byId, byNumber }: ExistingForms, row: StoredForm): void {
  byNumber.set(row.number, row);
  if (row.id !== null) byId.set(row.id, row);
}

/**
 * The existing record that a record of a file changes; null for a new record. Throws `BundleProblem` if the
 * file's id and number belong to different records.
 */
function formerOf(existing: ExistingForms, { id, number }: FormRecord, path: string): StoredForm | null {
  if (id === null && number === undefined)
    throw new BundleProblem(`${path}.number`, "is required for a record without an id");
  const byId = id === null ? null : (existing.byId.get(id) ?? null);
  const byNumber = number === undefined ? null : (existing.byNumber.get(number) ?? null);
  if (byId !== null && number !== undefined && byId.number !== number)
    throw new BundleProblem(`${path}.number`, `must be ${byId.number}, the number of ${byId.id ?? ""}`);
  if (byNumber !== null && byNumber.id !== null && byNumber.id !== id)
    throw new BundleProblem(`${path}.id`, `must be ${byNumber.id}, the id of the record ${byNumber.number}`);
  return byId ?? byNumber;
}

function rowOf(
  record: FormRecord,
  former: StoredForm | null,
  number: number,
  path: string,
  now: UnixSeconds,
): StoredForm {
  const row = {
    ...statedOf(record, former, path, now),
    number,
    id: record.id === null ? null : readId("form1099", record.id),
  };
  const isKept = former === null || (row.id === former.id && !isChanged(FORMS, former, row));
  return isKept || record.updated !== undefined ? row : { ...row, updated: now };
}

function recordOf(row: FormRow): FormRecord {
  const { report, ...stated } = statedRecordOf(row);
  return { report, number: row.number, id: row.id, ...stated };
}
