/** Faults of values are told by their first place, in the words of every surface. */
import Type from "typebox";
import { Compile } from "typebox/compile";
import { expect, test } from "vitest";
import { firstFault, patternSchema, placeText } from "./faults.ts";
import { exactly, nullable } from "./operation.ts";
import { dateSchema, idSchema } from "./schemas.ts";

const schema = exactly({
  id: idSchema("account", "An id."),
  day: dateSchema("A day."),
  code: patternSchema("^[A-Z]{3}$", "must be three capital letters", "A code."),
  word: Type.Enum(["a", "b"]),
  lines: Type.Array(exactly({ amount: nullable(Type.Integer()), memo: Type.Optional(Type.String()) }), {
    maxItems: 2,
  }),
});
const validator = Compile(schema);
const GOOD = {
  id: "acct_a",
  day: "2026-01-31",
  code: "USD",
  word: "a",
  lines: [{ amount: 1 }, { amount: null }],
};

function told(change: object): string {
  const { path, says } = firstFault(validator.Errors({ ...GOOD, ...change }));
  return `${placeText(path, "r[3]")} ${says}`;
}

test.each([
  [{ word: "c" }, "r[3].word must be one of a, b"],
  [{ code: "usd" }, "r[3].code must be three capital letters"],
  [{ day: "2026-02-30" }, "r[3].day must be a day that exists, as YYYY-MM-DD"],
  [{ day: "soon" }, "r[3].day must be a day that exists, as YYYY-MM-DD"],
  [{ lines: [{ amount: 1 }, { amount: "1" }] }, "r[3].lines[1].amount must be an integer or null"],
  [{ lines: [{}] }, "r[3].lines[0].amount is required"],
  [{ lines: [{ amount: 1, "a/b": 2 }] }, "r[3].lines[0].a/b is not a field"],
  [{ lines: [{ amount: 1, memo: 2 }] }, "r[3].lines[0].memo must be a string"],
  [{ lines: "none" }, "r[3].lines must be a list"],
])("of %j", (change, sentence) => {
  expect(validator.Check(GOOD)).toBe(true);
  expect(told(change)).toBe(sentence);
});

test("an invalid id is reported with its prefix, and other faults in the validator's words", () => {
  expect(told({ id: "txn_a" })).toMatch(/^r\[3\]\.id must be an id: `acct_` and 1 to 63 letters/);
  expect(told({ lines: [GOOD.lines[0], GOOD.lines[0], GOOD.lines[0]] })).toMatch(/^r\[3\]\.lines must /);
  expect(placeText(["lines", "0", "memo"])).toBe("lines[0].memo");
});
