/** Spreadsheets with very many cells, written as the console writes them. */
import type { Page } from "playwright-core";
import { askConsole } from "./in-page.js";

interface Grid {
  readonly rows: number;
  readonly columns: number;
}

/** Rows of one request, with 20 columns about as large as a request may be. */
const ROWS_AT_ONCE = 1_000;
const CELLS_OF_EDIT = 10_000;

/** Numbers the cells of the first worksheet from 0, row by row. The page must be one of the console. */
export async function writeNumbers(
  page: Page,
  company: string,
  sheet: string,
  { rows, columns }: Grid,
): Promise<void> {
  const number = (row: number, column: number): string => String(row * columns + column);
  await writeCells(page, company, sheet, { rows, columns }, number);
}

/** Writes what `inputOf` gives for each cell of the first worksheet. */
export async function writeCells(
  page: Page,
  company: string,
  sheet: string,
  { rows, columns }: Grid,
  inputOf: (row: number, column: number) => string,
): Promise<void> {
  const content = await page.evaluate(askConsole, { company, path: `/sheets/${sheet}/content`, body: null });
  let revision = content.revision ?? 0;
  const worksheet_id = content.worksheets?.[0]?.id ?? "";
  const edit = async (edits: readonly object[]): Promise<void> => {
    const body = { base_revision: revision, edits };
    const answer = await page.evaluate(askConsole, { company, path: `/sheets/${sheet}/edits`, body });
    if (answer.revision === undefined) throw new Error(JSON.stringify(answer));
    revision = answer.revision;
  };
  await edit([
    {
      kind: "grow_worksheet",
      worksheet_id,
      row_count: Math.max(1_000, rows + 1_000),
      column_count: Math.max(26, columns),
    },
  ]);
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const cells = Array.from({ length: Math.min(ROWS_AT_ONCE, rows - from) * columns }, (_cell, at) => {
      const [row, column] = [from + Math.floor(at / columns), at % columns];
      return { row, column, input: inputOf(row, column) };
    });
    const edits: object[] = [];
    for (let at = 0; at < cells.length; at += CELLS_OF_EDIT)
      edits.push({ kind: "cells", worksheet_id, cells: cells.slice(at, at + CELLS_OF_EDIT) });
    await edit(edits);
  }
}
