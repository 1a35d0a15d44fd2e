/** Arrangements that are shown before they are stored, in the order in which they were made. */
import { type Arrangement, arranged, editOf, type Frame, renewing } from "./arrangements.ts";
import type { SheetEdit } from "../api/generated/schemas.ts";

/** An arrangement that is not stored yet; `wanted` is null if it can't be told any more what it is about. */
interface Waiting {
  wanted: Arrangement | null;
  /** The edit that stores it in a document; null if what it is about is gone. */
  readonly edit: (stored: Frame) => SheetEdit | null;
  readonly end: () => void;
}

export class WaitingArrangements {
  readonly #all = new Set<Waiting>();

  /** Adds one. It follows the lines and names that it is about until `end` is called. */
  add(wanted: Arrangement): Waiting {
    const waiting: Waiting = {
      wanted,
      edit: (stored) => {
        if (waiting.wanted === null) return null;
        this.follow(renewing(waiting.wanted, stored));
        return editOf(waiting.wanted, stored);
      },
      end: () => void this.#all.delete(waiting),
    };
    this.#all.add(waiting);
    return waiting;
  }

  follow(change: (wanted: Arrangement) => Arrangement | null): void {
    for (const waiting of this.#all) waiting.wanted = waiting.wanted && change(waiting.wanted);
  }

  /** A document with all of them. */
  over(frame: Frame): Frame {
    return [...this.#all].reduce<Frame>(
      (shown, { wanted }) => (wanted === null ? shown : arranged(shown, wanted)),
      frame,
    );
  }
}
