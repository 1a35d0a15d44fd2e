/**
 * Remembers calculations that exceeded their limits, so that they are refused at once. Invariants: their
 * number is limited; each is forgotten after a while, because at another time or with other books the same
 * workbook may take less time.
 */
import { LIMITS } from "../../core/limits.ts";
import type { Rectangle } from "./words.ts";

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
  /** The latest one comes last. */
  #known: Overrun[] = [];
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /**
   * Why these ranges of a workbook, or some of them, could not be calculated before; null where that is not
   * known.
   */
  find(key: string, ranges: readonly Rectangle[]): string | null {
    const now = this.#nowMs();
    this.#known = this.#known.filter(({ until }) => until > now);
    // A reading that includes ranges that took too long takes too long itself.
    return (
      this.#known.find(
        (each) =>
          each.key === key && each.ranges.every((inner) => ranges.some((outer) => includes(outer, inner))),
      )?.message ?? null
    );
  }

  /**
   * A workbook that reads the books is tried again sooner, because the books change without an edit of the
   * workbook.
   */
  add(key: string, ranges: readonly Rectangle[], message: string, readsBooks: boolean): void {
    const seconds = readsBooks ? LIMITS.sheet_overrun_books_s.value : LIMITS.sheet_overrun_s.value;
    this.#known.push({ key, ranges, message, until: this.#nowMs() + seconds * 1_000 });
    if (this.#known.length > LIMITS.sheet_overruns.value) this.#known.shift();
  }
}
