/**
 * Reads the charts of a worksheet. A spreadsheet keeps the type, title, position and ranges of a chart. The
 * first range is the categories, if the chart has any; then follows one range per series, which begins with
 * the cell of the series' name if that cell is directly before the values.
 */
import { cellAt, cellName, quotedSheet, unquotedSheet } from "@daybook/formula";
import type { Chart, ChartType } from "../../../core/spreadsheet.ts";
import { LIMITS } from "@daybook/words/limits";
import type { Parts } from "./archive.ts";
import { relationsOf } from "./relations.ts";
import { readXml, relationOf } from "./xml.ts";

const KINDS: ReadonlyMap<string, ChartType> = new Map([
  ["c:lineChart", "line"],
  ["c:line3DChart", "line"],
  ["c:areaChart", "area"],
  ["c:area3DChart", "area"],
  ["c:pieChart", "pie"],
  ["c:pie3DChart", "pie"],
  ["c:ofPieChart", "pie"],
  ["c:doughnutChart", "doughnut"],
  ["c:scatterChart", "scatter"],
  ["c:barChart", "column"],
  ["c:bar3DChart", "column"],
] as const);
/** The kinds of charts that spreadsheets can't represent. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  "c:radarChart",
  "c:stockChart",
  "c:surfaceChart",
  "c:surface3DChart",
  "c:bubbleChart",
]);
const ANCHORS: ReadonlySet<string> = new Set([
  "xdr:twoCellAnchor",
  "xdr:oneCellAnchor",
  "xdr:absoluteAnchor",
]);
const CORNER: ReadonlyMap<string, keyof Corner> = new Map([
  ["xdr:col", "col"],
  ["xdr:colOff", "colOff"],
  ["xdr:row", "row"],
  ["xdr:rowOff", "rowOff"],
]);
/** The usual sizes of a column and a row, in the units of drawings. */
const COLUMN_WIDTH = 609_600;
const ROW_HEIGHT = 190_500;
const LONGEST_TITLE = LIMITS.text_field_characters.value;

export interface Drawn {
  readonly charts: readonly Chart[];
  /** True if the drawing also contains pictures or shapes. */
  readonly hasPictures: boolean;
  /** The number of charts that were left out. */
  readonly otherCharts: number;
}

interface Anchor {
  readonly from: Corner;
  readonly to: Corner;
  extent: readonly [width: number, height: number] | null;
  hasTo: boolean;
  chart: string | null;
}

interface Corner {
  col: number;
  colOff: number;
  row: number;
  rowOff: number;
}

/** Reads the charts of a drawing. */
export function readDrawing(parts: Parts, path: string): Drawn {
  const bytes = parts.get(path);
  const charts: Chart[] = [];
  let [hasPictures, otherCharts] = [false, 0];
  if (!bytes) return { charts, hasPictures, otherCharts };
  const relations = relationsOf(parts, path);
  for (const anchor of anchorsOf(path, bytes, () => (hasPictures = true))) {
    const relation = anchor.chart === null ? undefined : relations.get(anchor.chart);
    const part = relation && parts.get(relation.target);
    const chart = relation && part ? readChart(relation.target, part) : null;
    if (chart && charts.length < LIMITS.sheet_charts.value)
      charts.push({ ...chart, position: positionOf(anchor) });
    else otherCharts += 1;
  }
  return { charts, hasPictures, otherCharts };
}

function anchorsOf(path: string, bytes: Uint8Array, onPicture: () => void): readonly Anchor[] {
  const anchors: Anchor[] = [];
  let anchor: Anchor | null = null;
  let corner: Corner | null = null;
  let field: keyof Corner | null = null;
  readXml(path, bytes, {
    open(name, attributes) {
      if (ANCHORS.has(name))
        anchor = {
          from: { col: 0, colOff: 0, row: 0, rowOff: 0 },
          to: { col: 0, colOff: 0, row: 0, rowOff: 0 },
          extent: null,
          hasTo: false,
          chart: null,
        };
      else if (anchor && name === "xdr:from") corner = anchor.from;
      else if (anchor && name === "xdr:to") {
        corner = anchor.to;
        anchor.hasTo = true;
      } else if (corner && CORNER.has(name)) field = CORNER.get(name) ?? null;
      else if (name === "xdr:ext" && anchor?.extent === null && attributes["cx"] !== undefined)
        anchor.extent = [Number(attributes["cx"]), Number(attributes["cy"])];
      else if ((name === "c:chart" || name === "cx:chart") && anchor)
        anchor.chart = relationOf(attributes) ?? null;
      else if (anchor && (name === "xdr:pic" || name === "xdr:sp")) onPicture();
    },
    text(text) {
      if (corner && field) corner[field] = Number(text) || 0;
    },
    close(name) {
      if (CORNER.has(name)) field = null;
      if (name === "xdr:from" || name === "xdr:to") corner = null;
      if (ANCHORS.has(name) && anchor) {
        if (anchor.chart !== null) anchors.push(anchor);
        anchor = null;
      }
    },
  });
  return anchors;
}

function positionOf({ from, to, extent, hasTo }: Anchor): Chart["position"] {
  const [rows, columns] = [LIMITS.sheet_rows.value, LIMITS.sheet_columns.value];
  const row = bounded(from.row, 0, rows - 1);
  const column = bounded(from.col, 0, columns - 1);
  const [width, height] = extent ?? [COLUMN_WIDTH * 8, ROW_HEIGHT * 15];
  const rowSpan = hasTo
    ? to.row - row + (to.rowOff > 0 ? 1 : 0)
    : Math.ceil((from.rowOff + height) / ROW_HEIGHT);
  const columnSpan = hasTo
    ? to.col - column + (to.colOff > 0 ? 1 : 0)
    : Math.ceil((from.colOff + width) / COLUMN_WIDTH);
  return {
    row,
    column,
    row_span: bounded(rowSpan, 1, rows - row),
    column_span: bounded(columnSpan, 1, columns - column),
  };
}

function bounded(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Number.isFinite(value) ? Math.trunc(value) : least));
}

interface Series {
  name: string;
  categories: string;
  values: string;
}

/** Returns null for a chart of a kind that spreadsheets can't represent. */
function readChart(path: string, bytes: Uint8Array): Omit<Chart, "position"> | null {
  const kinds = new Set<ChartType>();
  const series: Series[] = [];
  const openElements: string[] = [];
  let [isSupported, title, field, isHorizontal] = [true, "", "", false];
  readXml(path, bytes, {
    open(name, attributes) {
      openElements.push(name);
      const kind = KINDS.get(name);
      if (kind) kinds.add(kind);
      else if (UNSUPPORTED.has(name)) isSupported = false;
      else if (name === "c:barDir") isHorizontal ||= attributes["val"] === "bar";
      else if (name === "c:ser") series.push({ name: "", categories: "", values: "" });
    },
    text(text) {
      const [element, parent, role] = [openElements.at(-1), openElements.at(-2), openElements.at(-3)];
      const isTitle = openElements[1] === "c:chart" && openElements[2] === "c:title";
      if (isTitle && (element === "a:t" || element === "c:v")) title += text;
      if (element !== "c:f" || parent === undefined) return;
      field += text;
      const current = series.at(-1);
      if (!current || !openElements.includes("c:ser")) return;
      if (role === "c:tx") current.name = field;
      else if (role === "c:cat" || role === "c:xVal") current.categories = field;
      else if (role === "c:val" || role === "c:yVal") current.values = field;
    },
    close(name) {
      openElements.pop();
      if (name === "c:f") field = "";
    },
  });
  const [first] = kinds;
  if (!isSupported || first === undefined) return null;
  const type = kinds.size > 1 ? "combo" : first === "column" && isHorizontal ? "bar" : first;
  const categories = series.find((each) => each.categories !== "")?.categories;
  const ranges = [...(categories === undefined ? [] : [normalizedRange(categories)]), ...series.map(rangeOf)]
    .filter((range) => range !== null)
    .slice(0, LIMITS.sheet_chart_ranges.value);
  return { type, title: title.trim() === "" ? null : title.trim().slice(0, LONGEST_TITLE), ranges };
}

/** A rectangle of one worksheet. */
export interface Area {
  readonly sheet: string;
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

const SHEET = /^('(?:[^']|'')+'|[^'!]+)!(.+)$/u;

/** Parses a reference such as "'Monthly plan'!$B$2:$B$13"; null for anything else. */
export function areaOf(text: string): Area | null {
  const [, sheet, range = ""] = SHEET.exec(text.replace(/^\((.*)\)$/u, "$1")) ?? [];
  const [first = "", last = first, ...more] = range.split(":");
  const [from, to] = [cellAt(first), cellAt(last)];
  if (sheet === undefined || !from || !to || more.length > 0) return null;
  return {
    sheet: unquotedSheet(sheet),
    top: Math.min(from.row, to.row),
    left: Math.min(from.column, to.column),
    bottom: Math.max(from.row, to.row),
    right: Math.max(from.column, to.column),
  };
}

/** Returns an area in the form of spreadsheets, without dollar signs. */
function areaText({ sheet, top, left, bottom, right }: Area): string {
  const [first, last] = [cellName(top, left), cellName(bottom, right)];
  return `${quotedSheet(sheet)}!${first === last ? first : `${first}:${last}`}`;
}

function normalizedRange(text: string): string | null {
  const area = areaOf(text);
  return area && areaText(area);
}

/**
 * Returns the range of a series: its values, and the cell of its name if that is directly above or left of
 * them.
 */
function rangeOf({ name, values }: Series): string | null {
  const [head, body] = [areaOf(name), areaOf(values)];
  if (!body) return null;
  const isAbove =
    head &&
    head.sheet === body.sheet &&
    head.left === body.left &&
    body.left === body.right &&
    head.top === head.bottom &&
    head.top === body.top - 1;
  const isBeside =
    head &&
    head.sheet === body.sheet &&
    head.top === body.top &&
    body.top === body.bottom &&
    head.left === head.right &&
    head.left === body.left - 1;
  return areaText({ ...body, top: isAbove ? head.top : body.top, left: isBeside ? head.left : body.left });
}
