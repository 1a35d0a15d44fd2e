/** The import graph of the project's files: which file loads which others, types aside. Paths from a root. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Imports of values, not types, by a relative path, and files that are named to be started, such as threads. */
const RELATIVE =
  /^(?:import|export)\s+(?!type\b)[^;]*?from\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)"|import\(\s*"(\.[^"]+)"|new URL\(\s*"([^"]+\.ts)"/gm;

/** Imports of the project's own packages, by their names. */
const PACKAGES = /^(?:import|export)\s+(?!type\b)[^;]*?from\s+"@daybook\/(\w+)(\/[^"]+)?"/gm;

const isSource = (path: string): boolean => /\.tsx?$/.test(path);

/**
 * Returns the file that a package of this project exports as a name, such as `./cells`; null if there is
 * none.
 */
function packageFile(root: string, name: string, part: string): string | null {
  const { exports: doors } = JSON.parse(readFileSync(join(root, name, "package.json"), "utf8")) as {
    exports?: Readonly<Record<string, string>>;
  };
  const file = doors?.[part];
  return file === undefined ? null : join(name, file);
}

/** Returns a function that returns the files that a file imports; each file is read once. */
export function importsBelow(root: string): (file: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (file) => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const text = readFileSync(join(root, file), "utf8");
    const beside = [...text.matchAll(RELATIVE)].map((found) =>
      relative(root, join(root, dirname(file), found.slice(1).find(Boolean) ?? "")),
    );
    const packages = [...text.matchAll(PACKAGES)].map(([, name = "", part = ""]) =>
      packageFile(root, name, `.${part}`),
    );
    const imported = [...beside, ...packages].filter(
      (path): path is string => path !== null && isSource(path) && existsSync(join(root, path)),
    );
    known.set(file, imported);
    return imported;
  };
}
