/**
 * Writing the generated files of `published/`, or comparing them, so that what is committed is what the code
 * says.
 */
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { readTexts, removeFile, writeText } from "../../platform/machine/files.ts";
import type { Station } from "./command.ts";

const PUBLISHED = fileURLToPath(new URL("../../../published/", import.meta.url));

/**
 * Which files differ from what the code says, the ones that it no longer makes included; they are written
 * unless `check`.
 */
export async function emit(
  { published }: Pick<Station, "published">,
  check: boolean,
): Promise<{ check: boolean; changed: string[] }> {
  const [made, present] = await Promise.all([published(), readTexts(PUBLISHED)]);
  const changed = [...new Set([...made.keys(), ...present.keys()])]
    .filter((name) => made.get(name) !== present.get(name))
    .toSorted();
  if (check) return { check, changed };
  for (const name of changed) {
    const text = made.get(name);
    await (text === undefined ? removeFile(join(PUBLISHED, name)) : writeText(join(PUBLISHED, name), text));
  }
  return { check, changed };
}
