/** The files of the project: what stands below its folder, but for what `.gitignore` names. */
import { readdirSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the project, with a slash at its end. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const texts = new Map<string, string>();

/** The text of a file; read once. */
export function textOf(path: string): string {
  const known = texts.get(path) ?? readFileSync(join(ROOT, path), "utf8");
  texts.set(path, known);
  return known;
}

const IGNORED = [".git", ...textOf(".gitignore").split("\n")]
  .filter((line) => line !== "")
  .map((line) => line.replace(/\/$/, ""));

/** A pattern without a slash counts at any depth, as it does for git. */
function isIgnored(path: string): boolean {
  return IGNORED.some(
    (pattern) => matchesGlob(path, pattern) || (!pattern.includes("/") && matchesGlob(path, `**/${pattern}`)),
  );
}

function walk(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (isIgnored(path)) return [];
    return entry.isDirectory() ? walk(path) : [path];
  });
}

/** Paths from the root, in order. */
export const FILES: readonly string[] = walk("").toSorted();

/** Files whose names end in one of `endings`, below one of `folders` when any are named. */
export function filesOf(endings: readonly string[], ...folders: readonly string[]): string[] {
  return FILES.filter(
    (path) =>
      endings.some((ending) => path.endsWith(ending)) &&
      (folders.length === 0 || folders.some((folder) => path.startsWith(`${folder}/`))),
  );
}

/** Files of code, of which those below a folder `generated` are written by the program. */
export const CODE: readonly string[] = filesOf([".ts", ".tsx", ".mjs", ".js"]);
export const WRITTEN: readonly string[] = CODE.filter((path) => !path.includes("/generated/"));

export const isTest = (path: string): boolean => /[.]test[.]tsx?$/.test(path);

/** Places where the lines of files match, as `path:line: text`. */
export function linesMatching(paths: readonly string[], pattern: RegExp): string[] {
  return paths.flatMap((path) =>
    textOf(path)
      .split("\n")
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 200)}`] : [],
      ),
  );
}
