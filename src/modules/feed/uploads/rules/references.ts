/**
 * Ids made from the references that banks give to entries. A FITID of OFX is unique by definition; these
 * references should be, but banks also repeat them: for a reversal, a fee, or each payment of a batch. So
 * an id consists of the reference, the day and the amount. Invariant: no two lines of a statement have the
 * same id, and a line has the same id in every file that contains its statement.
 */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { decimalText } from "@daybook/words/money-text";

/** The words that stand for no reference. */
const NONE = /^(?:NONREF|NOREF|NOTPROVIDED|NONE|0*)$/i;

/** The ids of the lines of one statement. */
export class StatementIds {
  readonly #counts = new Map<string, number>();

  /** Returns the id of the next line; null if the bank gives it no reference. */
  idOf(reference: string, date: CivilDate, amount: Cents): string | null {
    const trimmed = reference.trim();
    if (NONE.test(trimmed)) return null;
    const id = `${trimmed} ${date} ${decimalText(amount)}`;
    const count = (this.#counts.get(id) ?? 0) + 1;
    this.#counts.set(id, count);
    return count === 1 ? id : `${id} #${count}`;
  }
}
