/**
 * The random numbers of the sample: repeatable, independent by name, within their bounds and well
 * distributed.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Prng } from "./prng.ts";

const seeds = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

function draw(prng: Prng, count: number): number[] {
  return Array.from({ length: count }, () => prng.next());
}

describe("Prng", () => {
  test("returns the same numbers for the same seed and name", () => {
    fc.assert(
      fc.property(seeds, fc.string(), (seed, name) => {
        expect(draw(new Prng(seed, name), 20)).toEqual(draw(new Prng(seed, name), 20));
      }),
    );
  });

  test("returns other numbers for another seed, even if only its high bits differ, and for another name", () => {
    const plain = draw(new Prng(1, "payouts"), 4);
    for (const other of [
      new Prng(2, "payouts"),
      new Prng(1 + 2 ** 32, "payouts"),
      new Prng(1, "payout"),
      new Prng(1, "Payouts"),
    ]) {
      expect(draw(other, 4)).not.toEqual(plain);
    }
  });

  test("returns numbers within the bounds of each method", () => {
    fc.assert(
      fc.property(
        seeds,
        fc.integer({ min: -1000, max: 1000 }),
        fc.integer({ min: 0, max: 1000 }),
        (seed, least, width) => {
          const prng = new Prng(seed, "bounds");
          const most = least + width;
          const whole = prng.integer(least, most);
          expect(Number.isInteger(whole) && whole >= least && whole <= most).toBe(true);
          for (const value of [prng.between(least, most), prng.skewed(least, most)]) {
            expect(value).toBeGreaterThanOrEqual(least);
            expect(value).toBeLessThanOrEqual(most);
          }
          expect(Math.abs(prng.around(0.3) - 1)).toBeLessThanOrEqual(0.3);
          expect(["a", "b"]).toContain(prng.pick(["a", "b"]));
        },
      ),
    );
  });

  test("returns all integers of a small range about equally often", () => {
    const prng = new Prng(7, "dice");
    const counts = new Map<number, number>();
    for (let roll = 0; roll < 60_000; roll += 1) {
      const face = prng.integer(1, 6);
      counts.set(face, (counts.get(face) ?? 0) + 1);
    }
    expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  test("returns more small than large numbers from `skewed`", () => {
    const prng = new Prng(7, "amounts");
    const values = Array.from({ length: 2_000 }, () => prng.skewed(0, 100));
    expect(values.filter((value) => value < 50).length).toBeGreaterThan(1_200);
    expect(Math.max(...values)).toBeGreaterThan(90);
  });
});
