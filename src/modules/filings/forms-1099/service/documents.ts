/**
 * Documents of 1099 records. Invariants:
 *
 * - The row of a document is committed before its file is stored, and deleted after its file is deleted. So
 *   no stored file is without a row.
 * - A file is deleted only if its document can't be attached any more and all links to the file have expired.
 * - Every step can be repeated without harm.
 */
import { type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import { present } from "@daybook/words/assert";
import type { Audit } from "../../../../core/audit.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { asFilename } from "../../../../platform/objects/index.ts";
import { lockCompany } from "../../../tenants/company/index.ts";
import type { FormRow } from "../record.ts";
import { DOCUMENT } from "../rules/states.ts";
import type { DocumentType } from "../rules/words.ts";
import { formsStore } from "../store.ts";
import { describeForm } from "./audit.ts";
import type { FormsNeeds } from "./needs.ts";

type Company = PublicId<"company">;
type Document = PublicId<"document">;

/** The media type of a file of unknown type. */
export const UNKNOWN_TYPE = "application/octet-stream";
/** The number of documents that a sweep reads at once. */
const BATCH = 100;

/** The file and the fields of a new document. */
export interface NewDocument {
  /** Null for the type of the replaced document. */
  readonly type: DocumentType | null;
  readonly filename: string;
  readonly content_type: string | null;
  readonly content: Uint8Array;
  /** The id of the document to replace; null for none. */
  readonly replaces: string | null;
}

/** The key under which the file of a document is stored. */
export function keyOf(companyId: Company, id: Document): string {
  return `${companyId}/forms-1099/${id}`;
}

/**
 * Stores a file and attaches it to a record. Throws the refusals `resource_missing` and `invalid_request`.
 */
export async function attach(
  needs: FormsNeeds,
  companyId: Company,
  formId: string,
  document: NewDocument,
  by: string,
  signal: AbortSignal,
): Promise<Document> {
  const { db, objects, ids } = needs;
  const id = ids.next("document");
  await db.transaction((tx) => insertStoring(tx, needs, companyId, formId, id, document));
  try {
    await objects.put(keyOf(companyId, id), document.content, document.content_type ?? UNKNOWN_TYPE, signal);
    await db.transaction((tx) => attachStored(tx, needs, companyId, formId, id, document.replaces, by));
  } catch (error) {
    // If this fails too, the sweep that `insertStoring` scheduled removes the document in an hour.
    await db.transaction((tx) => giveUp(tx, needs, companyId, id)).catch(() => {});
    throw error;
  }
  return id;
}

/** Detaches a document from its record. Throws the refusal `resource_missing`. */
export async function detach(
  needs: FormsNeeds,
  companyId: Company,
  formId: string,
  documentId: string,
  by: string,
): Promise<void> {
  await needs.db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const form = await findForm(tx, companyId, formId);
    const { id, type } = documentOf(form, documentId);
    await drop(tx, needs, companyId, id);
    await addAuditLine(tx, companyId, form, { now: needs.clock.now(), by }, "detach", `${type} ${id}`);
  });
}

/** Deletes the files and rows of all documents of a company that are due for deletion. */
export async function sweep(needs: FormsNeeds, companyId: Company, signal: AbortSignal): Promise<void> {
  const { db, clock, objects } = needs;
  for (;;) {
    signal.throwIfAborted();
    const now = clock.now();
    const rows = await formsStore.listToSweep(db, companyId, now, BATCH);
    for (const { id } of rows) {
      // Once this is committed, the document can't be attached any more, so its file may be deleted.
      if (!(await db.transaction((tx) => giveUpExpired(tx, companyId, id, now)))) continue;
      await objects.delete(keyOf(companyId, id));
      await db.transaction((tx) => formsStore.deleteDocument(tx, companyId, id));
    }
    if (rows.length < BATCH) break;
  }
  await db.transaction((tx) => sweepLater(tx, needs, companyId));
}

/** Schedules another sweep if any document still waits for its deletion. */
export async function sweepLater(
  tx: Tx,
  { clock, askForSweep }: FormsNeeds,
  companyId: Company,
): Promise<void> {
  const { soonest } = await formsStore.countWaiting(tx, companyId);
  const now = clock.now();
  if (soonest !== null)
    await askForSweep(
      tx,
      companyId,
      soonest > now ? soonest : unixSeconds(now + LIMITS.document_link_s.value),
    );
}

/** Returns a record. Throws the refusal `resource_missing`. */
export async function findForm(tx: Tx, companyId: Company, id: string): Promise<FormRow> {
  const form = await formsStore.find(tx, companyId, id);
  if (form === null) throw refuse("resource_missing", { message: `There is no 1099 record ${id}.` });
  return form;
}

/** Returns a document of a record. Throws the refusal `resource_missing`. */
function documentOf({ documents, id }: FormRow, documentId: string) {
  const found = documents.find((document) => document.id === documentId);
  if (found === undefined)
    throw refuse("resource_missing", {
      message: `The 1099 record ${id ?? ""} has no document ${documentId}.`,
    });
  return found;
}

/**
 * Inserts the row of a document whose file is about to be stored, and schedules a sweep in case that fails.
 */
async function insertStoring(
  tx: Tx,
  needs: FormsNeeds,
  companyId: Company,
  formId: string,
  id: Document,
  { type, filename, content_type, content, replaces }: NewDocument,
): Promise<void> {
  await lockCompany(tx, companyId);
  const form = await findForm(tx, companyId, formId);
  const replaced = replaces === null ? null : documentOf(form, replaces);
  const kind = type ?? replaced?.type;
  if (kind === undefined)
    throw refuse("invalid_request", {
      param: "type",
      message: "State the type of the document: w9 or form_1099.",
    });
  checkRoom(form, replaces);
  const now = needs.clock.now();
  const swept_from = unixSeconds(now + LIMITS.form_document_storing_s.value);
  await formsStore.insertDocument(tx, companyId, {
    id,
    form_number: form.number,
    state: "storing",
    type: kind,
    filename: asFilename(filename),
    content_type,
    size: content.length,
    swept_from,
    created: now,
  });
  await needs.askForSweep(tx, companyId, swept_from);
}

/** Throws a refusal if a record has too many documents for one more. */
function checkRoom({ documents }: FormRow, replaces: string | null): void {
  const most = LIMITS.form_documents.value;
  if (replaces === null && documents.length >= most)
    throw refuse("invalid_request", {
      message: `A 1099 record has at most ${most} documents; replace or detach one.`,
    });
}

/** Attaches a document whose file is stored, and drops the document that it replaces. */
async function attachStored(
  tx: Tx,
  needs: FormsNeeds,
  companyId: Company,
  formId: string,
  id: Document,
  replaces: string | null,
  by: string,
): Promise<void> {
  await lockCompany(tx, companyId);
  const form = await findForm(tx, companyId, formId);
  const row = await formsStore.lockDocument(tx, companyId, id);
  const state = row && DOCUMENT.next(row.state, "attach");
  if (row === null || state === null)
    throw refuse("invalid_request", { message: "The document took too long to be stored; attach it again." });
  const replaced = replaces === null ? null : documentOf(form, replaces);
  checkRoom(form, replaces);
  if (replaced !== null) await drop(tx, needs, companyId, replaced.id);
  await formsStore.updateDocument(tx, companyId, id, state, null);
  await addAuditLine(
    tx,
    companyId,
    form,
    { now: needs.clock.now(), by },
    "attach",
    `${row.type} ${id}${replaced === null ? "" : ` in place of ${replaced.id}`}`,
  );
}

/** Marks a document whose file could not be stored for deletion. */
async function giveUp(tx: Tx, needs: FormsNeeds, companyId: Company, id: Document): Promise<void> {
  const row = await formsStore.lockDocument(tx, companyId, id);
  // The document is attached if the commit of `attachStored` succeeded and only the confirmation was lost.
  const state = row && DOCUMENT.next(row.state, "give_up");
  if (state === null) return;
  const now = needs.clock.now();
  await formsStore.updateDocument(tx, companyId, id, state, now);
  await needs.askForSweep(tx, companyId, now);
}

/** Detaches a document from its record. Its file stays until issued links expire. */
async function drop(
  tx: Tx,
  { clock, askForSweep }: FormsNeeds,
  companyId: Company,
  id: Document,
): Promise<void> {
  const from = unixSeconds(clock.now() + LIMITS.document_link_s.value);
  const row = await formsStore.lockDocument(tx, companyId, id);
  const state = present(row && DOCUMENT.next(row.state, "drop"), "a document of a record is not attached");
  await formsStore.updateDocument(tx, companyId, id, state, from);
  await askForSweep(tx, companyId, from);
}

/** Marks an expired upload for deletion; returns false if the document must be kept. */
async function giveUpExpired(tx: Tx, companyId: Company, id: Document, now: UnixSeconds): Promise<boolean> {
  const row = await formsStore.lockDocument(tx, companyId, id);
  if (row === null || row.swept_from === null || row.swept_from > now) return false;
  const state = DOCUMENT.next(row.state, "give_up");
  if (state !== null) await formsStore.updateDocument(tx, companyId, id, state, row.swept_from);
  return true;
}

/** Adds an audit line for a command that does not change the record's status. */
async function addAuditLine(
  tx: Tx,
  companyId: Company,
  form: FormRow,
  { now, by }: Audit,
  command: string,
  text: string,
): Promise<void> {
  await formsStore.touch(tx, companyId, form.number, now);
  await describeForm(tx, companyId, form.number, {
    at: now,
    by,
    action: command,
    from_state: form.filing_status,
    to_state: form.filing_status,
    note: text,
  });
}
