/**
 * Looking at bytes. Invariants: what was looked at is kept under a key that no caller can write to, so that
 * it is what is attached, to the byte; whether a file is a PDF is decided by its bytes alone.
 */
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import { refuse } from "../../../../core/errors.ts";
import { LIMITS } from "../../../../core/limits.ts";
import { parseId, type PublicId } from "../../../../core/public-id.ts";
import {
  PdfBeyondBound,
  type PdfBound,
  type PdfFacts,
  PdfReaderBusy,
} from "../../../../platform/pdf/index.ts";
import { spool, type Spooled, SpoolFull } from "../../../../platform/spool/index.ts";
import { FRANCHISE_REPORT, PDF_TYPE } from "../rules/pdf.ts";
import { standingRefusal } from "../rules/standing.ts";
import type { FileRow, InspectedBytes } from "../record.ts";
import { filesStore } from "../store.ts";
import { type FilesNeeds, folderOf, uploadKeyOf } from "./needs.ts";

type Company = PublicId<"company">;

/** A file that can be attached, and what its bytes are. */
export interface InspectedPdf {
  readonly id: PublicId<"file">;
  /** As it was uploaded, made safe for any system. */
  readonly filename: string;
  readonly size: number;
  readonly pages: number;
  readonly isDelawareFranchiseReport: boolean;
}

/**
 * Looks at an unattached file. Refuses `resource_missing` (with `param` `file_id`), `file_already_attached`
 * and `invalid_file`, and `service_unavailable` while too many others are looked at. Never inside a
 * transaction: it reads the bytes of a direct upload and keeps them.
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
  const refusal = standingRefusal(row, now);
  if (row === null || refusal !== null) throw refusal ?? refuse("resource_missing", { param: "file_id" });
  const known = row.object_key === null ? await keepUploaded(needs, companyId, row, signal) : row;
  if (known.pages === null || known.is_franchise_report === null) throw refuse("invalid_file");
  return {
    id: row.id,
    filename: row.filename,
    size: row.size,
    pages: known.pages,
    isDelawareFranchiseReport: known.is_franchise_report,
  };
}

/**
 * Looks at what was put at the address of a direct upload, and keeps a copy of it that the address does not
 * lead to.
 */
async function keepUploaded(
  needs: FilesNeeds,
  companyId: Company,
  row: FileRow,
  signal: AbortSignal,
): Promise<Pick<FileRow, "pages" | "is_franchise_report">> {
  const { db, objects } = needs;
  // The bytes of any other file without a key were never stored.
  const content = row.direct ? await objects.stream(uploadKeyOf(companyId, row.id), signal) : null;
  if (content === null)
    throw refuse("invalid_file", { message: "The bytes of this file were never uploaded." });
  const spooled = await spool(content, row.size, signal).catch((error: unknown) => {
    throw error instanceof SpoolFull ? refuse("invalid_file") : error;
  });
  try {
    if (spooled.size !== row.size || spooled.md5 !== row.md5)
      throw refuse("invalid_file", {
        message: "The uploaded bytes differ from the announced ones.",
      });
    const kept = await store(needs, companyId, row.id, spooled, await look(needs, spooled, signal), signal);
    if (await filesStore.keep(db, companyId, row.id, kept)) return kept;
    // Somebody else looked at the same bytes meanwhile, or it has expired.
    await objects.delete(kept.object_key);
  } finally {
    await spooled.close();
  }
  const other = await filesStore.find(db, companyId, row.id);
  return { pages: other?.pages ?? null, is_franchise_report: other?.is_franchise_report ?? null };
}

/**
 * Inspects bytes. Refuses `invalid_file` if they are not a PDF, or exceed a limit of the check, which the
 * message names.
 */
export async function look({ pdfs }: FilesNeeds, spooled: Spooled, signal: AbortSignal): Promise<PdfFacts> {
  const facts = await pdfs.look(spooled, FRANCHISE_REPORT, signal).catch((error: unknown) => {
    if (error instanceof PdfBeyondBound) throw refuse("invalid_file", { message: BEYOND[error.bound] });
    if (!(error instanceof PdfReaderBusy)) throw error;
    throw refuse("service_unavailable", {
      message: "The service is busy with other files. Retry with exponential backoff.",
      internal: error.message,
    });
  });
  if (facts === null) throw refuse("invalid_file");
  return facts;
}

const BEYOND: Readonly<Record<PdfBound, string>> = {
  pdf_check_bytes: `The PDF can't be checked within ${LIMITS.pdf_check_bytes.value / 1_048_576} MiB of memory (the limit \`pdf_check_bytes\`).`,
  pdf_check_cpu_ms: `The PDF can't be checked within ${LIMITS.pdf_check_cpu_ms.value / 1_000} seconds of processor time (the limit \`pdf_check_cpu_ms\`).`,
};

/** Stores bytes under a key of their own, for a row that is to name it. */
export async function store(
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
