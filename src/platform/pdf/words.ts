/** The arguments and the result of the process that reads a PDF. */

/** The bounds of one look, as the process is given them in its arguments. */
export interface LookBounds {
  readonly size: number;
  readonly memoryBytes: number;
  /** Of all its threads together. */
  readonly cpuMs: number;
  /** The source of a regular expression over the letters of the text. */
  readonly marker: string;
}

/** The facts about a PDF: its number of pages, and if it contains the text that was searched for. */
export interface PdfFacts {
  readonly pages: number;
  readonly isMarked: boolean;
}

/**
 * The limits that looking through a PDF may meet. The process answers with the name of one before it ends
 * itself.
 */
const PDF_BOUNDS = ["pdf_check_bytes", "pdf_check_cpu_ms"] as const;
export type PdfBound = (typeof PDF_BOUNDS)[number];

export function isPdfBound(text: string): text is PdfBound {
  return PDF_BOUNDS.some((bound) => bound === text);
}

/** The file descriptors for the file and for the result. */
export const FILE_FD = 3;
export const ANSWER_FD = 4;

/**
 * The letters of a text and nothing else, in lower case: ligatures become the letters that they are drawn
 * from, and blanks, hyphens, digits and ends of lines go, because programs that make PDFs put them wherever a
 * drawn line needs one.
 */
export function lettersOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, "");
}
