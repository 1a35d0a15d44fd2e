/**
 * The order of test files: those that take longest start first, so that no long one is left at the end while
 * the other workers have nothing to do.
 */
import { fileURLToPath } from "node:url";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { costOf, recordedCosts } from "./costs.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const costs = recordedCosts();
    const lasted = new Map(
      files.map((each) => [each, costOf(each.moduleId.replace(ROOT, ""), costs).lastedS]),
    );
    return Promise.resolve(files.toSorted((one, other) => (lasted.get(other) ?? 0) - (lasted.get(one) ?? 0)));
  }
}
