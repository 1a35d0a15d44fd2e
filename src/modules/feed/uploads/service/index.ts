/** The use cases of bank files put together: uploads, and what a connector sends line by line. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { ReportProgress } from "../../../../core/progress.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { UploadRow } from "../record.ts";
import { type FeedResult, feedLines, type FeedVerb } from "./feed.ts";
import type { UploadsNeeds } from "./needs.ts";
import { uploadsStore } from "../store.ts";
import { preview, type UploadPreview } from "./preview.ts";
import { type UndoneUpload, undoUpload } from "./undo.ts";
import type { NewUpload } from "./new-upload.ts";
import { upload, type UploadResult } from "./upload.ts";

/** The uploads that a list shows. */
const LISTED = 50;

export interface UploadsService {
  /**
   * Takes a file or rows into an account. Refuses `resource_missing` for the account and `invalid_request`
   * for what can't be read at all.
   */
  upload(companyId: PublicId<"company">, wanted: NewUpload, now: UnixSeconds): Promise<UploadResult>;
  /** Tells what `upload` would do, and changes nothing. Refuses `resource_missing` for the account. */
  preview(companyId: PublicId<"company">, wanted: NewUpload, now: UnixSeconds): Promise<UploadPreview>;
  /** Lists the latest uploads of an account, or of all accounts for null, the newest first. */
  list(companyId: PublicId<"company">, accountId: string | null): Promise<UploadRow[]>;
  /** Takes an upload back whole. Refuses `resource_missing` and `invalid_request`. */
  undo(
    companyId: PublicId<"company">,
    id: string,
    how: { readonly now: UnixSeconds; readonly isDryRun: boolean },
  ): Promise<UndoneUpload>;
  /**
   * Adds, changes or removes lines, which come as JSON, one a line of text. Each is done or refused by
   * itself. Throws `LineProblem` where there are no lines.
   */
  feed(
    companyId: PublicId<"company">,
    verb: FeedVerb,
    source: AsyncIterable<Uint8Array>,
    now: UnixSeconds,
    report: ReportProgress,
  ): Promise<FeedResult>;
}

export function uploadsService(needs: UploadsNeeds): UploadsService {
  return {
    upload: (companyId, wanted, now) => upload(needs, companyId, wanted, now),
    preview: (companyId, wanted, now) => preview(needs, companyId, wanted, now),
    list: (companyId, accountId) => uploadsStore.listLatest(needs.db, companyId, accountId, LISTED),
    undo: (companyId, id, how) => undoUpload(needs, companyId, id, how),
    feed: (companyId, verb, source, now, report) => feedLines(needs, companyId, verb, source, now, report),
  };
}
