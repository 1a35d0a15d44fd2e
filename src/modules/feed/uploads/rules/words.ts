/** The words of uploads that callers choose from. */

/** The formats of bank files, in the order of the alphabet. */
export const FILE_FORMATS = ["bai2", "camt", "csv", "mt940", "ofx", "qfx", "qif"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The columns that a bank's CSV may have. */
export const COLUMNS = [
  "date",
  "amount",
  "debit",
  "credit",
  "description",
  "merchant_name",
  "external_id",
  "currency",
] as const;
export type Column = (typeof COLUMNS)[number];

/** How a card's file writes purchases: as negative amounts, like a bank account, or as positive ones. */
export const SIGNS = ["bank", "card"] as const;
export type Signs = (typeof SIGNS)[number];

export const DATE_FORMATS = ["YYYY-MM-DD", "MM/DD/YYYY", "DD/MM/YYYY"] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** The result of a line. `booked` is a new one that probably duplicates an entry of imported books. */
export const PREVIEW_STATES = ["new", "booked", "known", "refused"] as const;
export type PreviewState = (typeof PREVIEW_STATES)[number];
