/** Recognizes PDFs by their first bytes, and Delaware's franchise tax report by its text. */

/** The header of every PDF, found within its first 1,024 bytes. */
const HEADER = Buffer.from("%PDF-");
const HEADER_WITHIN_BYTES = 1_024;

export const PDF_TYPE = "application/pdf";

/** True if bytes begin like a PDF; null if there are too few bytes to decide. */
export function beginsAsPdf(bytes: Buffer): boolean | null {
  const end = HEADER_WITHIN_BYTES + HEADER.length;
  if (bytes.subarray(0, end).includes(HEADER)) return true;
  return bytes.length < end ? null : false;
}

/**
 * A regular expression that matches the text of Delaware's annual franchise tax report, reduced to letters.
 * It needs the report's name with the state's name before or after it: the form has the state above the name,
 * other versions have it below. Up to 40 letters may be between the two, because software may print other
 * text there.
 */
export const FRANCHISE_REPORT =
  "delaware\\p{L}{0,40}annualfranchisetaxreport|annualfranchisetaxreport\\p{L}{0,40}delaware";
