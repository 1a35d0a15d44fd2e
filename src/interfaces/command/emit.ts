/** Writes the generated files of `published/`, or compares them with the code. */
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { readTexts, removeFile, writeText } from "../../platform/machine/files.ts";
import type { CommandContext } from "./command.ts";

const PUBLISHED_FOLDER = fileURLToPath(new URL("../../../published/", import.meta.url));

/**
 * Returns the files that differ from the code, including those that are no longer generated. Writes them
 * unless `check` is true.
 */
export async function emit(
  { published }: Pick<CommandContext, "published">,
  check: boolean,
): Promise<{ check: boolean; changed: string[] }> {
  const [generated, present] = await Promise.all([published(), readTexts(PUBLISHED_FOLDER)]);
  const changed = [...new Set([...generated.keys(), ...present.keys()])]
    .filter((name) => generated.get(name) !== present.get(name))
    .toSorted();
  if (check) return { check, changed };
  for (const name of changed) {
    const text = generated.get(name);
    const path = join(PUBLISHED_FOLDER, name);
    await (text === undefined ? removeFile(path) : writeText(path, text));
  }
  return { check, changed };
}
