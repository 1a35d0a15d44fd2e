/**
 * A reading's cache of ranges: their elements, and data that functions derived from them, such as an index
 * for lookups.
 */
import type { ArrayValue, Reference } from "./values.ts";

/** References with fewer cells are read again each time. */
const SMALL = 8;
/** The most elements in the cache. Beyond it, the cache is cleared. */
const KEPT_MAX = 4_000_000;

const keyOf = ({ sheet, top, left, bottom, right }: Reference): string =>
  `${sheet},${top},${left},${bottom},${right}`;

export class KeptArrays {
  readonly #arrays = new Map<string, ArrayValue>();
  readonly #purposes = new WeakMap<ArrayValue, Map<string, object>>();
  #kept = 0;

  get(reference: Reference): ArrayValue | undefined {
    return reference.rows * reference.columns < SMALL ? undefined : this.#arrays.get(keyOf(reference));
  }

  /** Adds the elements of a reference, all of which must be calculated. */
  set(reference: Reference, array: ArrayValue): void {
    const size = reference.rows * reference.columns;
    if (size < SMALL) return;
    if (this.#kept + size > KEPT_MAX) {
      this.#arrays.clear();
      this.#kept = 0;
    }
    this.#kept += size;
    this.#arrays.set(keyOf(reference), array);
  }

  /**
   * Returns data derived from an array for a purpose, and makes it only once. Each purpose has one type of
   * data.
   */
  keep<T extends object>(array: ArrayValue, purpose: string, make: () => T): T {
    const purposes = this.#purposes.get(array) ?? new Map<string, object>();
    this.#purposes.set(array, purposes);
    const made = purposes.get(purpose) ?? make();
    purposes.set(purpose, made);
    return made as T;
  }
}
