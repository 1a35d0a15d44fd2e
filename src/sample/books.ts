/**
 * The journal to which the parts of the sample company post. Invariants: a voucher has at least two lines and
 * balances; ids number the vouchers in the order of posting; the running balances equal the sum of everything
 * posted so far. Only the vouchers of the day in hand are kept.
 */
import { assert } from "../core/assert.ts";
import { type CivilDate, dayNumber, type UnixSeconds } from "../core/civil-date.ts";
import type { EntrySource } from "../core/ledger-words.ts";
import type { BundleLine, BundleVoucher } from "../contract/bundle-records.ts";
import { type CategoryKey, categoryId, type DepartmentKey, departmentId } from "./chart.ts";

/** The head of a voucher. `bank` marks one that comes from a bank or card feed: it gets a transaction id. */
export interface Heading {
  readonly description: string;
  readonly source: EntrySource;
  readonly merchant?: string;
  readonly bank?: boolean;
  readonly held?: boolean;
}

/** A line before it becomes a record: `net` is debit minus credit in cents. */
export interface Posting {
  readonly category: CategoryKey;
  readonly net: number;
  readonly department?: DepartmentKey | undefined;
  readonly merchant?: string;
}

/** A line that debits `category` by `cents`, an integer. */
export function debit(category: CategoryKey, cents: number, department?: DepartmentKey): Posting {
  return { category, net: cents, department };
}

/** A line that credits `category` by `cents`, an integer. */
export function credit(category: CategoryKey, cents: number, department?: DepartmentKey): Posting {
  return { category, net: -cents, department };
}

/** Seconds from midnight UTC to midnight Pacific Standard Time, the start of a day's feed. */
const PACIFIC_MIDNIGHT = 8 * 3600;
/** Digits of a voucher's number: enough that ids sort as they were posted. */
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
  #today: BundleVoucher[] = [];

  constructor(now: UnixSeconds) {
    this.#now = now;
  }

  /** Opens a day; what was posted on the day before must have been taken. */
  open(date: CivilDate): void {
    assert(this.#today.length === 0, "a day was opened before the last one was taken");
    this.#date = date;
    this.#created = Math.min(this.#now, dayNumber(date) * 86_400 + PACIFIC_MIDNIGHT);
  }

  /** The vouchers of the day in hand, which are forgotten. */
  take(): BundleVoucher[] {
    const vouchers = this.#today;
    this.#today = [];
    return vouchers;
  }

  /** Lines posted since the beginning. */
  get lines(): number {
    return this.#lines;
  }

  /** Debit minus credit of a category so far, in cents. */
  balance(category: CategoryKey): number {
    return this.#balances.get(category) ?? 0;
  }

  /** Posts one voucher. Lines of nothing are left out, and so is a voucher without any other. */
  post(heading: Heading, postings: readonly Posting[]): void {
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
    assert(sum === 0 && lines.length > 1, `out of balance by ${sum} cents: ${heading.description}`);
    this.#number += 1;
    this.#lines += lines.length;
    const suffix = `s-${String(this.#number).padStart(NUMBER_WIDTH, "0")}`;
    this.#today.push({
      id: `vch_${suffix}`,
      date: this.#date,
      description: heading.description,
      source: heading.source,
      merchant: heading.merchant ?? null,
      transaction_id: heading.bank === true ? `txn_${suffix}` : null,
      held: heading.held ?? false,
      created: this.#created,
      lines,
    });
  }
}

/**
 * The part of `total` that falls on period `index` (from 0) of `periods` equal ones. Parts are whole
 * cents and the last takes what is left, so they sum to the total.
 */
export function straightLine(total: number, periods: number, index: number): number {
  const each = Math.floor(total / periods);
  return index === periods - 1 ? total - each * (periods - 1) : each;
}
