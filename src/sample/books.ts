/**
 * The journal of the simulation. Invariants: a voucher has at least two lines and balances; ids number the
 * vouchers in the order of posting; a balance is the sum of all lines posted so far. Only the vouchers of the
 * current day are in memory.
 */
import { assert } from "@daybook/words/assert";
import { type CivilDate, dayNumber, type UnixSeconds } from "@daybook/words/civil-date";
import type { EntrySource } from "@daybook/words/ledger-words";
import type { BundleLine, BundleVoucher } from "../contract/bundle-records.ts";
import { type CategoryKey, categoryId, type DepartmentKey, departmentId } from "./chart.ts";

/** Over how many months a purchase is recognized, from which month on, and where. */
export interface Schedule {
  readonly kind: "spread" | "capitalization";
  readonly category: CategoryKey;
  readonly department: DepartmentKey | null;
  /** What each month's share is taken from. */
  readonly contra: CategoryKey;
  /** A day of the first month. */
  readonly start: CivilDate;
  readonly months: number;
}

/**
 * What the service makes a voucher from: an invoice, the transaction that pays the invoice with a number, a
 * transaction whose amount is spread, or a share of such a transaction.
 */
export type SampleDocument =
  | { readonly kind: "invoice"; readonly number: string; readonly text: string; readonly due: CivilDate }
  | { readonly kind: "payment"; readonly number: string }
  | { readonly kind: "schedule"; readonly schedule: Schedule }
  | { readonly kind: "share" };

/** A voucher with what is behind it; null for one that stands in the journal only or comes from the feed. */
export interface SampleVoucher extends BundleVoucher {
  readonly document: SampleDocument | null;
}

/**
 * A voucher without its lines. `bank` is true if the voucher comes from a bank or card feed; it then gets the
 * id of a transaction. `held` is true for a posting on hold.
 */
export interface VoucherHead {
  readonly description: string;
  readonly source: EntrySource;
  readonly merchant?: string;
  readonly bank?: boolean;
  readonly held?: boolean;
  readonly document?: SampleDocument;
}

/** A line of a voucher; `net` is debit minus credit in cents. */
export interface Posting {
  readonly category: CategoryKey;
  readonly net: number;
  readonly department?: DepartmentKey | undefined;
  readonly merchant?: string;
}

/** Makes a line that debits `category`; `cents` must be an integer. */
export function debit(category: CategoryKey, cents: number, department?: DepartmentKey): Posting {
  return { category, net: cents, department };
}

/** Makes a line that credits `category`; `cents` must be an integer. */
export function credit(category: CategoryKey, cents: number, department?: DepartmentKey): Posting {
  return { category, net: -cents, department };
}

/** Seconds from midnight UTC to midnight Pacific Standard Time, when the records of a day are created. */
const PACIFIC_MIDNIGHT = 8 * 3600;
/** The digits of a voucher's number. Numbers have leading zeros, so that ids sort in the order of posting. */
const NUMBER_WIDTH = 8;

function toLine({ category, net, department, merchant }: Posting): BundleLine {
  const category_id = categoryId(category);
  const department_id = department === undefined ? null : departmentId(department);
  const amount = net >= 0 ? { debit_cents: net } : { credit_cents: -net };
  return merchant === undefined
    ? { category_id, department_id, ...amount }
    : { category_id, department_id, ...amount, merchant };
}

export class Books {
  readonly #now: UnixSeconds;
  readonly #balances = new Map<CategoryKey, number>();
  #date = "";
  #created = 0;
  #number = 0;
  #lines = 0;
  #today: SampleVoucher[] = [];

  constructor(now: UnixSeconds) {
    this.#now = now;
  }

  /** Starts a day. The vouchers of the day before must have been taken. */
  openDay(date: CivilDate): void {
    assert(this.#today.length === 0, "a day was opened before the last one was taken");
    this.#date = date;
    this.#created = Math.min(this.#now, dayNumber(date) * 86_400 + PACIFIC_MIDNIGHT);
  }

  /** Returns the vouchers of the current day and removes them. */
  takeVouchers(): SampleVoucher[] {
    const vouchers = this.#today;
    this.#today = [];
    return vouchers;
  }

  /** The number of lines posted so far. */
  get lines(): number {
    return this.#lines;
  }

  /** Returns debit minus credit of a category so far, in cents. */
  balance(category: CategoryKey): number {
    return this.#balances.get(category) ?? 0;
  }

  /** Posts a voucher. Lines of zero are omitted; a voucher without other lines is not posted. */
  post(head: VoucherHead, postings: readonly Posting[]): void {
    let sum = 0;
    const lines: BundleLine[] = [];
    for (const posting of postings) {
      const { category, net } = posting;
      if (net === 0) continue;
      assert(Number.isSafeInteger(net), `not an amount in cents: ${category} ${net}`);
      sum += net;
      this.#balances.set(category, (this.#balances.get(category) ?? 0) + net);
      lines.push(toLine(posting));
    }
    if (lines.length === 0) return;
    assert(sum === 0 && lines.length > 1, `out of balance by ${sum} cents: ${head.description}`);
    this.#number += 1;
    this.#lines += lines.length;
    const suffix = `s-${String(this.#number).padStart(NUMBER_WIDTH, "0")}`;
    this.#today.push({
      id: `vch_${suffix}`,
      date: this.#date,
      description: head.description,
      source: head.source,
      merchant: head.merchant ?? null,
      transaction_id: head.bank === true ? `txn_${suffix}` : null,
      held: head.held ?? false,
      created: this.#created,
      lines,
      document: head.document ?? null,
    });
  }
}

/**
 * Returns the part of `total` for the period `index` (from 0) of `periods` equal periods. The parts are whole
 * cents. The last part includes the remainder, so that the parts sum to the total.
 */
export function straightLine(total: number, periods: number, index: number): number {
  const each = Math.floor(total / periods);
  return index === periods - 1 ? total - each * (periods - 1) : each;
}
