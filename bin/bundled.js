/**
 * The program in a few files, as `deploy/npm/bundle.ts` makes them of the sources of a clone: they load in
 * two thirds of the time. Each state of the sources at each place has a folder of its own, which comes into
 * being whole: where there is none for the present state, the sources are run.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** The folder of all states. */
export const BUNDLES = join(ROOT, "node_modules/.cache/daybook/program");
const SOURCES = [
  "src",
  "formula/src",
  "words",
  "package.json",
  "package-lock.json",
  "docs/example-company.json",
  "deploy/npm/bundle.ts",
];

/** The folder of the present state, which may not be there. @returns {string} */
export function presentBundle() {
  const hash = createHash("sha256").update(realpathSync(ROOT));
  for (const name of SOURCES) {
    const about = statSync(join(ROOT, name), { throwIfNoEntry: false });
    const within = about?.isDirectory()
      ? readdirSync(join(ROOT, name), { recursive: true })
          .map(String)
          .toSorted((a, b) => (a < b ? -1 : 1))
      : [];
    for (const path of [name, ...within.map((each) => join(name, each))]) {
      const file = statSync(join(ROOT, path), { throwIfNoEntry: false });
      // A folder changes with each test in it; the files in it are counted by themselves.
      if (file?.isFile() && !path.endsWith(".test.ts")) hash.update(`${path} ${file.size} ${file.mtimeMs}\n`);
    }
  }
  return join(BUNDLES, hash.digest("hex").slice(0, 16));
}

/** The entry of the present state; null where there is none. @returns {string | null} */
export function bundledMain() {
  const main = join(presentBundle(), "main.js");
  return existsSync(main) ? main : null;
}
