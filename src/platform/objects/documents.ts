/**
 * Stored files that rows name: links that lead to them, and deleting what no row names. Invariant: whoever
 * deletes keeps what the row names.
 */
import { type UnixSeconds, unixSeconds } from "../../core/civil-date.ts";
import { asFilename, type Objects } from "./objects.ts";

/** A link to a document, with what a caller reads beside it. */
export interface DocumentLink<Type extends string = string> {
  readonly filename: string;
  readonly content_type: Type;
  readonly download_url: string;
  readonly expires_at: UnixSeconds;
}

/** A new link to the object of a key, good for some seconds, under a name made safe for any system. */
export async function linkTo<Type extends string>(
  objects: Pick<Objects, "link">,
  key: string,
  { name, contentType, now, forS }: { name: string; contentType: Type; now: UnixSeconds; forS: number },
): Promise<DocumentLink<Type>> {
  const [filename, expiresAt] = [asFilename(name), unixSeconds(now + forS)];
  return {
    filename,
    content_type: contentType,
    download_url: await objects.link(key, { filename, contentType, now, expiresAt }),
    expires_at: expiresAt,
  };
}

/** Deletes what is stored in a folder but the object of one key, or all of it where that is null. */
export async function deleteOthers(
  objects: Pick<Objects, "list" | "delete">,
  folder: string,
  kept: string | null,
): Promise<void> {
  for await (const key of objects.list(folder)) if (key !== kept) await objects.delete(key);
}
