/** Counting in the memory of a process: each window has its own counts, also for late requests. */
import { describe, expect, test } from "vitest";
import { memoryCounters } from "./counters.ts";

describe("counters in memory", () => {
  test("count each name of each window from 1", () => {
    const counters = memoryCounters();
    expect([
      counters.count("a", 60),
      counters.count("a", 60),
      counters.count("b", 60),
      counters.count("a", 120),
      counters.count("a", 120),
    ]).toEqual([1, 2, 1, 1, 2]);
  });

  test("keep the last window for late requests, which don't affect the new window", () => {
    const counters = memoryCounters();
    for (let count = 1; count <= 3; count += 1) expect(counters.count("a", 60)).toBe(count);
    expect(counters.count("a", 120)).toBe(1);
    expect(counters.count("a", 60)).toBe(4);
    expect(counters.count("a", 120)).toBe(2);
    expect(counters.count("a", 60)).toBe(5);
  });

  test("count from 1 in a window that is used again after two others", () => {
    const counters = memoryCounters();
    expect([60, 120, 180].map((window) => counters.count("a", window))).toEqual([1, 1, 1]);
    expect([counters.count("a", 180), counters.count("a", 120), counters.count("a", 180)]).toEqual([2, 2, 3]);
  });

  test("continue to count after the clock was set back", () => {
    const counters = memoryCounters();
    expect([6_000, 6_060].map((window) => counters.count("a", window))).toEqual([1, 1]);
    expect([
      counters.count("a", 60),
      counters.count("a", 60),
      counters.count("a", 120),
      counters.count("a", 120),
    ]).toEqual([1, 2, 1, 2]);
    expect(counters.count("a", 6_060)).toBe(2);
  });

  test("forget a name in its window only", () => {
    const counters = memoryCounters();
    expect([60, 60, 120, 120].map((window) => counters.count("a", window))).toEqual([1, 2, 1, 2]);
    expect(counters.count("b", 120)).toBe(1);
    counters.forget("a", 120);
    expect([counters.count("a", 120), counters.count("b", 120), counters.count("a", 60)]).toEqual([1, 2, 3]);
    counters.forget("a", 60);
    counters.forget("a", 6_000);
    expect([counters.count("a", 60), counters.count("a", 120)]).toEqual([1, 2]);
  });
});
