/**
 * Prints each failed test at once, with the beginning of its message: a run that is ended before it is over
 * would otherwise take with it what failed.
 */
import { fileURLToPath } from "node:url";
import type { Reporter, TestCase } from "vitest/node";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const MESSAGE_CHARACTERS = 600;

export default class Failures implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state !== "failed") return;
    const said = (errors ?? []).map(({ message }) => message).join("\n");
    console.error(
      `FAILED ${test.module.moduleId.replace(ROOT, "")}: ${test.fullName}\n    ${said.slice(0, MESSAGE_CHARACTERS)}`,
    );
  }
}
