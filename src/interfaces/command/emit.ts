/** Writes the generated files of `published/`, or compares them with the code. */
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { readTexts, removeFile, writeText } from "../../platform/machine/files.ts";
import type { CommandContext } from "./command.ts";

const PUBLISHED = fileURLToPath(new URL("../../../published/", import.meta.url));

/**
 * Returns the files that differ from the code, including those that are no longer generated. Writes them
 * unless `check` is true.
 */
export async function emit(
  { published }: Pick<CommandContext, "published">,
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
