/** Calculates the examples of the guide on formulas, so that the guide never shows a formula that fails. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { sheet } from "../../../../test/support/sheet-records.ts";

const GUIDE = new URL("../../../../docs/guides/formulas.md", import.meta.url);
const examples = readFileSync(GUIDE, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("="));

test("each example of the guide has a result", async () => {
  const http = await testApp();
  // Each formula has its own column, so that lists can spill downwards.
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
