/**
 * Which calculations are known not to be finished within their bounds, so that they are answered at once.
 * Invariants: only so many are kept; each is forgotten after a while, because the moment of a reading and the
 * books can make the same workbook quicker.
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
    // Whoever asks for more than what takes too long asks for too much.
    return (
      this.#known.find(
        (each) =>
          each.key === key && each.ranges.every((inner) => ranges.some((outer) => includes(outer, inner))),
      )?.message ?? null
    );
  }

  /** What reads the books is tried again sooner, because they change without an edit of the workbook. */
  add(key: string, ranges: readonly Rectangle[], message: string, readsBooks: boolean): void {
    const seconds = readsBooks ? LIMITS.sheet_overrun_books_s.value : LIMITS.sheet_overrun_s.value;
    this.#known.push({ key, ranges, message, until: this.#nowMs() + seconds * 1_000 });
    if (this.#known.length > LIMITS.sheet_overruns.value) this.#known.shift();
  }
}
