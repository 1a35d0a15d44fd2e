/**
 * The use cases of files put together: taking them in, looking at them, and what other modules do with them.
 */
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { Tx } from "../../../../platform/db/index.ts";
import type { FileRow, NewFile } from "../record.ts";
import type { DocumentLink } from "../../../../platform/objects/index.ts";
import type { PDF_TYPE } from "../rules/pdf.ts";
import { attachFile, documentLink, releaseFile, sweep } from "./attach.ts";
import { type InspectedPdf, inspectPdf } from "./inspect.ts";
import type { FilesNeeds } from "./needs.ts";
import { announceFile, type Announcement, type FileUpload, receiveFile, type Uploader } from "./upload.ts";

type Company = PublicId<"company">;

export interface FilesService {
  /** Takes a PDF in as it arrives. Refuses `invalid_file` and `invalid_request`. */
  receive(uploader: Uploader, name: string | null, content: AsyncIterable<Uint8Array>): Promise<NewFile>;
  /** Announces a PDF that is put into storage directly. */
  announce(uploader: Uploader, announcement: Announcement): Promise<FileUpload>;
  /**
   * Looks at an unattached file, before it is attached and never inside a transaction. Refuses
   * `resource_missing` (unknown, foreign, expired; `param` `file_id`), `file_already_attached`,
   * `invalid_file`, and `service_unavailable` while too many others are looked at. Throws `StorageProblem`
   * and the reason of `signal`.
   */
  inspectPdf(
    companyId: Company,
    fileId: string,
    now: UnixSeconds,
    signal: AbortSignal,
  ): Promise<InspectedPdf>;
  /**
   * Attaches an inspected file to a record, in the transaction that makes the record refer to it; of several
   * simultaneous callers one succeeds. Refuses `resource_missing` (`param` `file_id`),
   * `file_already_attached`, and `invalid_file` for one that was not inspected.
   */
  attachFile(
    tx: Tx,
    companyId: Company,
    fileId: string,
    attachedTo: string,
    now: UnixSeconds,
  ): Promise<FileRow>;
  /**
   * Gives up an attached file, in the transaction in which its record stops referring to it. Its bytes go
   * when no link can lead to them any more; its id stays used.
   */
  releaseFile(
    tx: Tx,
    companyId: Company,
    fileId: PublicId<"file">,
    attachedTo: string,
    now: UnixSeconds,
  ): Promise<void>;
  /**
   * A new link to the bytes of a document, good for five minutes, under the name that its record has for it.
   */
  documentLink(objectKey: string, name: string, now: UnixSeconds): Promise<DocumentLink<typeof PDF_TYPE>>;
  /** Deletes what has expired, and what is stored of a file that its row does not name. */
  sweep(companyId: Company, fileId: PublicId<"file">): Promise<void>;
}

export function filesService(needs: FilesNeeds): FilesService {
  return {
    receive: (uploader, name, content) => receiveFile(needs, uploader, name, content),
    announce: (uploader, announcement) => announceFile(needs, uploader, announcement),
    inspectPdf: (companyId, fileId, now, signal) => inspectPdf(needs, companyId, fileId, now, signal),
    attachFile,
    releaseFile: (tx, companyId, fileId, attachedTo, now) =>
      releaseFile(tx, needs, companyId, fileId, attachedTo, now),
    documentLink: (objectKey, name, now) => documentLink(needs, objectKey, name, now),
    sweep: (companyId, fileId) => sweep(needs, companyId, fileId, needs.now()),
  };
}
