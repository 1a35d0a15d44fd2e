/**
 * Reads 1099 records: pages with the summaries of their years, and single records, each with links to its
 * documents. Invariants: one request reads one snapshot of the database; while a report is not ready, none of
 * its records is returned, whatever the filters.
 */
import { assert, present } from "@daybook/words/assert";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { bindingOf, cursorsOf, type Page, pageOf } from "../../../../core/cursor.ts";
import { refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import { linkTo, type Objects } from "../../../../platform/objects/index.ts";
import {
  isReady,
  isSound,
  isYear,
  PENDING_STATUSES,
  type Summary,
  summaryOf,
  vendorKey,
} from "../rules/states.ts";
import { FILING_STATUSES, type FilingStatus } from "../rules/words.ts";
import type { DocumentRow, SoundForm } from "../record.ts";
import { formsStore } from "../store.ts";
import { keyOf, UNKNOWN_TYPE } from "./documents.ts";
import type { FormsNeeds } from "./needs.ts";

type Company = PublicId<"company">;

/** The filters and the page of a list of records. A filter is null if the request does not have it. */
export interface FormQuery {
  readonly year: number | null;
  readonly filing_status: readonly FilingStatus[] | null;
  readonly pending: boolean | null;
  readonly vendor_name: string | null;
  readonly filed_elsewhere: boolean | null;
  readonly limit: number;
  readonly starting_after: string | null;
}

/** A document with a download link that was created for one response and expires. */
export interface LinkedDocument extends DocumentRow {
  readonly download_url: string;
  readonly expires_at: UnixSeconds;
}

/** A record with links to its documents. */
export interface FormWithLinks extends Omit<SoundForm, "documents"> {
  readonly documents: readonly LinkedDocument[];
}

/** A page of records. */
export interface FormPage extends Page<FormWithLinks> {
  /** One summary for each selected report, newest year first. */
  readonly summaries: readonly Summary[];
}

/** The cursors of the list. A cursor stays valid even if the record that it points to is gone. */
const CURSORS = cursorsOf({ year: "year", number: "count" }, () =>
  refuse("invalid_request", {
    param: "starting_after",
    message:
      "`starting_after` must be the `next_cursor` of a page of the same company with the same filters.",
  }),
);

/** Lists a page of records. Throws the refusals `invalid_request` for a bad cursor, and `forms_not_ready`. */
export async function listForms(
  { db, objects }: FormsNeeds,
  companyId: Company,
  query: FormQuery,
  now: UnixSeconds,
): Promise<FormPage> {
  const { year, filing_status, pending, vendor_name, filed_elsewhere, limit } = query;
  const vendor_key = vendor_name === null ? null : vendorKey(vendor_name);
  // The cursor is bound to the parsed filters, so the same filters in another spelling keep it valid.
  const binding = bindingOf(companyId, year, filing_status, pending, vendor_key, filed_elsewhere);
  const statuses =
    pending === null
      ? filing_status
      : (filing_status ?? FILING_STATUSES).filter((status) => PENDING_STATUSES.includes(status) === pending);
  const [page] = await formsStore.pages.list(
    db,
    companyId,
    { year, filing_status: statuses, vendor_key, filed_elsewhere, limit },
    CURSORS.read(query.starting_after, binding),
  );
  const { reports, forms } = present(page, "the query for a page returned no row");
  if (!reports.every(isReady)) throw refuse("forms_not_ready");
  const summaries =
    year !== null
      ? [summaryOf(year, reports[0] ?? null)]
      : reports.flatMap((report) => (isYear(report.year) ? [summaryOf(report.year, report)] : []));
  const views = await Promise.all(forms.map((row) => withLinks(objects, companyId, row, now)));
  return { ...pageOf(views, limit, (last) => CURSORS.write(binding, last)), summaries };
}

/** Returns a record. Throws the refusals `resource_missing` and `forms_not_ready`. */
export async function getForm(
  { db, objects }: FormsNeeds,
  companyId: Company,
  id: string,
  now: UnixSeconds,
): Promise<FormWithLinks> {
  const row = await formsStore.findWithReadiness(db, companyId, id);
  if (row === null) throw refuse("resource_missing");
  const { ready_year, unsound, ...form } = row;
  if (!isReady({ year: ready_year, unsound })) throw refuse("forms_not_ready");
  return withLinks(objects, companyId, form, now);
}

/** Adds new download links to the documents of a record, which must be sound. */
async function withLinks(
  objects: Objects,
  companyId: Company,
  row: Parameters<typeof isSound>[0],
  now: UnixSeconds,
): Promise<FormWithLinks> {
  assert(isSound(row), `an unsound record in a report that is ready: ${row.id ?? row.number}`);
  const documents = row.documents.map(async (document): Promise<LinkedDocument> => {
    const { id, filename, content_type } = document;
    const { download_url, expires_at } = await linkTo(objects, keyOf(companyId, id), {
      name: filename,
      contentType: content_type ?? UNKNOWN_TYPE,
      now,
      validS: LIMITS.document_link_s.value,
    });
    return { ...document, download_url, expires_at };
  });
  return { ...row, documents: await Promise.all(documents) };
}
