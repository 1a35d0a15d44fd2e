/** What may be done with a file, from its row alone (specification, "Uploaded file lifecycle"). */
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import { type Refusal, refuse } from "../../../../core/errors.ts";
import type { FileRow } from "../store.ts";

/**
 * Why a file can't be attached, whatever its bytes are; null when it can. One that was attached is told apart
 * for ever, also when its record has another one by now.
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
