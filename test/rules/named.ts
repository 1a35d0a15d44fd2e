/** Reads tables of rules and promises, and which of them tests name. */
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";

const ROOT = new URL("../../", import.meta.url);
const ID = /\b(?:[A-Z]+|F1099)-\d{3}\b/g;

function read(path: string): string {
  return readFileSync(new URL(path, ROOT), "utf8");
}

/** Returns the letters of an id before its number. */
export function groupOf(id: string): string {
  return id.slice(0, -"-000".length);
}

/** The rows of a table below its line of names, by their first cell. */
export function table(path: string, cells: number): Map<string, string[]> {
  const rows = read(path)
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
  expect(rows.filter((row) => row.length !== cells || row.some((cell) => cell.trim() === ""))).toEqual([]);
  const byId = new Map(rows.map((row) => [row[0] ?? "", row]));
  expect(byId.size).toBe(rows.length);
  return byId;
}

/** Counts the ids of each group; each group must be numbered from 1 without gaps. */
export function countByGroup(ids: Iterable<string>): Record<string, number> {
  const groups: Record<string, number> = {};
  for (const id of ids) {
    const group = groupOf(id);
    groups[group] = (groups[group] ?? 0) + 1;
    expect(id).toBe(`${group}-${String(groups[group]).padStart(3, "0")}`);
  }
  return groups;
}

/**
 * Returns the ids that test files name, each with one of these files. Files that only support tests prove
 * nothing by themselves.
 */
export function namedIds(): ReadonlyMap<string, string> {
  const files = ["src", "test", "console/src", "client", "formula", "words"].flatMap((room) =>
    readdirSync(new URL(room, ROOT), { recursive: true, encoding: "utf8" }).map((path) => `${room}/${path}`),
  );
  return new Map(
    files
      .filter((path) => path.endsWith(".test.ts") && !path.includes("node_modules/"))
      .flatMap((path) => [...read(path).matchAll(ID)].map(([id]) => [id, path] as const)),
  );
}

/** Checks that each id is named by a test or stands in the list of those that none proves yet, and not in both. */
export function checkNamed(
  ids: ReadonlySet<string>,
  unproven: ReadonlySet<string>,
  named: ReadonlyMap<string, string>,
): void {
  expect([...ids].filter((id) => !named.has(id) && !unproven.has(id))).toEqual([]);
  expect(
    [...unproven].filter((id) => named.has(id)).map((id) => `${id} is named in ${named.get(id)}`),
  ).toEqual([]);
  const groups = new Set([...ids].map(groupOf));
  expect([...named].filter(([id]) => groups.has(groupOf(id)) && !ids.has(id))).toEqual([]);
  expect([...unproven].filter((id) => !ids.has(id))).toEqual([]);
}
