/** Output that the commands on backups and on archives of companies share. */
import type { WrittenArchive } from "../../../platform/db/index.ts";

export function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Says how many rows there are of how many tables. `rows` has the number of each table that has any. */
export function rowsText(rows: Readonly<Record<string, number>>): string {
  return `${sumOf(rows)} rows of ${Object.keys(rows).length} tables`;
}

export function showArchive({ company_id, file, rows, files, missing, digest }: WrittenArchive): string {
  return [
    `Everything of ${company_id} is in ${file}: ${rowsText(rows)}, and ${files} stored files. Protect it like a backup.`,
    `Digest: ${digest}`,
    ...missing.map((key) => `The stored file ${key} was not there. \`daybook verify\` names its record.`),
  ].join("\n");
}
