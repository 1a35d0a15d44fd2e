/**
 * Reads a made workbook with the project's own engine, opened from blocks as they are stored: the whole of it
 * twice, or 100 cells in two places, from the blocks and again with the workbook kept. Prints seconds of CPU.
 */
import { FormulaText, Reading, Reference, Workbook, type WorkbookSource, writeBlock } from "@daybook/formula";
import { cpuSeconds } from "../figures.ts";
import { madeWorkbook } from "../workbooks.ts";

/** Seconds of CPU for the whole, in a process that has done nothing yet, and again from the blocks. */
export interface WholeRead {
  readonly first: number;
  readonly second: number;
}

/**
 * Seconds of CPU for 100 cells: with the workbook opened for them, and of each reading of the kept workbook.
 */
export interface SomeRead {
  readonly opened: number;
  readonly kept: readonly number[];
}

/** The rows of a block, as the service cuts them. */
const BLOCK_ROWS = 64;
const COLUMNS = 5;
/** The rows that hold 100 cells. */
const ROWS = 20;
const AGAIN = 9;
/** Any time; no formula of the workbook reads it. */
const NOW = 46_000;

function sourceOf(formulas: number): WorkbookSource {
  const sheets = madeWorkbook(formulas).map(({ name, rows }) => ({
    name,
    rowCount: rows.length,
    columnCount: COLUMNS,
    blocks: Array.from({ length: Math.ceil(rows.length / BLOCK_ROWS) }, (_none, block) =>
      writeBlock(cellsOf(rows.slice(block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS), block * BLOCK_ROWS)),
    ),
  }));
  return { names: [], sheets };
}

function cellsOf(rows: readonly (readonly (number | string | null)[])[], from: number) {
  return rows.flatMap((line, row) =>
    line.flatMap((value, column) =>
      value === null
        ? []
        : [
            {
              row: from + row,
              column,
              value: typeof value === "string" && value.startsWith("=") ? new FormulaText(value) : value,
            },
          ],
    ),
  );
}

/** Reads the values of rows of the first worksheet, with the cells that they need. */
function read(workbook: Workbook, top: number, rows: number): void {
  const reading = new Reading(workbook, { now: NOW, random: () => 0 });
  reading.calculate([new Reference(0, top, 0, top + rows - 1, COLUMNS - 1)]);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < COLUMNS; column++) reading.value(0, top + row, column);
}

function readWhole(formulas: number): WholeRead {
  const source = sourceOf(formulas);
  const once = (): void => read(new Workbook(source), 0, formulas / COLUMNS);
  return { first: cpuSeconds(once), second: cpuSeconds(once) };
}

function readSome(formulas: number, top: number): SomeRead {
  const source = sourceOf(formulas);
  let workbook: Workbook | null = null;
  const opened = cpuSeconds(() => {
    workbook = new Workbook(source);
    read(workbook, top, ROWS);
  });
  const kept = Array.from({ length: AGAIN }, () =>
    cpuSeconds(() => read(workbook ?? new Workbook(source), top, ROWS)),
  );
  return { opened, kept };
}

const [what = "", formulas = "", top = ""] = process.argv.slice(2);
console.log(
  JSON.stringify(what === "whole" ? readWhole(Number(formulas)) : readSome(Number(formulas), Number(top))),
);
