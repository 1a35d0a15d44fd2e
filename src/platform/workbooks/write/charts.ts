/**
 * Writes the charts of a worksheet as parts of a workbook. The ranges of a chart are as `read/charts.ts`
 * returns them: the first of several ranges is the categories; a series that is one cell longer than the
 * categories begins with the cell of its name.
 */
import { cellName, quotedSheet } from "@daybook/formula";
import type { Chart, ChartType } from "../../../core/spreadsheet.ts";
import { RELATIONS } from "../parts/package.ts";
import { escapeXml, tag, xmlPart } from "../parts/xml.ts";
import { type Area, areaOf } from "../read/charts.ts";

const CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart";
const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main";
const ANCHORS = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing";
/** The ids of the two axes. */
const [CATEGORY_AXIS, VALUE_AXIS] = [111_111_111, 222_222_222];

/**
 * The colors of the series, in turn. They must be stated, because the workbook has no theme: without colors,
 * some programs draw no lines.
 */
const COLORS = ["4472C4", "ED7D31", "A5A5A5", "FFC000", "5B9BD5", "70AD47"] as const;
/** The width of a line in EMU, the unit of drawings. A point has 12,700. */
const LINE_WIDTH = 28_575;

/** True if the value of a cell is a text. */
export type IsText = (sheet: string, row: number, column: number) => boolean;

/** Returns the number format of a cell; undefined for none. */
export type FormatOf = (sheet: string, row: number, column: number) => string | undefined;

/**
 * Returns the drawing with the positions of the charts. Their relations have the ids `rId1`, `rId2` and so
 * on.
 */
export function drawingPart(charts: readonly Chart[]): Uint8Array {
  const corner = (name: string, row: number, column: number) =>
    tag(
      name,
      {},
      tag("xdr:col", {}, String(column)),
      tag("xdr:colOff", {}, "0"),
      tag("xdr:row", {}, String(row)),
      tag("xdr:rowOff", {}, "0"),
    );
  const anchors = charts.map(({ position: { row, column, row_span: rows, column_span: columns } }, at) =>
    tag(
      "xdr:twoCellAnchor",
      {},
      corner("xdr:from", row, column),
      corner("xdr:to", row + rows, column + columns),
      tag(
        "xdr:graphicFrame",
        { macro: "" },
        tag(
          "xdr:nvGraphicFramePr",
          {},
          tag("xdr:cNvPr", { id: at + 2, name: `Chart ${at + 1}` }),
          tag("xdr:cNvGraphicFramePr", {}),
        ),
        tag("xdr:xfrm", {}, tag("a:off", { x: 0, y: 0 }), tag("a:ext", { cx: 0, cy: 0 })),
        tag(
          "a:graphic",
          {},
          tag(
            "a:graphicData",
            { uri: CHART },
            tag("c:chart", { "xmlns:c": CHART, "xmlns:r": RELATIONS, "r:id": `rId${at + 1}` }),
          ),
        ),
      ),
      tag("xdr:clientData", {}),
    ),
  );
  return xmlPart(tag("xdr:wsDr", { "xmlns:xdr": ANCHORS, "xmlns:a": DRAWING }, ...anchors));
}

export function chartPart({ type, title, ranges }: Chart, isText: IsText, formatOf: FormatOf): Uint8Array {
  const areas = ranges.map(areaOf).filter((area) => area !== null);
  const [categories, series] = areas.length > 1 ? [areas[0], areas.slice(1)] : [undefined, areas];
  // The format of the last cell, because the first one may be a name.
  const formatAt = (area: Area | undefined): string | undefined =>
    area && formatOf(area.sheet, area.bottom, area.right);
  const kindOf = (at: number): ChartType =>
    type !== "combo" ? type : at > 0 && at === series.length - 1 ? "line" : "column";
  const written = series.map((area, at) => seriesOf(area, at, categories, kindOf(at), isText));
  return xmlPart(
    tag(
      "c:chartSpace",
      { "xmlns:c": CHART, "xmlns:a": DRAWING, "xmlns:r": RELATIONS },
      tag(
        "c:chart",
        {},
        ...(title === null ? [] : [titleOf(title)]),
        val("c:autoTitleDeleted", title === null ? 1 : 0),
        tag(
          "c:plotArea",
          {},
          tag("c:layout", {}),
          ...plots(type, written),
          ...axes(type, formatAt(categories), formatAt(series[0])),
        ),
        ...(series.length > 1 || type === "pie" || type === "doughnut"
          ? [tag("c:legend", {}, val("c:legendPos", "b"), val("c:overlay", 0))]
          : []),
        val("c:plotVisOnly", 1),
        val("c:dispBlanksAs", "gap"),
      ),
    ),
  );
}

function val(name: string, value: string | number): string {
  return tag(name, { val: value });
}

function titleOf(title: string): string {
  const run = tag("a:r", {}, tag("a:t", {}, escapeXml(title)));
  return tag(
    "c:title",
    {},
    tag("c:tx", {}, tag("c:rich", {}, tag("a:bodyPr", {}), tag("a:p", {}, run))),
    val("c:overlay", 0),
  );
}

function plots(type: ChartType, series: readonly string[]): readonly string[] {
  const axisIds = [val("c:axId", CATEGORY_AXIS), val("c:axId", VALUE_AXIS)];
  const line = (of: readonly string[]) =>
    tag(
      "c:lineChart",
      {},
      val("c:grouping", "standard"),
      val("c:varyColors", 0),
      ...of,
      val("c:marker", 1),
      ...axisIds,
    );
  const bars = (direction: "bar" | "col", of: readonly string[]) =>
    tag(
      "c:barChart",
      {},
      val("c:barDir", direction),
      val("c:grouping", "clustered"),
      val("c:varyColors", 0),
      ...of,
      val("c:gapWidth", 150),
      ...axisIds,
    );
  switch (type) {
    case "line":
      return [line(series)];
    case "bar":
      return [bars("bar", series)];
    case "column":
      return [bars("col", series)];
    case "area":
      return [
        tag("c:areaChart", {}, val("c:grouping", "standard"), val("c:varyColors", 0), ...series, ...axisIds),
      ];
    case "pie":
      return [tag("c:pieChart", {}, val("c:varyColors", 1), ...series, val("c:firstSliceAng", 0))];
    case "doughnut":
      return [
        tag(
          "c:doughnutChart",
          {},
          val("c:varyColors", 1),
          ...series,
          val("c:firstSliceAng", 0),
          val("c:holeSize", 50),
        ),
      ];
    case "scatter":
      return [
        tag(
          "c:scatterChart",
          {},
          val("c:scatterStyle", "lineMarker"),
          val("c:varyColors", 0),
          ...series,
          ...axisIds,
        ),
      ];
    case "combo": {
      // The last series is a line, the others are columns.
      const last = series.slice(-1);
      return series.length > 1
        ? [bars("col", series.slice(0, -1)), line(last)]
        : [bars("col", series), line([])];
    }
    default:
      return [];
  }
}

/**
 * Returns both axes with the number formats of their cells. Without a stated format, programs that don't look
 * at the cells would show dates as serial numbers.
 */
function axes(
  type: ChartType,
  categoryFormat: string | undefined,
  valueFormat: string | undefined,
): readonly string[] {
  if (type === "pie" || type === "doughnut") return [];
  const isHorizontal = type === "bar";
  const axis = (
    id: number,
    position: string,
    other: number,
    gridlines: boolean,
    format: string | undefined,
  ) => [
    val("c:axId", id),
    tag("c:scaling", {}, val("c:orientation", "minMax")),
    val("c:delete", 0),
    val("c:axPos", position),
    ...(gridlines ? [tag("c:majorGridlines", {})] : []),
    tag("c:numFmt", { formatCode: format ?? "General", sourceLinked: format === undefined ? 1 : 0 }),
    val("c:majorTickMark", "out"),
    val("c:minorTickMark", "none"),
    val("c:tickLblPos", "nextTo"),
    val("c:crossAx", other),
    val("c:crosses", "autoZero"),
  ];
  const values = tag(
    "c:valAx",
    {},
    ...axis(VALUE_AXIS, isHorizontal ? "b" : "l", CATEGORY_AXIS, true, valueFormat),
    val("c:crossBetween", type === "scatter" ? "midCat" : "between"),
  );
  const categories = axis(CATEGORY_AXIS, isHorizontal ? "l" : "b", VALUE_AXIS, false, categoryFormat);
  return type === "scatter"
    ? [tag("c:valAx", {}, ...categories, val("c:crossBetween", "midCat")), values]
    : [
        tag(
          "c:catAx",
          {},
          ...categories,
          val("c:auto", 1),
          val("c:lblAlgn", "ctr"),
          val("c:lblOffset", 100),
          val("c:noMultiLvlLbl", 0),
        ),
        values,
      ];
}

function seriesOf(
  area: Area,
  at: number,
  categories: Area | undefined,
  type: ChartType,
  isText: IsText,
): string {
  const isDown = area.bottom > area.top;
  const length = isDown ? area.bottom - area.top + 1 : area.right - area.left + 1;
  const categoryCount =
    categories && Math.max(categories.bottom - categories.top, categories.right - categories.left) + 1;
  const hasName =
    length > 1 &&
    (categoryCount === undefined ? isText(area.sheet, area.top, area.left) : length === categoryCount + 1);
  const values = hasName
    ? { ...area, top: area.top + (isDown ? 1 : 0), left: area.left + (isDown ? 0 : 1) }
    : area;
  const name = hasName
    ? [tag("c:tx", {}, tag("c:strRef", {}, formula({ ...area, bottom: area.top, right: area.left })))]
    : [];
  const isScatter = type === "scatter";
  const categoryPart =
    categories === undefined
      ? []
      : [
          tag(
            isScatter ? "c:xVal" : "c:cat",
            {},
            tag(
              isText(categories.sheet, categories.top, categories.left) ? "c:strRef" : "c:numRef",
              {},
              formula(categories),
            ),
          ),
        ];
  const smooth = type === "line" || type === "scatter" ? [val("c:smooth", 0)] : [];
  return tag(
    "c:ser",
    {},
    val("c:idx", at),
    val("c:order", at),
    ...name,
    ...lookOf(type, at),
    ...categoryPart,
    tag(isScatter ? "c:yVal" : "c:val", {}, tag("c:numRef", {}, formula(values))),
    ...smooth,
  );
}

/**
 * Returns the look of a series: lines without markers, markers without lines, or filled areas. Slices of pies
 * get no colors here; the program that draws them chooses.
 */
function lookOf(type: ChartType, at: number): readonly string[] {
  if (type === "pie" || type === "doughnut") return [];
  const color = tag("a:solidFill", {}, tag("a:srgbClr", { val: COLORS[at % COLORS.length] }));
  if (type === "line")
    return [
      tag("c:spPr", {}, tag("a:ln", { w: LINE_WIDTH, cap: "rnd" }, color, tag("a:round", {}))),
      tag("c:marker", {}, val("c:symbol", "none")),
    ];
  if (type === "scatter")
    return [
      tag("c:spPr", {}, tag("a:ln", { w: LINE_WIDTH }, tag("a:noFill", {}))),
      tag("c:marker", {}, val("c:symbol", "circle"), val("c:size", 5), tag("c:spPr", {}, color)),
    ];
  return [tag("c:spPr", {}, color)];
}

function formula({ sheet, top, left, bottom, right }: Area): string {
  const fixed = (row: number, column: number) => cellName(row, column).replace(/^([A-Z]+)(\d+)$/, "$$$1$$$2");
  const [first, last] = [fixed(top, left), fixed(bottom, right)];
  return tag("c:f", {}, escapeXml(`${quotedSheet(sheet)}!${first === last ? first : `${first}:${last}`}`));
}
