/**
 * Recognises the closing vouchers of imported books: those that move the income of a year (or of a month)
 * into an equity account, in one step or through an income summary. Daybook computes retained earnings from
 * the entries each time, so a closing voucher would take the closed income out of the income statement and
 * show it as a change of equity in the cash flow statement.
 *
 * A voucher whose lines are all on the income statement or in equity, and that is named like a closing or
 * closes both income and expenses, is held back until the last voucher is read. The held vouchers of a day
 * are closing vouchers if they bring every account of the income statement to zero. `closing-balances.ts`
 * recognises those that close the whole balance sheet.
 */
import { natureOfName, unnumberedName } from "../../../core/account-kinds/index.ts";
import type { CivilDate } from "../../../core/civil-date.ts";
import { type AccountType, isPointInTime } from "../../../core/ledger-words.ts";
import { LineProblem, quoted } from "../../../platform/text/line-problem.ts";
import { isOfBalances, sortBalances } from "./closing-balances.ts";
import { type ParsedLine, type ParsedVoucher, signedDollars } from "./parsed-voucher.ts";

/** What the user wants of closing vouchers; without a choice, those that look like one but are none are refused. */
export const CLOSING_CHOICES = ["leave-out", "keep"] as const;
export type ClosingChoice = (typeof CLOSING_CHOICES)[number];

const CLOSING_WORDS =
  /\bclos(?:e|es|ed|ing)\b.*\b(?:entr(?:y|ies)|books?|years?|periods?|months?|quarters?|incomes?|revenues?|expenses?|accounts?|earnings|profits?|summary)\b|\byear[- ]?end clos|\b(?:books?|years?|periods?|accounts?) clos|\bretain(?:ed)? earnings\b/i;
/** Equity that holds the income between two steps of a closing. */
const SUMMARY = /^(?:income summary|(?:profit|income) (?:and|&) (?:loss|expenses?) summary)$/i;
const INCOME_TYPES: readonly AccountType[] = ["revenue", "other_income"];

interface HeldVoucher {
  readonly voucher: ParsedVoucher;
  /** True if its words or accounts say that it closes; such a voucher is never imported silently. */
  readonly isNamed: boolean;
}

/** Sums in cents by account. */
type Sums = Map<string, number>;

/** Holds back what may be closing vouchers, and decides on them after the last voucher. */
export class ClosingVouchers {
  readonly #typeOf: (account: string) => AccountType | null;
  readonly #choice: ClosingChoice | null;
  /** The income statement of the vouchers that are not held, by day. */
  readonly #days = new Map<CivilDate, Sums>();
  readonly #held: HeldVoucher[] = [];
  /** What may close or open the balances of a year. */
  readonly #ofBalances: ParsedVoucher[] = [];
  readonly #leftOut: ParsedVoucher[] = [];

  /** `typeOf` gives the type of an account of the books; null if its name is refused. */
  constructor(typeOf: (account: string) => AccountType | null, choice: ClosingChoice | null) {
    this.#typeOf = typeOf;
    this.#choice = choice;
  }

  /** Takes the next voucher. True if it is held back; `decide` then gives it back or leaves it out. */
  holds(voucher: ParsedVoucher): boolean {
    if (this.#choice === "keep") return false;
    const held = this.#heldVoucher(voucher);
    if (held) this.#held.push(held);
    else if (isOfBalances(voucher, this.#typeOf, this.#ofBalances.length > 0)) {
      this.#ofBalances.push(voucher);
      return true;
    } else this.#count(voucher);
    return held !== null;
  }

  /**
   * Decides on the held vouchers, after the last voucher. Returns those that close nothing, which are
   * ordinary.
   * @throws LineProblem for one that is named like a closing but does not bring the income statement to zero
   */
  decide(): readonly ParsedVoucher[] {
    const balances = sortBalances(this.#ofBalances, this.#choice === "leave-out");
    this.#leftOut.push(...balances.closing);
    const ordinary: ParsedVoucher[] = [...balances.ordinary];
    for (const voucher of balances.ordinary) this.#count(voucher);
    const income: Sums = new Map();
    const days = [...this.#days.keys()].toSorted();
    let next = 0;
    const countThrough = (isDue: (day: CivilDate) => boolean): void => {
      for (let day = days[next]; day !== undefined && isDue(day); day = days[++next])
        for (const [account, cents] of this.#days.get(day) ?? []) add(income, account, cents);
    };
    const byDay = Map.groupBy(
      this.#held.toSorted((a, b) => (a.voucher.date < b.voucher.date ? -1 : 1)),
      ({ voucher }) => voucher.date,
    );
    for (const [date, held] of byDay) {
      // Some programs date a closing on the first day of the next year, before the entries of that day.
      countThrough((day) => day < date);
      let closing = this.#closingOf(held, income);
      countThrough((day) => day <= date);
      if (closing.length === 0) closing = this.#closingOf(held, income);
      if (closing.length === 0 && this.#choice === "leave-out")
        closing = held.filter(({ isNamed }) => isNamed);
      const others = held.filter((each) => !closing.includes(each));
      const named = others.find(({ isNamed }) => isNamed);
      if (named) throw unclosed(named.voucher, this.#incomeOf(others.concat(closing), income));
      for (const { voucher } of closing) this.#leftOut.push(voucher);
      for (const { voucher } of others) ordinary.push(voucher);
      for (const [account, cents] of this.#incomeOf(held, new Map())) add(income, account, cents);
    }
    return ordinary;
  }

  /** The vouchers that were left out, by date. */
  get leftOut(): readonly ParsedVoucher[] {
    return this.#leftOut.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  }

  /** Sentences on the vouchers that were left out; none if there are none. */
  get notes(): readonly string[] {
    const { leftOut } = this;
    if (leftOut.length === 0) return [];
    const days = [...new Set(leftOut.map(({ date }) => date))];
    const shown = days.slice(0, 5).join(", ") + (days.length > 5 ? ", ..." : "");
    const [count, verb] =
      leftOut.length === 1 ? ["1 closing voucher", "was"] : [`${leftOut.length} closing vouchers`, "were"];
    const owners = this.#ownersOf(leftOut);
    return [
      `${count} (${shown}) ${verb} left out: retained earnings are computed from the entries, and no income is taken out of the closed years. --closing-vouchers keep imports them.`,
      ...(owners.length === 0
        ? []
        : [
            `What they closed into ${owners.slice(0, 5).map(quoted).join(", ")}${owners.length > 5 ? " and others" : ""} is part of retained earnings here, so these accounts lack their shares of the income. Post the shares by hand, or import the vouchers.`,
          ]),
    ];
  }

  /** The accounts of owners that vouchers closed income or draws into. */
  #ownersOf(vouchers: readonly ParsedVoucher[]): readonly string[] {
    const equity = vouchers.flatMap((voucher) => this.#sidesOf(voucher)?.equity ?? []);
    return [...new Set(equity)].filter(
      (account) => !isSummary(account) && natureOfName(lastLevel(account)) !== "retained_earnings",
    );
  }

  /** The debit minus credit that was left out through the end of a day, by account. */
  sumsThrough(date: CivilDate): ReadonlyMap<string, number> {
    const sums: Sums = new Map();
    for (const voucher of this.#leftOut)
      if (voucher.date <= date)
        for (const { account, netDebitCents } of voucher.lines) add(sums, account, netDebitCents);
    return sums;
  }

  /**
   * The held vouchers of a day that close: those that are named like a closing, and others that are about
   * other accounts than these, provided that the income statement is zero after all held vouchers of the day;
   * else none. So a correction of an earlier year stays, which the closing of its day then closes too. An
   * account of two departments counts as two, because a closing may have a voucher for each department.
   */
  #closingOf(held: readonly HeldVoucher[], income: Sums): readonly HeldVoucher[] {
    const named = held
      .filter(({ isNamed }) => isNamed)
      .flatMap(({ voucher: { lines } }) => lines.filter(({ account }) => this.#isIncome(account)));
    const closing = held.filter(
      ({ isNamed, voucher: { lines } }) =>
        isNamed || !lines.some((line) => named.some((other) => isSamePart(line, other))),
    );
    const moves = this.#incomeOf(closing, new Map()).size > 0;
    const isZero = this.#incomeOf(held, income)
      .values()
      .every((cents) => cents === 0);
    return moves && isZero ? closing : [];
  }

  /** `income` after the vouchers. */
  #incomeOf(held: readonly HeldVoucher[], income: Sums): Sums {
    const sums = new Map(income);
    for (const { voucher } of held)
      for (const { account, netDebitCents } of voucher.lines)
        if (this.#isIncome(account)) add(sums, account, netDebitCents);
    return sums;
  }

  #count({ date, lines }: ParsedVoucher): void {
    for (const { account, netDebitCents } of lines) {
      if (!this.#isIncome(account)) continue;
      let sums = this.#days.get(date);
      if (!sums) this.#days.set(date, (sums = new Map()));
      add(sums, account, netDebitCents);
    }
  }

  #heldVoucher(voucher: ParsedVoucher): HeldVoucher | null {
    const sides = this.#sidesOf(voucher);
    if (sides === null || sides.equity.length === 0) return null;
    const { equity, income } = sides;
    const hasSummary = equity.some(isSummary);
    const closesBoth =
      income.some((type) => INCOME_TYPES.includes(type)) &&
      income.some((type) => !INCOME_TYPES.includes(type));
    const hasRetained = equity.some((account) => natureOfName(lastLevel(account)) === "retained_earnings");
    if (income.length === 0) return hasSummary ? { voucher, isNamed: true } : null;
    const says = voucher.isClosing === true || hasSummary || CLOSING_WORDS.test(voucher.description);
    // A single account against retained earnings may be the correction of an earlier year.
    const isNamed = says || (closesBoth && hasRetained);
    return isNamed || closesBoth || hasRetained ? { voucher, isNamed } : null;
  }

  /** The equity accounts and the types of the other accounts; null if one is neither equity nor income. */
  #sidesOf({ lines }: ParsedVoucher): { readonly equity: string[]; readonly income: AccountType[] } | null {
    const equity: string[] = [];
    const income: AccountType[] = [];
    for (const { account } of lines) {
      const type = this.#typeOf(account);
      if (type === "equity" || isSummary(account)) equity.push(account);
      else if (type !== null && !isPointInTime(type)) income.push(type);
      else return null;
    }
    return { equity, income };
  }

  #isIncome(account: string): boolean {
    const type = this.#typeOf(account);
    return type !== null && !isPointInTime(type) && !isSummary(account);
  }
}

function isSamePart(a: ParsedLine, b: ParsedLine): boolean {
  return (
    a.account === b.account &&
    (a.department === null || b.department === null || a.department === b.department)
  );
}

function add(sums: Sums, account: string, cents: number): void {
  sums.set(account, (sums.get(account) ?? 0) + cents);
}

function lastLevel(account: string): string {
  return unnumberedName(account.slice(account.lastIndexOf(":") + 1).trim());
}

function isSummary(account: string): boolean {
  return SUMMARY.test(lastLevel(account));
}

function unclosed(voucher: ParsedVoucher, income: ReadonlyMap<string, number>): LineProblem {
  const [account = "", left = 0] = income.entries().find(([, cents]) => cents !== 0) ?? [];
  return new LineProblem(
    voucher.line,
    `The voucher that begins here, ${quoted(voucher.description)} of ${voucher.date}, looks like a closing voucher, but the income statement is not zero after it: ${quoted(account)} has ${signedDollars(left)} left. Import the books from the beginning of the year; or choose: --closing-vouchers leave-out imports the books without such vouchers, --closing-vouchers keep imports them as they are.`,
    [],
    voucher.file ?? null,
  );
}
