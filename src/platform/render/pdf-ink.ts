/**
 * Text on the pages of a PDF: fonts, widths, and letters that the main font lacks. Invariants: the measured
 * width of a text equals its drawn width; all digits have the same width; a letter without a glyph in any
 * font is drawn as a box; a text in the main font alone is drawn as if there were no other fonts.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Bidi } from "bidi-js";
import PDFDocument from "pdfkit";
import { type Fallbacks, isEmoji, openFallbacks, visible } from "./pdf-fallback.ts";
import { FONTS, type Weight } from "./font-files.ts";
import { composeFigures, embedShaped, shapesOf } from "./pdf-glyphs.ts";
import { piecesOf, wrapLines } from "./pdf-lines.ts";
import { isMarked, markRightToLeft, type TextRun, visualRuns } from "./pdf-runs.ts";

const readFont = (path: string) => readFileSync(fileURLToPath(import.meta.resolve(path)));
const FILES: Readonly<Record<Weight, Buffer>> = {
  regular: readFont(FONTS.main.regular),
  bold: readFont(FONTS.main.bold),
};

/** The replacement for a letter that no font has. */
const BOX = "\u25A1";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const lettersOf = (text: string) => Array.from(graphemes.segment(text), ({ segment }) => segment);

export interface PdfText {
  readonly doc: PDFKit.PDFDocument;
  /** Returns the width of a text at size 1; at other sizes the width is proportional. */
  widthOf(text: string, weight: Weight, isFigure?: boolean): number;
  /** Draws a line of text with its base line at `y`. */
  draw(
    text: string,
    x: number,
    y: number,
    style: {
      readonly weight: Weight;
      readonly size: number;
      readonly isFigure?: boolean;
      readonly color?: string;
    },
  ): void;
  /** Returns the text as it can be drawn: letters that no font has become boxes. */
  printable(text: string): string;
  /** True if a text is read as it is drawn: from left to right, in letters of the main font. */
  isPlain(text: string): boolean;
  /** Returns the width at size 1 of the widest part of a text that no line break divides. */
  widestPiece(text: string, weight: Weight): number;
  /**
   * Breaks a text into at most `most` lines, none wider than `width` at size 1. A longer text is cut off and
   * ends with an ellipsis.
   */
  wrap(text: string, weight: Weight, width: number, most: number): readonly string[];
}

/** Opens a document whose fonts have the letters of `texts`. */
export async function openPdfText(
  options: PDFKit.PDFDocumentOptions,
  texts: Iterable<string>,
): Promise<PdfText> {
  // Without this option the library would load a default font.
  const doc = new PDFDocument({ ...options, font: "" });
  for (const weight of ["regular", "bold"] as const) doc.registerFont(weight, FILES[weight]);
  const shapes = { regular: shapesOf(doc, "regular"), bold: shapesOf(doc, "bold") };
  composeFigures(shapes.regular);
  composeFigures(shapes.bold);
  const isKnown = (letter: string) =>
    Array.from(letter).every((point) => shapes.regular.font.hasGlyphForCodePoint(point.codePointAt(0) ?? 0));
  /** True if the main font lacks a letter, or a font of emoji is tried for it first. */
  const isMissing = (letter: string) => !isKnown(visible(letter)) || isEmoji(letter);
  const missing = [...texts].map((text) => lettersOf(cleaned(text)).filter(isMissing));
  const further = missing.some((letters) => letters.length > 0) ? await openFurther(missing) : null;
  return inkOf(doc, isKnown, isMissing, further);
}

/** What is loaded only if a text needs more than the main font. */
interface Further {
  readonly bidi: Bidi;
  readonly fallbacks: Fallbacks;
}

async function openFurther(missing: readonly (readonly string[])[]): Promise<Further> {
  const [{ default: bidi }, fallbacks] = await Promise.all([import("bidi-js"), openFallbacks(missing)]);
  // The package's types describe a module, but Node.js loads its other form, whose default is the function.
  return { bidi: (bidi as unknown as () => Bidi)(), fallbacks };
}

/** Returns a text in one line, without characters that are never drawn. */
function cleaned(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, " ")
    .replaceAll(/(?![\u200C\u200D])\p{Cf}/gu, "")
    .trim();
}

function printable(
  text: string,
  isKnown: (letter: string) => boolean,
  isMissing: (letter: string) => boolean,
  further: Further | null,
): string {
  const letters = lettersOf(cleaned(text));
  const faces = further?.fallbacks.facesOf(letters.filter(isMissing));
  const drawn = letters.map((letter) => {
    if (faces?.get(letter)) return letter;
    const bare = visible(letter);
    return isKnown(bare) ? bare : BOX;
  });
  return drawn.join("");
}

function inkOf(
  doc: PDFKit.PDFDocument,
  isKnown: (letter: string) => boolean,
  isMissing: (letter: string) => boolean,
  further: Further | null,
): PdfText {
  const widths = new Map<string, number>();
  const runs = new Map<string, readonly TextRun[] | null>();
  const fonts = new Set<string>();

  /** Returns the runs of a line, or null if it is drawn by the main font from left to right. */
  function runsOf(line: string): readonly TextRun[] | null {
    if (further === null) return null;
    const known = runs.get(line);
    if (known !== undefined) return known;
    const found = visualRuns(line, further.bidi, further.fallbacks, isMissing);
    const result = found.some(({ face }) => face !== null) || isMarked(line) ? found : null;
    runs.set(line, result);
    return result;
  }

  const mirrored = (character: string) => further?.bidi.getMirroredCharacter(character) ?? character;

  /** Sets the font of a run. Returns the run's text as the font takes it. */
  function setFont({ text, face, isRightToLeft: isReversed }: TextRun, weight: Weight): string {
    if (face === null) {
      doc.font(weight);
      return text;
    }
    const name = `${face.name} ${face.files.bold === face.files.regular ? "regular" : weight}`;
    if (!fonts.has(name)) {
      doc.registerFont(name, Buffer.from(face.files[weight]));
      embedShaped(shapesOf(doc, name), mirrored, (line, isRtl) => face.shape(line, weight, isRtl));
      fonts.add(name);
    }
    doc.font(name);
    return isReversed ? markRightToLeft(text) : text;
  }

  function widthOf(text: string, weight: Weight, isFigure = false): number {
    const key = `${weight} ${isFigure} ${text}`;
    const cached = widths.get(key);
    if (cached !== undefined) return cached;
    const parts = isFigure ? null : runsOf(text);
    const width =
      parts === null
        ? doc
            .font(weight)
            .fontSize(1)
            .widthOfString(text, isFigure ? { features: ["tnum"] } : {})
        : parts.reduce((sum, run) => sum + runWidth(run, weight), 0);
    widths.set(key, width);
    return width;
  }

  function runWidth(run: TextRun, weight: Weight): number {
    const text = setFont(run, weight);
    return doc.fontSize(run.face?.scale ?? 1).widthOfString(text);
  }

  function drawRuns(
    parts: readonly TextRun[],
    x: number,
    y: number,
    { weight, size, color }: { readonly weight: Weight; readonly size: number; readonly color: string },
  ): void {
    let at = x;
    for (const run of parts) {
      const width = runWidth(run, weight) * size;
      const text = setFont(run, weight);
      const thickness = weight === "bold" ? (run.face?.thickened ?? 0) : 0;
      if (thickness > 0) doc.lineWidth(thickness * size).strokeColor(color);
      doc
        .fontSize(size * (run.face?.scale ?? 1))
        .fillColor(color)
        .text(text, at, y, { lineBreak: false, baseline: "alphabetic", fill: true, stroke: thickness > 0 });
      at += width;
    }
  }

  return {
    doc,
    widthOf,
    draw(text, x, y, { weight, size, isFigure = false, color = "#000000" }) {
      const parts = isFigure ? null : runsOf(text);
      if (parts !== null) return drawRuns(parts, x, y, { weight, size, color });
      const features = isFigure ? { features: ["tnum" as const] } : {};
      doc
        .font(weight)
        .fontSize(size)
        .fillColor(color)
        .text(text, x, y, { ...features, lineBreak: false, baseline: "alphabetic" });
    },
    printable: (text) => printable(text, isKnown, isMissing, further),
    isPlain: (text) => runsOf(text) === null,
    widestPiece: (text, weight) => Math.max(0, ...piecesOf(text).map((piece) => widthOf(piece.text, weight))),
    wrap: (text, weight, width, most) => wrapLines(text, width, most, (line) => widthOf(line, weight)),
  };
}
