/** Decides from a file's row if the file can be attached (specification, "Uploaded file lifecycle"). */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { type Refusal, refuse } from "../../../../core/errors.ts";
import type { FileRow } from "../record.ts";

/**
 * The reason why a file can't be attached, apart from its bytes; null if the row allows it. A file that was
 * attached once always gets `file_already_attached`, even if the record has released the file.
 */
export function attachRefusal(row: FileRow | null, now: UnixSeconds): Refusal | null {
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
