/** Bessel functions, with values checked by hand, errors and limits. */
import { describe, expect, it } from "vitest";
import { formula } from "../../../test/sheets.ts";
import { gives } from "../../../test/table.ts";
import { NUM, VALUE } from "../../values.ts";

/** Returns the series of J, for comparison. */
function series(order: number, x: number): number {
  let term = 1;
  for (let at = 1; at <= order; at++) term *= x / 2 / at;
  let sum = 0;
  for (let at = 0; at < 200; at++) {
    sum += term;
    term *= -(x * x) / 4 / ((at + 1) * (at + 1 + order));
  }
  return sum;
}

describe("Bessel functions", () => {
  it("agree with the power series to eight digits", () => {
    for (const order of [0, 1, 2, 5, 11])
      for (const x of [0.1, 1, 3, 7.9, 8.5, 12])
        expect(Number(formula(`=BESSELJ(${x},${order})`))).toBeCloseTo(series(order, x), 7);
  });

  it("obey Wronski's relations, which tie both kinds together", () => {
    for (const x of [0.5, 1.9, 2.1, 3.7, 3.8, 7.9, 8.1, 20]) {
      for (const order of [0, 1, 4]) {
        expect(
          Number(
            formula(
              `=(BESSELJ(${x},${order}+1)*BESSELY(${x},${order})-BESSELJ(${x},${order})*BESSELY(${x},${order}+1))*PI()*${x}/2`,
            ),
          ),
        ).toBeCloseTo(1, 6);
        expect(
          Number(
            formula(
              `=(BESSELI(${x},${order})*BESSELK(${x},${order}+1)+BESSELI(${x},${order}+1)*BESSELK(${x},${order}))*${x}`,
            ),
          ),
        ).toBeCloseTo(1, 5);
      }
    }
  });

  describe("know their bounds", () => {
    gives([
      ["=BESSELJ(1,-1)", NUM],
      ["=BESSELY(0,0)", NUM],
      ["=BESSELK(-1,1)", NUM],
      ["=BESSELI(0,3)", 0],
      ["=BESSELJ(-1,1)+BESSELJ(1,1)", 0],
      ["=BESSELJ(1,1E9)", NUM],
      ["=BESSELI(1E8,2)", NUM],
      ["=BESSELJ(TRUE,1)", VALUE],
    ]);
  });
});
