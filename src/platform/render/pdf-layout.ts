/**
 * Computes the layout of a statement on paper before anything is drawn. Columns that don't fit on one page
 * are divided into bands: groups of columns, each with its own pages. Invariants: no column is narrower than
 * its widest figure and the longest word of its header, no label is wider than its column, and all columns
 * fit between the margins; a heading is on the same page as the two rows after it, and a sum on the same page
 * as the row before it.
 */
import {
  accountingFigure,
  figureOf,
  printedLabel,
  type StatementColumn,
  type StatementRow,
  type StatementTable,
} from "../../core/statement-table.ts";
import { DOLLAR_SIGN, rowsWithDollarSign } from "./dollar-signs.ts";
import type { Weight } from "./font-files.ts";
import type { PdfText } from "./pdf-ink.ts";
import { placeNotes, type PlacedNotes } from "./pdf-notes.ts";
import { type Page, paginate } from "./pdf-pages.ts";

/** In points: an inch has 72. */
export const MARGIN = { side: 36, top: 40, bottom: 48 } as const;
/** The height of a line, as a multiple of the font size. */
export const LEADING = 1.5;
/** The space between two columns and the indent per level, as multiples of the font size. */
const GAP = 1;
const INDENT = 1.1;
const DEEPEST_INDENT = 12;
const LARGEST_SIZE = 9;
const SIZE_STEP = 0.25;
/** The most lines of a label or a column's header. */
const MOST_LINES = 12;
/** The space between a dollar sign and the widest amount of its column, as a multiple of the font size. */
const DOLLAR_GAP = 0.2;
/** The dates and the names of periods in a column's header, which stay in one line. */
const DATES = /(?:[A-Z][a-z]{2} )?\d{1,2}, \d{4}|[A-Z][a-z]{2} \d{1,4}|Q\d (?:FY)?\d{4}/g;
const NO_BREAK = "\u00A0";
/** What stands after a heading that is repeated at the top of a page. */
const CONTINUED = " (continued)";
/** Columns may be widened up to this factor; the table takes at least this share of the usable width. */
const WIDENED = 1.6;
const NARROWEST_TABLE = 0.72;

/** The paper sizes in the order in which they are tried: portrait, landscape, and twice the size. */
const PAPERS = [
  { size: [612, 792], least: 8, labelShare: 0.36 },
  { size: [792, 612], least: 6, labelShare: 0.2 },
  { size: [1224, 792], least: 5, labelShare: 0.16 },
] as const;
/** For more columns than fit on any paper: the paper and font size at which they are divided into bands. */
const SPREAD = { size: [792, 612], letters: 7, labelShare: 0.2 } as const;

export interface PlacedColumn {
  /** The index among the table's columns. */
  readonly index: number;
  /** The edges in points. A closing parenthesis ends at the right edge. */
  readonly left: number;
  readonly right: number;
  readonly header: readonly string[];
}

export interface PlacedRow {
  readonly row: StatementRow;
  readonly hasDollarSign: boolean;
  readonly lines: readonly string[];
  readonly x: number;
  readonly weight: Weight;
  /** The space above the row, which is omitted at the top of a page. */
  readonly before: number;
  readonly height: number;
  /** The heading as it is repeated on the next page; null for rows that are no headings. */
  readonly continued: PlacedRow | null;
}

/** Columns that are side by side on the same pages. */
interface Band {
  readonly left: number;
  readonly right: number;
  readonly columns: readonly PlacedColumn[];
  readonly headerLines: number;
  readonly pages: readonly Page<PlacedRow>[];
}

export interface Layout {
  readonly paper: readonly [width: number, height: number];
  readonly size: number;
  /**
   * The width of a closing parenthesis. A figure without one ends this far left of its column's right edge.
   */
  readonly parenthesis: number;
  readonly bands: readonly Band[];
  readonly notes: PlacedNotes;
}

/** Columns without amounts, which are narrower. */
const NO_AMOUNTS: ReadonlySet<StatementColumn["kind"]> = new Set(["percent", "effect", "share"]);

/** The widths that the texts need at font size 1. */
interface TextWidths {
  readonly columns: readonly number[];
  readonly label: number;
}

function weightOf({ kind, depth }: StatementRow): Weight {
  return kind === "total" || kind === "grand_total" || (kind === "heading" && depth === 0)
    ? "bold"
    : "regular";
}

/** Lays out `table`; `headHeight` is the height of the first page's head in points. */
export function layOut(table: StatementTable, ink: PdfText, headHeight: number): Layout {
  const measured = measure(table, ink);
  const { size, letters, labelShare, groups } = choose(measured);
  const bands = groups.map((group, index) => {
    const placed = place(table, ink, group, measured, { width: size[0], letters, labelShare });
    const top = MARGIN.top + 1.6 * LEADING * letters;
    const room = size[1] - MARGIN.bottom - (placed.headerLines * LEADING + 0.8) * letters;
    const rooms = { first: room - (index === 0 ? MARGIN.top + headHeight : top), other: room - top };
    return { ...placed, rooms, pages: paginate(placed.rows, rooms.first, rooms.other) };
  });
  const lead = LEADING * letters;
  const last = bands.at(-1);
  const [lastPage, lastRoom] = [last?.pages.at(-1), last?.pages.length === 1 ? "first" : "other"] as const;
  const notes = placeNotes(table.notes, ink, {
    width: ((last?.right ?? size[0]) - (last?.left ?? 0)) / letters,
    room: ((last?.rooms[lastRoom] ?? 0) - (lastPage === undefined ? 0 : heightOf(lastPage))) / lead,
    pageRoom: (size[1] - MARGIN.bottom - MARGIN.top) / lead - 2,
  });
  return {
    paper: size,
    size: letters,
    parenthesis: ink.widthOf(")", "regular", true) * letters,
    bands,
    notes,
  };
}

/** Returns the height of the rows of a page. */
function heightOf({ continued, rows }: Page<PlacedRow>): number {
  return (
    sum(continued.map(({ height }) => height)) +
    sum(rows.map(({ before, height }, index) => height + (index === 0 ? 0 : before)))
  );
}

function indentOf({ depth }: StatementRow): number {
  return Math.min(depth * INDENT, DEEPEST_INDENT);
}

/** Returns a column's header with blanks that don't break inside its dates. */
function headerOf(label: string, ink: PdfText): string {
  return ink
    .printable(label)
    .replaceAll(DATES, (date) => date.replaceAll(" ", NO_BREAK))
    .replaceAll(" \u2013", `${NO_BREAK}\u2013`);
}

function measure({ columns, rows, rounding }: StatementTable, ink: PdfText): TextWidths {
  const parenthesis = Math.max(ink.widthOf(")", "regular", true), ink.widthOf(")", "bold", true));
  const dollarSign = Math.max(ink.widthOf(DOLLAR_SIGN, "regular"), ink.widthOf(DOLLAR_SIGN, "bold"));
  const signed = rowsWithDollarSign(rows);
  const figures = columns.map(({ label }, index) => {
    const header = ink.widestPiece(headerOf(label, ink), "bold");
    const amounts = rows.map((row) => {
      const figure = figureOf(columns, row, index);
      if (figure === null) return 0;
      const width = ink.widthOf(accountingFigure(figure, rounding).replace(")", ""), weightOf(row), true);
      return width + (signed.has(row) ? dollarSign + DOLLAR_GAP : 0);
    });
    return Math.max(header, ...amounts) + parenthesis + GAP;
  });
  // All period columns have the same width; a total or a comparison may need more, what is no amount less.
  const widest = Math.max(...figures.filter((_width, index) => columns[index]?.kind === "period"));
  return {
    columns: columns.map(({ kind }, index) => {
      if (kind === "period") return widest;
      return NO_AMOUNTS.has(kind) ? (figures[index] ?? 0) : Math.max(widest, figures[index] ?? 0);
    }),
    label: Math.max(
      0,
      ...rows.map((row) => indentOf(row) + ink.widthOf(ink.printable(printedLabel(row)), weightOf(row))),
    ),
  };
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}

/**
 * Chooses the first paper that fits all columns, with the largest font size that fits. If none fits, divides
 * the columns into groups of about the same size.
 */
function choose({ columns, label }: TextWidths) {
  const needed = sum(columns);
  for (const { size, least, labelShare } of PAPERS) {
    const usable = size[0] - 2 * MARGIN.side;
    for (let letters = LARGEST_SIZE; letters >= least; letters -= SIZE_STEP) {
      if (Math.min(label * letters, labelShare * usable) + needed * letters <= usable)
        return { size, letters, labelShare, groups: [[...columns.keys()]] };
    }
  }
  const { size, letters, labelShare } = SPREAD;
  const room = ((size[0] - 2 * MARGIN.side) * (1 - labelShare)) / letters;
  const most = Math.max(1, Math.floor(room / Math.max(...columns)));
  const each = Math.ceil(columns.length / Math.ceil(columns.length / most));
  const groups = Array.from({ length: Math.ceil(columns.length / each) }, (_none, index) =>
    [...columns.keys()].slice(index * each, (index + 1) * each),
  );
  return { size, letters, labelShare, groups };
}

function place(
  table: StatementTable,
  ink: PdfText,
  group: readonly number[],
  measured: TextWidths,
  page: { readonly width: number; readonly letters: number; readonly labelShare: number },
) {
  const { width, letters, labelShare } = page;
  const usable = width - 2 * MARGIN.side;
  const needed = group.map((index) => (measured.columns[index] ?? 0) * letters);
  const leastLabel = Math.min((measured.label + GAP) * letters, labelShare * usable);
  // The remaining width goes to labels that would be wrapped, then to columns, then to labels.
  const label = Math.min(usable - sum(needed), Math.max(leastLabel, (measured.label + GAP) * letters));
  const wider = Math.min(WIDENED, Math.max(1, (usable - label) / sum(needed)));
  const widths = needed.map((column) => column * wider);
  const tableWidth = Math.min(usable, Math.max(label + sum(widths), NARROWEST_TABLE * usable));
  const left = (width - tableWidth) / 2;
  const right = left + tableWidth;
  const placed: PlacedColumn[] = [];
  let at = right - sum(widths);
  const labelWidth = at - left;
  for (const [position, index] of group.entries()) {
    const columnWidth = widths[position] ?? 0;
    const header = ink
      .wrap(headerOf(table.columns[index]?.label ?? "", ink), "bold", columnWidth / letters - GAP, MOST_LINES)
      .map((line) => line.replaceAll(NO_BREAK, " "));
    placed.push({ index, left: at + GAP * letters, right: at + columnWidth, header });
    at += columnWidth;
  }
  const signed = rowsWithDollarSign(table.rows);
  const rows = table.rows.map((row, index): PlacedRow => {
    const weight = weightOf(row);
    const indent = Math.min(indentOf(row), (0.4 * labelWidth) / letters);
    const lines = ink.wrap(
      ink.printable(printedLabel(row)),
      weight,
      labelWidth / letters - indent,
      MOST_LINES,
    );
    const before = index === 0 ? 0 : roomBetween(table.rows[index - 1], row) * letters;
    const placedRow = {
      row,
      hasDollarSign: signed.has(row),
      lines,
      x: left + indent * letters,
      weight,
      before,
      height: lines.length * LEADING * letters + (row.kind === "grand_total" ? 0.5 * letters : 0),
      continued: null,
    };
    if (row.kind !== "heading") return placedRow;
    const nameWidth = (right - left) / letters - indent - ink.widthOf(CONTINUED, weight);
    const [name = ""] = ink.wrap(ink.printable(row.label), weight, nameWidth, 1);
    return {
      ...placedRow,
      continued: { ...placedRow, lines: [`${name}${CONTINUED}`], before: 0, height: LEADING * letters },
    };
  });
  return {
    left,
    right,
    columns: placed,
    headerLines: Math.max(1, ...placed.map(({ header }) => header.length)),
    rows,
  };
}

/**
 * Returns the space between two rows: above a row that begins a part of the statement, below one that ends
 * it.
 */
function roomBetween(above: StatementRow | undefined, below: StatementRow): number {
  if (below.kind === "heading" && below.depth === 0) return 0.9;
  if (below.kind === "grand_total") return 0.6;
  if (below.kind === "total" && above?.kind === "total") return 0.4;
  if (above?.kind === "total" || above?.kind === "grand_total") return 0.6;
  if (above?.kind === "subtotal" && below.kind === "heading") return 0.3;
  // For the rule above a sum.
  return below.kind === "subtotal" || below.kind === "total" ? 0.2 : 0;
}
