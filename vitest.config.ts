/**
 * How the tests run: modules are loaded by the runtime itself, as in production, and files share a
 * worker, so that a worker's application is opened once.
 */
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/sequence.ts";

export default defineConfig({
  test: {
    include: [
      "console/src/**/*.test.ts",
      "src/**/*.test.ts",
      "formula/**/*.test.ts",
      "words/**/*.test.ts",
      "client/**/*.test.ts",
      "test/**/*.test.ts",
    ],
    globalSetup: ["test/support/global.ts"],
    setupFiles: ["test/support/setup.ts"],
    pool: "forks",
    // More than the two processors of a usual runner: tests that start processes and browsers often wait.
    maxWorkers: 4,
    isolate: false,
    experimental: { viteModuleRunner: false },
    // Against what hangs, not against what is slow: a busy machine takes many times as long.
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 180_000,
    teardownTimeout: 20_000,
    slowTestThreshold: 1000,
    sequence: { sequencer: LongestFirst },
  },
});
