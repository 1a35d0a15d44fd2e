/**
 * Attaches files to records of other modules, releases them, and deletes files that no record has.
 * Invariants: a file is attached once, even if several callers try at the same moment; bytes that a row names
 * are never deleted; all other bytes are deleted in the end.
 */
import { assert } from "@daybook/words/assert";
import { type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { parseId, type PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { deleteAllExcept, type DocumentLink, linkTo } from "../../../../platform/objects/index.ts";
import { PDF_TYPE } from "../rules/pdf.ts";
import { attachRefusal } from "../rules/attachable.ts";
import type { FileRow } from "../record.ts";
import { filesStore } from "../store.ts";
import { type FilesNeeds, folderOf } from "./needs.ts";

type Company = PublicId<"company">;

/** The time for which the bytes of a released file stay: until all links to them have expired. */
const KEPT_FOR_LINKS_S = 2 * LIMITS.document_link_s.value;

/**
 * Attaches an inspected file (`inspectPdf`) to a record. Throws the refusals `resource_missing` (with `param`
 * `file_id`), `file_already_attached` and `invalid_file`. If the transaction is rolled back, the file can be
 * attached again.
 */
export async function attachFile(
  tx: Tx,
  companyId: Company,
  fileId: string,
  attachedTo: string,
  now: UnixSeconds,
): Promise<FileRow> {
  assert(attachedTo !== "", "a file was attached to a record without a name");
  const id = parseId("file", fileId);
  const row = id === null ? null : await filesStore.lock(tx, companyId, id);
  const refusal = attachRefusal(row, now);
  if (row === null || refusal !== null) throw refusal ?? refuse("resource_missing", { param: "file_id" });
  if (row.object_key === null) throw refuse("invalid_file");
  await filesStore.attach(tx, companyId, row.id, attachedTo, now);
  return { ...row, attached_to: attachedTo, attached_at: now };
}

/**
 * Releases a file when its record gets another file. Links that were issued before stay valid until they
 * expire; then a sweep deletes the bytes.
 */
export async function releaseFile(
  tx: Tx,
  needs: FilesNeeds,
  companyId: Company,
  fileId: PublicId<"file">,
  attachedTo: string,
  now: UnixSeconds,
): Promise<void> {
  assert(
    await filesStore.release(tx, companyId, fileId, attachedTo, now),
    "a record released a file that it did not have",
  );
  await needs.askForSweep(tx, companyId, fileId, unixSeconds(now + KEPT_FOR_LINKS_S));
}

/** Creates a link to the bytes of a document. The downloaded file has the given name. */
export function documentLink(
  { objects }: FilesNeeds,
  objectKey: string,
  name: string,
  now: UnixSeconds,
): Promise<DocumentLink<typeof PDF_TYPE>> {
  return linkTo(objects, objectKey, {
    name,
    contentType: PDF_TYPE,
    now,
    validS: LIMITS.document_link_s.value,
  });
}

/** Deletes a file that was not attached in time, and the file's stored objects that its row does not name. */
export async function sweep(
  { db, objects }: FilesNeeds,
  companyId: Company,
  fileId: PublicId<"file">,
  now: UnixSeconds,
): Promise<void> {
  await filesStore.deleteExpired(db, companyId, fileId, now);
  const row = await filesStore.find(db, companyId, fileId);
  // The bytes of an unattached file may still be arriving. Another sweep runs when the file expires.
  if (row !== null && row.attached_to === null) return;
  await deleteAllExcept(objects, folderOf(companyId, fileId), row?.object_key ?? null);
}
