/** The compact memory of voucher names against a plain set. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { VoucherNumbers } from "./voucher-numbers.ts";

const names = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 30 }).map(String) },
  fc.integer({ min: 0, max: 30 }).map((number) => `JE-${number}`),
  fc.constantFrom(
    "007",
    "7",
    "00",
    "0",
    "JE-",
    "JE-01",
    "x",
    "a\n7",
    "9007199254740993",
    "999999999999999",
    "1000000000000000",
    "",
  ),
  fc.string(),
);

test("it answers as a set of names would", () => {
  fc.assert(
    fc.property(fc.array(names, { maxLength: 80 }), (list) => {
      const plain = new Set<string>();
      const compact = new VoucherNumbers();
      for (const name of list) {
        expect(compact.add(name)).toBe(!plain.has(name));
        plain.add(name);
      }
    }),
    { numRuns: 2000 },
  );
});

test.each<[string, (index: number) => string]>([
  ["rising", (index) => String(index)],
  ["falling", (index) => `INV-${100_000 - index}`],
])("numbers that are %s one by one take no memory", (_, name) => {
  const numbers = new VoucherNumbers();
  for (let index = 0; index < 50_000; index++) expect(numbers.add(name(index))).toBe(true);
  expect(numbers.size).toBe(1);
  expect(numbers.add(name(20_000))).toBe(false);
});

test("very many prefixes are kept as names", () => {
  const numbers = new VoucherNumbers();
  for (let index = 0; index < 3_000; index++) expect(numbers.add(`p${index}-1`)).toBe(true);
  for (let index = 0; index < 3_000; index++) expect(numbers.add(`p${index}-1`)).toBe(false);
});
