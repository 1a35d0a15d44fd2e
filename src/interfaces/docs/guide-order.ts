/**
 * The guides in the order in which a reader needs them, by part. A guide that is not listed stands behind the
 * others; a test asks that each is listed.
 */
export const GUIDE_ORDER: readonly (readonly [part: string, files: readonly string[]])[] = [
  ["First steps", ["new-company", "sign-in", "team"]],
  ["Use the API", ["authentication", "pagination", "idempotency", "errors", "versioning"]],
  ["Get books in", ["import-books", "bank-files", "live-feeds", "journal-entries"]],
  ["Read", ["console", "read-statements", "drill-down", "spreadsheets", "formulas", "workbooks"]],
  ["The feed", ["feed", "mirror", "rules-and-bulk-edits", "schedules"]],
  ["Exports and files", ["export-reports", "upload-files", "move-out"]],
  ["Invoices and filings", ["invoices", "bills", "taxes", "forms-1099"]],
  ["Programs and assistants", ["client", "assistant", "automation"]],
  ["Operate", ["run-on-postgresql", "backup", "move-company"]],
];

/** Returns the part of a guide and its place among all guides, by its path such as `guides/feed.md`. */
export function guidePlace(path: string): { readonly part: string; readonly place: number } | null {
  const name = path.replace(/^guides\//, "").replace(/\.md$/, "");
  const places = GUIDE_ORDER.flatMap(([part, files]) => files.map((file) => ({ part, file })));
  const place = places.findIndex(({ file }) => file === name);
  const found = places[place];
  return found === undefined ? null : { part: found.part, place };
}
