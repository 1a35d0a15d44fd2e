/** The grace period of a server that was asked to stop. */
import { expect, test } from "vitest";
import { gracePeriod } from "./resident.ts";

test("the time to stop begins when it is first asked for, and is never less than nothing", () => {
  let now = 5_000;
  const leftMs = gracePeriod(10, () => now);
  now = 60_000;
  expect(leftMs()).toBe(10_000);
  now = 69_999;
  expect(leftMs()).toBe(1);
  now = 90_000;
  expect(leftMs()).toBe(0);
});
