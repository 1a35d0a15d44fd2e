/** Where records are shown: for links to a record whose id is known. The first page does not load it. */
import type { Company } from "../api/types.ts";
import { addressOf, pagesOf } from "./pages.ts";

/** The page on which a record is shown, and the word of its address that names it, by the prefix of its id. */
const RECORDS: Readonly<Record<string, readonly [path: string, word: string]>> = {
  txn: ["transactions", "open"],
  je: ["journal", "entry"],
  inv: ["invoices", "invoice"],
  bill: ["bills", "bill"],
  cat: ["chart", "category"],
  mbr: ["team", "member"],
  invite: ["team", "invitation"],
};

/** Where a record is opened; null if no page shows it, or none that the member may see. */
export function placeOf(
  company: Company,
  id: string,
): { readonly to: string; readonly search: Readonly<Record<string, string>> } | null {
  const [, prefix = "", rest = ""] = /^([a-z]+)_([\w.-]+)$/.exec(id) ?? [];
  const mayOpen = (path: string): boolean => pagesOf(company).some((page) => page.path === path);
  // A voucher is opened by the first of its entries.
  if (prefix === "vch") return placeOf(company, `je_${rest}_1`);
  if (prefix === "sht") {
    return mayOpen("sheets") ? { to: addressOf(company.id, `sheets/${id}`), search: {} } : null;
  }
  const record = Object.hasOwn(RECORDS, prefix) ? RECORDS[prefix] : undefined;
  if (record === undefined || !mayOpen(record[0])) return null;
  return { to: addressOf(company.id, record[0]), search: { [record[1]]: id } };
}
