/**
 * Writes the generated files of `published/` and of the client, or compares them with the code. The program
 * as a package has no client, so there only `published/` counts.
 */
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { readTexts, removeFile, writeText } from "../../platform/machine/files.ts";
import { CLIENT_FILES } from "../openapi/client.ts";
import type { CommandContext } from "./command.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PUBLISHED = "published/";

/** The path of a generated file from the root. The client's have it as their name, published ones a plain name. */
export const generatedPath = (name: string): string =>
  name.startsWith(CLIENT_FILES) ? name : `${PUBLISHED}${name}`;

/**
 * Returns the files that differ from the code, including those that are no longer generated. Writes them
 * unless `check` is true.
 */
export async function emit(
  { published }: Pick<CommandContext, "published">,
  check: boolean,
): Promise<{ check: boolean; changed: string[] }> {
  const [all, folder, texts, client] = await Promise.all([
    published(),
    readTexts(join(ROOT, "client")),
    readTexts(join(ROOT, PUBLISHED)),
    readTexts(join(ROOT, CLIENT_FILES)),
  ]);
  const hasClient = folder.has("package.json");
  const generated = new Map([...all].filter(([name]) => hasClient || !name.startsWith(CLIENT_FILES)));
  const present = new Map([
    ...texts,
    ...[...client].map(([name, text]) => [`${CLIENT_FILES}${name}`, text] as const),
  ]);
  const changed = [...new Set([...generated.keys(), ...present.keys()])]
    .filter((name) => generated.get(name) !== present.get(name))
    .toSorted();
  if (check) return { check, changed };
  for (const name of changed) {
    const text = generated.get(name);
    const path = join(ROOT, generatedPath(name));
    await (text === undefined ? removeFile(path) : writeText(path, text));
  }
  return { check, changed };
}
