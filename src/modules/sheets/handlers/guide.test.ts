/** The examples of the guide on formulas, calculated: a guide whose examples fail teaches nobody. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { sheet } from "../../../../test/support/sheet-records.ts";

const GUIDE = new URL("../../../../docs/guides/formulas.md", import.meta.url);
const examples = readFileSync(GUIDE, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("="));

test("each example of the guide comes to a value", async () => {
  const http = await testApp();
  // Side by side, so that lists have room below them.
  const cells = Object.fromEntries(
    examples.map((formula, at) => [`${String.fromCodePoint(65 + at)}1`, formula]),
  );
  const company = await http.company({ sheets: [sheet("guide", { Guide: cells })] });
  const { ranges, calculation } = await company.read<{
    ranges: { values: unknown[][] }[];
    calculation: object;
  }>(`/sheets/sht_guide?ranges=A1:${String.fromCodePoint(64 + examples.length)}1`);
  expect(calculation).toEqual({ status: "complete", errors: [], warnings: [] });
  const values = ranges[0]?.values.flat() ?? [];
  expect(values).toHaveLength(examples.length);
  expect(values.slice(0, 2)).toEqual([0, 0]);
  expect(values).toContain("Product, Engineering, Platform, Apps, Design, Sales");
  expect(examples.length).toBeGreaterThan(8);
});
