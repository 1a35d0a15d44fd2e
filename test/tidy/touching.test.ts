/** Which tests are run on PostgreSQL too: those that open the database, directly or through what they import. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { dealt, testFiles, touchingDatabase } from "../support/touching.ts";
import { ROOT } from "./tree.ts";

/** Said apart from the words around it, so that this file imports nothing of that name. */
const FAR = JSON.stringify("./far.ts");

test("a test is run on PostgreSQL if it reaches the database through any number of files, types aside", () => {
  const root = mkdtempSync(join(tmpdir(), "daybook-touching-"));
  const files = {
    "test/support/servers.ts": "export const db = 1;",
    "src/far.ts": 'import {\n  db,\n} from "../test/support/servers.ts";\nexport const far = db;',
    "src/far.test.ts": `import { far } from ${FAR};`,
    "src/late.test.ts": `await import(${FAR});`,
    "src/types.test.ts": `import type { far } from ${FAR};`,
    "test/words.test.ts": 'import { test } from "vitest";',
    "test/acceptance/program.test.ts": "",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(touchingDatabase(root, testFiles(root)).toSorted()).toEqual([
    "src/far.test.ts",
    "src/late.test.ts",
    "test/acceptance/program.test.ts",
  ]);
});

test("those of modules' handlers and stores are among them, and those of formulas are not", () => {
  const found = touchingDatabase(ROOT, testFiles(ROOT));
  const left = testFiles(ROOT).filter((file) => !found.includes(file));
  expect(left.filter((file) => /handlers|service|conformance|acceptance/.test(file))).toEqual([]);
  expect(found.filter((file) => file.startsWith("formula/src/functions/"))).toEqual([]);
});

test("what shows a page in a browser, and each line of the documents, runs on one engine", () => {
  const files = testFiles(ROOT);
  const { embedded, server } = dealt(files);
  const isSeen = (file: string): boolean =>
    ["test/acceptance/console", "test/golden/console/", "test/conformance/guides-"].some((path) =>
      file.startsWith(path),
    );
  expect([...embedded, ...server].toSorted()).toEqual(files.filter(isSeen).toSorted());
  expect(embedded.length - server.length).toBeLessThan(2);
});
