/** What entries are posted from. */

/** What entries are posted from, and its name. */
export const SOURCES: Readonly<Record<string, string>> = {
  bank_transaction: "Bank transaction",
  spread: "Spread",
  capitalization: "Capitalization",
  csv_upload: "Journal",
  transfer: "Transfer",
  invoice: "Invoice",
  bill: "Bill",
  adjustment: "Adjustment",
};

/** What an entry was posted from, in words. */
export function sourceText(source: string): string {
  return SOURCES[source] ?? source.replaceAll("_", " ");
}
