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

/** The most cells of a range that are drawn: no more can be told apart. */
const MOST_POINTS = 500;

export interface ChartArea extends Rectangle {
  readonly worksheet: string;
}

/** Reads a range such as `'Monthly plan'!B2:B13`; null if it is none. It ends where no more is drawn. */
export function areaOfRange(text: string): ChartArea | null {
  const [, sheet, first = "", last = first] = /^(.+)!([$A-Z0-9]+)(?::([$A-Z0-9]+))?$/u.exec(text) ?? [];
  const [from, to] = [cellAt(first), cellAt(last)];
  if (sheet === undefined || from === null || to === null) return null;
  return {
    worksheet: unquotedSheet(sheet),
    top: from.row,
    left: from.column,
    bottom: Math.min(to.row, from.row + MOST_POINTS),
    right: Math.min(to.column, from.column + MOST_POINTS),
  };
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
  /** A category with the figures of all series; null where there is none. */
  readonly points: readonly { readonly category: string; readonly values: readonly (number | null)[] }[];
}

/** Puts the figures of a chart's ranges together. `textOf` returns a value of a range as its cell shows it. */
export function dataOf(
  figures: readonly Figures[],
  textOf: (range: number, index: number, value: Shown) => string,
): ChartData {
  const lines = figures.map((figure) => figure.flat());
  const [categories, series] = lines.length > 1 ? [lines[0] ?? null, lines.slice(1)] : [null, lines];
  const hasName = (line: readonly Shown[]): boolean =>
    categories === null ? typeof line[0] === "string" : line.length === categories.length + 1;
  const named = series.map((line, at) => {
    const range = at + lines.length - series.length;
    const isNamed = hasName(line);
    return {
      name: isNamed ? textOf(range, 0, line[0] ?? null) : `Series ${at + 1}`,
      values: (isNamed ? line.slice(1) : line).map((value) => (typeof value === "number" ? value : null)),
    };
  });
  const length = Math.max(categories?.length ?? 0, ...named.map(({ values }) => values.length));
  return {
    names: named.map(({ name }) => name),
    points: Array.from({ length }, (_, at) => ({
      category: categories === null ? String(at + 1) : textOf(0, at, categories[at] ?? null),
      values: named.map(({ values }) => values[at] ?? null),
    })),
  };
}
