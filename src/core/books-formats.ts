/** The names of the formats of books from other programs, as users choose them. */
export const BOOKS_FORMATS = [
  "csv",
  "ledger",
  "quickbooks-journal",
  "quickbooks-ledger",
  "iif",
  "xero-journal",
  "xero-ledger",
  "wave",
  "gnucash",
  "gnucash-csv",
  "beancount",
  "ads",
  "ynab",
] as const;
export type BooksFormatName = (typeof BOOKS_FORMATS)[number];
