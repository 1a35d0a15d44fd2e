/**
 * A statement as a PDF, laid out for print. Invariants: no text is cut off and no texts overlap; every
 * amount has its cents unless the statement is rounded, and digits are aligned; every page shows its
 * columns, the statement's name and the page number; a screen reader finds title, table, rows and cells, and
 * the original text where letters are drawn as boxes.
 */
import {
  accountingFigure,
  decimalFigure,
  figureOf,
  headLines,
  pageLines,
  printedLabel,
  type StatementTable,
} from "../../core/statement-table.ts";
import { present } from "@daybook/words/assert";
import { NO_AMOUNT } from "@daybook/words/money-text";
import { DOLLAR_SIGN } from "./dollar-signs.ts";
import { type Layout, layOut, LEADING, MARGIN, type PlacedColumn, type PlacedRow } from "./pdf-layout.ts";
import type { Weight } from "./font-files.ts";
import { type PdfText, openPdfText } from "./pdf-ink.ts";
import { isRightToLeft } from "./pdf-runs.ts";
import { LINES_ABOVE_NOTES, type PlacedNote } from "./pdf-notes.ts";

const GREY = "#555555";
const BLACK = "#000000";
/** What stands between two texts in one line. */
const SEPARATOR = " \u00B7 ";
const FOOTER_SIZE = 7.5;
/** The distance from the top of a line to its base line, as a multiple of the font size. */
const BASE_LINE = 1.08;
/** The thickness of rules, in points. */
const RULE = { thin: 0.5, strong: 0.9 } as const;
/** The distance of a sum's rule above its line, as a multiple of the font size. */
const RULE_ABOVE = 0.04;
/** The distance between the two lines of a double rule. */
const DOUBLE_GAP = 1.6;
const HEAD_LINES = 3;

type Struct = ReturnType<PDFKit.PDFDocument["struct"]>;

/** The library's options for a node of the tagged tree; the library's types lack `scope`. */
interface StructOptions {
  readonly scope?: "Row" | "Column";
  readonly actual?: string;
}

/** Returns the bytes of the file. Each table begins on a page; the first one names the file. */
export async function renderPdf(...tables: readonly StatementTable[]): Promise<Uint8Array> {
  const table = present(tables[0], "a file has a table");
  const created = new Date(table.generatedAt * 1000);
  const ink = await openPdfText(
    {
      autoFirstPage: false,
      margin: 0,
      pdfVersion: "1.7",
      tagged: true,
      displayTitle: true,
      lang: "en-US",
      info: {
        Title: `${table.title}, ${table.company}`,
        Author: table.company,
        Subject: table.period,
        Creator: "Daybook",
        Producer: "Daybook",
        CreationDate: created,
        ModDate: created,
      },
    },
    [...new Set(tables.flatMap(textsOf))],
  );
  const chunks: Uint8Array[] = [];
  const bytes = new Promise<Uint8Array>((resolve, reject) => {
    ink.doc.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    ink.doc.on("end", () => resolve(Buffer.concat(chunks)));
    ink.doc.on("error", reject);
  });
  const document = ink.doc.struct("Document");
  ink.doc.addStructure(document);
  const printers = tables.map((each) => new StatementPrinter(each, ink, document));
  const pages = printers.reduce((count, printer) => count + printer.pages, 0);
  let first = 0;
  for (const printer of printers) {
    printer.print(first, pages);
    first += printer.pages;
  }
  document.end();
  ink.doc.end();
  return bytes;
}

/** Returns the texts of a statement that users may have written. */
function textsOf(table: StatementTable): readonly string[] {
  const { company, title, period, basis, columns, rows, notes } = table;
  const labels = [...columns, ...rows].map(({ label }) => label);
  const said = [...headLines(table), ...pageLines(table)];
  const texts = rows.flatMap((row) => row.texts ?? []);
  return [company, title, period, basis, ...said, ...labels, ...texts, ...notes];
}

class StatementPrinter {
  readonly #table: StatementTable;
  readonly #ink: PdfText;
  readonly #layout: Layout;
  readonly #document: Struct;
  /** The number of its pages. */
  readonly pages: number;
  #page = 0;
  /** The pages of the file before its own, and all of them. */
  #before = 0;
  #ofFile = 0;

  constructor(table: StatementTable, ink: PdfText, document: Struct) {
    this.#table = table;
    this.#ink = ink;
    this.#layout = layOut(table, ink, headHeight(head(table, ink)));
    this.pages = this.#layout.bands.reduce(
      (count, { pages }) => count + pages.length,
      this.#layout.notes.pages.length,
    );
    this.#document = document;
  }

  print(before: number, ofFile: number): void {
    this.#before = before;
    this.#ofFile = ofFile;
    let y = 0;
    for (const band of this.#layout.bands) {
      let tree: Struct | null = null;
      for (const page of band.pages) {
        y = this.#startPage();
        tree ??= this.#part(this.#document, "Table");
        // The header is drawn on every page, but is in the tagged tree only once.
        y = this.#header(band, page === band.pages[0] ? tree : null, y);
        for (const heading of page.continued) y = this.#continued(heading, y);
        for (const [index, row] of page.rows.entries()) {
          y = this.#row(row, band.columns, tree, y + (index === 0 ? 0 : row.before));
        }
      }
      tree?.end();
    }
    if (this.#table.rows.length === 0) this.#emptyNote();
    const { beneath, pages } = this.#layout.notes;
    this.#notes(beneath, y + LINES_ABOVE_NOTES * LEADING * this.#layout.size);
    for (const page of pages) this.#notes(page, this.#startPage());
  }

  #notes(notes: readonly PlacedNote[], top: number): void {
    const { size, bands } = this.#layout;
    const x = bands.at(-1)?.left ?? MARGIN.side;
    let y = top;
    for (const { text, lines } of notes) {
      this.#part(this.#document, "P", spoken(text, lines.join(" "), this.#ink), () => {
        for (const line of lines) {
          this.#ink.draw(line, x, y + BASE_LINE * size, { weight: "regular", size });
          y += LEADING * size;
        }
      });
    }
  }

  /** Begins a page and draws its head and footer. Returns the `y` at which the table begins. */
  #startPage(): number {
    const [width, height] = this.#layout.paper;
    this.#ink.doc.addPage({ size: [width, height], margin: 0 });
    this.#page += 1;
    this.#footer(width, height - MARGIN.bottom / 2);
    if (this.#page === 1) return this.#head(width);
    const { size } = this.#layout;
    const y = MARGIN.top + BASE_LINE * size;
    const { company, title, period } = this.#table;
    const [line = ""] = this.#ink.wrap(
      this.#ink.printable([company, title, period].join(SEPARATOR)),
      "regular",
      (width - 2 * MARGIN.side) / size,
      1,
    );
    this.#untagged(() => this.#ink.draw(line, MARGIN.side, y, { weight: "regular", size, color: GREY }));
    return MARGIN.top + 1.6 * LEADING * size;
  }

  #head(width: number): number {
    let y: number = MARGIN.top;
    for (const { tag, lines, text, weight, size, color } of head(this.#table, this.#ink)) {
      this.#part(this.#document, tag, spoken(text, this.#ink.printable(text), this.#ink), () => {
        for (const line of lines) {
          const x = (width - this.#ink.widthOf(line, weight) * size) / 2;
          this.#ink.draw(line, x, y + BASE_LINE * size, { weight, size, color });
          y += HEAD_LEADING * size;
        }
      });
    }
    return MARGIN.top + headHeight(head(this.#table, this.#ink));
  }

  #footer(width: number, y: number): void {
    const { company, title, generatedAt } = this.#table;
    const third = (width - 2 * MARGIN.side) / FOOTER_SIZE / 3;
    const style = { weight: "regular" as const, size: FOOTER_SIZE, color: GREY };
    const [name = ""] = this.#ink.wrap(
      this.#ink.printable(`${company}${SEPARATOR}${title}`),
      "regular",
      third - 1,
      1,
    );
    const generated = `Generated ${new Date(generatedAt * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
    const number = `Page ${this.#before + this.#page} of ${this.#ofFile}`;
    const widthOf = (text: string) => this.#ink.widthOf(text, "regular") * FOOTER_SIZE;
    const said = pageLines(this.#table).join(SEPARATOR);
    this.#untagged(() => {
      if (said !== "")
        this.#ink.draw(said, (width - widthOf(said)) / 2, y - HEAD_LEADING * FOOTER_SIZE, {
          ...style,
          color: BLACK,
        });
      this.#ink.draw(name, MARGIN.side, y, style);
      this.#ink.draw(generated, (width - widthOf(generated)) / 2, y, style);
      this.#ink.draw(number, width - MARGIN.side - widthOf(number), y, style);
    });
  }

  /** Draws the column headers, with the last line of each directly above the rule. */
  #header(band: Layout["bands"][number], tree: Struct | null, top: number): number {
    const { size, parenthesis } = this.#layout;
    const lead = LEADING * size;
    const draw = ({ header, right }: PlacedColumn): void => {
      for (const [index, line] of header.entries()) {
        const y = top + (band.headerLines - header.length + index) * lead + BASE_LINE * size;
        this.#ink.draw(line, right - parenthesis - this.#ink.widthOf(line, "bold") * size, y, {
          weight: "bold",
          size,
        });
      }
    };
    if (tree === null) {
      this.#untagged(() => {
        for (const column of band.columns) draw(column);
      });
    } else {
      const line = this.#part(tree, "TR");
      this.#part(line, "TH", { scope: "Column" });
      for (const column of band.columns)
        this.#part(
          line,
          "TH",
          {
            scope: "Column",
            ...spoken(this.#table.columns[column.index]?.label ?? "", column.header.join(" "), this.#ink),
          },
          () => draw(column),
        );
      line.end();
    }
    const y = top + band.headerLines * lead + 0.2 * size;
    this.#rule(band.left, band.right, y, RULE.strong);
    return y + 0.6 * size;
  }

  /** Draws a heading again, at the top of a page that begins within its group. */
  #continued({ lines: [text = ""], x, weight, height }: PlacedRow, top: number): number {
    const { size } = this.#layout;
    this.#untagged(() => this.#ink.draw(text, x, top + BASE_LINE * size, { weight, size }));
    return top + height;
  }

  #row(
    { row, hasDollarSign, lines, x, weight, height }: PlacedRow,
    columns: readonly PlacedColumn[],
    tree: Struct,
    top: number,
  ): number {
    const { size, parenthesis } = this.#layout;
    const line = this.#part(tree, "TR");
    const base = (index: number) => top + index * LEADING * size + BASE_LINE * size;
    this.#part(line, "TH", { scope: "Row", ...spoken(printedLabel(row), lines.join(" "), this.#ink) }, () => {
      for (const [index, text] of lines.entries()) {
        const start = x + this.#indentOf(text, lines, weight) * size;
        this.#ink.draw(text, start, base(index), { weight, size });
      }
    });
    // Figures are on the last line of the label.
    const last = lines.length - 1;
    for (const { index, left, right } of columns) {
      const figure = figureOf(this.#table.columns, row, index);
      if (figure === null) {
        this.#part(line, "TD");
        continue;
      }
      const isCents = figure.unit === "cents";
      const { rounding } = this.#table;
      const text = accountingFigure(figure, rounding);
      // A rounded amount is read out as it is printed, without its cents.
      const actual =
        isCents && rounding !== "cents"
          ? text
              .replace(/^\((.*)\)$/, "-$1")
              .replaceAll(",", "")
              .replace(NO_AMOUNT, "0")
          : `${decimalFigure(figure)}${figure.unit === "percent" ? "%" : ""}`;
      const start = right - parenthesis - this.#ink.widthOf(text.replace(")", ""), weight, true) * size;
      this.#part(line, "TD", figure.value > 0 ? {} : { actual }, () => {
        if (hasDollarSign && isCents) this.#ink.draw(DOLLAR_SIGN, left, base(last), { weight, size });
        this.#ink.draw(text, start, base(last), { weight, size, isFigure: true });
      });
      if (row.kind !== "line")
        this.#rule(left, right, top + last * LEADING * size - RULE_ABOVE * size, RULE.thin);
      if (row.kind === "grand_total")
        for (const below of [0, DOUBLE_GAP])
          this.#rule(left, right, base(last) + 0.42 * size + below, RULE.thin);
    }
    line.end();
    return top + height;
  }

  /** Returns the indent at size 1 of a line: lines of a right-to-left text begin at the same right edge. */
  #indentOf(line: string, lines: readonly string[], weight: Weight): number {
    if (lines.length < 2 || !isRightToLeft(line)) return 0;
    const widths = lines.map((each) => this.#ink.widthOf(each, weight));
    return Math.max(...widths) - this.#ink.widthOf(line, weight);
  }

  #emptyNote(): void {
    const { size, bands } = this.#layout;
    const [band] = bands;
    const y =
      MARGIN.top +
      headHeight(head(this.#table, this.#ink)) +
      ((band?.headerLines ?? 1) + 1.5) * LEADING * size;
    this.#part(this.#document, "P", {}, () =>
      this.#ink.draw("There is nothing in this statement.", band?.left ?? MARGIN.side, y, {
        weight: "regular",
        size,
        color: GREY,
      }),
    );
  }

  /** Adds a part to the tagged tree. With `draw`, the part contains what `draw` draws and is closed. */
  #part(parent: Struct, tag: string, options: StructOptions = {}, draw?: () => void): Struct {
    const part = this.#ink.doc.struct(tag, options);
    parent.add(part);
    if (draw) part.add(draw);
    if (draw || tag === "TD" || tag === "TH") part.end();
    return part;
  }

  /** Draws parts that screen readers skip: footers and repeated headers. */
  #untagged(draw: () => void): void {
    this.#ink.doc.markContent("Artifact", { type: "Pagination" });
    draw();
    this.#ink.doc.endMarkedContent();
  }

  #rule(left: number, right: number, y: number, thickness: number): void {
    this.#ink.doc.markContent("Artifact", { type: "Layout" });
    this.#ink.doc.lineWidth(thickness).strokeColor("#000000").moveTo(left, y).lineTo(right, y).stroke();
    this.#ink.doc.endMarkedContent();
  }
}

const HEAD_LEADING = 1.45;

interface HeadPart {
  readonly tag: "H1" | "P";
  readonly text: string;
  readonly lines: readonly string[];
  readonly weight: Weight;
  readonly size: number;
  readonly color: string;
}

/** The head of the first page, each part wrapped to the narrowest paper. */
function head(table: StatementTable, ink: PdfText): readonly HeadPart[] {
  const { company, title, period, basis } = table;
  const parts = [
    { tag: "P", text: company, weight: "bold", size: 14, color: BLACK },
    { tag: "H1", text: title, weight: "bold", size: 12, color: BLACK },
    { tag: "P", text: period, weight: "regular", size: 10, color: BLACK },
    { tag: "P", text: basis, weight: "regular", size: 8.5, color: GREY },
    ...headLines(table).map(
      (text) => ({ tag: "P", text, weight: "regular", size: 8.5, color: BLACK }) as const,
    ),
  ] as const;
  return parts.map((part) => ({
    ...part,
    lines: ink.wrap(ink.printable(part.text), part.weight, 500 / part.size, HEAD_LINES),
  }));
}

function headHeight(parts: readonly HeadPart[]): number {
  return parts.reduce((height, { lines, size }) => height + lines.length * HEAD_LEADING * size, 0) + 16;
}

/** Returns the original text for screen readers, if it can't be read in the order in which it is drawn. */
function spoken(text: string, drawn: string, ink: PdfText): StructOptions {
  return text === drawn && ink.isPlain(drawn) ? {} : { actual: text };
}
