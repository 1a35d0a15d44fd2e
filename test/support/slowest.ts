/** Prints how many seconds each test file took, the slowest first: `npm test -- --slowest`. */
import type { Reporter, TestModule } from "vitest/node";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** The number of files that are listed; the others are summed up in one line. */
const MOST_FILES = 40;

/** Returns the milliseconds of loading a file, including its setup, and of its tests. */
function timesOf(module: TestModule): { readonly loadMs: number; readonly testsMs: number } {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return { loadMs: collectDuration + setupDuration, testsMs: duration };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(8);

export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules
      .map((module) => {
        const { loadMs, testsMs } = timesOf(module);
        const tests = [...module.children.allTests()];
        const longest = Math.max(0, ...tests.map((each) => each.diagnostic()?.duration ?? 0));
        return { path: module.moduleId.replace(ROOT, ""), loadMs, testsMs, longest, count: tests.length };
      })
      .toSorted((one, other) => other.loadMs + other.testsMs - (one.loadMs + one.testsMs));
    const sum = (some: typeof files): number =>
      some.reduce((all, each) => all + each.loadMs + each.testsMs, 0);
    console.log("\n loading   tests  longest test, in seconds; number of tests and file");
    for (const { path, loadMs, testsMs, longest, count } of files.slice(0, MOST_FILES))
      console.log(
        `${seconds(loadMs)}${seconds(testsMs)}${seconds(longest)}  ${String(count).padStart(5)} ${path}`,
      );
    const others = files.slice(MOST_FILES);
    if (others.length > 0) console.log(`${seconds(sum(others))} in ${others.length} other files`);
    console.log(`${seconds(sum(files))} in all; files run side by side`);
  }
}
