/** The arguments and the result of the process that reads a PDF. */

/** The limits for reading one file, passed to the process in its arguments. */
export interface LookBounds {
  readonly size: number;
  readonly memoryBytes: number;
  /** Processor time of all threads of the process together. */
  readonly cpuMs: number;
  /** The source of a regular expression over the letters of the text. */
  readonly marker: string;
}

/** The facts about a PDF: its number of pages, and whether its text matches `marker`. */
export interface PdfFacts {
  readonly pages: number;
  readonly isMarked: boolean;
}

/** The limits that reading a PDF may meet. The process writes the name of the limit before it ends itself. */
const PDF_BOUNDS = ["pdf_check_bytes", "pdf_check_cpu_ms"] as const;
export type PdfBound = (typeof PDF_BOUNDS)[number];

export function isPdfBound(text: string): text is PdfBound {
  return PDF_BOUNDS.some((bound) => bound === text);
}

/** The file descriptors for the file and for the result. */
export const FILE_FD = 3;
export const ANSWER_FD = 4;

/**
 * Returns only the letters of a text, in lower case. Ligatures become separate letters. Blanks, hyphens,
 * digits and line ends are removed, because programs that make PDFs insert them wherever the layout needs
 * them.
 */
export function lettersOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, "");
}
