/** What the use cases of files are given. */
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { Db, Tx } from "../../../../platform/db/index.ts";
import type { Objects } from "../../../../platform/objects/index.ts";
import type { PdfReader } from "../../../../platform/pdf/index.ts";
import type { Ids, RandomText } from "../../../../platform/random/random.ts";

export interface FilesNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly randomText: RandomText;
  /** The time of background work. */
  readonly now: () => UnixSeconds;
  readonly objects: Objects;
  readonly pdfs: PdfReader;
  /**
   * Asks, in the transaction that makes or releases a file, for a look at what is stored of it, at this time.
   */
  readonly askForSweep: (
    tx: Tx,
    companyId: PublicId<"company">,
    fileId: PublicId<"file">,
    at: UnixSeconds,
  ) => Promise<void>;
}

/** Where everything of a file is stored. */
export function folderOf(companyId: PublicId<"company">, fileId: PublicId<"file">): string {
  return `${companyId}/files/${fileId}/`;
}

/**
 * Where the caller of a direct upload puts the bytes, for as long as the address is good. What is kept lies
 * elsewhere.
 */
export function uploadKeyOf(companyId: PublicId<"company">, fileId: PublicId<"file">): string {
  return `${folderOf(companyId, fileId)}upload`;
}
