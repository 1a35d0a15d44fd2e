/**
 * The units in which workbooks state sizes: the width of a column in digits of the ordinary letter, the
 * height of a row in points. Spreadsheets state both in pixels. Invariant: pixels that are written are read
 * back.
 */
import { LINE_PIXELS } from "../../core/spreadsheet.ts";

/** The pixels of a digit, and of a point. */
const [DIGIT, POINT] = [7, 4 / 3];
/** Programs state widths in parts of a digit. */
const DIGIT_PARTS = 256;

export function widthInFile(pixels: number): number {
  return Math.trunc((pixels * DIGIT_PARTS) / DIGIT) / DIGIT_PARTS;
}

export function heightInFile(pixels: number): number {
  return pixels / POINT;
}

/** Returns the pixels of a stated width, within the sizes that a column may have; null if it is no size. */
export function pixelsOfWidth(written: string | undefined): number | null {
  return pixelsOf(written, DIGIT);
}

/** Returns the pixels of a stated height, within the sizes that a row may have; null if it is no size. */
export function pixelsOfHeight(written: string | undefined): number | null {
  return pixelsOf(written, POINT);
}

function pixelsOf(written: string | undefined, unit: number): number | null {
  const pixels = Math.round(Number(written) * unit);
  return pixels > 0 && Number.isFinite(pixels)
    ? Math.max(LINE_PIXELS.least, Math.min(LINE_PIXELS.most, pixels))
    : null;
}
