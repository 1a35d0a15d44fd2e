/**
 * Receives files. Invariants: a file is counted, hashed and inspected before it is stored; its row and the
 * job that deletes it if unused are committed before its bytes are stored, so every stored object is deleted
 * in the end.
 */
import { type UnixSeconds, unixSeconds } from "../../../../core/civil-date.ts";
import { refuse } from "../../../../core/errors.ts";
import { LIMITS } from "../../../../core/limits.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { TransactionOptions } from "../../../../platform/db/index.ts";
import { asFilename } from "../../../../platform/objects/index.ts";
import { spool, type Spooled, SpoolFull } from "../../../../platform/spool/index.ts";
import { beginsAsPdf, PDF_TYPE } from "../rules/pdf.ts";
import type { NewFile } from "../record.ts";
import { filesStore } from "../store.ts";
import { sweep } from "./attach.ts";
import { look, store } from "./inspect.ts";
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
  /** In bytes. */
  readonly size: number;
  /** The MD5 in base64. */
  readonly checksum: string;
}

/** The address and headers of a direct upload. */
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

/** The name of a file without one. */
const NAMELESS = "document.pdf";
/** The longest time of one upload: arriving, waiting for inspection, being inspected and stored. */
const UPLOAD_MS = 2 * LIMITS.pdf_check_ms.value + LIMITS.request_timeout_ms.value;

/**
 * Receives a file while it arrives. Refuses `invalid_file` if it is not a PDF, at once if its beginning shows
 * that, and `service_unavailable` while too many other files are inspected.
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
    const facts = await look(needs, spooled, signal);
    const row = rowOf(needs, { companyId, userId, now }, name ?? "", spooled, false);
    await insert(needs, companyId, row, { apart: true });
    try {
      const kept = await store(needs, companyId, row.id, spooled, facts, signal);
      await needs.db.transaction((tx) => filesStore.keep(tx, companyId, row.id, kept), { quiet: true });
    } catch (error) {
      // No caller knows its id. If this fails too, it expires. The bytes go last: the row may name them.
      await filesStore
        .delete(needs.db, companyId, row.id)
        .then(() => sweep(needs, companyId, row.id, now))
        .catch(() => {});
      throw error;
    }
    return row;
  } finally {
    await spooled.close();
  }
}

/** Announces a file whose bytes the caller puts at an address that takes those and no others. */
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
  const named = filename.trim() === "" ? NAMELESS : asFilename(filename);
  return {
    id: ids.next("file"),
    user_id: userId,
    filename: named,
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
  how: TransactionOptions = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    await filesStore.insert(tx, companyId, row);
    await askForSweep(tx, companyId, row.id, row.expires_at);
  }, how);
}

/** The same bytes; refuses `invalid_file` as soon as they can't be those of a PDF. */
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
