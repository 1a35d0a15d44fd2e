/** The state of a file, from its row alone (specification, "Uploaded file lifecycle"). */
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import { type Refusal, refuse } from "../../../../core/errors.ts";
import type { FileRow } from "../record.ts";

/**
 * The reason why a file can't be attached, apart from its bytes; null if it can. A file that was attached
 * once has its own error for ever, even if its record has another file by now.
 */
export function standingRefusal(row: FileRow | null, now: UnixSeconds): Refusal | null {
  if (row === null)
    return refuse("resource_missing", {
      param: "file_id",
      message: "There is no such file, or it has expired.",
    });
  if (row.attached_to !== null) return refuse("file_already_attached");
  if (now >= row.expires_at)
    return refuse("resource_missing", {
      param: "file_id",
      message: "There is no such file, or it has expired.",
    });
  return null;
}
