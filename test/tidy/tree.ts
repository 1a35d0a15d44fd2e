/** The files of the project as git knows them: what is tracked, and what is not yet but is not ignored either. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the project, with a slash at its end. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Paths from the root, in order. Where there is no git, the test fails: a tidy check of nothing proves nothing. */
export const FILES: readonly string[] = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" })
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(ROOT, path)))
  .toSorted();

const texts = new Map<string, string>();

/** The text of a file; read once. */
export function textOf(path: string): string {
  const known = texts.get(path) ?? readFileSync(join(ROOT, path), "utf8");
  texts.set(path, known);
  return known;
}

/** TypeScript below `folder`. */
export function sources(...folders: readonly string[]): string[] {
  return FILES.filter((path) => path.endsWith(".ts") && folders.some((folder) => path.startsWith(`${folder}/`)));
}

/** Places where a file's lines match, as `path:line: text`. */
export function linesMatching(path: string, pattern: RegExp): string[] {
  return textOf(path)
    .split("\n")
    .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []));
}
