/**
 * Text on the pages of a PDF: fonts, widths, and letters that the font lacks. Invariants: the measured width
 * of a text equals its drawn width; all digits have the same width; a letter without a glyph is drawn as a
 * box.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import PDFDocument from "pdfkit";

export type Weight = "regular" | "bold";

const FILES: Readonly<Record<Weight, Buffer>> = {
  regular: readFileSync(
    fileURLToPath(import.meta.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf")),
  ),
  bold: readFileSync(
    fileURLToPath(import.meta.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf")),
  ),
};

/** The replacement for a letter that the font lacks. */
const BOX = "\u25A1";
const ELLIPSIS = "\u2026";

/** The layout of a text by a font of the library: glyphs and their advance widths. */
interface Run {
  readonly glyphs: readonly unknown[];
  readonly positions: readonly unknown[];
  readonly advanceWidth: number;
}

/** The library's internal font object. It is undocumented, so the library's version is pinned. */
interface Shapes {
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
  layoutRun(text: string, features: PDFKit.Mixins.OpenTypeFeatures[] | undefined): Run;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

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
  /** Returns the text as it can be drawn: letters that the font lacks become boxes. */
  printable(text: string): string;
  /**
   * Breaks a text into at most `most` lines, none wider than `width` at size 1. A longer text is cut off and
   * ends with an ellipsis.
   */
  wrap(text: string, weight: Weight, width: number, most: number): readonly string[];
}

export function openPdfText(options: PDFKit.PDFDocumentOptions): PdfText {
  // Without this option the library would load a default font.
  const doc = new PDFDocument({ ...options, font: "" });
  for (const weight of ["regular", "bold"] as const) doc.registerFont(weight, FILES[weight]);
  const shapes = { regular: shapesOf(doc, "regular"), bold: shapesOf(doc, "bold") };
  const widths = new Map<string, number>();

  function widthOf(text: string, weight: Weight, isFigure = false): number {
    const key = `${weight} ${isFigure} ${text}`;
    const cached = widths.get(key);
    if (cached !== undefined) return cached;
    const width = doc
      .font(weight)
      .fontSize(1)
      .widthOfString(text, isFigure ? { features: ["tnum"] } : {});
    widths.set(key, width);
    return width;
  }

  function printable(text: string): string {
    const cleaned = text
      .normalize("NFC")
      .replaceAll(/[\p{Cc}\p{Z}]+/gu, " ")
      .replaceAll(/(?!\u200D)\p{Cf}/gu, "")
      .trim();
    const hasGlyph = (letter: string) =>
      Array.from(letter).every((point) =>
        shapes.regular.font.hasGlyphForCodePoint(point.codePointAt(0) ?? 0),
      );
    return Array.from(graphemes.segment(cleaned), ({ segment }) => (hasGlyph(segment) ? segment : BOX)).join(
      "",
    );
  }

  function wrap(text: string, weight: Weight, width: number, most: number): readonly string[] {
    const lines: string[] = [];
    let line = "";
    for (const word of wordsOf(text, weight, width)) {
      const joined = line === "" ? word : `${line} ${word}`;
      if (line !== "" && widthOf(joined, weight) > width) {
        lines.push(line);
        line = word;
      } else line = joined;
    }
    lines.push(line);
    if (lines.length <= most) return lines;
    return [...lines.slice(0, most - 1), shortened(lines.slice(most - 1).join(" "), weight, width)];
  }

  /** Yields the words of a text; a word wider than a line is cut into pieces. */
  function* wordsOf(text: string, weight: Weight, width: number): Generator<string> {
    for (const word of text.split(" ")) {
      if (widthOf(word, weight) <= width) yield word;
      else {
        let piece = "";
        for (const { segment } of graphemes.segment(word)) {
          if (piece !== "" && widthOf(piece + segment, weight) > width) {
            yield piece;
            piece = "";
          }
          piece += segment;
        }
        yield piece;
      }
    }
  }

  function shortened(text: string, weight: Weight, width: number): string {
    const letters = Array.from(graphemes.segment(text), ({ segment }) => segment);
    let result = "";
    for (const letter of letters) {
      if (widthOf(`${result}${letter}${ELLIPSIS}`, weight) > width) return `${result.trimEnd()}${ELLIPSIS}`;
      result += letter;
    }
    return result;
  }

  return {
    doc,
    widthOf,
    draw(text, x, y, { weight, size, isFigure = false, color = "#000000" }) {
      const features = isFigure ? { features: ["tnum" as const] } : {};
      doc
        .font(weight)
        .fontSize(size)
        .fillColor(color)
        .text(text, x, y, { ...features, lineBreak: false, baseline: "alphabetic" });
    },
    printable,
    wrap,
  };
}

/**
 * Returns the library's font of a weight, with a faster layout of figures. Only figures are drawn with
 * OpenType features. A table has many different figures, so their layout is composed of single characters,
 * each laid out once. This also prevents kerning between digits.
 */
function shapesOf(doc: PDFKit.PDFDocument, weight: Weight): Shapes {
  const shapes = (doc.font(weight) as unknown as { readonly _font: Shapes })._font;
  const single = new Map<string, Run>();
  const layoutRun = shapes.layoutRun.bind(shapes);
  const runOf = (character: string, features: PDFKit.Mixins.OpenTypeFeatures[]): Run => {
    const run = single.get(character) ?? layoutRun(character, features);
    single.set(character, run);
    return run;
  };
  shapes.layoutRun = (text, features) => {
    if (features === undefined) return layoutRun(text, features);
    const runs = Array.from(text, (character) => runOf(character, features));
    return {
      glyphs: runs.flatMap(({ glyphs }) => glyphs),
      positions: runs.flatMap(({ positions }) => positions),
      advanceWidth: runs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
    };
  };
  return shapes;
}
