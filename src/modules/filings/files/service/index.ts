/**
 * All use cases of files: uploading them, inspecting them, and attaching them to records of other modules.
 */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import type { FileRow, NewFile } from "../record.ts";
import type { DocumentLink } from "../../../../platform/objects/index.ts";
import type { PDF_TYPE } from "../rules/pdf.ts";
import { attachFile, documentLink, releaseFile, sweep } from "./attach.ts";
import { type InspectedPdf, inspectPdf } from "./inspect.ts";
import type { FilesNeeds } from "./needs.ts";
import { type AttachedFile, attachNew, listAttached } from "./attached.ts";
import { announceFile, type Announcement, type FileUpload, receiveFile, type Uploader } from "./upload.ts";

type Company = PublicId<"company">;

export interface FilesService {
  /** Receives a PDF while it arrives. Throws the refusals `invalid_file` and `invalid_request`. */
  receive(uploader: Uploader, name: string | null, content: AsyncIterable<Uint8Array>): Promise<NewFile>;
  /** Announces a PDF that the caller uploads directly to storage. */
  announce(uploader: Uploader, announcement: Announcement): Promise<FileUpload>;
  /**
   * Inspects a file before it is attached. Must not be called within a transaction. Throws the refusals
   * `resource_missing` (an unknown or expired file, or another company's; `param` `file_id`),
   * `file_already_attached`, `invalid_file`, and `service_unavailable` while too many other files are being
   * inspected. Also throws `StorageProblem` and the reason of `signal`.
   */
  inspectPdf(
    companyId: Company,
    fileId: string,
    now: UnixSeconds,
    signal: AbortSignal,
  ): Promise<InspectedPdf>;
  /**
   * Attaches an inspected file to a record, within the transaction that changes the record. Of several
   * simultaneous callers, only one succeeds. Throws the refusals `resource_missing` (`param` `file_id`),
   * `file_already_attached`, and `invalid_file` if the file was not inspected.
   */
  attachFile(
    tx: Tx,
    companyId: Company,
    fileId: string,
    attachedTo: string,
    now: UnixSeconds,
  ): Promise<FileRow>;
  /**
   * Receives a PDF from an operator and attaches it to a record, which may have several. Throws the refusals
   * `invalid_file` and `invalid_request`.
   */
  attachNew(
    companyId: Company,
    attachedTo: string,
    file: { readonly filename: string | null; readonly content: AsyncIterable<Uint8Array> },
    now: UnixSeconds,
  ): Promise<AttachedFile>;
  /** Lists the files of a record, with a link to each that is valid for five minutes. */
  listAttached(companyId: Company, attachedTo: string, now: UnixSeconds): Promise<AttachedFile[]>;
  /**
   * Releases an attached file, within the transaction that gives the record another file. The bytes are
   * deleted when all links to them have expired. The file's id can't be used again.
   */
  releaseFile(
    tx: Tx,
    companyId: Company,
    fileId: PublicId<"file">,
    attachedTo: string,
    now: UnixSeconds,
  ): Promise<void>;
  /**
   * Creates a link to the bytes of a document, valid for five minutes. The downloaded file has the given
   * name.
   */
  documentLink(objectKey: string, name: string, now: UnixSeconds): Promise<DocumentLink<typeof PDF_TYPE>>;
  /** Deletes a file if it has expired, and the file's stored bytes that its row does not name. */
  sweep(companyId: Company, fileId: PublicId<"file">): Promise<void>;
}

export function filesService(needs: FilesNeeds): FilesService {
  return {
    receive: (uploader, name, content) => receiveFile(needs, uploader, name, content),
    announce: (uploader, announcement) => announceFile(needs, uploader, announcement),
    inspectPdf: (companyId, fileId, now, signal) => inspectPdf(needs, companyId, fileId, now, signal),
    attachFile,
    attachNew: (companyId, attachedTo, file, now) => attachNew(needs, companyId, attachedTo, file, now),
    listAttached: (companyId, attachedTo, now) => listAttached(needs, companyId, attachedTo, now),
    releaseFile: (tx, companyId, fileId, attachedTo, now) =>
      releaseFile(tx, needs, companyId, fileId, attachedTo, now),
    documentLink: (objectKey, name, now) => documentLink(needs, objectKey, name, now),
    sweep: (companyId, fileId) => sweep(needs, companyId, fileId, needs.now()),
  };
}
