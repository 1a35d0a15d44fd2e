/**
 * The use cases of 1099 records put together: reading them, and what commands record of them. Invariants: a
 * command moves a record only as the table of transitions says, and each writes a line of audit in the
 * transaction that does what it says; whoever writes holds the company, so that commands and imports come one
 * after the other.
 */
import { present } from "../../../../core/assert.ts";
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import { refuse } from "../../../../core/errors.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { Queryable, Tx } from "../../../../platform/db/index.ts";
import { lockCompany, readCompany } from "../../../tenants/company/index.ts";
import {
  faultOf,
  filedBy,
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

/** The largest number of reported problems; further ones appear when these are solved. */
const MOST_PROBLEMS = 100;

/** A reason why a report is not ready. */
export interface FormProblem {
  readonly report: string;
  /** The record's number; null if the problem is the report's own. */
  readonly number: number | null;
  readonly id: string | null;
  /** The end of a sentence about it. */
  readonly problem: string;
}

export interface FormsService {
  /** Refuses `invalid_request` for a cursor, and `forms_not_ready`. */
  list(companyId: Company, query: FormQuery, now: UnixSeconds): Promise<FormPage>;
  /** Refuses `resource_missing` and `forms_not_ready`. */
  get(companyId: Company, id: string, now: UnixSeconds): Promise<FormWithLinks>;
  /** Returns a stored record, sound or not, with its audit lines. Refuses `resource_missing`. */
  show(
    companyId: Company,
    id: string,
  ): Promise<{ readonly form: FormRow; readonly audit: readonly AuditLine[] }>;
  listProblems(companyId: Company): Promise<FormProblem[]>;
  /** Begins the report of a year, unless there is one. */
  open(companyId: Company, year: number): Promise<Summary>;
  /**
   * Makes a record whose requirement is to be confirmed. Refuses `invalid_request` for a blank name. `by`
   * says whom the line of audit names, here and below.
   */
  add(companyId: Company, year: number, vendorName: string, by: string): Promise<FormRow>;
  /**
   * Records what happened. Refuses `resource_missing`, and `invalid_request` for what can't happen to it as
   * it is.
   */
  record(companyId: Company, id: string, event: FormEvent, by: string): Promise<FormRow>;
  attach(
    companyId: Company,
    id: string,
    document: NewDocument,
    by: string,
    signal: AbortSignal,
  ): Promise<PublicId<"document">>;
  detach(companyId: Company, id: string, documentId: string, by: string): Promise<void>;
  /** Deletes files that are no documents any more. */
  sweep(companyId: Company, signal: AbortSignal): Promise<void>;
  /** Schedules another sweep after one was given up. */
  sweepLater(companyId: Company): Promise<void>;
}

export function formsService(needs: FormsNeeds): FormsService {
  const { db } = needs;
  const locked = <T>(companyId: Company, work: (tx: Tx) => Promise<T>): Promise<T> =>
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
          problem: present(faultOf(form), "a record without a fault is not sound"),
        })),
      ].slice(0, MOST_PROBLEMS);
    },
    open: (companyId, year) =>
      locked(companyId, async (tx) => summaryOf(year, await reportOf(tx, needs, companyId, year))),
    add: (companyId, year, vendorName, by) =>
      locked(companyId, (tx) => add(tx, needs, companyId, year, vendorName, by)),
    record: (companyId, id, event, by) =>
      locked(companyId, (tx) => record(tx, needs, companyId, id, event, by)),
    attach: (companyId, id, document, by, signal) => attach(needs, companyId, id, document, by, signal),
    detach: (companyId, id, documentId, by) => detach(needs, companyId, id, documentId, by),
    sweep: (companyId, signal) => sweep(needs, companyId, signal),
    sweepLater: (companyId) => db.transaction((tx) => sweepLater(tx, needs, companyId)),
  };
}

/** The check of `verify` on 1099 records: the counts of reports are right. */
export const FORMS_CHECK = {
  check: "form_1099_reports_count_their_records",
  async find(from: Queryable, companyId: Company): Promise<string | null> {
    const found = await formsStore.findMiscounted(from, companyId);
    if (found === null) return null;
    const { id, kept, counted } = found;
    const of = REPORT_COUNTS.find((name) => kept[name] !== counted[name]);
    return of === undefined
      ? null
      : `the 1099 report ${id} counts ${kept[of]} records as ${of}, but ${counted[of]} are`;
  },
};

/** Finds the report of a year, or makes it. */
async function reportOf(tx: Tx, { clock }: FormsNeeds, companyId: Company, year: number) {
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

async function add(
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
  const report = await reportOf(tx, needs, companyId, year);
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

async function record(
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
      message: `${id} has the status ${from}; ${event} is possible only ${startsOf(event)}.`,
    });
  const now = clock.now();
  await formsStore.put(tx, companyId, [
    {
      ...form,
      filing_status: to,
      ...filedBy(event, now),
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

/** The statuses in which an event is possible, as text. */
function startsOf(event: FormEvent): string {
  const starts = FORM.transitions
    .filter((row) => row.event === event)
    .map(({ from, guard }) =>
      guard === undefined || from === "review_required" ? from : `${from} of which ${guard.says}`,
    );
  return `from ${[...new Set(starts)].join(" or ")}`;
}
