/**
 * The files of records that may have several, such as the receipts of a voucher. Invariant: a file is
 * attached in the transaction that describes it in the audit trail; one that can't be attached expires.
 */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import { describeChange } from "../../../../platform/db/index.ts";
import { currentActor } from "../../../../platform/log/actor.ts";
import type { FileRow } from "../record.ts";
import { filesStore } from "../store.ts";
import { attachFile, documentLink } from "./attach.ts";
import type { FilesNeeds } from "./needs.ts";
import { receiveFile } from "./upload.ts";

type Company = PublicId<"company">;

/** A file that a record has. */
export interface AttachedFile extends Pick<FileRow, "id" | "filename" | "size" | "pages" | "attached_at"> {
  /** A link to its bytes, which is valid for five minutes. */
  readonly download_url: string;
}

export async function attachNew(
  needs: FilesNeeds,
  companyId: Company,
  attachedTo: string,
  { filename, content }: { readonly filename: string | null; readonly content: AsyncIterable<Uint8Array> },
  now: UnixSeconds,
): Promise<AttachedFile> {
  const most = LIMITS.files_of_record.value;
  const attached = await filesStore.listAttached(needs.db, companyId, attachedTo, most);
  if (attached.length >= most)
    throw refuse("invalid_request", { param: "file", message: `${attachedTo} has ${most} files, the most.` });
  const { id } = await receiveFile(needs, { companyId, userId: null, now }, filename, content);
  const row = await needs.db.transaction(async (tx) => {
    const file = await attachFile(tx, companyId, id, attachedTo, now);
    await describeChange(tx, companyId, {
      at: now,
      by: currentActor()?.by ?? "daybook",
      action: "file attach",
      topic: "files",
      subject: attachedTo,
      from_state: null,
      to_state: id,
      note: file.filename,
    });
    return file;
  });
  return viewOf(needs, row, now);
}

export async function listAttached(
  needs: FilesNeeds,
  companyId: Company,
  attachedTo: string,
  now: UnixSeconds,
): Promise<AttachedFile[]> {
  const rows = await filesStore.listAttached(needs.db, companyId, attachedTo, LIMITS.files_of_record.value);
  return Promise.all(rows.map((row) => viewOf(needs, row, now)));
}

async function viewOf(needs: FilesNeeds, row: FileRow, now: UnixSeconds): Promise<AttachedFile> {
  const { id, filename, size, pages, attached_at, object_key } = row;
  if (object_key === null) throw refuse("invalid_file");
  const { download_url } = await documentLink(needs, object_key, filename, now);
  return { id, filename, size, pages, attached_at, download_url };
}
