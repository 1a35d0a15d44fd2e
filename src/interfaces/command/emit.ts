/**
 * Writes the generated files of `published/`, of the clients and of the command line, or compares them with
 * the code. The program as a package has no sources, so there only `published/` counts.
 */
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { replaceFile } from "../../platform/machine/durable.ts";
import { readTexts, removeFile } from "../../platform/machine/files.ts";
import { CLIENT_FILES, CONSOLE_FILES } from "../openapi/client.ts";
import { COMMAND_FILES } from "../openapi/command-inputs.ts";
import { LOOK_FILES } from "../openapi/look.ts";
import type { CommandContext } from "./command.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PUBLISHED = "published/";

/** Folders of generated files beside `published/`, whose files are named by their paths. */
const CLIENTS = [CLIENT_FILES, CONSOLE_FILES, COMMAND_FILES, LOOK_FILES];
const isOfClient = (name: string): boolean => CLIENTS.some((folder) => name.startsWith(folder));

/** The path of a generated file from the root: a client's is its name, a published one has a plain name. */
export const generatedPath = (name: string): string => (isOfClient(name) ? name : `${PUBLISHED}${name}`);

/**
 * Returns the files that differ from the code, including those that are no longer generated. Writes them
 * unless `check` is true.
 */
export async function emit(
  { published }: Pick<CommandContext, "published">,
  check: boolean,
): Promise<{ check: boolean; changed: string[] }> {
  const [all, folder, texts, ...clients] = await Promise.all([
    published(),
    readTexts(join(ROOT, "client")),
    readTexts(join(ROOT, PUBLISHED)),
    ...CLIENTS.map((name) => readTexts(join(ROOT, name))),
  ]);
  const hasClients = folder.has("package.json");
  const generated = new Map([...all].filter(([name]) => hasClients || !isOfClient(name)));
  const present = new Map([
    ...texts,
    ...clients.flatMap((files, at) =>
      [...files].map(([name, text]) => [`${CLIENTS[at]}${name}`, text] as const),
    ),
  ]);
  const changed = [...new Set([...generated.keys(), ...present.keys()])]
    .filter((name) => generated.get(name) !== present.get(name))
    .toSorted();
  if (check) return { check, changed };
  for (const name of changed) {
    const text = generated.get(name);
    const path = join(ROOT, generatedPath(name));
    await (text === undefined ? removeFile(path) : replaceFile(path, text));
  }
  return { check, changed };
}
