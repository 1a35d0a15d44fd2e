/**
 * The program in a few files, as `deploy/npm/bundle.ts` makes them of the sources of a clone: they load in
 * two thirds of the time. If a source is newer, the sources are run.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** The folder of the files. */
export const BUNDLED = join(ROOT, "node_modules/.cache/daybook/program");
const SOURCES = ["src", "formula/src", "package.json", "package-lock.json", "deploy/npm/bundle.ts"];

/** Whether the files are there, and none of the sources is newer. @returns {boolean} */
export function isBundled() {
  const made = statSync(join(BUNDLED, "main.js"), { throwIfNoEntry: false })?.mtimeMs;
  if (made === undefined) return false;
  return SOURCES.every((name) => {
    const path = join(ROOT, name);
    const about = statSync(path, { throwIfNoEntry: false });
    if (about === undefined) return false;
    const within = about.isDirectory() ? readdirSync(path, { recursive: true }) : [];
    return [path, ...within.map((each) => join(path, String(each)))].every(
      (each) => statSync(each).mtimeMs <= made,
    );
  });
}
