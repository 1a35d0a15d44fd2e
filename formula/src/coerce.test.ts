/** Conversion of scalars to texts, numbers and booleans. */
import { expect, it } from "vitest";
import { numberText, toBoolean, toNumber, toText } from "./coerce.ts";
import { VALUE } from "./values.ts";

it.each([
  [0, "0"],
  [-0, "0"],
  [0.1 + 0.2, "0.3"],
  [1 / 3, "0.333333333333333"],
  [-1 / 3, "-0.333333333333333"],
  [1e-18, "0.000000000000000001"],
  [1e-20, "1E-20"],
  [1 / 7000, "0.000142857142857143"],
  [1 / 86_400, "1.15740740740741E-05"],
  [Number("1.22464679914735e-16"), "1.22464679914735E-16"],
  [Number("123456789012345678"), "123456789012346000"],
  [2 ** 64, "18446744073709600000"],
  [1e21, "1E+21"],
  [1.5e-300, "1.5E-300"],
  [Number("-1.5e300"), "-1.5E+300"],
  [Number("9.999999999999999"), "10"],
  [Number("0.9999999999999999"), "1"],
])("%j is written %j", (value, text) => {
  expect(numberText(value)).toBe(text);
});

it("reads booleans from their names, and numbers from what writes them", () => {
  expect([toBoolean("True"), toBoolean("FALSE"), toBoolean(0.1), toBoolean(null)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect([toNumber(true), toNumber(null), toNumber(" 1,234 ")]).toEqual([1, 0, 1234]);
  expect([toText(null), toText(false), toText(1.5)]).toEqual(["", "FALSE", "1.5"]);
  for (const read of [() => toBoolean("1"), () => toNumber("x"), () => toNumber("")]) {
    let thrown: unknown;
    try {
      read();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBe(VALUE);
  }
});
