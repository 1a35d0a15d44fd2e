/**
 * Charts of a spreadsheet. Their ranges are as workbooks have them: the first of several is the categories,
 * and a series that is one cell longer than they are begins with the cell of its name.
 */
import { cellAt, cellName, quotedSheet, unquotedSheet } from "@daybook/formula/cells";
import type { SheetChart } from "../api/generated/schemas.ts";
import type { Figures, Rectangle, Shown } from "./protocol.ts";

export const KINDS = [
  ["column", "Columns"],
  ["line", "Lines"],
  ["pie", "Pie"],
] as const;
export type Kind = (typeof KINDS)[number][0];

/** The picture of each kind of chart. Kinds that come with workbooks are drawn by the nearest one. */
const PICTURES: Readonly<Record<SheetChart["type"], Kind>> = {
  column: "column",
  bar: "column",
  combo: "column",
  line: "line",
  area: "line",
  scatter: "line",
  pie: "pie",
  doughnut: "pie",
};
export const pictureOf = ({ type }: SheetChart): Kind => PICTURES[type];

/** The most figures of a series that are drawn: no more can be told apart. */
const MOST_POINTS = 500;
/** The most cells that all charts of a worksheet read together. */
const MOST_CELLS = 50_000;

/** The cells of a range that are drawn. */
export interface ChartArea extends Rectangle {
  readonly worksheet: string;
  /** The number of cells of the whole range. */
  readonly length: number;
}

/** Reads a range such as `'Monthly plan'!B2:B13`, cut to the cells that are drawn; null for any other text. */
export function areaOfRange(text: string): ChartArea | null {
  const [, sheet, first = "", last = first] = /^(.+)!([$A-Z0-9]+)(?::([$A-Z0-9]+))?$/u.exec(text) ?? [];
  const [from, to] = [cellAt(first), cellAt(last)];
  if (sheet === undefined || from === null || to === null) return null;
  const right = Math.min(to.column, from.column + MOST_POINTS);
  // One cell more than the figures, for the name.
  const rows = Math.max(1, Math.floor((MOST_POINTS + 1) / (right - from.column + 1)));
  return {
    worksheet: unquotedSheet(sheet),
    top: from.row,
    left: from.column,
    bottom: Math.min(to.row, from.row + rows - 1),
    right,
    length: (to.row - from.row + 1) * (to.column - from.column + 1),
  };
}

/** Returns the ranges of charts with their cells, each once, until there are too many cells. */
export function areasOf(charts: readonly SheetChart[]): ReadonlyMap<string, ChartArea> {
  const areas = new Map<string, ChartArea>();
  let cells = 0;
  for (const range of new Set(charts.flatMap(({ ranges }) => ranges))) {
    const area = areaOfRange(range);
    if (area === null) continue;
    cells += (area.bottom - area.top + 1) * (area.right - area.left + 1);
    if (cells > MOST_CELLS) break;
    areas.set(range, area);
  }
  return areas;
}

function rangeText(worksheet: string, { top, left, bottom, right }: Rectangle): string {
  return `${quotedSheet(worksheet)}!${cellName(top, left)}:${cellName(bottom, right)}`;
}

/**
 * Returns the ranges of a chart of an area: its columns are series, or its rows if it is wider than high. The
 * first series has the categories if there are several, and the first line the names if it has texts.
 */
export function rangesOf(
  worksheet: string,
  area: Rectangle,
  isText: (row: number, column: number) => boolean,
): readonly string[] {
  const { top, left, bottom, right } = area;
  const isDown = bottom - top >= right - left;
  const [count, first] = isDown ? [right - left + 1, left] : [bottom - top + 1, top];
  const lineAt = (at: number, skipped: number): Rectangle =>
    isDown
      ? { top: top + skipped, left: first + at, bottom, right: first + at }
      : { top: first + at, left: left + skipped, bottom: first + at, right };
  const hasNames = Array.from({ length: count }, (_, at) => lineAt(at, 0)).some(
    (line, at) => (at > 0 || count === 1) && isText(line.top, line.left),
  );
  return Array.from({ length: count }, (_, at) =>
    rangeText(worksheet, lineAt(at, hasNames && at === 0 && count > 1 ? 1 : 0)),
  );
}

export interface ChartData {
  readonly names: readonly string[];
  /** A category with the figures of all series; null for a missing one. */
  readonly points: readonly { readonly category: string; readonly values: readonly (number | null)[] }[];
  /** The number of points of the whole ranges, of which the first are drawn. */
  readonly length: number;
}

/** A range of a chart: its figures that are drawn, and the number of its cells. */
export interface Charted {
  readonly figures: Figures;
  readonly length: number;
}

/** Puts the figures of a chart's ranges together. `textOf` returns a value of a range as its cell shows it. */
export function dataOf(
  ranges: readonly Charted[],
  textOf: (range: number, index: number, value: Shown) => string,
): ChartData {
  const lines = ranges.map(({ figures, length }) => ({ cells: figures.flat(), length }));
  const [categories, series] = lines.length > 1 ? [lines[0] ?? null, lines.slice(1)] : [null, lines];
  const named = series.map(({ cells, length }, at) => {
    const range = at + lines.length - series.length;
    // Compares the lengths of the whole ranges, because their drawn parts are equally long.
    const isNamed = categories === null ? typeof cells[0] === "string" : length === categories.length + 1;
    return {
      name: isNamed ? textOf(range, 0, cells[0] ?? null) : `Series ${at + 1}`,
      values: (isNamed ? cells.slice(1) : cells).map((value) => (typeof value === "number" ? value : null)),
      length: isNamed ? length - 1 : length,
    };
  });
  const length = Math.max(categories?.length ?? 0, ...named.map((each) => each.length));
  const drawn = Math.max(categories?.cells.length ?? 0, ...named.map(({ values }) => values.length));
  return {
    names: named.map(({ name }) => name),
    points: Array.from({ length: Math.min(drawn, MOST_POINTS) }, (_, at) => ({
      category: categories === null ? String(at + 1) : textOf(0, at, categories.cells[at] ?? null),
      values: named.map(({ values }) => values[at] ?? null),
    })),
    length,
  };
}
