/**
 * The retained earnings of imported books. They are computed here from the entries, so the accounts that hold
 * income only until it is passed on (an income summary, the earnings of the current year) are one with the
 * account of retained earnings: what is booked on them is booked there. Invariant: an account that may be one
 * of them, because its name speaks of income and it is moved within equity alone, is asked for.
 */
import { natureOfName, natureWithin, unnumberedName } from "@daybook/words/account-kinds";
import { type AccountType, isPointInTime } from "@daybook/words/ledger-words";
import { LIMITS } from "@daybook/words/limits";
import type { ChartBuilder } from "./chart-from-accounts.ts";
import type { ParsedVoucher } from "./parsed-voucher.ts";
import { foldedName } from "./spellings.ts";

/**
 * What an account is to the income of a year: `income` is on the income statement, `earnings` is retained
 * earnings or passes income on to them, `doubtful` is equity that may do so, `other` is an asset.
 */
export type EarningsPart = "income" | "earnings" | "equity" | "doubtful" | "owed" | "other";

export class RetainedEarnings {
  readonly #chart: ChartBuilder;
  /** The accounts of the books, in the order in which they appear. */
  readonly #accounts = new Set<string>();
  readonly #parts = new Map<string, EarningsPart>();
  readonly #merged = new Set<string>();
  /** Doubtful accounts: true while they are moved within equity alone. */
  readonly #doubts = new Map<string, boolean>();
  #account: string | null = null;

  constructor(chart: ChartBuilder) {
    this.#chart = chart;
  }

  /** Notes the accounts of vouchers and passes these on. The first account of retained earnings is the one. */
  async *noting(vouchers: AsyncIterable<ParsedVoucher>): AsyncGenerator<ParsedVoucher, void, undefined> {
    for await (const voucher of vouchers) {
      // Books with more accounts than a chart has are refused when they are read in earnest.
      for (const { account } of voucher.lines)
        if (this.#accounts.size <= LIMITS.categories.value) this.#accounts.add(account);
      yield voucher;
    }
  }

  /** The account on which retained earnings stand. */
  get account(): string {
    this.#account ??= this.#chart.retainedEarnings(this.#accounts);
    return this.#account;
  }

  partOf(account: string): EarningsPart {
    const known = this.#parts.get(account);
    if (known) return known;
    const part = this.#decide(account);
    this.#parts.set(account, part);
    return part;
  }

  /** Returns the voucher with its lines on accounts that pass income on moved to retained earnings. */
  merged(voucher: ParsedVoucher): ParsedVoucher {
    const { account } = this;
    const isElsewhere = (name: string): boolean => name !== account && this.partOf(name) === "earnings";
    const moved = voucher.lines.filter((line) => isElsewhere(line.account));
    if (moved.length === 0) return voucher;
    for (const line of moved) this.#merged.add(line.account);
    return {
      ...voucher,
      lines: voucher.lines.map((line) =>
        isElsewhere(line.account) ? { ...line, account, written: line.account } : line,
      ),
    };
  }

  /** The accounts of the file that are retained earnings here. */
  get accounts(): readonly string[] {
    return [this.account, ...this.#merged];
  }

  /** Notes in which vouchers the doubtful accounts are moved. */
  note({ lines }: ParsedVoucher): void {
    const doubtful = lines.filter(({ account }) => this.partOf(account) === "doubtful");
    if (doubtful.length === 0) return;
    const isWithin = lines.every(({ account }) => isEquity(this.partOf(account)));
    for (const { account } of doubtful)
      this.#doubts.set(account, isWithin && (this.#doubts.get(account) ?? true));
  }

  /** The accounts that may be retained earnings, and must be asked for. */
  get doubts(): readonly string[] {
    return Array.from(this.#doubts).flatMap(([account, isWithin]) => (isWithin ? [account] : []));
  }

  #decide(account: string): EarningsPart {
    const found = this.#chart.classes.classOf(account);
    // What is asked for has a stand-in for its class.
    if (typeof found === "string" || !found.isSure) return "other";
    const { type, levels, posting, isChosen } = found;
    const name = unnumberedName(levels.at(-1) ?? "");
    if (type === "equity" && this.#isRetained(account, levels)) return "earnings";
    // A second account that is only named so keeps its line; one that is said to be so has none.
    if (posting === "retained_earnings" && natureOfName(name) !== posting) return "earnings";
    const nature = isChosen ? null : yearNature(type, name);
    if (nature === "year_earnings") return "earnings";
    if (nature === "open_earnings") return "doubtful";
    if (!isPointInTime(type)) return "income";
    return type === "equity" ? "equity" : type === "liability" ? "owed" : "other";
  }

  #isRetained(account: string, levels: readonly string[]): boolean {
    if (account === this.account) return true;
    const own = this.#chart.classes.classOf(this.account);
    return typeof own !== "string" && foldedName(own.levels.join(":")) === foldedName(levels.join(":"));
  }
}

export function isEquity(part: EarningsPart): boolean {
  return part === "equity" || part === "doubtful" || part === "earnings";
}

/** What a name says of the income of a year: by itself, or because the account is equity. */
function yearNature(type: AccountType, name: string): string | null {
  const named = natureOfName(name);
  if (named === "year_earnings") return named;
  return type === "equity" ? natureWithin(type, name) : null;
}
