/**
 * What a plan shows and what its import did, as one text of the same digits. Invariant: other vouchers, other
 * changes or other categories have another digest; so do, by `givenOf`, other files and answers.
 */
import { createHash } from "node:crypto";
import type { ChartBuilder } from "../rules/chart-from-accounts.ts";
import type { ImportAnswers } from "../rules/import-answers.ts";
import type { LaterImport } from "../rules/later-import.ts";
import type { FilePart } from "../store.ts";
import type { ReadingReport } from "./read-books.ts";

const FILE_PARTS: readonly FilePart[] = ["books", "accounts", "trial_balance"];

const hashOf = (shown: unknown): string => createHash("sha256").update(JSON.stringify(shown)).digest("hex");
const pairsOf = (map: Readonly<Record<string, string | number>>) =>
  Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1));

/**
 * Returns what identifies all that an import does with a file: its vouchers and changes, and what each
 * account that it posts to becomes. Those are all that the chart knows, unless `posted` names them.
 */
export function digestOf(
  { vouchers, entries, first_date, last_date }: ReadingReport,
  later: LaterImport | null,
  chart: ChartBuilder,
  posted: ReadonlySet<string> | null = null,
): string {
  // A new category may be numbered otherwise where vouchers are written in another order than they are read.
  const made = new Set<string>(chart.list().map(({ id }) => id));
  return hashOf([
    vouchers,
    entries,
    first_date,
    last_date,
    chart
      .accounts()
      .filter(({ account }) => posted === null || posted.has(account))
      .toSorted((a, b) => (a.account < b.account ? -1 : 1))
      .map(({ account, type, cashFlow, categoryId }) => [
        account,
        type,
        cashFlow,
        made.has(categoryId) ? null : categoryId,
      ]),
    later && [
      later.added_vouchers,
      later.known_vouchers,
      later.changed_vouchers.map(({ voucher_id, line, applied }) => [voucher_id, line, applied]),
      later.gone_vouchers.map(({ voucher_id, applied }) => [voucher_id, applied]),
      later.gone_count,
    ],
  ]);
}

/** Returns what identifies the files and the answers of an import. */
export function givenOf(
  files: Readonly<Record<FilePart, readonly Uint8Array[] | null>>,
  answers: ImportAnswers,
): string {
  const hashes = FILE_PARTS.map((part) => {
    const pieces = files[part];
    if (pieces === null) return null;
    const hash = createHash("sha256");
    for (const piece of pieces) hash.update(piece);
    return hash.digest("hex");
  });
  const { kinds, date_format, closing_vouchers, trial_balance_date, changes, change_of } = answers;
  const { columns = {}, prices = {}, cash_flow = {} } = answers;
  const single = [date_format, closing_vouchers, trial_balance_date, changes];
  return hashOf([
    hashes,
    pairsOf(kinds),
    pairsOf(change_of),
    single,
    ...[columns, prices, cash_flow].map(pairsOf),
  ]);
}

/** Returns the digest of a plan of files and answers. */
export function digestWith(given: string, digest: string): string {
  return hashOf([given, digest]);
}
