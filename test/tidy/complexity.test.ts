/**
 * How complex and how long functions may be, except those of tests. Those that were beyond the bounds when a
 * room came under them stand in a list, which may only shrink: a function that is new there, or has grown,
 * fails, and so does an entry that is no longer true. Even a function of the list has at most 20 paths, but
 * for those that are named here.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { BOUNDED } from "./gates.ts";
import { ROOT, textOf } from "./tree.ts";

const LIST = "test/tidy/complex-functions.tsv";
const MOST_PATHS = 15;
const MOST_PATHS_LISTED = 20;
const MOST_LINES = 100;

const folder = mkdtempSync(join(tmpdir(), "daybook-complexity-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Finding {
  readonly code: string;
  readonly message: string;
  readonly filename: string;
}

/** Lints `paths` with the two rules only. */
async function judge(...paths: readonly string[]): Promise<readonly Finding[]> {
  const config = join(folder, "rules.json");
  const counted = { skipBlankLines: true, skipComments: true };
  const rules = {
    "eslint/complexity": ["error", { max: MOST_PATHS }],
    "eslint/max-lines-per-function": ["error", { max: MOST_LINES, ...counted }],
  };
  writeFileSync(config, JSON.stringify({ plugins: ["eslint"], categories: { correctness: "off" }, rules }));
  const oxlint = join(
    dirname(createRequire(import.meta.url).resolve("oxlint/package.json")),
    "bin",
    "oxlint",
  );
  const output = await new Promise<string>((resolve) => {
    const args = [oxlint, "-c", config, "--disable-nested-config", "--format=json", ...paths];
    execFile(process.execPath, args, { cwd: ROOT, maxBuffer: 10_000_000 }, (_error, stdout) =>
      resolve(stdout),
    );
  });
  return (JSON.parse(output) as { readonly diagnostics: readonly Finding[] }).diagnostics;
}

/**
 * A line of the list: file, rule, function, value. Functions without a name are told apart by their values.
 */
function lineOf({ code, message, filename }: Finding): string {
  const [, name = "(none)"] = /`([^`]+)`/.exec(message) ?? [];
  const [, value = ""] = /(?:complexity of |lines \()(\d+)/.exec(message) ?? [];
  return [filename, code.includes("complexity") ? "paths" : "lines", name, value].join("\t");
}

const listed = (): readonly string[] => textOf(LIST).trimEnd().split("\n").slice(1);

test("a function with more than 15 paths or 100 lines is in the list, with its number of them", async () => {
  const bounded = new Set(BOUNDED);
  const found = (await judge(".")).filter(({ filename }) => bounded.has(filename));
  expect(found.map(lineOf).toSorted()).toEqual(listed());
});

/** The console and the tests' programs came under the bounds later. This list may only shrink, too. */
const BEYOND_THE_LIST = [
  "console/src/sheets/formula-help.ts contextAt",
  "console/src/sheets/formula-line.tsx Field",
  "console/src/sheets/keys.ts onCommand",
  "console/src/sheets/keys.ts onGridKey",
  "console/src/sheets/typed.ts typedValue",
  "console/src/transactions/bulk-dialog.tsx BulkDialog",
  "test/monkey/on-page.js targets",
  "test/support/additions.ts faultsOfChange",
  "test/support/mcp.ts sendMcp",
];

test("no other function has more than 20 paths", () => {
  const tooComplex = listed()
    .map((line) => line.split("\t"))
    .filter(([, bound, , value]) => bound === "paths" && Number(value) > MOST_PATHS_LISTED)
    .map(([file, , name]) => `${file} ${name}`);
  expect(tooComplex).toEqual(BEYOND_THE_LIST);
});

test("a function beyond a bound is found", async () => {
  const paths = join(folder, "paths.ts");
  const lines = join(folder, "lines.ts");
  const branches = Array.from({ length: MOST_PATHS }, (_none, at) => `if (a === ${at}) return ${at};`).join(
    "\n",
  );
  writeFileSync(paths, `export function many(a: number): number {\n${branches}\nreturn -1;\n}\n`);
  writeFileSync(lines, `export function long(): void {\n${"console.log(1);\n".repeat(MOST_LINES)}}\n`);
  const found = await judge(paths, lines);
  expect(found.map((each) => lineOf(each).split("\t").slice(1).join(" "))).toEqual(
    expect.arrayContaining(["paths many 16", "lines long 102"]),
  );
});
