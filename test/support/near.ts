/** Chooses the tests of one's change: those nearest to the changed files that take a minute together. */
import { execFileSync } from "node:child_process";
import { costOf, type Cost } from "./costs.ts";

/** Processor seconds of the chosen tests. Two processors need less than a minute for them, with the start. */
export const NEAR_S = 60;
/** The most tests that are asked for one file. */
export const NEAR_MOST = 8;

/** Returns the files that differ from the last commit, new ones included; those of that commit if none does. */
export function changedFiles(root: string): string[] {
  const git = (...words: string[]): string[] =>
    execFileSync("git", words, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
  const changed = [
    ...git("diff", "--name-only", "--diff-filter=d", "HEAD"),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
  return changed.length > 0
    ? changed
    : git("show", "--first-parent", "--format=", "--name-only", "--diff-filter=d", "HEAD");
}

/**
 * Chooses tests in the order of nearness, one of each file in turn, until they cost `budgetS` seconds of the
 * processor; a test that costs more than is left is passed over. The first one is always chosen.
 * `nearest` gives the tests of each changed file, the nearest first.
 */
export function nearOnes(
  nearest: readonly (readonly string[])[],
  costs: ReadonlyMap<string, Cost>,
  budgetS: number,
): string[] {
  const longest = Math.max(0, ...nearest.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, at) =>
    nearest.flatMap((tests) => tests[at] ?? []),
  ).flat();
  let sum = 0;
  return [...new Set(inTurn)].filter((test, at) => {
    const { processorS } = costOf(test, costs);
    if (at > 0 && sum + processorS > budgetS) return false;
    sum += processorS;
    return true;
  });
}
