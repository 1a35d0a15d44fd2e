/**
 * Places the notes beneath a statement: on its last page as far as they fit, and on pages of their own after
 * it. Invariants: the notes keep their order, and no line of a note is left out.
 */
import type { PdfText } from "./pdf-ink.ts";

/** The lines of a note that are on one page. */
export interface PlacedNote {
  /** The note's number and the text of these lines. */
  readonly text: string;
  readonly lines: readonly string[];
}

export interface PlacedNotes {
  /** The notes on the statement's last page. */
  readonly beneath: readonly PlacedNote[];
  /** The notes on each page after it. */
  readonly pages: readonly (readonly PlacedNote[])[];
}

/** The space above the first note, in lines. */
export const LINES_ABOVE_NOTES = 1.5;
/** A note of the longest text has fewer lines than this on any paper. */
const MOST_LINES_OF_A_NOTE = 500;

/**
 * `width` is the width of a line at size 1, `room` the number of lines that fit beneath the statement, and
 * `pageRoom` the number that fit on a page.
 */
export function placeNotes(
  texts: readonly string[],
  ink: PdfText,
  { width, room, pageRoom }: { readonly width: number; readonly room: number; readonly pageRoom: number },
): PlacedNotes {
  const notes = texts.map((text, index) => {
    const numbered = `[${index + 1}] ${text}`;
    return {
      text: numbered,
      lines: ink.wrap(ink.printable(numbered), "regular", width, MOST_LINES_OF_A_NOTE),
    };
  });
  const pages: PlacedNote[][] = [[]];
  let left = Math.floor(room - LINES_ABOVE_NOTES);
  for (const { text, lines } of notes) {
    for (let from = 0; from < lines.length;) {
      if (left < Math.min(2, lines.length - from)) {
        pages.push([]);
        left = Math.max(1, Math.floor(pageRoom));
      }
      const taken = lines.slice(from, from + left);
      pages.at(-1)?.push({ text: taken.length === lines.length ? text : taken.join(" "), lines: taken });
      from += taken.length;
      left -= taken.length;
    }
  }
  const [beneath = [], ...after] = pages;
  return { beneath, pages: after };
}
