/** Where cells are seen in a grid that has scrolled, and which lines stay when the window is small. */
import { describe, expect, test } from "vitest";
import { Geometry, HEAD_HEIGHT, HEAD_WIDTH } from "./geometry.ts";

const sizes = {
  rowCount: 1_000,
  columnCount: 26,
  widthOf: (column: number) => (column === 1 ? 200 : 100),
  heights: [{ line: 1, pixels: 60 }],
  frozenRows: 2,
  frozenColumns: 1,
};
const WINDOW = { x: 0, y: 0, width: 800, height: 600 };

describe("a grid with frozen lines", () => {
  const grid = new Geometry(sizes, WINDOW);

  test("keeps them in place, and hides under them what has scrolled there", () => {
    grid.scroll(250, 500);
    expect(grid.frozen).toEqual({ rows: 2, columns: 1 });
    expect(grid.seenLeft(0) - 250).toBe(HEAD_WIDTH);
    expect(grid.seenTop(1) - 500).toBe(HEAD_HEIGHT + 24);
    // The columns B and C end under A, which is frozen.
    expect(grid.seenLeft(1) - 250).toBe(HEAD_WIDTH + 100);
    expect(grid.seenLeft(2) - 250).toBe(HEAD_WIDTH + 100);
    expect(grid.seenLeft(3) - 250).toBe(HEAD_WIDTH + 400 - 250);
    expect(grid.seenTop(3) - 500).toBe(HEAD_HEIGHT + 84);
    grid.scroll(0, 0);
  });

  test("finds the cell at a point, frozen or not", () => {
    grid.scroll(250, 500);
    expect([grid.columnAt(HEAD_WIDTH + 5), grid.rowAt(HEAD_HEIGHT + 30)]).toEqual([0, 1]);
    expect(grid.columnAt(HEAD_WIDTH + 105)).toBe(2);
    expect(grid.rowAt(HEAD_HEIGHT + 85)).toBe(Math.floor((500 + 85 - 36) / 24));
    grid.scroll(0, 0);
  });

  test("scrolls a cell out from under them, and not for a cell that is frozen", () => {
    grid.scroll(900, 5_000);
    expect(grid.reveal(2, 1)).toEqual({ x: 0, y: 0 });
    expect(grid.reveal(0, 0)).toEqual({ x: 900, y: 5_000 });
    expect(grid.reveal(100, 0)).toMatchObject({ x: 900 });
    grid.scroll(0, 0);
  });

  test("lets lines scroll for which the window is too small", () => {
    const { frozen } = new Geometry(
      { ...sizes, frozenRows: 100, frozenColumns: 3 },
      { ...WINDOW, width: 390 },
    );
    expect(frozen).toEqual({ rows: 12, columns: 1 });
  });
});
