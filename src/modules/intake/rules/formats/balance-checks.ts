/**
 * Balances that plain-text books assert. A balance on a day counts all postings of earlier days, wherever
 * they stand in the file, so the assertions are checked at its end. Memory grows with accounts and days, not
 * with postings. Invariant: a wrong assertion is refused by its line.
 */
import { type Cents, cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import { signedDollars } from "../parsed-voucher.ts";

interface Assertion {
  readonly account: string;
  readonly date: CivilDate;
  readonly wanted: Cents;
  /** The sum of the day's postings that stand before the assertion. */
  readonly ofDay: number;
  readonly withSubaccounts: boolean;
  /** A difference of so many cents is no fault. */
  readonly tolerance: number;
  /** True if the amount of the posting was made to fit the balance. */
  readonly isAssigned: boolean;
  readonly line: number;
  /** The included file in which it stands; null for the file that was given. */
  readonly file: string | null;
}

interface AssertionOptions extends Partial<
  Pick<Assertion, "withSubaccounts" | "tolerance" | "isAssigned" | "file">
> {
  readonly isAtStart?: boolean;
}

export class BalanceChecks {
  /** By account and day, the sum of the postings in cents. */
  readonly #days = new Map<string, Map<CivilDate, number>>();
  readonly #assertions: Assertion[] = [];

  /** Counts a posting. */
  add(account: string, date: CivilDate, amount: number): void {
    let days = this.#days.get(account);
    if (!days) this.#days.set(account, (days = new Map<CivilDate, number>()));
    days.set(date, (days.get(date) ?? 0) + amount);
  }

  /**
   * Notes an assertion. `isAtStart`: it holds before the day's first posting, otherwise after those of the
   * day that were counted so far.
   */
  assert(
    account: string,
    date: CivilDate,
    wanted: Cents,
    line: number,
    {
      isAtStart = false,
      withSubaccounts = false,
      tolerance = 0,
      isAssigned = false,
      file = null,
    }: AssertionOptions = {},
  ): void {
    const ofDay = isAtStart ? 0 : this.ofDay(account, date, withSubaccounts);
    this.#assertions.push({
      account,
      date,
      wanted,
      ofDay,
      withSubaccounts,
      tolerance,
      isAssigned,
      line,
      file,
    });
  }

  /** The balance of an account before a day, of all postings so far. */
  before(account: string, date: CivilDate, withSubaccounts = false): Cents {
    return cents(this.#sum(account, withSubaccounts, (day) => day < date));
  }

  /** The sum of a day's postings to an account so far. */
  ofDay(account: string, date: CivilDate, withSubaccounts = false): Cents {
    if (!withSubaccounts) return cents(this.#days.get(account)?.get(date) ?? 0);
    return cents(this.#sum(account, true, (day) => day === date));
  }

  /** Checks the assertions, once all postings are counted. Returns their number. */
  check(): number {
    for (const assertion of this.#assertions) {
      const { account, date, wanted, ofDay, withSubaccounts, tolerance, isAssigned, line, file } = assertion;
      const found = this.before(account, date, withSubaccounts) + ofDay;
      if (Math.abs(found - wanted) > tolerance && isAssigned)
        throw new LineProblem(
          line,
          `The balance of ${quoted(account)} is assigned (\`= ${signedDollars(wanted)}\`) on ${date}, but an entry of an earlier day stands below it in the file. Put the entries in the order of their dates, as \`hledger print -x\` writes them.`,
          [],
          file,
        );
      if (Math.abs(found - wanted) > tolerance)
        throw new LineProblem(
          line,
          `The balance of ${quoted(account)} on ${date} is asserted to be ${signedDollars(wanted)}, but the file's entries make it ${signedDollars(found)}.`,
          [],
          file,
        );
    }
    return this.#assertions.length;
  }

  #sum(account: string, withSubaccounts: boolean, counts: (day: CivilDate) => boolean): number {
    let sum = 0;
    for (const [name, days] of this.#days) {
      if (name !== account && !(withSubaccounts && name.startsWith(`${account}:`))) continue;
      for (const [day, amount] of days) if (counts(day)) sum += amount;
    }
    return sum;
  }
}
