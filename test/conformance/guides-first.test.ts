/** The lines of the first page of the documents, and of every second one after it. */
import { expect, test } from "vitest";
import { everySecond, LINES, runLines, UNRUN } from "./guides.ts";

test.each(everySecond(0))(
  "the lines of $page run from the first to the last (CMD-018)",
  { timeout: 300_000 },
  runLines,
);

test("the lines that do not run stand in their pages", () => {
  const printed = LINES.flatMap(({ page, lines }) => lines.map((words) => `${page}: ${words.join(" ")}`));
  expect([...UNRUN].filter((line) => !printed.includes(line))).toEqual([]);
  // One less with each line that runs.
  expect(UNRUN.size).toBeLessThanOrEqual(16);
});
