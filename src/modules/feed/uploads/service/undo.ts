/**
 * Takes an upload back whole: the transactions that it added go, with their journal entries, and mirrors of
 * the feed see them as deleted. Nothing goes while something else depends on one of them, or while one has
 * entries in closed books. The file can be uploaded again afterwards.
 */
import type { Way } from "../../../../core/advice.ts";
import { losAngelesDate, type UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import { describeChange } from "../../../../platform/db/index.ts";
import { currentActor } from "../../../../platform/log/actor.ts";
import type { UploadRow } from "../record.ts";
import { uploadsStore } from "../store.ts";
import type { UploadsNeeds } from "./needs.ts";

/** The result of taking an upload back, or of asking what that would do. */
export interface UndoneUpload {
  readonly upload: UploadRow;
  /** The number of transactions that went, or would go. */
  readonly removed: number;
}

/** The obstacles that a refusal names. */
const OBSTACLES_SHOWN = 10;

/**
 * Takes an upload back; with `isDryRun` only counts. Refuses `resource_missing` for an unknown upload and
 * `invalid_request` for one that can't be taken back, with what is in the way.
 */
export function undoUpload(
  { db, transactions }: UploadsNeeds,
  companyId: PublicId<"company">,
  id: string,
  { now, isDryRun }: { readonly now: UnixSeconds; readonly isDryRun: boolean },
): Promise<UndoneUpload> {
  const refused = (message: string, ...ways: readonly Way[]) =>
    refuse("invalid_request", { param: "id", message, ways });
  return db.transaction(
    async (tx) => {
      // The company is locked first, as by every writer of transactions.
      const { ids, obstacles } = await transactions.lockUploaded(tx, companyId, id, now);
      const upload = await uploadsStore.lock(tx, companyId, id);
      if (upload === null) throw refuse("resource_missing", { param: "id" });
      if (upload.undone_at !== null)
        throw refused(`The upload was taken back on ${losAngelesDate(upload.undone_at)} already.`);
      if (ids === null && upload.imported_count > 0)
        throw refused(
          "The upload is older than this operation, and its transactions can't be told from others.",
          { run: "feed remove" },
        );
      if (obstacles.length > 0) {
        const shown = obstacles
          .slice(0, OBSTACLES_SHOWN)
          .map((each) => `${each.transaction_id}: ${each.reason}`);
        const more = obstacles.length > shown.length ? `; and ${obstacles.length - shown.length} more` : "";
        throw refused(`Nothing was taken back. ${shown.join("; ")}${more}.`);
      }
      const removed = ids ?? [];
      if (isDryRun) return { upload, removed: removed.length };
      await transactions.removeWithin(tx, companyId, removed, now);
      const undone = { ...upload, undone_at: now };
      await uploadsStore.update(tx, companyId, undone);
      await describeChange(tx, companyId, {
        at: now,
        by: currentActor()?.by ?? "daybook",
        action: "upload undo",
        topic: "uploads",
        subject: id,
        from_state: upload.status,
        to_state: "undone",
        note: `${removed.length} transactions`,
      });
      return { upload: undone, removed: removed.length };
    },
    { long: true },
  );
}
