/**
 * Vouchers of plain-text books: one posting may leave its amount open and takes what is missing, and amounts
 * of other commodities are rounded to the cent. What such rounding leaves goes to the largest converted
 * posting, so that the voucher balances to the cent.
 */
import { cents, ZERO_CENTS } from "@daybook/words/cents";
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import type { ParsedVoucher } from "../parsed-voucher.ts";
import type { Worth } from "./commodities.ts";
import { type FoundLine, OpenVoucher, type VoucherStart } from "./voucher-maker.ts";

export class ConvertedVoucher {
  readonly #start: VoucherStart;
  readonly #lines: (FoundLine & { readonly isConverted: boolean })[] = [];
  readonly #balancing: "cost" | "cost or price";
  /** The index of the posting without an amount. */
  #open: number | null = null;
  /** The line of a posting that balances the entry in two ways. */
  #doubtful: number | null = null;

  /** `balancing`: by what programs of the format balance an entry that has both, a cost and a price. */
  constructor(start: VoucherStart, balancing: "cost" | "cost or price" = "cost") {
    this.#start = start;
    this.#balancing = balancing;
  }

  /** Adds a posting; `worth` is null for the one without an amount. Throws `LineProblem` for a second one. */
  add(account: string, worth: Worth | null, description: string, line: number): void {
    if (worth === null) {
      if (this.#open !== null)
        throw new LineProblem(line, "Only one posting of an entry may be without an amount.");
      this.#open = this.#lines.length;
    }
    if (worth?.isDoubtful === true) this.#doubtful ??= line;
    const { cents: netDebitCents, isConverted } = worth ?? { cents: ZERO_CENTS, isConverted: false };
    this.#lines.push({ account, netDebitCents, isConverted, description, line });
  }

  /** The voucher. Throws `LineProblem` at its first line if it does not balance; `hint` says what to do. */
  close(hint = ""): ParsedVoucher {
    if (this.#lines.length === 0) throw new LineProblem(this.#start.line, "The entry has no postings.");
    if (this.#balancing !== "cost" && this.#open !== null && this.#doubtful !== null)
      throw new LineProblem(
        this.#doubtful,
        "The posting has a cost and another price. ledger takes the one and hledger the other for the amount that this entry leaves out, so write that amount.",
      );
    const sum = this.#lines.reduce((total, { netDebitCents }) => total + netDebitCents, 0);
    const target = this.#open ?? (sum === 0 ? null : this.#roundingPosting(Math.abs(sum)));
    const voucher = new OpenVoucher(this.#start);
    for (const [index, { isConverted: _, ...posting }] of this.#lines.entries())
      voucher.add(
        index === target ? { ...posting, netDebitCents: cents(posting.netDebitCents - sum) } : posting,
      );
    return voucher.close(hint);
  }

  /** The posting that takes what rounding left; null if that is more than rounding can leave. */
  #roundingPosting(left: number): number | null {
    const converted = [...this.#lines.entries()].filter(([, { isConverted }]) => isConverted);
    if (left > converted.length) return null;
    const [largest] = converted.toSorted(
      ([, a], [, b]) => Math.abs(b.netDebitCents) - Math.abs(a.netDebitCents),
    );
    return largest?.[0] ?? null;
  }
}
