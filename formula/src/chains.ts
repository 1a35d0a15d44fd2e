/**
 * Chains: formulas of the same form at equal distances down a column, each of which reads the one above, such
 * as a running balance. If the last is needed, the others are needed too. They are calculated from above, so
 * that each finds what it needs and runs once, instead of once until it finds nothing and once more.
 */
import { type FormulaCell, isFormula, type Workbook } from "./workbook.ts";

/** The most cells of a chain that are calculated before it is known that each is needed. */
const GUESSED = 64;

/** A cell to calculate; it is opened when it runs for the first time. */
export interface Frame {
  readonly cell: FormulaCell;
  isOpened: boolean;
}

/** The state before the first guessed cell: the numbers of frames and of open cells, and the next index. */
export interface Guess {
  readonly frames: number;
  readonly open: number;
  readonly index: number;
}

/** Yields the cells above `next` that continue a chain, if `cell`, which reads `next`, is below it. */
export function* chainAbove(
  workbook: Workbook,
  { sheet, column, row }: FormulaCell,
  next: FormulaCell,
): Iterable<FormulaCell> {
  const step = row - next.row;
  if (next.sheet !== sheet || next.column !== column || step <= 0) return;
  const form = workbook.compiledOf(next);
  for (let guessed = 1; guessed <= GUESSED; guessed++) {
    const above = next.row - guessed * step;
    const cell = above < 0 ? null : workbook.at(sheet, above, column);
    if (!isFormula(cell) || workbook.compiledOf(cell) !== form) return;
    yield cell;
  }
}
