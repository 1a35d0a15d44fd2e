/**
 * The slots of a worker: kinds of jobs that may take minutes never have all of them, so that mail and sweeps
 * always find one.
 */
import { expect, test } from "vitest";
import { LIMITS } from "@daybook/words/limits";
import type { JobKind } from "../../src/platform/jobs/index.ts";
import { filesOf } from "./tree.ts";

const SHORT_MS = 60_000;

test("long work leaves slots to every short kind of job", async () => {
  const modules = await Promise.all(
    filesOf(["/jobs.ts"], "src/modules").map(
      (path) => import(`../../${path}`) as Promise<Record<string, unknown>>,
    ),
  );
  const kinds = modules
    .flatMap((exported) => Object.values(exported))
    .filter((value): value is JobKind => typeof value === "object" && value !== null && "queue" in value);
  const isLong = ({ limits }: JobKind) => limits.timeoutMs > SHORT_MS;
  const sum = (some: readonly JobKind[]) => some.reduce((slots, { limits }) => slots + limits.concurrency, 0);
  expect(kinds.filter((kind) => !isLong(kind)).length).toBeGreaterThan(3);
  expect(sum(kinds.filter(isLong))).toBeGreaterThan(3);
  expect(sum(kinds.filter(isLong))).toBeLessThan(LIMITS.background_jobs.value);
});
