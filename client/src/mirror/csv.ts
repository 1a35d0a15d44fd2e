/** Writes a mirror in SQLite as CSV files (RFC 4180), one for each table, each replaced at once. */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { SQLOutputValue } from "node:sqlite";
import { TABLES } from "./rows.ts";
import type { SqliteStore } from "./sqlite.ts";

/** Writes the tables into a folder, and returns the names of the files. */
export function writeCsv({ database }: SqliteStore, folder: string): string[] {
  return Object.entries(TABLES).map(([table, columns]) => {
    const names = columns.map(({ name }) => name);
    const file = `${table}.csv`;
    const path = join(folder, file);
    const descriptor = openSync(`${path}.part`, "w");
    let text = `${names.join(",")}\r\n`;
    const selected = names.map((name) => `"${name}"`).join(", ");
    for (const row of database.prepare(`select ${selected} from ${table} order by id`).iterate()) {
      text += `${names.map((name) => cell(row[name])).join(",")}\r\n`;
      if (text.length < PIECE) continue;
      writeSync(descriptor, text);
      text = "";
    }
    writeSync(descriptor, text);
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(`${path}.part`, path);
    return file;
  });
}

const PIECE = 65_536;

/** A null is an empty cell, an empty text is quoted. */
function cell(value: SQLOutputValue | undefined): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : value.toString();
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
