/** Each fault changes what it says, in its place; the list of survivors names only faults that exist. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultsIn, planted } from "./plant.ts";

/**
 * How many rows the list may have: those of the first run of all 200 faults. Lower it with every row that
 * goes; a higher number is a step back.
 */
const MOST_SURVIVORS = 65;

/** The changes of every fault in `source`, each with the text that it leaves. */
function changes(source: string): readonly (readonly [change: string, text: string])[] {
  return faultsIn(source).map((fault) => [fault.change, planted(source, fault)]);
}

test.each([
  ["export const f = (ä: string) => ä < 'ö';", "< becomes <=", "export const f = (ä: string) => ä <= 'ö';"],
  ["if (a) b = 1;", "the condition `a` is negated", "if (!(a)) b = 1;"],
  ["const a = 'ß' ? b : c ?? d;", "?? becomes &&", "const a = 'ß' ? b : c && d;"],
  ["const a = 5;", "5 becomes 6", "const a = 6;"],
  ["const a = true;", "true becomes false", "const a = false;"],
  ["await save(row);", "the call `await save(row)` is dropped", "void 0;"],
  ["const a = b.some(c);", "some becomes every", "const a = b.every(c);"],
  [
    "s('n', `select ü from t where a between $1 and $2 and b in (select c and d) order by e`);",
    "the SQL condition `and b in (select c and d)` always holds",
    "s('n', `select ü from t where a between $1 and $2 and (b in (select c and d) or true) order by e`);",
  ],
  [
    'const q = "update t set a = 1 where b >= $1";',
    "SQL >= becomes >",
    'const q = "update t set a = 1 where b > $1";',
  ],
])("%s: %s", (source, change, text) => {
  expect(changes(source)).toContainEqual([change, text]);
});

test("types, imports, ordinary texts and joined texts have no faults", () => {
  const source = [
    'import { a } from "b";',
    "type C = 1 | 2;",
    "let d: 3;",
    "const e = 'one < two and three';",
    "const f = `${d} ` + a;",
  ].join("\n");
  expect(changes(source)).toEqual([]);
});

test("every row of the list of survivors names a fault that can be planted", () => {
  const rows = readFileSync(new URL("survivors.tsv", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1);
  expect(rows).toHaveLength(MOST_SURVIVORS);
  for (const row of rows) {
    const [file = "", text = "", change = ""] = row.split("\t");
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    expect([row, source.split("\n").some((line) => line.trim() === text)]).toEqual([row, true]);
    expect([row, faultsIn(source).some((fault) => fault.change === change)]).toEqual([row, true]);
  }
});
