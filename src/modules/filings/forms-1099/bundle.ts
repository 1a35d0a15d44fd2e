/**
 * The bundle's sections of 1099 reports and of their records. A file may come from a workflow elsewhere, so
 * its years, ids and statuses are stored unchecked: a record that can't be shown makes its report not ready
 * until another file corrects it. Documents are files and are not in a bundle; a record keeps those it has.
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
import type { UnixSeconds } from "../../../core/civil-date.ts";
import type { PublicId } from "../../../core/public-id.ts";
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
      const known = former.get(record.report);
      if (known === undefined && record.year === undefined)
        throw new BundleProblem(`${path}.year`, "is required for a new record");
      const row = reportOf(record, known ?? null, path, now);
      const { year } = row;
      const holder = isYear(year) ? years.get(year) : undefined;
      if (holder !== undefined && holder !== record.report)
        throw new BundleProblem(`${path}.year`, `${year ?? ""} is the year of the report ${holder}`);
      const same = known !== undefined && !isChanged(REPORTS, known, row);
      if (!same) await formsStore.putReport(tx, companyId, row);
      if (known !== undefined && isYear(known.year)) years.delete(known.year);
      if (isYear(year)) years.set(year, record.report);
      tally.compare(known, same);
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
    for await (const several of together(readForms(batches))) {
      const known = await knownOf(
        tx,
        companyId,
        several.map(({ record }) => record),
      );
      const changed: Parameters<typeof formsStore.put>[2][number][] = [];
      for (const { path, record } of several) {
        const former = formerOf(known, record, path);
        const number = former?.number ?? record.number ?? last + 1;
        last = Math.max(last, number);
        onlyOnce(stated, `${number}`, path, "number");
        const row = rowOf(record, former, number, path, now);
        if (!reports.has(row.report_id))
          throw new BundleProblem(`${path}.report`, `there is no report ${row.report_id}`);
        const same = former !== null && row.id === former.id && !isChanged(FORMS, former, row);
        if (!same) changed.push({ ...row, vendor_key: vendorKey(row.vendor_name) });
        // A later record of the same batch must find it.
        keep(known, row);
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

/** The records of a section in the batches in which they are looked for and written. */
async function* together<T>(records: AsyncIterable<T>): AsyncGenerator<readonly T[], void, undefined> {
  let several: T[] = [];
  for await (const record of records) {
    several.push(record);
    if (several.length < BATCH) continue;
    yield several;
    several = [];
  }
  if (several.length > 0) yield several;
}

/** Existing records, by the two keys that a file may use. */
interface Known {
  readonly byId: Map<string, StoredForm>;
  readonly byNumber: Map<number, StoredForm>;
}

async function knownOf(
  tx: Tx,
  companyId: PublicId<"company">,
  records: readonly FormRecord[],
): Promise<Known> {
  const known: Known = { byId: new Map(), byNumber: new Map() };
  const ids = records.flatMap(({ id }) => (id === null ? [] : [id]));
  const numbers = records.flatMap(({ number }) => (number === undefined ? [] : [number]));
  for (const row of await formsStore.listNamed(tx, companyId, ids, numbers)) keep(known, row);
  return known;
}

function keep({ byId, byNumber }: Known, row: StoredForm): void {
  byNumber.set(row.number, row);
  if (row.id !== null) byId.set(row.id, row);
}

/** The existing record with the id and the number of a file's record, which must not name two records. */
function formerOf(known: Known, { id, number }: FormRecord, path: string): StoredForm | null {
  if (id === null && number === undefined)
    throw new BundleProblem(`${path}.number`, "is required for a record without an id");
  const byId = id === null ? null : (known.byId.get(id) ?? null);
  const byNumber = number === undefined ? null : (known.byNumber.get(number) ?? null);
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
