/** Makes vouchers of the lines that readers find: the same bounds and the same sums for every format. */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import {
  addToSum,
  type ParsedLine,
  type ParsedVoucher,
  roomForLine,
  storableText,
  unbalanced,
} from "../parsed-voucher.ts";

/** The facts of a voucher before its lines are known. */
export interface VoucherStart {
  readonly line: number;
  /** The voucher's name in the file, which stays the same from export to export; null without one. */
  readonly journal: string | null;
  readonly date: CivilDate;
  readonly description: string;
  readonly merchant: string | null;
  /** True if the file says that the voucher closes the income statement. */
  readonly isClosing?: boolean;
}

/** A line of a voucher as a reader finds it; texts may be empty. */
export interface FoundLine {
  readonly account: string;
  readonly department?: string;
  readonly netDebitCents: Cents;
  readonly description?: string;
  readonly merchant?: string;
  readonly line: number;
}

/** A voucher whose lines are being read. */
export class OpenVoucher {
  readonly start: VoucherStart;
  readonly #lines: ParsedLine[] = [];
  #sum = 0;

  constructor(start: VoucherStart) {
    this.start = start;
  }

  get sum(): number {
    return this.#sum;
  }

  get size(): number {
    return this.#lines.length;
  }

  /** Throws `LineProblem` for texts that are too long and for one line too many. */
  add({ account, department = "", netDebitCents, description = "", merchant = "", line }: FoundLine): void {
    roomForLine(this.#lines.length, line);
    this.#sum = addToSum(this.#sum, netDebitCents, line);
    this.#lines.push({
      account: storableText(account, "account", line),
      department: department === "" ? null : storableText(department, "department", line),
      netDebitCents,
      ...(description === "" || description === this.start.description
        ? {}
        : { description: storableText(description, "description", line) }),
      ...(merchant === "" || merchant === this.start.merchant
        ? {}
        : { merchant: storableText(merchant, "name", line) }),
      line,
    });
  }

  /** The voucher. Throws `LineProblem` at its first line if it does not balance; `hint` says why that may be. */
  close(hint = ""): ParsedVoucher {
    const { line, description, merchant } = this.start;
    if (this.#sum !== 0) throw unbalanced(line, this.#sum, hint === "" ? "" : ` ${hint}`);
    return {
      ...this.start,
      description: storableText(description, "description", line),
      merchant: merchant === null || merchant === "" ? null : storableText(merchant, "name", line),
      lines: this.#lines,
    };
  }
}
