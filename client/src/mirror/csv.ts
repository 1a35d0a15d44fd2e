/** Writes a mirror in SQLite as CSV files (RFC 4180), one for each table, all of the same state. */
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SQLOutputValue } from "node:sqlite";
import { TABLES } from "./rows.ts";
import type { SqliteStore } from "./sqlite.ts";

/** Writes the tables into a folder. The files are replaced one after another when all are on disk. */
export function writeCsv({ database }: SqliteStore, folder: string): void {
  const paths = Object.keys(TABLES).map((table) => join(folder, `${table}.csv`));
  database.exec("begin");
  try {
    for (const [index, [table, columns]] of Object.entries(TABLES).entries()) {
      const names = columns.map(({ name }) => name);
      const selected = names.map((name) => `"${name}"`).join(", ");
      const descriptor = openSync(`${paths[index]}.part`, "w");
      let text = `${names.join(",")}\r\n`;
      for (const row of database.prepare(`select ${selected} from ${table} order by id`).iterate()) {
        text += `${names.map((name) => cell(row[name])).join(",")}\r\n`;
        if (text.length < PIECE) continue;
        // Unlike `writeSync`, it goes on when only a part was written.
        writeFileSync(descriptor, text);
        text = "";
      }
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
      closeSync(descriptor);
    }
  } finally {
    database.exec("rollback");
  }
  for (const path of paths) renameSync(`${path}.part`, path);
}

const PIECE = 65_536;

/** A null is an empty cell, an empty text is quoted. */
function cell(value: SQLOutputValue | undefined): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : value.toString();
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
