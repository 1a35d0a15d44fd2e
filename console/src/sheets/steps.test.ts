/** Steps are bounded in number and in memory, stand in the order in which they are stored, and follow names. */
import { FormulaText } from "@daybook/formula/cells";
import { expect, test } from "vitest";
import type { Arrangement } from "./arrangements.ts";
import type { Change } from "./cells.ts";
import { Mover, renaming } from "./moving.ts";
import { NO_WORKSHEET } from "./selection.ts";
import { type Direction, Steps } from "./steps.ts";

const [row, column] = [0, 0];
const cell = (value: Change["value"]): Change => ({ worksheet: "wks_1", row, column, value, format: null });
/** A step of so many cells, each with a text of so many characters. */
const cells = (count: number, characters = 1) => ({
  before: Array.from({ length: count }, () => cell(null)),
  after: Array.from({ length: count }, (_, at) => cell(String(at % 10).repeat(characters))),
});
const worksheets = [{ ...NO_WORKSHEET, id: "wks_1", name: "Plan", row_count: 100, column_count: 26 }];

function taken(steps: Steps, direction: Direction = "undo"): object[] {
  const all: object[] = [];
  for (let step = steps.next(direction); step !== null; step = steps.next(direction)) {
    all.push(step);
    steps.turn(direction);
  }
  return all;
}

test("the last 200 steps are kept", () => {
  const steps = new Steps();
  const made = Array.from({ length: 300 }, () => cells(1));
  for (const step of made) steps.add(step);
  expect(taken(steps)).toEqual(made.slice(-200).toReversed());
});

test("200 deep steps of a large sheet are bounded in memory, and the oldest go first", () => {
  const steps = new Steps();
  const [count, characters] = [50_000, 20];
  const deep = cells(count, characters);
  for (let step = 0; step < 200; step += 1) steps.add({ ...deep });
  steps.add(cells(1));
  const kept = taken(steps);
  expect(kept.length).toBeGreaterThan(3);
  expect((kept.length - 1) * 2 * count * characters).toBeLessThan(64 * 2 ** 20);
  expect(kept[0]).toEqual(cells(1));
  // What was taken back counts, too, and can be made again.
  expect(taken(steps, "redo")).toHaveLength(kept.length);
});

test("a step larger than all that are kept can be taken back, alone", () => {
  const steps = new Steps();
  steps.add(cells(1));
  const large = cells(500_000);
  steps.add(large);
  expect(taken(steps)).toEqual([large]);
});

test("what deletions of lines took counts as well", () => {
  const steps = new Steps();
  const frame = { worksheets, names: [], charts: [] };
  const move = { worksheet_id: "wks_1", lines: "rows", at: 0, count: -1 } as const;
  const deleted = { cells: cells(100_000, 20).after, before: frame, left: frame };
  for (let step = 0; step < 50; step += 1)
    steps.addMove({ move, deleted: { ...deleted } }, null, new Mover(move, worksheets));
  expect(taken(steps).length).toBeLessThan(10);
});

const sizes = (line: number, pixels: number | null): Arrangement => ({
  kind: "sizes",
  worksheet: "wks_1",
  lines: "rows",
  sizes: [{ line, pixels }],
});

test("an arrangement that waits comes after the lines that are stored before it, and with its line", () => {
  const steps = new Steps();
  const move = { worksheet_id: "wks_1", lines: "rows", at: 0, count: 2 } as const;
  const stored = { arranged: { before: sizes(1, null), after: sizes(1, 40) }, mark: { isStored: true } };
  const waits = { arranged: { before: sizes(3, null), after: sizes(3, 50) }, mark: { isStored: false } };
  steps.add(stored);
  steps.add(waits);
  steps.addMove({ move, deleted: null }, null, new Mover(move, worksheets));
  const moved = { ...waits, arranged: { before: sizes(5, null), after: sizes(5, 50) } };
  expect(taken(steps)).toEqual([moved, { move, deleted: null }, stored]);
  steps.drop(waits.mark);
  expect(taken(steps, "redo")).toEqual([stored, { move, deleted: null }]);
});

test("formulas that come back name worksheets as they are called, also if two exchanged their names", () => {
  const named = (...names: readonly string[]) =>
    names.map((name, at) => ({ ...worksheets[0], id: `wks_${at}`, name })) as typeof worksheets;
  const rewrite = renaming(named("Plan", "Notes", "Kept"), named("Notes", "Plan", "Kept"));
  const steps = new Steps();
  const step = { before: [cell(new FormulaText("=Plan!A1+Notes!A1+Kept!A1"))], after: [cell("Plan!A1")] };
  steps.add(step);
  steps.rewrite(rewrite ?? String);
  const before = [cell(new FormulaText("=Notes!A1+Plan!A1+Kept!A1"))];
  expect(taken(steps)).toEqual([{ ...step, before }]);
  // A deletion that is being taken back meanwhile.
  const move = { worksheet_id: "wks_0", lines: "rows", at: 0, count: -1 } as const;
  const frame = { worksheets, names: [], charts: [] };
  const deletion = { move, deleted: { cells: step.before, before: frame, left: frame } };
  const mover = new Mover(move, worksheets);
  steps.addMove(deletion, null, mover);
  steps.rewrite(rewrite ?? String);
  expect(deletion.deleted.cells).toEqual(before);
  steps.addMove({ move, deleted: null }, { direction: "undo", step: deletion }, mover);
  expect([steps.next("undo"), steps.next("redo")]).toEqual([null, { move, deleted: null }]);
  expect(renaming(named("Plan"), named("Plan"))).toBeNull();
});
