/** Finds the test files that use the database: only those are run a second time, on PostgreSQL. */
import { globSync } from "node:fs";
import { importsBelow } from "./imports.ts";

/**
 * The files that learn on which database the tests run: the one that reads the server's name, and those that
 * start the program with it. A test that reaches none of them does the same on both.
 */
const OPENS_DATABASE = /^test\/acceptance\/(?:.*\.test|daybook)\.ts$|^test\/support\/servers\.ts$/;

/**
 * Returns the files of `tests` that import, directly or indirectly, a file that learns the database of the
 * run. Paths from `root`.
 */
export function touchingDatabase(root: string, tests: readonly string[]): string[] {
  const importsOf = importsBelow(root);
  return tests.filter((test) => {
    const seen = new Set([test]);
    for (const file of seen) {
      if (OPENS_DATABASE.test(file)) return true;
      for (const next of importsOf(file)) seen.add(next);
    }
    return false;
  });
}

/** What people see: pages in a browser, and the printed lines of the documents. */
const SEEN = /^test\/acceptance\/console|^test\/golden\/console\/|^test\/conformance\/guides-/;

/**
 * Deals tests of what people see out to the two engines. They prove a page in a browser or a line of a
 * document, at the price of many other tests; what those ask of the service is tested on both engines.
 */
export function dealt(tests: readonly string[]): {
  readonly embedded: readonly string[];
  readonly server: readonly string[];
} {
  const seen = tests.filter((file) => SEEN.test(file)).toSorted();
  return {
    embedded: seen.filter((_, index) => index % 2 === 0),
    server: seen.filter((_, index) => index % 2 === 1),
  };
}

/** Returns the paths of all test files from `root`. */
export function testFiles(root: string): string[] {
  return ["src", "console/src", "formula", "words", "client", "test"].flatMap((folder) =>
    globSync(`${folder}/**/*.test.ts`, { cwd: root }),
  );
}
