/** Warming up compiles every formula, and does not change the results of views and edits between its steps. */
import { expect, test } from "vitest";
import { FormulaText, Reading, Reference, Workbook, writeBlock } from "@daybook/formula";
import { warmUp } from "./warm-up.ts";

const ROWS = 2_000;

function chain(): Workbook {
  const cells = Array.from({ length: ROWS }, (_, row) => ({
    row,
    column: 0,
    value: row === 0 ? 1 : new FormulaText(`=A${row}+1`),
  }));
  const sheet = { name: "Chain", blocks: [writeBlock(cells)], rowCount: ROWS, columnCount: 1 };
  return new Workbook({ sheets: [sheet], names: [] });
}

const readingOf = (workbook: Workbook, mayGoOn = () => true) =>
  new Reading(workbook, { now: 46_000, random: Math.random, mayGoOn });

/** The formulas that are compiled. */
function compiled(workbook: Workbook): number {
  let count = 0;
  for (let row = 0; row < ROWS; row += 1) {
    const cell = workbook.at(0, row, 0);
    if (cell instanceof Object && "compiled" in cell && cell.compiled !== null) count += 1;
  }
  return count;
}

test("every formula is compiled, a part of them in each step", () => {
  const workbook = chain();
  const steps = warmUp(workbook, 0, readingOf(workbook));
  steps.next();
  const first = compiled(workbook);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(ROWS / 2);
  for (const step of steps) expect(step).toBeUndefined();
  expect(compiled(workbook)).toBe(ROWS - 1);
});

test("a view and a change between two steps are right", () => {
  const workbook = chain();
  const last = () => {
    const reading = readingOf(workbook);
    reading.calculate([new Reference(0, ROWS - 1, 0, ROWS - 1, 0)]);
    return reading.value(0, ROWS - 1, 0);
  };
  const steps = warmUp(workbook, 0, readingOf(workbook));
  steps.next();
  expect(last()).toBe(ROWS);
  steps.next();
  workbook.set(0, 0, 0, 11);
  steps.next();
  expect(last()).toBe(ROWS + 10);
});

test("it ends with its budget", () => {
  const workbook = chain();
  workbook.set(0, 5, 0, new FormulaText("=SUM(SEQUENCE(1000,1000))"));
  expect(() => [
    ...warmUp(
      workbook,
      0,
      readingOf(workbook, () => false),
    ),
  ]).toThrow("used up");
});
