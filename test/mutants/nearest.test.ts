/** Which tests are asked for a fault: by the import graph, the nearest first. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { testFiles } from "../support/touching.ts";
import { nearestTests } from "./nearest.ts";

/** An import as a line of a file, written apart so that this file imports nothing of that name. */
const of = (...paths: readonly string[]): string =>
  paths.map((path) => `import { a } from ${JSON.stringify(path)};`).join("\n");

const FILES: Readonly<Record<string, string>> = {
  "src/modules/a/rules.ts": "",
  "src/modules/a/service.ts": of("./rules.ts"),
  "src/modules/a/index.ts": of("./service.ts"),
  "src/modules/c/store.ts": "export const balance = 1;\nexport const other = 2;",
  "src/modules/c/reconcile.ts": `${of("./store.ts")}\nbalance;`,
  "src/modules/c/edits.ts": `${of("./store.ts")}\nother;`,
  "src/modules/c/edits.test.ts": of("../../../test/support/app.ts"),
  "src/modules/c/reconcile.test.ts": of("../../../test/support/app.ts"),
  "src/app.ts": of("./modules/a/index.ts", "./modules/c/edits.ts", "./modules/c/reconcile.ts"),
  "test/support/app.ts": of("../../src/app.ts"),
  "src/modules/a/rules.test.ts": of("./rules.ts"),
  "src/modules/a/service.test.ts": of("../../../test/support/app.ts"),
  "src/modules/b/other.test.ts": `${of("../../../test/support/app.ts", "../d/doctor.ts")}\n"take_back";`,
  "src/modules/d/doctor.ts": 'const a = new URL("program.ts", import.meta.url);',
  "src/modules/d/program.ts": "",
  "test/acceptance/doctor.test.ts": "",
  "test/golden/sums.test.ts": of("../../src/modules/a/rules.ts"),
  "test/conformance/every.test.ts": of("../support/app.ts"),
  "test/acceptance/console-pages.test.ts": "const frozen = 1;",
  "test/acceptance/console-journeys.test.ts": "const other = 1;",
  "console/src/pages/page.tsx": of("../parts/part.tsx"),
  "console/src/parts/part.tsx": of("./sums.ts"),
  "console/src/parts/sums.ts": "",
  "console/src/parts/sums.test.ts": of("./sums.ts"),
  "console/src/shown/page.tsx": of("../parts/part.tsx"),
  "test/golden/console/shown.test.ts": of("../../support/app.ts"),
  "formula/package.json": JSON.stringify({ exports: { ".": "./src/index.ts", "./cells": "./src/cells.ts" } }),
  "formula/src/index.ts": "",
  "formula/src/cells.ts": "",
  "src/cells.test.ts": 'import { b } from "@daybook/formula/cells";',
};

const root = mkdtempSync(join(tmpdir(), "daybook-nearest-"));
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const nearest = nearestTests(root, testFiles(root));

test("tests that import the file come first, those of every operation last, and no more than asked for", () => {
  const found = nearest("src/modules/a/rules.ts", 9);
  expect(found.slice(0, 2)).toEqual(["src/modules/a/rules.test.ts", "test/golden/sums.test.ts"]);
  expect(found[2]).toBe("src/modules/a/service.test.ts");
  expect(found.at(-1)).toBe("test/conformance/every.test.ts");
  expect(nearest("src/modules/a/rules.ts", 1)).toEqual(["src/modules/a/rules.test.ts"]);
});

test("where the whole application lies between, the tests beside the file are the nearest", () => {
  expect(nearest("src/modules/a/service.ts", 1)).toEqual(["src/modules/a/service.test.ts"]);
});

test("a file that uses the declaration names the test that proves it", () => {
  expect(nearest("src/modules/c/store.ts", 1, "balance")).toEqual(["src/modules/c/reconcile.test.ts"]);
  expect(nearest("src/modules/c/store.ts", 1, "other")).toEqual(["src/modules/c/edits.test.ts"]);
});

test("every second test is one that speaks of what stands around the fault", () => {
  const around = "takeBackUpload(id);";
  expect(nearest("src/modules/c/store.ts", 2, "other", around)).toEqual([
    "src/modules/c/edits.test.ts",
    "src/modules/b/other.test.ts",
  ]);
});

test("a file that no test names has a journey of its name too, and a program that is started is reached", () => {
  expect(nearest("src/modules/d/doctor.ts", 1, undefined, "x")).toEqual([
    "src/modules/b/other.test.ts",
    "test/acceptance/doctor.test.ts",
  ]);
  expect(nearest("src/modules/d/program.ts", 1)).toEqual(["src/modules/b/other.test.ts"]);
});

test("packages of the project are files too, each by its own door", () => {
  expect(nearest("formula/src/cells.ts", 5)).toEqual(["src/cells.test.ts"]);
  expect(nearest("formula/src/index.ts", 5)).toEqual([]);
});

test("a page has the journey of its name, or the one through all of the console", () => {
  expect(nearest("console/src/pages/page.tsx", 5)).toEqual(["test/acceptance/console-pages.test.ts"]);
});

test("a file of the console has the tests that import it, the goldens of pages that show it, then a journey", () => {
  const [goldens, journey] = [
    "test/golden/console/shown.test.ts",
    "test/acceptance/console-journeys.test.ts",
  ];
  expect(nearest("console/src/shown/page.tsx", 5)).toEqual([goldens, journey]);
  expect(nearest("console/src/parts/sums.ts", 5)).toEqual([
    "console/src/parts/sums.test.ts",
    goldens,
    journey,
  ]);
  expect(nearest("console/src/shown/page.tsx", 5, "page", "if (frozen) return;")).toEqual([
    goldens,
    journey,
    "test/acceptance/console-pages.test.ts",
  ]);
});
