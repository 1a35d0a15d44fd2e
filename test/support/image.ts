/** The files that a build of the image is given. */
import { readFileSync } from "node:fs";
import { posix } from "node:path";

const RULES = readFileSync(new URL("../../.dockerignore", import.meta.url), "utf8")
  .trim()
  .split("\n");

function matches(rule: string, path: string): boolean {
  const plain = rule.replace(/^!/, "");
  return posix.matchesGlob(path, plain) || posix.matchesGlob(path, `${plain}/**`);
}

/** True if `.dockerignore` leaves a file in; the last rule that matches its path decides. */
export function isGivenToImage(path: string): boolean {
  const last = RULES.findLast((rule) => matches(rule, path));
  return last === undefined || last.startsWith("!");
}
