/**
 * The ownership of files: records of other modules attach and release files, and unowned files are deleted.
 * Invariants: a file is attached once, even if several callers try at the same moment; bytes that a row names
 * are never deleted; all others are in the end.
 */
import { assert } from "../../../../core/assert.ts";
import { type UnixSeconds, unixSeconds } from "../../../../core/civil-date.ts";
import { refuse } from "../../../../core/errors.ts";
import { LIMITS } from "../../../../core/limits.ts";
import { parseId, type PublicId } from "../../../../core/public-id.ts";
import type { Tx } from "../../../../platform/db/index.ts";
import { deleteOthers, type DocumentLink, linkTo } from "../../../../platform/objects/index.ts";
import { PDF_TYPE } from "../rules/pdf.ts";
import { standingRefusal } from "../rules/standing.ts";
import type { FileRow } from "../record.ts";
import { filesStore } from "../store.ts";
import { type FilesNeeds, folderOf } from "./needs.ts";

type Company = PublicId<"company">;

/** The time for which bytes of a replaced file stay: until all earlier links to them have expired. */
const KEPT_FOR_LINKS_S = 2 * LIMITS.document_link_s.value;

/**
 * Attaches a file that was looked at (`inspectPdf`) to a record. Refuses `resource_missing` (with `param`
 * `file_id`), `file_already_attached` and `invalid_file`. Rolled back with the transaction, the file is as it
 * was.
 */
export async function attachFile(
  tx: Tx,
  companyId: Company,
  fileId: string,
  attachedTo: string,
  now: UnixSeconds,
): Promise<FileRow> {
  assert(attachedTo !== "", "a file is attached to a record that has a name");
  const id = parseId("file", fileId);
  const row = id === null ? null : await filesStore.lock(tx, companyId, id);
  const refusal = standingRefusal(row, now);
  if (row === null || refusal !== null) throw refusal ?? refuse("resource_missing", { param: "file_id" });
  if (row.object_key === null) throw refuse("invalid_file");
  await filesStore.attach(tx, companyId, row.id, attachedTo, now);
  return { ...row, attached_to: attachedTo, attached_at: now };
}

/**
 * Gives up the bytes of a file, when the record that has it takes another one. Once the transaction is
 * committed, links to it work for as long as they were given for.
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
    "a record gave up a file that it did not have",
  );
  await needs.askForSweep(tx, companyId, fileId, unixSeconds(now + KEPT_FOR_LINKS_S));
}

/** A new link to the bytes of a document, under the name that its record has for it. */
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
    forS: LIMITS.document_link_s.value,
  });
}

/** Deletes a file that was not attached in time, and stored objects of a file that its row does not name. */
export async function sweep(
  { db, objects }: FilesNeeds,
  companyId: Company,
  fileId: PublicId<"file">,
  now: UnixSeconds,
): Promise<void> {
  await filesStore.deleteExpired(db, companyId, fileId, now);
  const row = await filesStore.find(db, companyId, fileId);
  // Its bytes may still be arriving, and another sweep runs when it expires.
  if (row !== null && row.attached_to === null) return;
  await deleteOthers(objects, folderOf(companyId, fileId), row?.object_key ?? null);
}
