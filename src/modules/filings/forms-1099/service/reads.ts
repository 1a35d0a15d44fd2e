/**
 * Reading 1099 records: pages with the summaries of their years, and one record, each with links to its
 * documents. Invariants: what is read of one request is of one state; nothing of a report that is not ready
 * is told, whatever filters leave out.
 */
import { assert } from "../../../../core/assert.ts";
import { type UnixSeconds, unixSeconds } from "../../../../core/civil-date.ts";
import { bindingOf, decodeCursor, encodeCursor } from "../../../../core/cursor.ts";
import { refuse } from "../../../../core/errors.ts";
import { LIMITS } from "../../../../core/limits.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { Objects } from "../../../../platform/objects/index.ts";
import {
  type DocumentRow,
  isReady,
  isSound,
  isYear,
  PENDING_STAGES,
  type SoundForm,
  STAGES,
  type Stage,
  type Summary,
  summaryOf,
  vendorKey,
} from "../rules.ts";
import { type FormPlace, formsStore } from "../store.ts";
import { keyOf, UNKNOWN_TYPE } from "./documents.ts";
import type { FormsNeeds } from "./services.ts";

type Company = PublicId<"company">;

/** Enough of a hash that no two filters share it by chance. */

/** What is asked of a list; null for what is not. */
export interface FormQuery {
  readonly year: number | null;
  readonly stages: readonly Stage[] | null;
  readonly pending: boolean | null;
  readonly vendorName: string | null;
  readonly filedElsewhere: boolean | null;
  readonly limit: number;
  readonly startingAfter: string | null;
}

/** A document with the link that this retrieval gives. */
export interface ToldDocument extends DocumentRow {
  readonly download_url: string;
  readonly expires_at: UnixSeconds;
}

export interface ToldForm extends Omit<SoundForm, "documents"> {
  readonly documents: readonly ToldDocument[];
}

export interface FormPage {
  readonly forms: readonly ToldForm[];
  /** Of every report that is selected, newest year first. */
  readonly summaries: readonly Summary[];
  /** Where the next page begins; null behind the last one. */
  readonly next: string | null;
}

export async function listForms(
  { db, objects }: FormsNeeds,
  companyId: Company,
  query: FormQuery,
  now: UnixSeconds,
): Promise<FormPage> {
  const { year, pending, vendorName, filedElsewhere, limit, startingAfter } = query;
  const key = vendorName === null ? null : vendorKey(vendorName);
  // However the filters were spelt.
  const binding = bindingOf(companyId, year, query.stages, pending, key, filedElsewhere);
  const place = startingAfter === null ? null : placeOf(startingAfter, binding);
  const stages =
    pending === null
      ? query.stages
      : (query.stages ?? STAGES).filter((stage) => PENDING_STAGES.includes(stage) === pending);
  const { reports, forms } = await formsStore.list(
    db,
    companyId,
    { year, stages, vendorKey: key, filedElsewhere },
    place,
    limit + 1,
  );
  if (!reports.every(isReady)) throw refuse("forms_not_ready");
  const summaries =
    year !== null
      ? [summaryOf(year, reports[0] ?? null)]
      : reports.flatMap((report) => (isYear(report.year) ? [summaryOf(report.year, report)] : []));
  const told = await Promise.all(forms.slice(0, limit).map((row) => tell(objects, companyId, row, now)));
  const last = told.at(-1);
  return {
    forms: told,
    summaries,
    next: forms.length > limit && last ? encodeCursor([binding, last.year, last.number]) : null,
  };
}

export async function getForm(
  { db, objects }: FormsNeeds,
  companyId: Company,
  id: string,
  now: UnixSeconds,
): Promise<ToldForm> {
  const row = await formsStore.findToTell(db, companyId, id);
  if (row === null) throw refuse("resource_missing");
  const { ready_year, unsound, ...form } = row;
  if (!isReady({ year: ready_year, unsound })) throw refuse("forms_not_ready");
  return tell(objects, companyId, form, now);
}

/**
 * Reads a cursor; one of another company or of other filters is none. The record that it was made behind may
 * be gone by now.
 */
function placeOf(cursor: string, binding: string): FormPlace {
  const [bound, year, number] = decodeCursor(cursor, 3) ?? [];
  if (
    bound === binding &&
    typeof year === "number" &&
    isYear(year) &&
    typeof number === "number" &&
    Number.isSafeInteger(number)
  )
    return { year, number };
  throw refuse("invalid_request", {
    param: "starting_after",
    message:
      "`starting_after` must be the `next_cursor` of a page of the same company with the same filters.",
  });
}

async function tell(
  objects: Objects,
  companyId: Company,
  row: Parameters<typeof isSound>[0],
  now: UnixSeconds,
): Promise<ToldForm> {
  assert(isSound(row), `a record of a report that is ready can't be told: ${row.id ?? row.number}`);
  const expires_at = unixSeconds(now + LIMITS.document_link_s.value);
  const documents = row.documents.map(async (document): Promise<ToldDocument> => {
    const { id, filename, content_type } = document;
    const download_url = await objects.link(keyOf(companyId, id), {
      filename,
      contentType: content_type ?? UNKNOWN_TYPE,
      now,
      expiresAt: expires_at,
    });
    return { ...document, download_url, expires_at };
  });
  return { ...row, documents: await Promise.all(documents) };
}
