/** Burn and runway: exact for any amounts, and none where cash grows. */
import { expect, test } from "vitest";
import { cents } from "@daybook/words/cents";
import { burnOf, runwayTenths } from "./overview.ts";

test.each([
  [[-100, -100, -101], 100],
  [[-100, -101, -101], 101],
  [[100, 100, 101], -100],
  [[0, 0, -300], 100],
  // Only the last three months count.
  [[-90_000, -3, -3, -3], 3],
  [[-1, 0], 1],
  [[], 0],
  [[Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER], Number.MAX_SAFE_INTEGER],
])("the burn of months with changes %j is %d", (changes, burn) => {
  expect(burnOf(changes.map((change) => ({ cashChange: cents(change) })))).toBe(burn);
});

test.each([
  [1_000, 100, 100],
  [1_099, 1_000, 10],
  [0, 100, 0],
  [-5, 100, 0],
  [1_000, 0, null],
  [1_000, -100, null],
  [Number.MAX_SAFE_INTEGER, 30, 3_002_399_751_580_330],
  [Number.MAX_SAFE_INTEGER, 1, Number.MAX_SAFE_INTEGER],
])("cash of %d lasts at a burn of %d for %s tenths of a month", (cash, burn, tenths) => {
  expect(runwayTenths(cents(cash), cents(burn))).toBe(tenths);
});
