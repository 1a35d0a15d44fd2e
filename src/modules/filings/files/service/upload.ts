/**
 * Receives files, and announces direct uploads. Invariants: a file is measured, hashed and inspected before
 * it is stored; the row, and the job that deletes an unused file, are committed before the bytes are stored,
 * so no stored object can be left behind.
 */
import { type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { TransactionOptions } from "../../../../platform/db/index.ts";
import { asFilename } from "../../../../platform/objects/index.ts";
import { spool, type Spooled, SpoolFull } from "../../../../platform/spool/index.ts";
import { beginsAsPdf, PDF_TYPE } from "../rules/pdf.ts";
import type { NewFile } from "../record.ts";
import { filesStore } from "../store.ts";
import { inspectBytes, storeBytes } from "./inspect.ts";
import { type FilesNeeds, uploadKeyOf } from "./needs.ts";

/** The company, the user and the time of an upload. */
export interface Uploader {
  readonly companyId: PublicId<"company">;
  /** Null for an operator. */
  readonly userId: PublicId<"user"> | null;
  readonly now: UnixSeconds;
}

/** The announced name, size and checksum of a direct upload. */
export interface Announcement {
  readonly filename: string;
  /** The size in bytes. */
  readonly size: number;
  /** The MD5 of the bytes, in base64. */
  readonly checksum: string;
}

/** The URL and the headers of a direct upload. */
export interface FileUpload {
  readonly file_id: PublicId<"file">;
  readonly url: string;
  readonly headers: {
    readonly "Content-Type": string;
    readonly "Content-MD5": string;
    readonly "Content-Disposition": string;
  };
  readonly expires_at: UnixSeconds;
}

/** The name of a file that was sent without a name. */
const DEFAULT_FILENAME = "document.pdf";
/** The longest time of one upload, from the first byte until the file is inspected and stored. */
const UPLOAD_MS = 2 * LIMITS.pdf_check_ms.value + LIMITS.request_timeout_ms.value;

/**
 * Receives a file while it arrives. Throws the refusal `invalid_file` if the file is not a PDF, without
 * reading the rest if the first bytes show that. Throws `service_unavailable` while too many other files are
 * being inspected.
 */
export async function receiveFile(
  needs: FilesNeeds,
  { companyId, userId, now }: Uploader,
  name: string | null,
  content: AsyncIterable<Uint8Array>,
): Promise<NewFile> {
  const signal = AbortSignal.timeout(UPLOAD_MS);
  const most = LIMITS.upload_bytes.value;
  const spooled = await spool(pdfOnly(content), most, signal).catch((error: unknown) => {
    throw error instanceof SpoolFull
      ? refuse("invalid_request", { param: "file", message: `The file is larger than ${most} bytes.` })
      : error;
  });
  try {
    const facts = await inspectBytes(needs, spooled, signal);
    const row = rowOf(needs, { companyId, userId, now }, name ?? "", spooled, false);
    await insert(needs, companyId, row, { commitsAlone: true });
    try {
      const kept = await storeBytes(needs, companyId, row.id, spooled, facts, signal);
      await needs.db.transaction((tx) => filesStore.keep(tx, companyId, row.id, kept), {
        leavesNoEvent: true,
      });
    } catch (error) {
      // No caller has the file's id yet, so the file can be deleted. If that fails too, the file expires. A
      // job deletes the bytes, so that a storage that does not answer keeps no caller waiting a second time.
      await needs.db
        .transaction(async (tx) => {
          await filesStore.delete(tx, companyId, row.id);
          await needs.askForSweep(tx, companyId, row.id, now);
        })
        .catch(() => {});
      throw error;
    }
    return row;
  } finally {
    await spooled.close();
  }
}

/** Announces a direct upload. Returns a signed URL that accepts only the announced bytes. */
export async function announceFile(
  needs: FilesNeeds,
  uploader: Uploader,
  { filename, size, checksum }: Announcement,
): Promise<FileUpload> {
  const { companyId, now } = uploader;
  const row = rowOf(needs, uploader, filename, { size, md5: checksum }, true);
  const expires_at = unixSeconds(now + LIMITS.file_upload_s.value);
  const address = await needs.objects.signUpload(uploadKeyOf(companyId, row.id), {
    size,
    md5: checksum,
    filename: row.filename,
    contentType: PDF_TYPE,
    now,
    expiresAt: expires_at,
  });
  await insert(needs, companyId, row);
  return { file_id: row.id, ...address, expires_at };
}

function rowOf(
  { ids }: FilesNeeds,
  { userId, now }: Uploader,
  filename: string,
  { size, md5 }: Pick<Spooled, "size" | "md5">,
  direct: boolean,
): NewFile {
  const safeName = filename.trim() === "" ? DEFAULT_FILENAME : asFilename(filename);
  return {
    id: ids.next("file"),
    user_id: userId,
    filename: safeName,
    size,
    md5,
    direct,
    created: now,
    expires_at: unixSeconds(now + LIMITS.file_s.value),
  };
}

async function insert(
  { db, askForSweep }: FilesNeeds,
  companyId: PublicId<"company">,
  row: NewFile,
  options: TransactionOptions = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    await filesStore.insert(tx, companyId, row);
    await askForSweep(tx, companyId, row.id, row.expires_at);
  }, options);
}

/** Passes bytes on. Throws the refusal `invalid_file` as soon as they can't be the bytes of a PDF. */
async function* pdfOnly(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let [head, isPdf] = [Buffer.alloc(0), false];
  for await (const piece of content) {
    if (!isPdf) {
      head = Buffer.concat([head, piece]);
      const begins = beginsAsPdf(head);
      if (begins === false) throw refuse("invalid_file");
      isPdf = begins === true;
    }
    yield piece;
  }
  if (!isPdf) throw refuse("invalid_file");
}
