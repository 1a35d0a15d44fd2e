/** Which ticks go together in a request. */
import { expect, test } from "vitest";
import { takeBatch } from "./ticks.ts";

test("lines that change the same way go together, as many as a request takes, and the others after them", () => {
  const waiting = new Map([
    ["a", true],
    ["b", false],
    ["c", true],
    ["d", true],
  ]);
  expect(takeBatch(waiting, 2)).toEqual({ cleared: true, ids: ["a", "c"] });
  expect(takeBatch(waiting, 2)).toEqual({ cleared: false, ids: ["b"] });
  expect(takeBatch(waiting, 2)).toEqual({ cleared: true, ids: ["d"] });
  expect(waiting.size).toBe(0);
});
