/** Flaws of JSON texts that JSON.parse accepts: each is found at any place, and nothing else is reported. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstFlaw } from "./json-flaw.ts";

describe("a duplicate member", () => {
  test.each([
    ['{"a":1,"a":1}', { text: "a", at: 7, member: "a", element: 1 }],
    ['{"b":{"a":1,"\\u0061":2}}', { text: "a", at: 12, member: "b", element: 0 }],
    ['[{"a":1},{"a":1},{"":1 , ""\n:2}]', { text: "", at: 25, member: null, element: 2 }],
    ['{"__proto__":1,"__proto__":2}', { text: "__proto__", at: 15, member: "__proto__", element: 1 }],
  ])("%s", (text, flaw) => {
    expect(firstFlaw(text)).toEqual({ kind: "member", ...flaw });
  });

  test("is not reported for equal names in another object, in a text or as a value", () => {
    for (const text of [
      '[{"a":1},{"a":{"a":1}}]',
      '{"a":"\\"a\\":1","b":"a"}',
      '{"a":["a","a"],"a\\\\":2,"\\\\":3}',
      '""',
      '{"x":"{\\"a\\":1,\\"a\\":2}"}',
    ])
      expect([text, firstFlaw(text)]).toEqual([text, null]);
  });

  test("is found in any text that has one, and in no other", () => {
    const member = fc.tuple(fc.string({ unit: "grapheme", maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(fc.array(member, { maxLength: 6 }), (members) => {
        const text = `[${members.length},{${members.map(([name, value]) => `${JSON.stringify(name)} : ${JSON.stringify(value)}`).join(",")}}]`;
        const twice = new Set(members.map(([name]) => name)).size < members.length;
        expect(firstFlaw(text)?.kind).toBe(twice ? "member" : undefined);
      }),
    );
  });
});

describe("a number that loses digits", () => {
  test.each([
    "1.0000000000000001",
    "9007199254740993",
    "1e400",
    "-1e400",
    "1e-400",
    "123456789012345678",
    "0.1000000000000000055511151231257827",
    `0.${"0".repeat(400)}1`,
  ])("%s", (number) => {
    expect(firstFlaw(`[0,${number}]`)).toMatchObject({ kind: "number", text: number, at: 3, element: 1 });
  });

  test.each([
    "0",
    "-0",
    "0.0",
    "0e999",
    "1.10",
    "100e-2",
    "1E+3",
    "9007199254740992",
    "100000000000000000000",
    "5e-324",
    "1.7976931348623157e308",
    "0.30000000000000004",
    `1.${"0".repeat(400)}`,
  ])("is not %s", (number) => {
    expect(firstFlaw(`{"a":${number}}`)).toBeNull();
  });

  test("is not a number that a double represents exactly, however the number is written", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.nat({ max: 20 }),
        (value, digits) =>
          firstFlaw(`[${value},${value.toExponential()},${Number(value.toPrecision(digits + 1))}]`) === null,
      ),
    );
  });
});

test("nesting deeper than the limit is a flaw", () => {
  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  expect(firstFlaw(nested(100))).toBeNull();
  expect(firstFlaw(nested(101))).toMatchObject({ kind: "depth", at: 100 });
});
