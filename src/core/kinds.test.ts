/** Kinds of values: which texts each accepts, and the refusal of other texts. */
import { expect, test } from "vitest";
import {
  DATE_INPUT,
  DAY,
  id,
  type Kind,
  MONTH,
  pattern,
  readAs,
  SECONDS,
  wholeNumber,
  word,
  YEAR,
} from "./kinds.ts";

test.each<[string, Kind<unknown>, string, unknown, readonly string[]]>([
  ["a day", DAY, "2026-02-28", "2026-02-28", ["", "2026-02-30", "2026-02-28T00:00:00Z", " 2026-02-28"]],
  ["a date", DATE_INPUT, "2026-03-01T05:00:00Z", "2026-02-28", ["", "2026-03-01T05:00:00", "soon"]],
  ["a month", MONTH, "2026-02", "2026-02", ["", "2026-13", "2026-2", "2026-02-01"]],
  ["a whole number", wholeNumber(1, 500), "007", 7, ["", "0", "0007", "501", "1e2", "1.0", "-1", "+1", " 1"]],
  ["a year", YEAR, "2026", 2026, ["", "999", "0999", "02026", "10000", "2026.0"]],
  ["seconds", SECONDS, "0", 0, ["", "253402300800", "-1", "1.5"]],
  ["a word", word(["card", "bank"]), "bank", "bank", ["", "Bank", "card,bank"]],
  ["an id", id("account"), "acct_a", "acct_a", ["", "acct_", "txn_a", "acct_ä"]],
  ["a pattern", pattern(/^x+$/, "x"), "xx", "xx", ["", "xy"]],
])("%s is parsed, and other texts are refused", (_, kind, text, value, invalid) => {
  expect(readAs(kind, text, "field")).toBe(value);
  for (const other of invalid)
    expect(() => readAs(kind, other, "field", "invalid_date"), other).toThrow(
      expect.objectContaining({
        code: "invalid_date",
        param: "field",
        message: `\`field\` must be ${kind.accepts}.`,
      }),
    );
});
