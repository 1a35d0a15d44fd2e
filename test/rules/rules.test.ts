/**
 * Every rule of the specification is named by a test or stands in the list of those that none proves yet. The
 * list may only shrink: a rule on it that a test names has to go, and what it may hold at most is written
 * below, to be lowered.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/**
 * The length of `uncovered.tsv`. Lower it with every rule that a test proves; a higher number is a step back.
 */
const MOST_UNCOVERED = 0;

/** How many rules the specification has in each group, so that none gets lost from the copy. */
const GROUPS = {
  GEN: 88,
  AUTH: 76,
  CRED: 66,
  COMP: 28,
  LEDG: 44,
  REP: 59,
  VER: 9,
  EXP: 134,
  F1099: 85,
  FILE: 46,
  INTEG: 9,
  INV: 101,
  LIMIT: 51,
  OPS: 36,
  SHEET: 116,
  TAX: 59,
  TEAM: 32,
  TUP: 54,
  TXN: 91,
} as const;

const ROOT = new URL("../../", import.meta.url);
const RULE = /\b(?:[A-Z]+|F1099)-\d{3}\b/g;

function read(path: string): string {
  return readFileSync(new URL(path, ROOT), "utf8");
}

/** The rows of a table below its line of names, by their first cell. */
function table(path: string, cells: number): Map<string, string[]> {
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

/** What the test files name. Files that only support tests prove nothing by themselves. */
function namedRules(): Map<string, string> {
  const files = ["src", "test"].flatMap((room) =>
    readdirSync(new URL(room, ROOT), { recursive: true, encoding: "utf8" }).map((path) => `${room}/${path}`),
  );
  return new Map(
    files
      .filter((path) => path.endsWith(".test.ts"))
      .flatMap((path) => [...read(path).matchAll(RULE)].map(([id]) => [id, path] as const)),
  );
}

const rules = table("test/rules/rules.tsv", 3);
const uncovered = table("test/rules/uncovered.tsv", 2);
const named = namedRules();

describe("the rules of the specification", () => {
  test("are all in the copy", () => {
    const groups: Record<string, number> = {};
    for (const id of rules.keys()) {
      const group = id.slice(0, -"-000".length);
      groups[group] = (groups[group] ?? 0) + 1;
      expect(id).toBe(`${group}-${String(groups[group]).padStart(3, "0")}`);
    }
    expect(groups).toEqual(GROUPS);
  });

  test("are each named by a test or listed as not yet proven", () => {
    expect([...rules.keys()].filter((id) => !named.has(id) && !uncovered.has(id))).toEqual([]);
  });

  test("are not listed as unproven once a test names them", () => {
    expect(
      [...uncovered.keys()].filter((id) => named.has(id)).map((id) => `${id} is named in ${named.get(id)}`),
    ).toEqual([]);
  });

  test("are what tests and the list name, and nothing else is", () => {
    const prefixes = new Set(Object.keys(GROUPS));
    const strangers = [...named].filter(
      ([id]) => prefixes.has(id.slice(0, -"-000".length)) && !rules.has(id),
    );
    expect(strangers).toEqual([]);
    expect([...uncovered.keys()].filter((id) => !rules.has(id))).toEqual([]);
  });

  test("that no test proves yet only become fewer", () => {
    expect(uncovered.size).toBe(MOST_UNCOVERED);
  });
});
