/** The quick selection of `npm test`: which files it takes, and that the recorded costs are of this tree. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Cost, costOf, quickOnes, recordedCosts, suiteOf } from "../support/costs.ts";
import { changedFiles, nearOnes } from "../support/near.ts";
import { testFiles } from "../support/touching.ts";
import { ROOT } from "./tree.ts";

const cost = (seconds: number): Cost => ({ processorS: seconds, lastedS: 2 * seconds });
const COSTS = new Map([
  ["src/core/slow.test.ts", cost(90)],
  ["src/core/short.test.ts", cost(1)],
  ["src/core/middle.test.ts", cost(5)],
  ["test/properties/walk.test.ts", cost(40)],
  ["test/properties/paging.test.ts", cost(30)],
  ["test/properties/rollups.test.ts", cost(20)],
  ["test/acceptance/console-chart.test.ts", cost(35)],
  ["test/acceptance/console.test.ts", cost(30)],
  ["test/acceptance/backup.test.ts", cost(10)],
]);

test("every suite has its two shortest files in npm test, and the rest of the budget takes the shortest of all", () => {
  const ofEach = [
    "test/properties/rollups.test.ts",
    "test/properties/paging.test.ts",
    "test/acceptance/console.test.ts",
    "test/acceptance/console-chart.test.ts",
    "test/acceptance/backup.test.ts",
    "src/core/short.test.ts",
    "src/core/middle.test.ts",
  ].toSorted();
  expect(quickOnes([...COSTS.keys()], COSTS, 0).toSorted()).toEqual(ofEach);
  expect(quickOnes([...COSTS.keys()], COSTS, 131).toSorted()).toEqual(ofEach);
  expect(quickOnes([...COSTS.keys()], COSTS, 171).toSorted()).toEqual(
    [...ofEach, "test/properties/walk.test.ts"].toSorted(),
  );
  expect(quickOnes([...COSTS.keys()], COSTS, 1_000).toSorted()).toEqual([...COSTS.keys()].toSorted());
});

test("the tests of a change are the nearest of each file in turn that fit into the budget", () => {
  const nearest = [
    ["src/core/slow.test.ts", "src/core/short.test.ts"],
    ["src/core/middle.test.ts", "src/core/short.test.ts", "test/acceptance/backup.test.ts"],
  ];
  const [slow = [], middle = []] = nearest;
  expect(nearOnes(nearest, COSTS, 0)).toEqual(["src/core/slow.test.ts"]);
  expect(nearOnes([middle], COSTS, 15)).toEqual(middle.slice(0, 2));
  expect(nearOnes([middle, slow], COSTS, 16)).toEqual([...middle]);
  expect(nearOnes([[]], COSTS, 10)).toEqual([]);
});

test("without changes the files of the last commit are one's change, those that a merge brought too", () => {
  const folder = mkdtempSync(join(tmpdir(), "near-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const git = (...words: string[]): unknown =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...words], { cwd: folder });
  const commit = (file: string): void => {
    writeFileSync(join(folder, file), file);
    git("add", file);
    git("commit", "-qm", file);
  };
  git("init", "-q", "-b", "main");
  commit("first.ts");
  git("checkout", "-q", "-b", "branch");
  commit("second.ts");
  git("checkout", "-q", "main");
  commit("third.ts");
  expect(changedFiles(folder)).toEqual(["third.ts"]);
  git("merge", "-q", "-m", "merge", "branch");
  expect(changedFiles(folder)).toEqual(["second.ts"]);
  writeFileSync(join(folder, "fourth.ts"), "");
  expect(changedFiles(folder)).toEqual(["fourth.ts"]);
});

test("a file without a recorded cost is taken for a usual one of its suite", () => {
  expect(costOf("src/new.test.ts", COSTS)).toEqual(cost(32));
  expect(costOf("test/properties/walk.test.ts", COSTS)).toEqual(cost(40));
  expect(costOf("formula/src/new.test.ts", COSTS).processorS).toBeGreaterThan(0);
});

test("the costs that are recorded are those of files that exist, and nearly all files have one", () => {
  const files = testFiles(ROOT);
  const costs = recordedCosts();
  expect([...costs.keys()].filter((file) => !files.includes(file))).toEqual([]);
  const isCost = ({ processorS, lastedS }: Cost): boolean => processorS >= 0 && lastedS >= 0;
  expect([...costs].filter(([, each]) => !isCost(each))).toEqual([]);
  const unknown = files.filter((file) => !costs.has(file));
  expect(unknown.length, `record them by npm test -- --record: ${unknown.join(", ")}`).toBeLessThan(
    files.length / 10,
  );
});

test("npm test has a share of every suite", () => {
  const files = testFiles(ROOT);
  const chosen = new Set(quickOnes(files, recordedCosts(), 0).map(suiteOf));
  expect([...new Set(files.map(suiteOf))].filter((suite) => !chosen.has(suite))).toEqual([]);
});
