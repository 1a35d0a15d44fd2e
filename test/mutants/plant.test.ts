/** Each fault changes what it says, in its place; the list of survivors names only faults that exist. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { canBeRead, faultsIn, planted, syntaxOf } from "./plant.ts";

/**
 * How many rows the list may have: those of the first run of all 200 faults. Lower it with every row that
 * goes; a higher number is a step back.
 */
const MOST_SURVIVORS = 53;

/** The changes of every fault in `source`, each with the text that it leaves. */
function changes(source: string, file = "a.ts"): readonly (readonly [change: string, text: string])[] {
  return faultsIn(source, syntaxOf(file)).map((fault) => [fault.change, planted(source, fault)]);
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
  [
    "f('n', `select a from t order by b desc`);",
    "SQL desc becomes asc",
    "f('n', `select a from t order by b asc`);",
  ],
  ["if (late) throw refuse(c);", "the check of `late` is dropped", ";"],
  ["const a = b && c === d;", "`b` is not asked", "const a = c === d;"],
  ["const a = b && c === d;", "`c === d` is not asked", "const a = b;"],
  ["const a = b.filter((c) => c.open).map(d);", "filter is left out", "const a = b.map(d);"],
  ["move(from.id, to.id);", "from.id and to.id are exchanged", "move(to.id, from.id);"],
  ["const a = Math.min(b, 5);", "min becomes max", "const a = Math.max(b, 5);"],
  ["const a = { b, c: 1, ...d };", "the member `b` is forgotten", "const a = { c: 1, ...d };"],
  ["const a = { b, c: 1, ...d };", "the member `...d` is forgotten", "const a = { b, c: 1 };"],
  ["const a = [b, c];", "the element `c` is forgotten", "const a = [b];"],
  ['const a = { level: "manage" };', '"manage" becomes "view"', 'const a = { level: "view" };'],
])("%s: %s", (source, change, text) => {
  expect(changes(source)).toContainEqual([change, text]);
});

test("an attribute of an element is forgotten, but not how it looks", () => {
  const found = changes("const a = <B className={c} disabled={d} />;", "a.tsx").map(([change]) => change);
  expect(found).toEqual(["the attribute `disabled={d}` is forgotten"]);
});

test("sizes and times that nobody notices are left as they are", () => {
  expect(changes("const a = <B width={5} isAnimationActive={false} />;", "a.tsx")).toEqual([]);
  expect(changes("const HEIGHT_PX = 5; const PAUSE_MS = 60 * 1_000;")).toEqual([]);
  expect(changes("const heights = 5;")).toHaveLength(1);
});

test("the first line of a program is not code, and places behind it are right", () => {
  expect(changes("#!/usr/bin/env node\na(1);")).toContainEqual(["1 becomes 2", "#!/usr/bin/env node\na(2);"]);
});

test("members that only people read are not forgotten, and unreadable faults are known", () => {
  expect(changes('const a = { description: b, c: "Two words." };')).toEqual([]);
  expect(canBeRead("const a = b ?? c || d;", "ts")).toBe(false);
  expect(canBeRead("const a = b ?? c;", "ts")).toBe(true);
});

test("what no behaviour depends on has no faults: the order of equal values, one more millisecond or byte", () => {
  expect(changes("d = a.toSorted((b, c) => (b < c ? -1 : 1));").map(([change]) => change)).toEqual([
    "toSorted is left out",
  ]);
  expect(changes("const a = { timeoutMs: 3_600_000 };")).toEqual([]);
  expect(changes("const PIECE_BYTES = 65536;")).toEqual([]);
  expect(changes("const a = { waitMs: 999 };").map(([change]) => change)).toEqual(["999 becomes 1000"]);
  expect(changes("const a = { mostRows: 1000 };").map(([change]) => change)).toEqual(["1000 becomes 1001"]);
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
