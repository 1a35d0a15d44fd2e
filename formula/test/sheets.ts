/** Small workbooks for tests: cells by name, and the calculated values of cells. */
import { type AuthoredCell, FormulaText, writeBlock } from "../src/authored.ts";
import { cellAt } from "../src/places.ts";
import { Reading } from "../src/reading.ts";
import { type Element, Reference, type Scalar, errorOf } from "../src/values.ts";
import { Workbook, type WorkbookOptions } from "../src/workbook.ts";

export interface WrittenSheet {
  readonly name: string;
  readonly cells: Readonly<
    Record<string, { readonly value?: Scalar; readonly formula?: string; readonly error?: string }>
  >;
}

/**
 * Worksheets by name, each a map from a cell's name to its content. Texts that begin with "=" are formulas.
 */
export type Sheets = Readonly<Record<string, Readonly<Record<string, number | string | boolean>>>>;

export interface Extras extends WorkbookOptions {
  readonly names?: Readonly<Record<string, string>>;
  readonly now?: number;
}

/** 2026-03-14 15:09:26 as a serial. */
export const NOON = 46_095.631_55;

function place(name: string): { readonly row: number; readonly column: number } {
  const at = cellAt(name);
  if (!at) throw new Error(`no cell is named ${name}`);
  return at;
}

function open(sheets: readonly WrittenSheet[], extras: Extras = {}): Workbook {
  return new Workbook(
    {
      sheets: sheets.map(({ name, cells }) => {
        const written = Object.entries(cells).map(
          ([cell, { value, formula: text, error }]): AuthoredCell | null => {
            const authored =
              text === undefined ? (error === undefined ? value : errorOf(error)) : new FormulaText(text);
            return authored === null || authored === undefined ? null : { ...place(cell), value: authored };
          },
        );
        const known = written
          .filter((each) => each !== null)
          .toSorted((a, b) => a.row - b.row || a.column - b.column);
        return { name, rowCount: 1_000, columnCount: 26, blocks: [writeBlock(known)] };
      }),
      names: Object.entries(extras.names ?? {}).map(([name, meaning]) => ({
        name,
        formula: meaning,
        sheet: null,
      })),
    },
    extras,
  );
}

/** Calculates one cell of the first worksheet. */
export function calculateOne(sheets: readonly WrittenSheet[], cell: string, extras: Extras = {}): Element {
  const workbook = open(sheets, extras);
  const { row, column } = place(cell);
  const reading = new Reading(workbook, { now: extras.now ?? NOON, random: () => 0.5 });
  const questions = reading.calculate([new Reference(0, row, column, row, column)]);
  if (questions.length > 0) throw new Error("the formula asks something");
  return reading.value(0, row, column);
}

/** Makes a workbook from the cells of a test. */
export function workbookOf(sheets: Sheets, extras: Extras = {}): Workbook {
  const written = Object.entries(sheets).map(([name, cells]) => ({
    name,
    cells: Object.fromEntries(
      Object.entries(cells).map(([cell, value]) => [
        cell,
        typeof value === "string" && value.startsWith("=") ? { formula: value } : { value },
      ]),
    ),
  }));
  return open(written, extras);
}

/** Calculates cells of the first worksheet, by name. */
export function calculate(
  sheets: Sheets,
  cells: readonly string[],
  extras: Extras = {},
): Record<string, Element> {
  const workbook = workbookOf(sheets, extras);
  const reading = new Reading(workbook, { now: extras.now ?? NOON, random: () => 0.5 });
  const places = cells.map(place);
  const questions = reading.calculate(
    places.map(({ row, column }) => new Reference(0, row, column, row, column)),
  );
  if (questions.length > 0) throw new Error("a formula asks something");
  return Object.fromEntries(
    cells.map((cell, at) => [cell, reading.value(0, places[at]?.row ?? 0, places[at]?.column ?? 0)]),
  );
}

/** Calculates a formula on a worksheet with some cells. */
export function formula(text: string, cells: Sheets[string] = {}, extras: Extras = {}): Element {
  return calculate({ Sheet1: { ...cells, ZZ100: text } }, ["ZZ100"], extras)["ZZ100"] ?? null;
}
