/** Which files of tests have to do with the database: those alone are run again on PostgreSQL. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** What is imported as a value, by a relative path. */
const IMPORTS = /^(?:import|export)\s+(?!type\b)[^;]*?from\s+"(\.[^"]+)"|import\(\s*"(\.[^"]+)"/gm;

/** Opening the database, and starting the program, which opens it. */
const MEANS = /^src\/platform\/db\/|^test\/acceptance\/(?:.*\.test|daybook)\.ts$|^test\/support\/engine\.ts$/;

/** The files among `tests` that import, directly or through others, what opens the database. Paths from `root`. */
export function touchingDatabase(root: string, tests: readonly string[]): string[] {
  const imports = new Map<string, readonly string[]>();
  const importsOf = (file: string): readonly string[] => {
    const known = imports.get(file);
    if (known !== undefined) return known;
    const found = [...readFileSync(join(root, file), "utf8").matchAll(IMPORTS)]
      .map(([, direct, late]) => relative(root, join(root, dirname(file), direct ?? late ?? "")))
      .filter((path) => path.endsWith(".ts") && existsSync(join(root, path)));
    imports.set(file, found);
    return found;
  };
  return tests.filter((test) => {
    const seen = new Set([test]);
    for (const file of seen) {
      if (MEANS.test(file)) return true;
      for (const next of importsOf(file)) seen.add(next);
    }
    return false;
  });
}

/** All files of tests, from `root`. */
export function testFiles(root: string): string[] {
  return ["src", "formula", "test"].flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root }));
}
