/** Rows in COPY text format: separators in a value are escaped, and every value is read back unchanged. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { copyRow } from "./copy.ts";

test.each([
  ["a\tb", "a\\tb"],
  ["a\nb", "a\\nb"],
  ["a\rb", "a\\rb"],
  ["\r\n", "\\r\\n"],
  ["a\\b", "a\\\\b"],
  ["\\N", "\\\\N"],
  ["", ""],
])("%j is written as %j", (text, written) => {
  expect(copyRow([text, null, 7, true])).toBe(`${written}\t\\N\t7\ttrue\n`);
});

/** Reads a row as PostgreSQL does: splits lines, then columns, then resolves escapes. */
function readRow(row: string): (string | null)[] {
  const [line = "", rest] = row.split(/[\n\r]/);
  expect(rest).toBe("");
  const letters: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r", "\\": "\\" };
  return line
    .split("\t")
    .map((column) =>
      column === "\\N" ? null : column.replaceAll(/\\(.)/g, (_, letter: string) => letters[letter] ?? letter),
    );
}

test("any row is read back unchanged", () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom("\\", "\t", "\n", "\r", "N", ".", "é") }),
    fc.string({ unit: "grapheme" }),
  );
  fc.assert(
    fc.property(fc.array(fc.option(text), { minLength: 1, maxLength: 5 }), (values) => {
      expect(readRow(copyRow(values))).toEqual(values);
    }),
  );
});
