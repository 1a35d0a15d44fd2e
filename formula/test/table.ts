/** Tables of formulas with their expected values: each line is a test. */
import { expect, it } from "vitest";
import { type Element, isError } from "../src/values.ts";
import { type Extras, type Sheets, formula } from "./sheets.ts";

/**
 * Defines a test for each formula; numbers must agree to twelve digits. `cells` are on the formula's
 * worksheet.
 */
export function gives(
  table: readonly (readonly [formula: string, value: Element])[],
  cells: Sheets[string] = {},
  extras: Extras = {},
): void {
  it.each(
    table.map(([text, value]) => ({
      text,
      value,
      name: isError(value) ? value.code : JSON.stringify(value),
    })),
  )("$text is $name", ({ text, value }) => {
    const got = formula(text, cells, extras);
    if (typeof value === "number" && typeof got === "number")
      expect(Math.abs(got - value)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(value)));
    else expect(got).toBe(value);
  });
}
