/**
 * Inspects the bytes of files. Invariants: the inspected bytes are stored under a key that no caller can
 * write to, so exactly these bytes are attached; only the bytes decide if a file is a PDF.
 */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { parseId, type PublicId } from "@daybook/words/public-id";
import {
  PdfBeyondBound,
  type PdfBound,
  type PdfFacts,
  PdfReaderBusy,
} from "../../../../platform/pdf/index.ts";
import { StorageProblem } from "../../../../platform/objects/index.ts";
import { spool, type Spooled, SpoolFull } from "../../../../platform/spool/index.ts";
import { FRANCHISE_REPORT, PDF_TYPE } from "../rules/pdf.ts";
import { attachRefusal } from "../rules/attachable.ts";
import type { FileRow, InspectedBytes } from "../record.ts";
import { filesStore } from "../store.ts";
import { type FilesNeeds, folderOf, uploadKeyOf } from "./needs.ts";

type Company = PublicId<"company">;

/** A file that can be attached, with the result of its inspection. */
export interface InspectedPdf {
  readonly id: PublicId<"file">;
  /** The name of the uploaded file, made safe for any file system. */
  readonly filename: string;
  readonly size: number;
  readonly pages: number;
  readonly isDelawareFranchiseReport: boolean;
}

/**
 * Inspects an unattached file. Throws the refusals `resource_missing` (with `param` `file_id`),
 * `file_already_attached` and `invalid_file`, and `service_unavailable` while too many other files are being
 * inspected. Must not be called within a transaction, because it reads the bytes of a direct upload from
 * storage and copies them.
 */
export async function inspectPdf(
  needs: FilesNeeds,
  companyId: Company,
  fileId: string,
  now: UnixSeconds,
  signal: AbortSignal,
): Promise<InspectedPdf> {
  const { db } = needs;
  const id = parseId("file", fileId);
  const row = id === null ? null : await filesStore.find(db, companyId, id);
  const refusal = attachRefusal(row, now);
  if (row === null || refusal !== null) throw refusal ?? refuse("resource_missing", { param: "file_id" });
  const inspected = row.object_key === null ? await keepUploaded(needs, companyId, row, signal) : row;
  if (inspected.pages === null || inspected.is_franchise_report === null) throw refuse("invalid_file");
  return {
    id: row.id,
    filename: row.filename,
    size: row.size,
    pages: inspected.pages,
    isDelawareFranchiseReport: inspected.is_franchise_report,
  };
}

/**
 * Inspects the bytes of a direct upload, and stores a copy under a key that the URL of the upload can't
 * overwrite.
 */
async function keepUploaded(
  needs: FilesNeeds,
  companyId: Company,
  row: FileRow,
  signal: AbortSignal,
): Promise<Pick<FileRow, "pages" | "is_franchise_report">> {
  const { db, objects } = needs;
  // A file that was sent through the API and has no key was never stored.
  const content = row.direct ? await objects.stream(uploadKeyOf(companyId, row.id), signal) : null;
  if (content === null)
    throw refuse("invalid_file", { message: "The bytes of this file were never uploaded." });
  // The URL accepts only the announced bytes, so other bytes are not the uploaded ones: the storage is wrong.
  const wrong = (): never => {
    throw new StorageProblem(`Reading the upload ${row.id} gave other bytes than those that were announced.`);
  };
  const spooled = await spool(content, row.size, signal).catch((error: unknown) => {
    throw error instanceof SpoolFull ? wrong() : error;
  });
  try {
    if (spooled.size !== row.size || spooled.md5 !== row.md5) wrong();
    const facts = await inspectBytes(needs, spooled, signal);
    const kept = await storeBytes(needs, companyId, row.id, spooled, facts, signal);
    if (await filesStore.keep(db, companyId, row.id, kept)) return kept;
    // Another request inspected the same file meanwhile, or the file has expired.
    await objects.delete(kept.object_key);
  } finally {
    await spooled.close();
  }
  const other = await filesStore.find(db, companyId, row.id);
  return { pages: other?.pages ?? null, is_franchise_report: other?.is_franchise_report ?? null };
}

/**
 * Inspects bytes. Throws the refusal `invalid_file` if the bytes are not a PDF or exceed a limit of the
 * inspection, which the message then names.
 */
export async function inspectBytes(
  { pdfs }: FilesNeeds,
  spooled: Spooled,
  signal: AbortSignal,
): Promise<PdfFacts> {
  const facts = await pdfs.look(spooled, FRANCHISE_REPORT, signal).catch((error: unknown) => {
    if (error instanceof PdfBeyondBound)
      throw refuse("invalid_file", { message: LIMIT_MESSAGES[error.bound] });
    if (!(error instanceof PdfReaderBusy)) throw error;
    throw refuse("service_unavailable", {
      message: "The service is busy with other files. Retry with exponential backoff.",
      internal: error.message,
    });
  });
  if (facts === null) throw refuse("invalid_file");
  return facts;
}

const LIMIT_MESSAGES: Readonly<Record<PdfBound, string>> = {
  pdf_check_bytes: `The PDF can't be checked within ${LIMITS.pdf_check_bytes.value / 1_048_576} MiB of memory (the limit \`pdf_check_bytes\`).`,
  pdf_check_cpu_ms: `The PDF can't be checked within ${LIMITS.pdf_check_cpu_ms.value / 1_000} seconds of processor time (the limit \`pdf_check_cpu_ms\`).`,
};

/** Stores inspected bytes under a new key, which the caller then records in the file's row. */
export async function storeBytes(
  { objects, randomText }: FilesNeeds,
  companyId: Company,
  id: PublicId<"file">,
  spooled: Spooled,
  { pages, isMarked }: PdfFacts,
  signal: AbortSignal,
): Promise<InspectedBytes> {
  const object_key = `${folderOf(companyId, id)}${randomText(12)}.pdf`;
  await objects.putFile(object_key, spooled, PDF_TYPE, signal);
  return { object_key, pages, is_franchise_report: isMarked };
}
