/** Finds the test files that use the database: only those are run a second time, on PostgreSQL. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Imports of values, not types, by a relative path. */
const IMPORTS = /^(?:import|export)\s+(?!type\b)[^;]*?from\s+"(\.[^"]+)"|import\(\s*"(\.[^"]+)"/gm;

/** The files that open the database, directly or by starting the program. */
const OPENS_DATABASE =
  /^src\/platform\/db\/|^test\/acceptance\/(?:.*\.test|daybook)\.ts$|^test\/support\/engine\.ts$/;

/**
 * Returns the files of `tests` that import, directly or indirectly, a file that opens the database. Paths
 * from `root`.
 */
export function touchingDatabase(root: string, tests: readonly string[]): string[] {
  const imports = new Map<string, readonly string[]>();
  const importsOf = (file: string): readonly string[] => {
    const cached = imports.get(file);
    if (cached !== undefined) return cached;
    const found = [...readFileSync(join(root, file), "utf8").matchAll(IMPORTS)]
      .map(([, direct, late]) => relative(root, join(root, dirname(file), direct ?? late ?? "")))
      .filter((path) => path.endsWith(".ts") && existsSync(join(root, path)));
    imports.set(file, found);
    return found;
  };
  return tests.filter((test) => {
    const seen = new Set([test]);
    for (const file of seen) {
      if (OPENS_DATABASE.test(file)) return true;
      for (const next of importsOf(file)) seen.add(next);
    }
    return false;
  });
}

/**
 * Deals the journeys through the console's pages out to the two engines. A journey proves a page in a
 * browser, at the price of many other tests; what its page asks of the service is tested on both engines.
 */
export function journeysOf(tests: readonly string[]): {
  readonly embedded: readonly string[];
  readonly server: readonly string[];
} {
  const journeys = tests.filter((file) => file.startsWith("test/acceptance/console-")).toSorted();
  return {
    embedded: journeys.filter((_, index) => index % 2 === 0),
    server: journeys.filter((_, index) => index % 2 === 1),
  };
}

/** Returns the paths of all test files from `root`. */
export function testFiles(root: string): string[] {
  return ["src", "formula", "client", "test"].flatMap((folder) =>
    globSync(`${folder}/**/*.test.ts`, { cwd: root }),
  );
}
