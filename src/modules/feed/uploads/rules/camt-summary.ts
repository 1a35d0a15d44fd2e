/**
 * What a statement of CAMT states of its entries: their number and their sum, in all and by direction, and
 * whether another page follows.
 */
import { centsFromDecimal } from "@daybook/words/cents";

/** An entry as it is written, whether it is read or refused. */
export interface StatedEntry {
  /** CRDT or DBIT. */
  readonly direction: string;
  readonly amount: string;
}

/** The parts of a summary by the entries that they are about. */
const PARTS = [
  ["TxsSummry/TtlNtries", "entries", ""],
  ["TxsSummry/TtlCdtNtries", "credits", "CRDT"],
  ["TxsSummry/TtlDbtNtries", "debits", "DBIT"],
] as const;
const LAST_PAGE = ["StmtPgntn/LastPgInd", "RptPgntn/LastPgInd"] as const;

/** The places of what is stated, within a statement. */
export const SUMMARY_PLACES: ReadonlySet<string> = new Set([
  ...PARTS.flatMap(([place]) => [`${place}/NbOfNtries`, `${place}/Sum`]),
  ...LAST_PAGE,
]);

/** Returns the cents of an amount without a sign; null for any other text. */
function centsOf(text: string): number | null {
  return /^\d+(?:\.\d+)?$/.test(text) ? centsFromDecimal(text) : null;
}

/**
 * Returns the differences between a summary and its entries, as sentences. A part that can't be read proves
 * nothing.
 */
export function summaryNotes(
  stated: ReadonlyMap<string, string>,
  entries: readonly StatedEntry[],
): readonly string[] {
  const notes = PARTS.flatMap(([place, what, wanted]) => {
    const own = entries.filter(({ direction }) => wanted === "" || direction === wanted);
    const amounts = own.map(({ amount }) => centsOf(amount));
    const count = stated.get(`${place}/NbOfNtries`) ?? "";
    const total = stated.get(`${place}/Sum`) ?? "";
    const sum = amounts.includes(null) ? null : amounts.reduce<number>((all, each) => all + (each ?? 0), 0);
    const isCount = !/^\d+$/.test(count) || Number(count) === own.length;
    const isSum = sum === null || centsOf(total) === null || centsOf(total) === sum;
    if (isCount && isSum) return [];
    return isCount
      ? [`The total of the ${what} is stated as ${total}, but they make ${((sum ?? 0) / 100).toFixed(2)}.`]
      : [`The statement states a count of ${count} ${what}, but has ${own.length}.`];
  });
  if (LAST_PAGE.some((place) => stated.get(place) === "false"))
    notes.push("The statement says that another page follows.");
  return notes.length === 0 ? [] : [`${notes.join(" ")} Entries may be missing from the file.`];
}
