/**
 * Stored files that rows of the database name: making links to them, and deleting files that no row names.
 * Invariant: the file that a row names is never deleted.
 */
import { type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import { asFilename, type Objects } from "./objects.ts";

/** A link to a document, as the API shows it. */
export interface DocumentLink<Type extends string = string> {
  readonly filename: string;
  readonly content_type: Type;
  readonly download_url: string;
  readonly expires_at: UnixSeconds;
}

/**
 * Makes a link to an object that expires after some seconds, with a file name that is safe for every system.
 */
export async function linkTo<Type extends string>(
  objects: Pick<Objects, "link">,
  key: string,
  options: { name: string; contentType: Type; now: UnixSeconds; validS: number },
): Promise<DocumentLink<Type>> {
  const { name, contentType, now, validS } = options;
  const [filename, expiresAt] = [asFilename(name), unixSeconds(now + validS)];
  return {
    filename,
    content_type: contentType,
    download_url: await objects.link(key, { filename, contentType, now, expiresAt }),
    expires_at: expiresAt,
  };
}

/** Deletes all objects in a folder except the one with the key `keptKey`, which may be null. */
export async function deleteAllExcept(
  objects: Pick<Objects, "list" | "delete">,
  folder: string,
  keptKey: string | null,
): Promise<void> {
  for await (const key of objects.list(folder)) if (key !== keptKey) await objects.delete(key);
}
