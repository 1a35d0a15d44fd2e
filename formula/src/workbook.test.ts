/** Edits of a loaded workbook: the next reading is that of a workbook that was loaded with the same content. */
import { expect, test } from "vitest";
import { type Authored, FormulaText, writeBlock } from "./authored.ts";
import { Reading } from "./reading.ts";
import { Reference } from "./values.ts";
import { Workbook } from "./workbook.ts";

const ROWS = 12;
const COLUMNS = 4;

function workbookOf(cells: ReadonlyMap<string, Authored>): Workbook {
  const places = [...cells].map(([place, value]) => {
    const [row = 0, column = 0] = place.split(" ").map(Number);
    return { row, column, value };
  });
  const block = writeBlock(places.toSorted((a, b) => a.row - b.row || a.column - b.column));
  const sheet = { name: "A", rowCount: 100, columnCount: 10, blocks: [block] };
  return new Workbook({ sheets: [sheet], names: [] });
}

function read(workbook: Workbook): unknown[] {
  const reading = new Reading(workbook, { now: 46_000, random: () => 0.5 });
  expect(reading.calculate([new Reference(0, 0, 0, ROWS - 1, COLUMNS - 1)])).toEqual([]);
  return Array.from({ length: ROWS * COLUMNS }, (_, at) =>
    reading.value(0, Math.floor(at / COLUMNS), at % COLUMNS),
  );
}

/** A small generator of whole numbers below `most`, which repeats for a seed. */
function numbersOf(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

test.each([1, 2, 3, 4, 5])("an edited workbook reads like a new one with the same content (%i)", (seed) => {
  const below = numbersOf(seed);
  const contents: (() => Authored | null)[] = [
    () => below(100),
    () => null,
    () => new FormulaText(`=A${below(ROWS) + 1}+1`),
    () => new FormulaText(`=SUM(A1:B${below(ROWS) + 1})`),
    () => new FormulaText(`=SEQUENCE(${below(3) + 1})`),
    () => new FormulaText("=MAX(A:A)", { rows: 2, columns: 1 }),
    () => "text",
  ];
  const cells = new Map<string, Authored>();
  const edited = workbookOf(cells);
  for (let edit = 0; edit < 150; edit++) {
    const [row, column] = [below(ROWS), below(COLUMNS)];
    const value = contents[below(contents.length)]?.() ?? null;
    if (value === null) cells.delete(`${row} ${column}`);
    else cells.set(`${row} ${column}`, value);
    edited.set(0, row, column, value);
    expect(read(edited), `edit ${edit}`).toEqual(read(workbookOf(cells)));
  }
});
