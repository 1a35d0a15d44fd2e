/**
 * Prints how long each test file took, the longest first: `npm test -- --slowest`. Seconds of the processor
 * are the same on a busy machine; a file with far fewer of them than it lasted waits for something. With
 * `--record` both are written into `costs.tsv`.
 */
import { fileURLToPath } from "node:url";
import type { Reporter, TestModule } from "vitest/node";
import { recordCosts } from "./costs.ts";
import { testFiles } from "./touching.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** The number of files that are listed; the others are summed up in one line. */
const MOST_FILES = 40;

/** The milliseconds of a file: of the processor, of loading it with its setup, and of its tests. */
interface Times {
  readonly costMs: number;
  readonly loadMs: number;
  readonly testsMs: number;
}

function timesOf(module: TestModule): Times {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  const { costMs } = module.meta() as { readonly costMs?: number };
  return { costMs: costMs ?? 0, loadMs: collectDuration + setupDuration, testsMs: duration };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(9);

export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules
      .map((module) => {
        const tests = [...module.children.allTests()].filter((each) => each.result().state !== "skipped");
        const longest = Math.max(0, ...tests.map((each) => each.diagnostic()?.duration ?? 0));
        const path = module.moduleId.replace(ROOT, "");
        return { path, ...timesOf(module), longest, count: tests.length };
      })
      .toSorted((one, other) => other.costMs - one.costMs);
    const sum = (some: typeof files, of: (each: Times) => number): string =>
      seconds(some.reduce((all, each) => all + of(each), 0));
    const lasted = ({ loadMs, testsMs }: Times): number => loadMs + testsMs;
    console.log("\nprocessor  loading    tests  longest test, in seconds; number of tests and file");
    for (const { path, costMs, loadMs, testsMs, longest, count } of files.slice(0, MOST_FILES))
      console.log(
        `${[costMs, loadMs, testsMs, longest].map(seconds).join("")}  ${String(count).padStart(5)} ${path}`,
      );
    const others = files.slice(MOST_FILES);
    for (const [some, words] of [
      [others, `in ${others.length} other files`],
      [files, "in all; files run side by side"],
    ] as const)
      if (some.length > 0) console.log(`${sum(some, ({ costMs }) => costMs)}${sum(some, lasted)}  ${words}`);
    if (process.env["DAYBOOK_TEST_RECORD"] !== undefined)
      recordCosts(
        // What is for the other database only, costs nothing here and is not known to be short.
        new Map(
          files
            .filter(({ count }) => count > 0)
            .map((each) => [each.path, { processorS: each.costMs / 1000, lastedS: lasted(each) / 1000 }]),
        ),
        testFiles(ROOT),
      );
  }
}
