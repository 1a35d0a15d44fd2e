/**
 * Calculates a worksheet before anybody needs its figures: formulas are compiled then, and the browser has
 * optimized the engine, so that the first edit of a long chain shows as fast as later ones. The figures are
 * dropped; each view calculates its own.
 */
import { Reference, type Reading, type Workbook } from "@daybook/formula";

const ROWS_IN_A_STEP = 100;

/**
 * Calculates a worksheet from top to bottom, some rows in each step, so that a view waits for one step at
 * most. Going down, each step finds the cells above it calculated. Ends early if the reading is exhausted.
 */
export function* warmUp(workbook: Workbook, sheet: number, reading: Reading): Generator<void> {
  for (let top = 0; top <= workbook.bottom; top += ROWS_IN_A_STEP) {
    const bottom = top + ROWS_IN_A_STEP - 1;
    // Starts with the last row, as a view does: its formulas wait for those above, so the engine is optimized
    // for that, too.
    for (const from of [bottom, top])
      reading.calculate([new Reference(sheet, from, 0, bottom, workbook.right)]);
    yield;
  }
}
