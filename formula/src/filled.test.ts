/** Array formulas of the older kind, which fill a fixed range regardless of the size of their result. */
import { describe, expect, it } from "vitest";
import { FormulaText, readBlock, writeBlock } from "./authored.ts";
import { cellAt, cellName } from "./places.ts";
import { Exhausted } from "./questions.ts";
import { Reading } from "./reading.ts";
import { CIRCULAR, type Element, NOT_AVAILABLE, Reference, SPILL } from "./values.ts";
import { Workbook } from "./workbook.ts";

type Cells = Readonly<Record<string, number | string | readonly [text: string, range: string]>>;

/** Makes a worksheet; `["=1", "A1:A3"]` is an array formula for that range. */
function workbookOf(cells: Cells): Workbook {
  const written = Object.entries(cells).map(([name, value]) => {
    const at = cellAt(name) ?? { row: -1, column: -1 };
    if (typeof value === "number") return { ...at, value };
    if (typeof value === "string")
      return { ...at, value: value.startsWith("=") ? new FormulaText(value) : value };
    const end = cellAt(value[1].split(":")[1] ?? value[1]) ?? at;
    return {
      ...at,
      value: new FormulaText(value[0], { rows: end.row - at.row + 1, columns: end.column - at.column + 1 }),
    };
  });
  return new Workbook({
    sheets: [
      {
        name: "S",
        rowCount: 1_000,
        columnCount: 26,
        blocks: [writeBlock(written.toSorted((a, b) => a.row - b.row || a.column - b.column))],
      },
    ],
    names: [],
  });
}

/**
 * Returns the cells of a range, row by row. Each cell is also requested alone, in both orders, and must have
 * the same value.
 */
function shown(cells: Cells, range: string): Element[][] {
  const [from, to] = range.split(":").map((name) => cellAt(name) ?? { row: 0, column: 0 });
  if (!from || !to) return [];
  const read = (...ranges: readonly Reference[]) => {
    const reading = new Reading(workbookOf(cells), { now: 46_000, random: () => 0.5 });
    expect(reading.calculate(ranges)).toEqual([]);
    return Array.from({ length: to.row - from.row + 1 }, (_row, row) =>
      Array.from({ length: to.column - from.column + 1 }, (_column, column) =>
        reading.value(0, from.row + row, from.column + column),
      ),
    );
  };
  const whole = read(new Reference(0, from.row, from.column, to.row, to.column));
  const single = Array.from(
    { length: (to.row - from.row + 1) * (to.column - from.column + 1) },
    (_none, at) => {
      const [row, column] = [
        from.row + Math.floor(at / (to.column - from.column + 1)),
        from.column + (at % (to.column - from.column + 1)),
      ];
      return new Reference(0, row, column, row, column);
    },
  );
  expect(read(...single)).toEqual(whole);
  expect(read(...single.toReversed())).toEqual(whole);
  return whole;
}

describe("an array formula over a range", () => {
  it("repeats one value, one row and one column", () => {
    expect(shown({ C2: ["=123", "C2:C5"], D2: "=SUM(C2:C5)" }, "C2:D5")).toEqual([
      [123, 492],
      [123, null],
      [123, null],
      [123, null],
    ]);
    expect(shown({ A1: ["={1,2}", "A1:B3"] }, "A1:C3")).toEqual([
      [1, 2, null],
      [1, 2, null],
      [1, 2, null],
    ]);
    expect(shown({ A1: ["={1;2}", "A1:C2"] }, "A1:C3")).toEqual([
      [1, 1, 1],
      [2, 2, 2],
      [null, null, null],
    ]);
  });

  it("is #N/A beyond a result of several rows or columns, and cut where the result is larger", () => {
    expect(shown({ A1: ["={1,2;3,4}", "A1:C3"] }, "A1:C3")).toEqual([
      [1, 2, NOT_AVAILABLE],
      [3, 4, NOT_AVAILABLE],
      [NOT_AVAILABLE, NOT_AVAILABLE, NOT_AVAILABLE],
    ]);
    expect(shown({ A1: ["={1,2;3}", "A1:A1"], B1: ["={1,2,3;4,5,6}", "B1:C1"] }, "A1:D2")).toEqual([
      [expect.anything(), 1, 2, null],
      [null, null, null, null],
    ]);
    expect(shown({ A1: ["=B1:B3", "A1"], B1: 7, B2: 8, B3: 9, A2: "below" }, "A1:A3")).toEqual([
      [7],
      ["below"],
      [null],
    ]);
  });

  it("shows 0 for blanks, and the error of its result everywhere", () => {
    expect(shown({ A1: ["=C1:C2", "A1:A2"], C2: 5 }, "A1:A2")).toEqual([[0], [5]]);
    expect(shown({ A1: ["=#N/A", "A1:B2"] }, "A1:B2")).toEqual([
      [NOT_AVAILABLE, NOT_AVAILABLE],
      [NOT_AVAILABLE, NOT_AVAILABLE],
    ]);
  });

  it("is read by other formulas through any of its cells", () => {
    const cells: Cells = {
      A1: ["=SEQUENCE(3)*D1", "A1:A3"],
      B1: "=A3+1",
      B2: "=SUM(A2:A3)",
      B3: "=COUNT(A:A)",
      C1: "=LOOKUP(20,A1:A3)",
      D1: 10,
      D2: "=SUM(A1#)",
    };
    expect(shown(cells, "A1:D3")).toEqual([
      [10, 31, 20, 10],
      [20, 50, null, 60],
      [30, 3, null, null],
    ]);
  });

  it("is in a circle with all of its cells, whichever leads back", () => {
    expect(shown({ A1: ["=D1", "A1:A3"], D1: "=A3", E1: "=IFERROR(A2,5)" }, "A1:E1")).toEqual([
      [CIRCULAR, null, null, CIRCULAR, 5],
    ]);
    expect(shown({ A1: ["=A2+1", "A1:A2"] }, "A1:A2")).toEqual([[CIRCULAR], [CIRCULAR]]);
    // A cell next to the range is not part of it, although it is below and to the right of the formula.
    expect(shown({ A1: ["=SUM(B1:B3)", "A1:A3"], B1: 4 }, "A1:B3")).toEqual([
      [4, 4],
      [4, null],
      [4, null],
    ]);
  });

  it("has no room where something is written, and takes room from arrays that spill", () => {
    expect(shown({ A1: ["=1", "A1:A3"], A2: "mine" }, "A1:A3")).toEqual([[SPILL], ["mine"], [null]]);
    expect(shown({ A1: "=SEQUENCE(3)", A2: ["=9", "A2:A3"] }, "A1:A3")).toEqual([[SPILL], [9], [9]]);
    // If ranges overlap, the range whose formula comes first gets the cells.
    expect(shown({ B1: ["=1", "B1:B3"], A2: ["=2", "A2:C2"] }, "A1:C3")).toEqual([
      [null, 1, null],
      [SPILL, 1, null],
      [null, 1, null],
    ]);
    expect(shown({ C1: ["=1", "C1:C2"], B1: "=SEQUENCE(1,3)" }, "B1:D2")).toEqual([
      [SPILL, 1, null],
      [null, 1, null],
    ]);
  });

  it("counts what it fills, and what it is compared with, against the budget", () => {
    const cells = Object.fromEntries(
      Array.from({ length: 200 }, (_none, at) => [
        cellName(0, at),
        ["=1", `${cellName(0, at)}:${cellName(999_999, at)}`] as const,
      ]),
    );
    const reading = new Reading(workbookOf(cells), { now: 46_000, random: () => 0.5, mayGoOn: () => false });
    expect(() => reading.calculate([new Reference(0, 0, 0, 0, 199)])).toThrow(Exhausted);
  });

  it("is stored with its range", () => {
    const cells = [
      { row: 0, column: 0, value: new FormulaText("=1", { rows: 2, columns: 3 }) },
      { row: 0, column: 5, value: new FormulaText("=2") },
    ];
    expect(readBlock(writeBlock(cells))).toEqual(cells);
  });
});
