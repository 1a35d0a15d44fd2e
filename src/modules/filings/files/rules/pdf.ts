/** Recognizes PDFs by their beginning, and documents of the wrong type by their words. */

/** The header of every PDF, which is within its first bytes. */
const HEADER = Buffer.from("%PDF-");
const HEADER_WITHIN_BYTES = 1_024;

export const PDF_TYPE = "application/pdf";

/** True if bytes begin like a PDF; null if there are too few of them. */
export function beginsAsPdf(bytes: Buffer): boolean | null {
  const end = HEADER_WITHIN_BYTES + HEADER.length;
  if (bytes.subarray(0, end).includes(HEADER)) return true;
  return bytes.length < end ? null : false;
}

/**
 * Delaware's annual franchise tax report, in the letters of its text alone: that name with the state's beside
 * it, which the form has above it and other prints of it within or below. Between the two there is room for
 * what a program may set there, such as a year or a number.
 */
export const FRANCHISE_REPORT =
  "delaware\\p{L}{0,40}annualfranchisetaxreport|annualfranchisetaxreport\\p{L}{0,40}delaware";
