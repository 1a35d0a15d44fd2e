/**
 * Removes the files of exports that completed long ago, where the operator asks for that. Their records stay
 * and are answered as before, because links to a file are made for 30 days only.
 */
import { type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { exportsStore } from "../store.ts";
import type { ExportsNeeds } from "./needs.ts";

/** The records of one transaction. */
const BATCH = 200;
/** The seconds after which a backup has ended whose snapshot names the files. */
const BACKUPS_OVER_S = 86_400;

/**
 * Detaches the files of some of a company's exports that completed before a time, and has them swept a day
 * later. Returns true if there may be more.
 */
export function removeOldFiles(
  { db, clock, askForSweep }: ExportsNeeds,
  companyId: PublicId<"company">,
  before: UnixSeconds,
): Promise<boolean> {
  return db.transaction(
    async (tx) => {
      const ids = await exportsStore.detachOldFiles(tx, companyId, before, BATCH);
      const at = unixSeconds(clock.now() + BACKUPS_OVER_S);
      for (const { id } of ids) await askForSweep(tx, companyId, id, at);
      return ids.length === BATCH;
    },
    { leavesNoEvent: true },
  );
}
