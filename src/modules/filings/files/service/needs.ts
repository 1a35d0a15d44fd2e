/** The services that the use cases of files need. */
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

/** The folder for all stored objects of a file. */
export function folderOf(companyId: PublicId<"company">, fileId: PublicId<"file">): string {
  return `${companyId}/files/${fileId}/`;
}

/** The key to which a direct upload writes while its address is valid. The kept copy has another key. */
export function uploadKeyOf(companyId: PublicId<"company">, fileId: PublicId<"file">): string {
  return `${folderOf(companyId, fileId)}upload`;
}
