/**
 * Recognises the closing vouchers of imported books: those that move the income of a year (or of a month)
 * into equity, in one step or through an income summary. Daybook computes retained earnings from the entries
 * each time, so a closing voucher would take the closed income out of the income statement and show it as a
 * change of equity in the cash flow statement. Its income side is left out; what it gives to owners is kept,
 * against the account of retained earnings, so their accounts have their shares.
 *
 * A voucher that may close is held back until the last voucher is read. The held vouchers of a day are
 * closing vouchers if they bring every account of the income statement to zero. Invariant: a voucher that
 * looks like a closing and is none is refused, never imported silently. `closing-balances.ts` recognises
 * those that close the whole balance sheet.
 */
import type { Note } from "../../../core/advice.ts";
import { natureOfName, unnumberedName } from "@daybook/words/account-kinds";
import { cents } from "@daybook/words/cents";
import { addDays, type CivilDate } from "@daybook/words/civil-date";
import type { AccountType } from "@daybook/words/ledger-words";
import { LineProblem, quoted } from "../../../platform/text/line-problem.ts";
import type { AccountClasses } from "./account-classes.ts";
import { CLOSING_WAYS, isOfBalances, sortBalances } from "./closing-balances.ts";
import { type ParsedLine, type ParsedVoucher, signedDollars } from "./parsed-voucher.ts";
import { isEquity, type RetainedEarnings } from "./retained-earnings.ts";

/** What the user wants of closing vouchers; without a choice, those that look like one but are none are refused. */
export const CLOSING_CHOICES = ["leave-out", "keep"] as const;
export type ClosingChoice = (typeof CLOSING_CHOICES)[number];

const CLOSING_WORDS =
  /\bclos(?:e|es|ed|ing)\b.*\b(?:entr(?:y|ies)|books?|years?|periods?|months?|quarters?|incomes?|revenues?|expenses?|accounts?|earnings|profits?|summary)\b|\byear[- ]?end clos|\b(?:books?|years?|periods?|accounts?) clos|\bretain(?:ed)? earnings\b/i;
/** All that is said of a voucher, whose account then tells what is closed. */
const ONLY_CLOSING = /^\W*(?:year[- ]?end )?clos(?:e|ing)(?: (?:fy ?)?\d{2,4})?\W*$/i;
const INCOME_TYPES: readonly AccountType[] = ["revenue", "other_income"];

interface HeldVoucher {
  readonly voucher: ParsedVoucher;
  /** True if its words or accounts say that it closes; such a voucher is never imported silently. */
  readonly isNamed: boolean;
  /** Its lines on the income statement. */
  readonly income: readonly ParsedLine[];
  /** What it takes off the sides on which income and expenses stand: negative for one that adds to them. */
  readonly closedCents: number;
}

/** Sums in cents by account. */
type Sums = Map<string, number>;

/** Holds back what may be closing vouchers, and decides on them after the last voucher. */
export class ClosingVouchers {
  readonly #classes: AccountClasses;
  readonly #earnings: RetainedEarnings;
  readonly #choice: ClosingChoice | null;
  /** The income statement of the vouchers that are not held, by day. */
  readonly #days = new Map<CivilDate, Sums>();
  readonly #held: HeldVoucher[] = [];
  /** What may close or open the balances of a year. */
  readonly #ofBalances: ParsedVoucher[] = [];
  readonly #leftOut: ParsedVoucher[] = [];
  /** What vouchers that were left out gave to other accounts than retained earnings. */
  readonly #kept: ParsedVoucher[] = [];
  /** The days of closings, and for each the first day whose income it does not close. */
  readonly #closings: { readonly date: CivilDate; readonly next: CivilDate }[] = [];

  constructor(classes: AccountClasses, earnings: RetainedEarnings, choice: ClosingChoice | null) {
    this.#classes = classes;
    this.#earnings = earnings;
    this.#choice = choice;
  }

  /**
   * Takes the next voucher. Returns what is imported of it now; null if it is held back, until `decide` gives
   * it back or leaves it out, or if nothing is left of it because it only passes on what is computed.
   */
  take(voucher: ParsedVoucher): ParsedVoucher | null {
    if (this.#choice === "keep") return voucher;
    this.#earnings.note(voucher);
    const held = this.#heldVoucher(voucher);
    if (held) {
      this.#held.push(held);
      return null;
    }
    const typeOf = (account: string) => this.#classes.typeOf(account);
    if (isOfBalances(voucher, typeOf, this.#ofBalances.length > 0)) {
      this.#ofBalances.push(voucher);
      return null;
    }
    return this.#ordinary(voucher);
  }

  /**
   * Decides on the held vouchers, after the last voucher. Returns those that close nothing, which are
   * ordinary, and what the others give to owners.
   * @throws LineProblem for one that looks like a closing but does not bring the income statement to zero,
   *   and for one that does, but of a single account and without words
   */
  decide(): readonly ParsedVoucher[] {
    const balances = sortBalances(this.#ofBalances, this.#choice === "leave-out");
    this.#leftOut.push(...balances.closing);
    const imported: ParsedVoucher[] = [];
    for (const voucher of balances.ordinary) {
      const ordinary = this.#ordinary(voucher);
      if (ordinary) imported.push(ordinary);
    }
    const income: Sums = new Map();
    const days = [...this.#days.keys()].toSorted();
    let next = 0;
    const countThrough = (isDue: (day: CivilDate) => boolean): void => {
      for (let day = days[next]; day !== undefined && isDue(day); day = days[++next])
        for (const [account, amount] of this.#days.get(day) ?? []) add(income, account, amount);
    };
    const byDay = Map.groupBy(
      this.#held.toSorted((a, b) => (a.voucher.date < b.voucher.date ? -1 : 1)),
      ({ voucher }) => voucher.date,
    );
    for (const [date, held] of byDay) {
      // Some programs date a closing on the first day of the next year, before the entries of that day.
      countThrough((day) => day < date);
      const early = incomeAfter(held, income);
      countThrough((day) => day <= date);
      const after = incomeAfter(held, income);
      const isClosed = isZero(after);
      const closing = this.#closingOf(held, isClosed || isZero(early), [early, after]);
      for (const each of held)
        if (!closing.includes(each)) imported.push(this.#earnings.merged(each.voucher));
      for (const { voucher } of closing) imported.push(...this.#leaveOut(voucher));
      if (closing.length > 0) this.#closings.push({ date, next: isClosed ? addDays(date, 1) : date });
      for (const [account, amount] of incomeAfter(held, new Map())) add(income, account, amount);
    }
    return imported;
  }

  /** The vouchers that were left out, by date. */
  get leftOut(): readonly ParsedVoucher[] {
    return this.#leftOut.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  }

  /** The lines of the file that became no entry. */
  get leftOutLines(): readonly number[] {
    const kept = new Set(this.#kept.flatMap(({ lines }) => lines));
    return this.#leftOut.flatMap(({ lines }) =>
      lines.filter((each) => !kept.has(each)).map(({ line }) => line),
    );
  }

  /** The first day whose income no closing through `date` has closed; null without such a closing. */
  openSince(date: CivilDate): CivilDate | null {
    const closed = this.#closings.filter((closing) => closing.date <= date).map(({ next }) => next);
    return closed.toSorted().at(-1) ?? null;
  }

  /** Sentences on the vouchers that were left out; none if there are none. */
  get notes(): readonly Note[] {
    const { leftOut } = this;
    if (leftOut.length === 0) return [];
    const days = [...new Set(leftOut.map(({ date }) => date))];
    const shown = days.slice(0, SHOWN).join(", ") + (days.length > SHOWN ? ", ..." : "");
    const [count, verb] =
      leftOut.length === 1 ? ["1 closing voucher", "was"] : [`${leftOut.length} closing vouchers`, "were"];
    const { account } = this.#earnings;
    const owners = new Set(this.#kept.flatMap(({ lines }) => lines.map((line) => line.account)));
    owners.delete(account);
    return [
      {
        message: `${count} (${shown}) ${verb} left out: retained earnings are computed from the entries, and no income is taken out of the closed years.`,
        ways: [{ give: "closing_vouchers", as: "keep", when: "they shall be imported" }],
      },
      ...(owners.size === 0
        ? []
        : [`What they gave to ${named([...owners])} is kept, against ${quoted(account)}.`]),
    ];
  }

  /** Counts a voucher that is imported. Null if nothing is left of it. */
  #ordinary(voucher: ParsedVoucher): ParsedVoucher | null {
    for (const { account, netDebitCents } of voucher.lines) {
      if (this.#earnings.partOf(account) !== "income") continue;
      let sums = this.#days.get(voucher.date);
      if (!sums) this.#days.set(voucher.date, (sums = new Map()));
      add(sums, account, netDebitCents);
    }
    const merged = this.#earnings.merged(voucher);
    const { account } = this.#earnings;
    if (merged === voucher || merged.lines.some((line) => line.account !== account)) return merged;
    this.#leftOut.push(voucher);
    return null;
  }

  /** Leaves the income side of a closing out. Returns what is left: nothing, or one voucher. */
  #leaveOut(voucher: ParsedVoucher): readonly ParsedVoucher[] {
    this.#leftOut.push(voucher);
    const owners = voucher.lines.filter(
      ({ account }) => !["income", "earnings"].includes(this.#earnings.partOf(account)),
    );
    if (owners.length === 0) return [];
    const given = cents(owners.reduce((sum, { netDebitCents }) => sum - netDebitCents, 0));
    const { account } = this.#earnings;
    const against = {
      account,
      written: RETAINED,
      department: null,
      netDebitCents: given,
      line: voucher.line,
    };
    const kept = { ...voucher, lines: given === 0 ? owners : [...owners, against] };
    this.#kept.push(kept);
    return [kept];
  }

  /**
   * The held vouchers of a day that close. If the income statement is zero after all of them, these are those
   * that are named like a closing, and of the others those that close most and are about other accounts. So a
   * correction of an earlier year stays, which the closing of its day then closes too. An account of two
   * departments counts as two, because a closing may have a voucher for each department.
   */
  #closingOf(
    held: readonly HeldVoucher[],
    isClosed: boolean,
    after: readonly Sums[],
  ): readonly HeldVoucher[] {
    const isSuspect = (each: HeldVoucher) => each.isNamed || after.some((sums) => closesAll(each, sums));
    if (!isClosed) {
      const suspects = held.filter(isSuspect);
      const [first] = suspects;
      if (first !== undefined && this.#choice !== "leave-out")
        throw unclosed(first.voucher, after.at(-1) ?? new Map());
      return suspects;
    }
    const closing = held.filter(({ isNamed }) => isNamed);
    const others = held.filter(({ isNamed }) => !isNamed);
    for (const each of others.toSorted((a, b) => b.closedCents - a.closedCents))
      if (
        !each.income.some((line) => closing.some(({ income }) => income.some((own) => isSamePart(own, line))))
      )
        closing.push(each);
    const accounts = new Set(closing.flatMap(({ income }) => income.map(({ account }) => account)));
    const [first] = closing;
    if (first && accounts.size === 1 && this.#choice === null && !closing.some(({ isNamed }) => isNamed))
      throw unsure(first.voucher);
    return closing;
  }

  /** A voucher that may close: all of it is income against equity, or income and expenses against what is owed. */
  #heldVoucher(voucher: ParsedVoucher): HeldVoucher | null {
    const parts = voucher.lines.map(({ account }) => this.#earnings.partOf(account));
    if (parts.includes("other")) return null;
    const income = voucher.lines.filter(
      ({ netDebitCents }, index) => parts[index] === "income" && netDebitCents !== 0,
    );
    if (income.length === 0) return null;
    const isOfIncome = ({ account }: ParsedLine) =>
      INCOME_TYPES.includes(this.#classes.typeOf(account) ?? "expense");
    const closesBoth = income.some(isOfIncome) && !income.every(isOfIncome);
    if (parts.includes("owed") ? !closesBoth : !parts.some(isEquity)) return null;
    const isNamedSo = ({ account }: ParsedLine) =>
      natureOfName(unnumberedName(account.slice(account.lastIndexOf(":") + 1).trim())) ===
      "retained_earnings";
    const hasRetained = voucher.lines.some(isNamedSo);
    const passesOn = voucher.lines.some((line, index) => parts[index] === "earnings" && !isNamedSo(line));
    const says =
      voucher.isClosing === true ||
      passesOn ||
      CLOSING_WORDS.test(voucher.description) ||
      (hasRetained && ONLY_CLOSING.test(voucher.description));
    const closedCents = income.reduce(
      (sum, line) => sum + (isOfIncome(line) ? line.netDebitCents : -line.netDebitCents),
      0,
    );
    return { voucher, isNamed: says || (closesBoth && hasRetained), income, closedCents };
  }
}

const SHOWN = 5;
/** Stands for the account of retained earnings, which has a name of its own in each company. */
const RETAINED = "retained earnings";

/** At most some accounts of a list, for a sentence. */
function named(accounts: readonly string[]): string {
  const shown = accounts.slice(0, SHOWN).map(quoted);
  return `${shown.join(", ")}${accounts.length > SHOWN ? " and others" : ""}`;
}

/** `income` after the vouchers. */
function incomeAfter(held: readonly HeldVoucher[], income: Sums): Sums {
  const sums = new Map(income);
  for (const each of held)
    for (const { account, netDebitCents } of each.income) add(sums, account, netDebitCents);
  return sums;
}

function isZero(income: Sums): boolean {
  return income.values().every((amount) => amount === 0);
}

/** True for a voucher of several accounts of the income statement, all of which are zero after it. */
function closesAll({ income }: HeldVoucher, after: Sums): boolean {
  const accounts = new Set(income.map(({ account }) => account));
  return accounts.size > 1 && accounts.values().every((account) => after.get(account) === 0);
}

function isSamePart(a: ParsedLine, b: ParsedLine): boolean {
  return (
    a.account === b.account &&
    (a.department === null || b.department === null || a.department === b.department)
  );
}

function add(sums: Sums, account: string, amount: number): void {
  sums.set(account, (sums.get(account) ?? 0) + amount);
}

function unclosed(voucher: ParsedVoucher, income: ReadonlyMap<string, number>): LineProblem {
  const [account = "", left = 0] = income.entries().find(([, amount]) => amount !== 0) ?? [];
  return new LineProblem(
    voucher.line,
    `The voucher that begins here, ${quoted(voucher.description)} of ${voucher.date}, looks like a closing voucher, but the income statement is not zero after it: ${quoted(account)} has ${signedDollars(left)} left. Import the books from the beginning of the year, or choose what becomes of such vouchers.`,
    CLOSING_WAYS,
    voucher.file ?? null,
  );
}

/** The refusal of a voucher without words that closes the only account of the income statement. */
function unsure(voucher: ParsedVoucher): LineProblem {
  return new LineProblem(
    voucher.line,
    `The voucher that begins here, ${quoted(voucher.description)} of ${voucher.date}, brings the only account of the income statement to zero against equity, as a closing does. Choose what becomes of such vouchers.`,
    CLOSING_WAYS,
    voucher.file ?? null,
  );
}
