/** The dependencies of the use cases of files. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import type { Db, Tx } from "../../../../platform/db/index.ts";
import type { Objects } from "../../../../platform/objects/index.ts";
import type { PdfReader } from "../../../../platform/pdf/index.ts";
import type { Ids, RandomText } from "../../../../platform/random/random.ts";

export interface FilesNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly randomText: RandomText;
  /** The time for background work; requests bring their own. */
  readonly now: () => UnixSeconds;
  readonly objects: Objects;
  readonly pdfs: PdfReader;
  /**
   * Queues a sweep of a file's stored bytes for the time `at`, within the transaction that creates or
   * releases the file.
   */
  readonly askForSweep: (
    tx: Tx,
    companyId: PublicId<"company">,
    fileId: PublicId<"file">,
    at: UnixSeconds,
  ) => Promise<void>;
}

/** The folder of all stored objects of a file. */
export function folderOf(companyId: PublicId<"company">, fileId: PublicId<"file">): string {
  return `${companyId}/files/${fileId}/`;
}

/** The key to which a direct upload writes while its URL is valid. The inspected copy has another key. */
export function uploadKeyOf(companyId: PublicId<"company">, fileId: PublicId<"file">): string {
  return `${folderOf(companyId, fileId)}upload`;
}
