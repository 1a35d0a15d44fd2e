/**
 * All use cases of 1099 records: reading records, and recording the progress of filings. Invariants: a
 * command changes a record's status only as the table `FORM` in `rules/states.ts` allows; each command writes
 * an audit line in the same transaction; every change locks the company, so commands and imports run one
 * after the other.
 */
import type { CompanyFor } from "@daybook/words/areas";
import { present } from "@daybook/words/assert";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable, Tx } from "../../../../platform/db/index.ts";
import { lockCompany, readCompany } from "../../../tenants/company/index.ts";
import {
  faultOf,
  filingFieldsAfter,
  FORM,
  type FormEvent,
  isYear,
  REPORT_COUNTS,
  type Summary,
  summaryOf,
  vendorKey,
} from "../rules/states.ts";
import type { FormRow } from "../record.ts";
import { formsStore } from "../store.ts";
import { type AuditLine, describeForm, listAudit } from "./audit.ts";
import { attach, detach, findForm, type NewDocument, sweep, sweepLater } from "./documents.ts";
import { type FormPage, type FormQuery, type FormWithLinks, getForm, listForms } from "./reads.ts";
import type { FormsNeeds } from "./needs.ts";

type Company = PublicId<"company">;

/** The number of problems that are listed at once. Others are listed when these are solved. */
const MOST_PROBLEMS = 100;

/** A company whose taxes the caller may read. */
type TaxedCompany = CompanyFor<"taxes:view">;

/** A reason why a report is not ready. */
export interface FormProblem {
  readonly report: string;
  /** The number of the unsound record; null if the report itself has the problem. */
  readonly number: number | null;
  readonly id: string | null;
  /** The end of a sentence whose subject is the record or the report. */
  readonly problem: string;
}

export interface FormsService {
  /**
   * Lists a page of records. Throws the refusals `invalid_request` for a bad cursor, and `forms_not_ready`.
   */
  list(companyId: TaxedCompany, query: FormQuery, now: UnixSeconds): Promise<FormPage>;
  /** Returns a record. Throws the refusals `resource_missing` and `forms_not_ready`. */
  get(companyId: TaxedCompany, id: string, now: UnixSeconds): Promise<FormWithLinks>;
  /** Returns a record, even an unsound one, with its audit lines. Throws the refusal `resource_missing`. */
  show(
    companyId: Company,
    id: string,
  ): Promise<{ readonly form: FormRow; readonly audit: readonly AuditLine[] }>;
  /** Lists the reasons why reports are not ready. */
  listProblems(companyId: Company): Promise<FormProblem[]>;
  /** Creates the report of a year, if there is none, and returns its summary. */
  open(companyId: Company, year: number): Promise<Summary>;
  /**
   * Creates a record with the status `review_required`. `by` is the actor for the audit line, here and below.
   * Throws the refusal `invalid_request` for a blank name.
   */
  add(companyId: Company, year: number, vendorName: string, by: string): Promise<FormRow>;
  /**
   * Records an event of a filing. Throws the refusals `resource_missing`, and `invalid_request` if the
   * record's status does not allow the event.
   */
  recordEvent(companyId: Company, id: string, event: FormEvent, by: string): Promise<FormRow>;
  attach(
    companyId: Company,
    id: string,
    document: NewDocument,
    by: string,
    signal: AbortSignal,
  ): Promise<PublicId<"document">>;
  detach(companyId: Company, id: string, documentId: string, by: string): Promise<void>;
  /** Deletes the files of dropped documents, when no link to them is valid any more. */
  sweep(companyId: Company, signal: AbortSignal): Promise<void>;
  /** Schedules another sweep, after a sweep has failed for the last time. */
  sweepLater(companyId: Company): Promise<void>;
}

export function formsService(needs: FormsNeeds): FormsService {
  const { db } = needs;
  const withCompanyLock = <T>(companyId: Company, work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      await lockCompany(tx, companyId);
      return work(tx);
    });
  return {
    list: (companyId, query, now) => listForms(needs, companyId, query, now),
    get: (companyId, id, now) => getForm(needs, companyId, id, now),
    show: (companyId, id) =>
      db.transaction(async (tx) => {
        const form = await findForm(tx, companyId, id);
        return { form, audit: await listAudit(tx, companyId, form.number) };
      }),
    async listProblems(companyId) {
      await readCompany(db, companyId);
      const reports = (await formsStore.listReports(db, companyId)).filter(({ year }) => !isYear(year));
      const forms = await formsStore.listUnsound(db, companyId, MOST_PROBLEMS);
      return [
        ...reports.map(({ id, year }): FormProblem => ({
          report: id,
          number: null,
          id: null,
          problem: year === null ? "has no year" : `has an invalid year, ${year}`,
        })),
        ...forms.map((form): FormProblem => ({
          report: form.report_id,
          number: form.number,
          id: form.id,
          problem: present(faultOf(form), "a record without a fault is listed as unsound"),
        })),
      ].slice(0, MOST_PROBLEMS);
    },
    open: (companyId, year) =>
      withCompanyLock(companyId, async (tx) =>
        summaryOf(year, await findOrCreateReport(tx, needs, companyId, year)),
      ),
    add: (companyId, year, vendorName, by) =>
      withCompanyLock(companyId, (tx) => addRecord(tx, needs, companyId, year, vendorName, by)),
    recordEvent: (companyId, id, event, by) =>
      withCompanyLock(companyId, (tx) => recordEvent(tx, needs, companyId, id, event, by)),
    attach: (companyId, id, document, by, signal) => attach(needs, companyId, id, document, by, signal),
    detach: (companyId, id, documentId, by) => detach(needs, companyId, id, documentId, by),
    sweep: (companyId, signal) => sweep(needs, companyId, signal),
    sweepLater: (companyId) => db.transaction((tx) => sweepLater(tx, needs, companyId)),
  };
}

/** The check of the command `verify` that reports have the right counts of their records. */
export const FORMS_CHECK = {
  check: "form_1099_reports_count_their_records",
  async find(from: Queryable, companyId: Company): Promise<string | null> {
    const found = await formsStore.findMiscounted(from, companyId);
    if (found === null) return null;
    const { id, stored, counted } = found;
    const wrong = REPORT_COUNTS.find((name) => stored[name] !== counted[name]);
    return wrong === undefined
      ? null
      : `the 1099 report ${id} counts ${stored[wrong]} records as ${wrong}, but ${counted[wrong]} are`;
  },
};

/** Returns the report of a year, and creates it if there is none. */
async function findOrCreateReport(tx: Tx, { clock }: FormsNeeds, companyId: Company, year: number) {
  const reports = await formsStore.listReports(tx, companyId);
  const found = reports.find((report) => report.year === year);
  if (found !== undefined) return found;
  const id = `${year}`;
  if (reports.some((report) => report.id === id))
    throw refuse("invalid_request", {
      message: `The report ${id} is for another year. Set its year by an import, or choose another name.`,
    });
  const created = clock.now();
  await formsStore.putReport(tx, companyId, { id, year, created });
  return { id, year, review_required: 0, pending: 0, filed: 0, not_required: 0, unsound: 0, created };
}

async function addRecord(
  tx: Tx,
  needs: FormsNeeds,
  companyId: Company,
  year: number,
  vendor_name: string,
  by: string,
): Promise<FormRow> {
  if (vendorKey(vendor_name) === "")
    throw refuse("invalid_request", {
      param: "vendor",
      message: "The vendor's name must not be blank.",
    });
  const report = await findOrCreateReport(tx, needs, companyId, year);
  const now = needs.clock.now();
  const number = (await formsStore.findLastNumber(tx, companyId)) + 1;
  const id = needs.ids.next("form1099");
  const to = "review_required";
  await formsStore.put(tx, companyId, [
    {
      number,
      report_id: report.id,
      id,
      vendor_name,
      filing_status: to,
      filed_at: null,
      filed_elsewhere: false,
      created: now,
      updated: now,
      vendor_key: vendorKey(vendor_name),
    },
  ]);
  await describeForm(tx, companyId, number, {
    at: now,
    by,
    action: "add",
    from_state: null,
    to_state: to,
    note: null,
  });
  return findForm(tx, companyId, id);
}

async function recordEvent(
  tx: Tx,
  { clock }: FormsNeeds,
  companyId: Company,
  id: string,
  event: FormEvent,
  by: string,
): Promise<FormRow> {
  const form = await findForm(tx, companyId, id);
  const { filing_status: from, documents, filed_elsewhere, number } = form;
  const to = FORM.next(from, event, { filed_elsewhere, hasW9: documents.some(({ type }) => type === "w9") });
  if (to === null)
    throw refuse("invalid_request", {
      message: `${id} has the status ${from}; ${event} is possible only ${allowedStatusesOf(event)}.`,
    });
  const now = clock.now();
  await formsStore.put(tx, companyId, [
    {
      ...form,
      filing_status: to,
      ...filingFieldsAfter(event, now),
      updated: now,
      vendor_key: vendorKey(form.vendor_name),
    },
  ]);
  await describeForm(tx, companyId, number, {
    at: now,
    by,
    action: event,
    from_state: from,
    to_state: to,
    note: null,
  });
  return findForm(tx, companyId, id);
}

/** The statuses in which an event is possible, as the end of a sentence. */
function allowedStatusesOf(event: FormEvent): string {
  const statuses = FORM.transitions
    .filter((row) => row.event === event)
    .map(({ from, guard }) =>
      guard === undefined || from === "review_required" ? from : `${from} of which ${guard.says}`,
    );
  return `from ${[...new Set(statuses)].join(" or ")}`;
}
