/**
 * Remembers overruns, which are calculations that exceeded a limit, so that the same calculation is refused
 * at once. Invariants: the number of overruns is limited; each is forgotten after a while, because later or
 * with other books the same workbook may take less time.
 */
import { LIMITS } from "@daybook/words/limits";
import type { Rectangle } from "./messages.ts";

interface Overrun {
  readonly key: string;
  readonly ranges: readonly Rectangle[];
  readonly message: string;
  readonly until: number;
}

const includes = (outer: Rectangle, inner: Rectangle): boolean =>
  outer.sheet === inner.sheet &&
  outer.top <= inner.top &&
  outer.left <= inner.left &&
  outer.bottom >= inner.bottom &&
  outer.right >= inner.right;

export class Overruns {
  /** The overruns, the latest one at the end. */
  #overruns: Overrun[] = [];
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Returns the message of an overrun of these ranges, or of a part of them; null if there is none. */
  find(key: string, ranges: readonly Rectangle[]): string | null {
    const now = this.#nowMs();
    this.#overruns = this.#overruns.filter(({ until }) => until > now);
    // A calculation that includes all ranges of an overrun takes too long itself.
    return (
      this.#overruns.find(
        (each) =>
          each.key === key && each.ranges.every((inner) => ranges.some((outer) => includes(outer, inner))),
      )?.message ?? null
    );
  }

  /**
   * Adds an overrun. It is forgotten sooner if the formulas read the books, because the books change without
   * an edit of the workbook.
   */
  add(key: string, ranges: readonly Rectangle[], message: string, readsBooks: boolean): void {
    const seconds = readsBooks ? LIMITS.sheet_overrun_books_s.value : LIMITS.sheet_overrun_s.value;
    this.#overruns.push({ key, ranges, message, until: this.#nowMs() + seconds * 1_000 });
    if (this.#overruns.length > LIMITS.sheet_overruns.value) this.#overruns.shift();
  }
}
