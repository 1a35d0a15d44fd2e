/**
 * Remembers the vouchers of a file that are closed, so that a voucher with scattered lines is refused.
 * Vouchers are nearly always numbered one after the other; then this keeps a few ranges of numbers,
 * and its memory does not grow with the file. Other names are kept one by one. Invariant: exact, no
 * hash stands for a name.
 */

interface Range {
  first: number;
  last: number;
}

/** A prefix and a number without leading zeros, short enough to be exact: `JE-`, `204`. */
const NUMBERED = /^(|.{0,30}?[^0-9])((?:0|[1-9]\d{0,14}))$/s;
/** More prefixes than this are no prefixes but parts of names. */
const PREFIXES_MOST = 1_000;

export class VoucherNumbers {
  readonly #ranges = new Map<string, Range[]>();
  readonly #names = new Set<string>();

  /** Notes that the voucher `name` begins; false when it began before. */
  add(name: string): boolean {
    const [, prefix, digits] = NUMBERED.exec(name) ?? [];
    if (prefix === undefined || digits === undefined) return this.#addName(name);
    const ranges = this.#ranges.get(prefix);
    const number = Number(digits);
    if (!ranges) {
      if (this.#ranges.size >= PREFIXES_MOST) return this.#addName(name);
      this.#ranges.set(prefix, [{ first: number, last: number }]);
      return true;
    }
    const lowest = ranges[0];
    const highest = ranges.at(-1);
    if (!lowest || !highest) return this.#addName(name);
    if (number > highest.last) {
      if (number === highest.last + 1) highest.last = number;
      else ranges.push({ first: number, last: number });
      return true;
    }
    if (number === lowest.first - 1 && !this.#names.has(name)) {
      lowest.first = number;
      return true;
    }
    return !isWithin(ranges, number) && this.#addName(name);
  }

  /** The number of stored ranges and names, which determines the memory. */
  get size(): number {
    let ranges = 0;
    for (const list of this.#ranges.values()) ranges += list.length;
    return this.#names.size + ranges;
  }

  #addName(name: string): boolean {
    if (this.#names.has(name)) return false;
    this.#names.add(name);
    return true;
  }
}

/** True if one of the ascending ranges contains `number`; a binary search. */
function isWithin(ranges: readonly Range[], number: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (!range) return false;
    if (number < range.first) high = middle - 1;
    else if (number > range.last) low = middle + 1;
    else return true;
  }
  return false;
}
