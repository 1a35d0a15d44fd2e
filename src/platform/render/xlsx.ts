/**
 * A statement as an Excel workbook, for people who calculate with it. Invariants: every amount is a number,
 * written as a decimal with exact cents; sums are formulas with stored values, and a recalculation does not
 * change them; a text is never a formula; the same table gives the same bytes. Numbers in a workbook have
 * fifteen digits, so cents are exact up to ten trillion dollars.
 */
import { columnName } from "@daybook/formula/cells";
import { decimalText } from "@daybook/words/money-text";
import {
  accountingFigure,
  decimalFigure,
  figureOf,
  headLines,
  markedLabel,
  SEE_NOTES,
  type StatementRow,
  type StatementRowKind,
  type StatementTable,
  textsOf,
} from "../../core/statement-table.ts";
import {
  MAIN,
  PACKAGE,
  RELATIONS,
  contentTypes,
  packed,
  relations,
  workbookTypes,
} from "../workbooks/parts/package.ts";
import { Texts } from "../workbooks/parts/texts.ts";
import { escapeCellText, tag, xmlPart } from "../workbooks/parts/xml.ts";
import { rowsWithDollarSign } from "./dollar-signs.ts";
import { firstAmount, formulaOf } from "./xlsx-formulas.ts";
import { type CellStyle, Styles } from "./xlsx-styles.ts";

/** The rows above the statement: company, title, period, basis, preparer and legend, and the header. */
const HEADER_ROW = 6;
const DEEPEST_OUTLINE = 7;
const DEEPEST_INDENT = 15;
/** In characters. */
const LABEL_WIDTH = { least: 28, most: 56 };
const LEAST_AMOUNT_WIDTH = 11;
/** A header with at most this many characters, such as `Jan 31, 2026`, stays in one line. */
const ONE_LINE_HEADER = 12;
/** The height of a line of text, in points. */
const LINE_HEIGHT = 15;
const MOST_LINES = 20;
/** The number of columns that are readable side by side on one printed page. */
const COLUMNS_A_PAGE = 14;
/** In characters. */
const TEXT_WIDTH = { least: 11, most: 36 };
const LONGEST_SHEET_NAME = 31;
const LONGEST_FOOTER_NAME = 50;
const LONGEST_LINK = 2_000;

const LOOK: Readonly<Record<StatementRowKind, Partial<CellStyle>>> = {
  heading: { font: "bold" },
  line: {},
  subtotal: { border: "above" },
  total: { font: "bold", border: "above" },
  grand_total: { font: "bold", border: "double" },
};

/** Returns the bytes of the file. */
export function renderXlsx(table: StatementTable): Uint8Array {
  const styles = new Styles(table.rounding);
  const texts = new Texts();
  const link = linkOf(table.link);
  const sheets = [statementSheet(table, styles, texts), aboutSheet(table, styles, texts, link !== null)];
  const names = [sheetName(table.title), "About"];
  const files: Record<string, Uint8Array> = {
    "[Content_Types].xml": contentTypes([
      ...workbookTypes(sheets.length),
      ["/docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml"],
      ["/docProps/app.xml", "extended-properties+xml"],
    ]),
    "_rels/.rels": relations([
      ["officeDocument", "xl/workbook.xml"],
      [`${PACKAGE}/relationships/metadata/core-properties`, "docProps/core.xml"],
      ["extended-properties", "docProps/app.xml"],
    ]),
    "docProps/app.xml": xmlPart(
      tag(
        "Properties",
        { xmlns: "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties" },
        tag("Application", {}, "Daybook"),
      ),
    ),
    "docProps/core.xml": coreProperties(table),
    "xl/workbook.xml": workbook(table, names),
    "xl/_rels/workbook.xml.rels": relations([
      ...sheets.map((_sheet, index) => ["worksheet", `worksheets/sheet${index + 1}.xml`] as const),
      ["styles", "styles.xml"],
      ["sharedStrings", "sharedStrings.xml"],
    ]),
    "xl/styles.xml": styles.part(),
    "xl/sharedStrings.xml": texts.part(),
  };
  for (const [index, sheet] of sheets.entries())
    files[`xl/worksheets/sheet${index + 1}.xml`] = xmlPart(sheet);
  if (link !== null)
    files["xl/worksheets/_rels/sheet2.xml.rels"] = relations([["hyperlink", link, "External"]]);
  return packed(files);
}

/** Returns an archive of workbooks, one for each table, named and numbered in their order. */
export function renderXlsxFiles(tables: readonly StatementTable[]): Uint8Array {
  const digits = String(tables.length).length;
  return packed(
    Object.fromEntries(
      tables.map((table, index) => [
        `${String(index + 1).padStart(digits, "0")} ${sheetName(table.title)}.xlsx`,
        renderXlsx(table),
      ]),
    ),
  );
}

function statementSheet(table: StatementTable, styles: Styles, texts: Texts): string {
  const { textColumns = [], columns, rows } = table;
  const labelWidth = labelWidthOf(table);
  const last = lastColumnOf(table);
  const firstOfAmounts = firstAmount(table);
  const said = headLines(table).join(" \u00B7 ");
  const head = [table.company, table.title, table.period, table.basis, ...(said === "" ? [] : [said])].map(
    (text, index) =>
      tag(
        "row",
        { r: index + 1 },
        texts.cell(
          `A${index + 1}`,
          styles.numberOf({ font: index === 0 ? "title" : index === 1 ? "bold" : "plain" }),
          text,
        ),
      ),
  );
  const headerStyle = styles.numberOf({ font: "bold", border: "below", align: "right", wrap: true });
  const headerOfTexts = styles.numberOf({ font: "bold", border: "below" });
  const header = tag(
    "row",
    { r: HEADER_ROW },
    ...["", ...textColumns.map(({ label }) => label)].map((label, index) =>
      texts.cell(`${columnName(index)}${HEADER_ROW}`, headerOfTexts, label),
    ),
    ...columns.map(({ label }, index) =>
      texts.cell(`${columnName(firstOfAmounts + index)}${HEADER_ROW}`, headerStyle, label),
    ),
  );
  const signed = rowsWithDollarSign(rows);
  const body = rows.map((row, index) => {
    const format = signed.has(row) ? "dollars" : "amount";
    return statementRow(table, row, { number: HEADER_ROW + 1 + index, labelWidth, format }, styles, texts);
  });
  const notes = noteRows(table, labelWidth, styles, texts);
  const { legend } = table;
  const deepest = Math.min(DEEPEST_OUTLINE, Math.max(0, ...rows.map(({ depth }) => depth)));
  return tag(
    "worksheet",
    { xmlns: MAIN, "xmlns:r": RELATIONS },
    tag("sheetPr", {}, tag("outlinePr", { summaryBelow: 1 }), tag("pageSetUpPr", { fitToPage: 1 })),
    tag("dimension", { ref: `A1:${last}${lastRowOf(table)}` }),
    tag(
      "sheetViews",
      {},
      tag(
        "sheetView",
        { showGridLines: 0, tabSelected: 1, workbookViewId: 0 },
        tag("pane", {
          xSplit: 1,
          ySplit: HEADER_ROW,
          topLeftCell: `B${HEADER_ROW + 1}`,
          activePane: "bottomRight",
          state: "frozen",
        }),
        tag("selection", {
          pane: "bottomRight",
          activeCell: `B${HEADER_ROW + 1}`,
          sqref: `B${HEADER_ROW + 1}`,
        }),
      ),
    ),
    tag("sheetFormatPr", { defaultRowHeight: 15, outlineLevelRow: deepest }),
    widths(table, labelWidth),
    tag("sheetData", {}, [...head, header, ...body, ...notes].join("")),
    // The text of a note goes over all columns.
    ...(notes.length === 0
      ? []
      : [
          tag(
            "mergeCells",
            {},
            ...table.notes.map((_text, index) => {
              const number = noteRowNumber(table, index);
              return tag("mergeCell", { ref: `A${number}:${last}${number}` });
            }),
          ),
        ]),
    tag("printOptions", { horizontalCentered: 1 }),
    tag("pageMargins", { left: 0.5, right: 0.5, top: 0.6, bottom: 0.7, header: 0.3, footer: 0.3 }),
    tag("pageSetup", {
      paperSize: 1,
      orientation: "landscape",
      fitToWidth: Math.ceil(columns.length / COLUMNS_A_PAGE),
      fitToHeight: 0,
    }),
    tag(
      "headerFooter",
      {},
      ...(legend === null ? [] : [tag("oddHeader", {}, escapeCellText(`&C${legend}`))]),
      tag("oddFooter", {}, escapeCellText(footer(table))),
    ),
  );
}

/** The name of the last column. */
function lastColumnOf(table: StatementTable): string {
  return columnName(firstAmount(table) + table.columns.length - 1);
}

/** The number of the last row: of the statement, or of its notes. */
function lastRowOf(table: StatementTable): number {
  const { rows, notes } = table;
  return notes.length === 0 ? HEADER_ROW + rows.length : noteRowNumber(table, notes.length - 1);
}

/** The number of a note's row: beneath the statement and the row that leads to the notes. */
function noteRowNumber({ rows }: StatementTable, index: number): number {
  return HEADER_ROW + rows.length + 2 + index;
}

/** Returns the row that leads to the notes, directly beneath the statement, and the rows of the notes. */
function noteRows(table: StatementTable, labelWidth: number, styles: Styles, texts: Texts): string[] {
  if (table.notes.length === 0) return [];
  const width = labelWidth + table.columns.length * LEAST_AMOUNT_WIDTH;
  const quiet = styles.numberOf({ font: "quiet", wrap: true });
  const first = noteRowNumber(table, 0) - 1;
  const see = tag("row", { r: first }, texts.cell(`A${first}`, quiet, SEE_NOTES));
  const rows = table.notes.map((text, index) => {
    const number = noteRowNumber(table, index);
    const label = `[${index + 1}] ${text}`;
    const height = linesOf({ label, depth: 0 }, width) * LINE_HEIGHT;
    return tag("row", { r: number, ht: height, customHeight: 1 }, texts.cell(`A${number}`, quiet, label));
  });
  return [see, ...rows];
}

function statementRow(
  table: StatementTable,
  row: StatementRow,
  place: { readonly number: number; readonly labelWidth: number; readonly format: CellStyle["format"] },
  styles: Styles,
  texts: Texts,
): string {
  const { number, labelWidth, format } = place;
  const look = LOOK[row.kind];
  const { font = "plain" } = look;
  const label = texts.cell(
    `A${number}`,
    styles.numberOf({
      font: row.kind === "heading" && row.depth > 0 ? "plain" : font,
      indent: Math.min(row.depth, DEEPEST_INDENT),
      wrap: true,
    }),
    markedLabel(row),
  );
  const style = styles.numberOf({ ...look, format, align: "right" });
  const percentStyle = styles.numberOf({ ...look, format: "percent", align: "right" });
  const textStyle = styles.numberOf({ font: "plain" });
  const ofTexts = textsOf(table, row).map((text, index) =>
    text === "" ? "" : texts.cell(`${columnName(1 + index)}${number}`, textStyle, text),
  );
  const amounts = (row.amounts ?? []).map((_amount, column) => {
    const formula = formulaOf(table, row, number, column, (index) => HEADER_ROW + 1 + index);
    const cell = `r="${columnName(firstAmount(table) + column)}${number}"`;
    const written = formula === null ? "" : `<f>${escapeCellText(formula)}</f>`;
    const figure = figureOf(table.columns, row, column);
    // A percentage of nothing is an empty text.
    if (figure === null && table.columns[column]?.kind !== "percent") return "";
    if (figure === null) return `<c ${cell} s="${percentStyle}" t="str">${written}<v></v></c>`;
    if (figure.unit === "effect")
      return `<c ${cell} s="${percentStyle}" t="str">${written}<v>${decimalFigure(figure)}</v></c>`;
    return figure.unit === "cents"
      ? `<c ${cell} s="${style}">${written}<v>${decimalText(figure.value)}</v></c>`
      : `<c ${cell} s="${percentStyle}">${written}<v>${figure.value / 1000}</v></c>`;
  });
  const level = Math.min(row.depth, DEEPEST_OUTLINE);
  const lines = linesOf({ label: markedLabel(row), depth: row.depth }, labelWidth);
  // The height is stated explicitly, because not every program computes the height of wrapped text.
  const height = lines === 1 ? {} : { ht: lines * LINE_HEIGHT, customHeight: 1 };
  return tag(
    "row",
    { r: number, ...height, outlineLevel: level === 0 ? undefined : level },
    label,
    ...ofTexts,
    ...amounts,
  );
}

function labelWidthOf({ rows }: StatementTable): number {
  const longest = rows.reduce(
    (most, row) => Math.max(most, markedLabel(row).length + 2 * Math.min(row.depth, DEEPEST_INDENT)),
    0,
  );
  return Math.min(LABEL_WIDTH.most, Math.max(LABEL_WIDTH.least, longest + 2));
}

/** Estimates the number of lines of a label, rather one too many than one too few. */
function linesOf({ label, depth }: Pick<StatementRow, "label" | "depth">, width: number): number {
  const room = Math.max(8, width - 1 - 1.5 * Math.min(depth, DEEPEST_INDENT));
  const lines = label
    .split(/\r\n|\r|\n/)
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / room)), 0);
  return Math.min(MOST_LINES, lines);
}

function widths({ textColumns = [], columns, rows, rounding }: StatementTable, label: number): string {
  const signed = rowsWithDollarSign(rows);
  const ofTexts = textColumns.map((_column, index) =>
    rows.reduce(
      (most, row) => Math.min(TEXT_WIDTH.most, Math.max(most, (row.texts?.[index] ?? "").length + 2)),
      TEXT_WIDTH.least,
    ),
  );
  const figures = columns.map((column, index) =>
    Math.max(
      LEAST_AMOUNT_WIDTH,
      column.label.length <= ONE_LINE_HEADER ? column.label.length + 2 : 0,
      ...rows.map((row) => {
        const figure = figureOf(columns, row, index);
        if (figure === null) return 0;
        const room = figure.unit === "cents" && signed.has(row) ? 4 : 2;
        return accountingFigure(figure, rounding).length + room;
      }),
    ),
  );
  return tag(
    "cols",
    {},
    ...[label, ...ofTexts, ...figures].map((width, index) =>
      tag("col", { min: index + 1, max: index + 1, width, customWidth: 1 }),
    ),
  );
}

/** In a footer, `&` begins a code: `&P` is the page number and `&N` the number of pages. */
function footer({ company, title, generatedAt }: StatementTable): string {
  const name = Array.from(`${company}, ${title}`)
    .slice(0, LONGEST_FOOTER_NAME)
    .join("")
    .replaceAll("&", "&&");
  return `&L${name}&CPage &P of &N&R${instant(generatedAt)}`;
}

function aboutSheet(table: StatementTable, styles: Styles, texts: Texts, linked: boolean): string {
  const facts: readonly (readonly [string, string])[] = [
    ["Company", table.company],
    ["Report", table.title],
    ["Period", table.period],
    ["First day", table.startDate],
    ["Last day", table.endDate],
    ["Basis", table.basis],
    ...headLines(table).map((said, index) => [index === 0 ? "Presentation" : "", said] as const),
    ["Currency", "United States dollars (USD)"],
    ["Generated at", instant(table.generatedAt)],
    ["Refreshed at", table.refreshedAt === null ? "" : instant(table.refreshedAt)],
    ["Made by", "Daybook"],
    ["Link", table.link],
  ];
  const rows = facts.map(([name, value], index) => {
    const font = linked && name === "Link" ? "link" : "plain";
    return tag(
      "row",
      { r: index + 1 },
      texts.cell(`A${index + 1}`, styles.numberOf({ font: "bold" }), name),
      texts.cell(`B${index + 1}`, styles.numberOf({ font, wrap: name !== "Link" }), value),
    );
  });
  return tag(
    "worksheet",
    { xmlns: MAIN, "xmlns:r": RELATIONS },
    tag("sheetPr", {}, tag("pageSetUpPr", { fitToPage: 1 })),
    tag(
      "cols",
      {},
      tag("col", { min: 1, max: 1, width: 16, customWidth: 1 }),
      tag("col", { min: 2, max: 2, width: 70, customWidth: 1 }),
    ),
    tag("sheetData", {}, ...rows),
    ...(linked ? [tag("hyperlinks", {}, tag("hyperlink", { ref: `B${facts.length}`, "r:id": "rId1" }))] : []),
    tag("pageMargins", { left: 0.5, right: 0.5, top: 0.6, bottom: 0.7, header: 0.3, footer: 0.3 }),
    tag("pageSetup", { paperSize: 1, orientation: "landscape", fitToWidth: 1, fitToHeight: 0 }),
  );
}

/** Returns a link's URL as a workbook needs it; null if the link is not an HTTP URL. */
function linkOf(link: string): string | null {
  const url = URL.parse(link);
  return url && /^https?:$/.test(url.protocol) && url.href.length <= LONGEST_LINK ? url.href : null;
}

/** Makes a valid sheet name of a title: without the forbidden characters and not too long. */
function sheetName(title: string): string {
  const name = title
    .replaceAll(/[\p{Cc}[\]:*?/\\']/gu, " ")
    .trim()
    .slice(0, LONGEST_SHEET_NAME)
    .toWellFormed();
  return name === "" || name === "About" ? "Statement" : name;
}

function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}

function workbook(table: StatementTable, names: readonly string[]): Uint8Array {
  const sheet = `'${names[0] ?? ""}'`;
  const titles = `${sheet}!$A:$A,${sheet}!$${HEADER_ROW}:$${HEADER_ROW}`;
  const area = `${sheet}!$A$1:$${lastColumnOf(table)}$${lastRowOf(table)}`;
  return xmlPart(
    tag(
      "workbook",
      { xmlns: MAIN, "xmlns:r": RELATIONS },
      tag("bookViews", {}, tag("workbookView", { activeTab: 0 })),
      tag(
        "sheets",
        {},
        ...names.map((name, index) => tag("sheet", { name, sheetId: index + 1, "r:id": `rId${index + 1}` })),
      ),
      tag(
        "definedNames",
        {},
        tag("definedName", { name: "_xlnm.Print_Area", localSheetId: 0 }, escapeCellText(area)),
        tag("definedName", { name: "_xlnm.Print_Titles", localSheetId: 0 }, escapeCellText(titles)),
      ),
      tag("calcPr", { calcId: 191029, fullCalcOnLoad: 1 }),
    ),
  );
}

function coreProperties({ title, company, period, generatedAt }: StatementTable): Uint8Array {
  const time = (name: string) =>
    tag(`dcterms:${name}`, { "xsi:type": "dcterms:W3CDTF" }, instant(generatedAt));
  const namespaces = {
    "xmlns:cp": `${PACKAGE}/metadata/core-properties`,
    "xmlns:dc": "http://purl.org/dc/elements/1.1/",
    "xmlns:dcterms": "http://purl.org/dc/terms/",
    "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
  };
  const texts = [
    tag("dc:title", {}, escapeCellText(`${title}, ${company}`)),
    tag("dc:subject", {}, escapeCellText(period)),
    tag("dc:creator", {}, "Daybook"),
    tag("cp:lastModifiedBy", {}, "Daybook"),
  ];
  return xmlPart(tag("cp:coreProperties", namespaces, ...texts, time("created"), time("modified")));
}
