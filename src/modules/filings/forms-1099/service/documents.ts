/**
 * Documents of 1099 records. Invariants: the row of a document is committed before its file is stored and
 * goes after its file is deleted, so that no file is without a row; a file is deleted only when its row can't
 * become one of a record's documents any more, and of one that was replaced only when every link to it has
 * ended. Done twice is done once.
 */
import { type UnixSeconds, unixSeconds } from "../../../../core/civil-date.ts";
import { refuse } from "../../../../core/errors.ts";
import { present } from "../../../../core/assert.ts";
import type { Audit } from "../../../../core/audit.ts";
import { LIMITS } from "../../../../core/limits.ts";
import type { PublicId } from "../../../../core/public-id.ts";
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
/** Documents that a sweep looks at together. */
const BATCH = 100;

/** A file that is to become a document. */
export interface NewDocument {
  /** Null for that of the document whose place it takes. */
  readonly type: DocumentType | null;
  readonly filename: string;
  readonly content_type: string | null;
  readonly content: Uint8Array;
  /** The document whose place it takes; null for none. */
  readonly replaces: string | null;
}

/** The key under which the file of a document is stored. */
export function keyOf(companyId: Company, id: Document): string {
  return `${companyId}/forms-1099/${id}`;
}

/** Stores a file as a document of a record. Refuses `resource_missing` and `invalid_request`. */
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
  await db.transaction((tx) => announce(tx, needs, companyId, formId, id, document));
  try {
    await objects.put(keyOf(companyId, id), document.content, document.content_type ?? UNKNOWN_TYPE, signal);
    await db.transaction((tx) => finish(tx, needs, companyId, formId, id, document.replaces, by));
  } catch (error) {
    // When this fails too, the sweep that was asked for at first comes in an hour.
    await db.transaction((tx) => giveUp(tx, needs, companyId, id)).catch(() => {});
    throw error;
  }
  return id;
}

/** Takes a document away. Refuses `resource_missing`. */
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
    await note(tx, companyId, form, { now: needs.clock.now(), by }, "detach", `${type} ${id}`);
  });
}

/** Deletes the files of a company that are no documents and can't become ones, with their rows. */
export async function sweep(needs: FormsNeeds, companyId: Company, signal: AbortSignal): Promise<void> {
  const { db, clock, objects } = needs;
  for (;;) {
    signal.throwIfAborted();
    const now = clock.now();
    const rows = await formsStore.listLeft(db, companyId, now, BATCH);
    for (const { id } of rows) {
      // From here on it can't be attached any more, so its file may be deleted.
      if (!(await db.transaction((tx) => close(tx, companyId, id, now)))) continue;
      await objects.delete(keyOf(companyId, id));
      await db.transaction((tx) => formsStore.deleteDocument(tx, companyId, id));
    }
    if (rows.length < BATCH) break;
  }
  await db.transaction((tx) => sweepLater(tx, needs, companyId));
}

/** Asks for another sweep where one is still to be made. */
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

export async function findForm(tx: Tx, companyId: Company, id: string): Promise<FormRow> {
  const form = await formsStore.find(tx, companyId, id);
  if (form === null) throw refuse("resource_missing", { message: `There is no 1099 record ${id}.` });
  return form;
}

function documentOf({ documents, id }: FormRow, documentId: string) {
  const found = documents.find((document) => document.id === documentId);
  if (found === undefined)
    throw refuse("resource_missing", {
      message: `The 1099 record ${id ?? ""} has no document ${documentId}.`,
    });
  return found;
}

/** Writes down what is about to be stored. */
async function announce(
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

function checkRoom({ documents }: FormRow, replaces: string | null): void {
  const most = LIMITS.form_documents.value;
  if (replaces === null && documents.length >= most)
    throw refuse("invalid_request", {
      message: `A 1099 record has at most ${most} documents; replace or detach one.`,
    });
}

/** Makes what was stored a document of its record, in place of another one where it replaces it. */
async function finish(
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
  await note(
    tx,
    companyId,
    form,
    { now: needs.clock.now(), by },
    "attach",
    `${row.type} ${id}${replaced === null ? "" : ` in place of ${replaced.id}`}`,
  );
}

async function giveUp(tx: Tx, needs: FormsNeeds, companyId: Company, id: Document): Promise<void> {
  const row = await formsStore.lockDocument(tx, companyId, id);
  // The commit of `finish` may have come through, when only the database's word on it was lost.
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

/** Marks an expired upload for deletion; returns false if it was kept. */
async function close(tx: Tx, companyId: Company, id: Document, now: UnixSeconds): Promise<boolean> {
  const row = await formsStore.lockDocument(tx, companyId, id);
  if (row === null || row.swept_from === null || row.swept_from > now) return false;
  const state = DOCUMENT.next(row.state, "give_up");
  if (state !== null) await formsStore.updateDocument(tx, companyId, id, state, row.swept_from);
  return true;
}

/** Records an audit line for a command that leaves the record's status as it is. */
async function note(
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
