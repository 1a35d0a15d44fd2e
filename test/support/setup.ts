/** Setup that runs in every worker before each test file. */
import { afterAll, afterEach, type RunnerTestFile } from "vitest";
import { endTest } from "./between.ts";
import { costMs, noteCosts } from "./cost.ts";

const shared = globalThis as typeof globalThis & { daybookCostMs?: number };
let file: RunnerTestFile | null = null;

afterEach(({ task }) => {
  file = task.file;
  noteCosts();
  endTest();
});
// Since the file before, so that loading this one counts.
afterAll(() => {
  const nowMs = costMs();
  if (file !== null) Object.assign(file.meta, { costMs: nowMs - (shared.daybookCostMs ?? 0) });
  shared.daybookCostMs = nowMs;
});
