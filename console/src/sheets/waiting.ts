/** Arrangements that are shown before they are stored, in the order in which they were made. */
import { type Arrangement, arranged, editOf, type Frame, renewing, sizesSame } from "./arrangements.ts";
import type { SheetEdit } from "../api/generated/schemas.ts";

/** An arrangement that is not stored yet; `wanted` is null if its subject is no longer known. */
interface Waiting {
  wanted: Arrangement | null;
  /** The edit that stores it in a document; null if what it is about is gone. */
  readonly edit: (stored: Frame) => SheetEdit | null;
  /** Replaces sizes that were not sent yet by later ones of the same lines. Returns true if it did. */
  readonly join: (later: Arrangement) => boolean;
  readonly end: () => void;
}

export class WaitingArrangements {
  readonly #all = new Set<Waiting>();
  readonly #show: () => void;

  /** `show` is called when others are to be shown. */
  constructor(show: () => void) {
    this.#show = show;
  }

  /** Adds an arrangement. It follows its lines and names until `end` is called. */
  add(wanted: Arrangement): Waiting {
    let isSent = false;
    const waiting: Waiting = {
      wanted,
      edit: (stored) => {
        isSent = true;
        if (waiting.wanted === null) return null;
        this.follow(renewing(waiting.wanted, stored));
        return editOf(waiting.wanted, stored);
      },
      join: (later) => {
        const isJoined = !isSent && waiting.wanted !== null && sizesSame(waiting.wanted, later);
        if (!isJoined) return false;
        waiting.wanted = later;
        this.#show();
        return true;
      },
      end: () => {
        this.#all.delete(waiting);
        this.#show();
      },
    };
    this.#all.add(waiting);
    this.#show();
    return waiting;
  }

  follow(change: (wanted: Arrangement) => Arrangement | null): void {
    for (const waiting of this.#all) waiting.wanted = waiting.wanted && change(waiting.wanted);
  }

  /** Returns a document with all of them. */
  over(frame: Frame): Frame {
    return [...this.#all].reduce<Frame>(
      (shown, { wanted }) => (wanted === null ? shown : arranged(shown, wanted)),
      frame,
    );
  }
}
