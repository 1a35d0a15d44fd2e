/** What the commands on archives of companies have in common. */
import { join } from "node:path";
import type { WrittenArchive } from "../../../platform/db/index.ts";
import { isFolder } from "../../../platform/machine/files.ts";

/** Returns the path, or that of a file in it if it is a folder. */
export async function pathIn(path: string, name: string): Promise<string> {
  return (await isFolder(path)) ? join(path, name) : path;
}

export function showArchive({ company_id, file, rows, files, missing, digest }: WrittenArchive): string {
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
  return [
    `Everything of ${company_id} is in ${file}: ${count} rows of ${Object.keys(rows).length} tables, and ${files} stored files. Protect it like a backup.`,
    `Digest: ${digest}`,
    ...missing.map((key) => `The stored file ${key} was not there. \`daybook verify\` names its record.`),
  ].join("\n");
}
