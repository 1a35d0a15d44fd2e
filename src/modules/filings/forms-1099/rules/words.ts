/** The values of the enumerated fields of 1099 records and their documents. */
export const FILING_STATUSES = [
  "review_required",
  "w9_required",
  "w9_requested",
  "ready_to_file",
  "filing",
  "filed",
  "not_required",
] as const;
export type FilingStatus = (typeof FILING_STATUSES)[number];

export const DOCUMENT_TYPES = ["w9", "form_1099"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const DOCUMENT_STATES = ["storing", "attached", "dropped"] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** Media types by the extensions of typical document files. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  tif: "image/tiff",
  tiff: "image/tiff",
  heic: "image/heic",
  txt: "text/plain",
};

/** The media type for a file's name; null if unknown. */
export function contentTypeOf(filename: string): string | null {
  const [, extension = ""] = /\.([A-Za-z0-9]+)$/.exec(filename) ?? [];
  return CONTENT_TYPES[extension.toLowerCase()] ?? null;
}
