/**
 * Makes what a person arranges beside the cells: shows it at once, keeps it as a step, and stores it in its
 * turn.
 */
import { type Arrangement, nameStored, renewing } from "./arrangements.ts";
import type { SheetDocument } from "./document.ts";
import type { ArrangedStep, Direction } from "./steps.ts";
import type { Outcome, Storing } from "./storing.ts";

const GONE = "What this step changed is not there any more, so the step was left out.";

interface Sending {
  readonly join: (later: Arrangement) => boolean;
  readonly made: Promise<Outcome>;
}

export class Arranging {
  readonly #document: SheetDocument;
  readonly #store: Storing["arrange"];
  /** The last arrangement. One that sizes the same lines joins it, so a held key makes one edit. */
  #last: Sending | null = null;
  /** Redraws the document. */
  readonly #show: () => void;

  constructor(document: SheetDocument, store: Storing["arrange"], show: () => void) {
    this.#document = document;
    this.#store = store;
    this.#show = show;
  }

  /** Arranges something, as a step that can be taken back. */
  async make(wanted: Arrangement | null): Promise<void> {
    const step = wanted === null ? null : this.#document.arrange(wanted);
    if (step === null) this.#show();
    else await this.#arrange(step.arranged.after, step.mark);
  }

  /** Takes the last step back, or makes it again. */
  async turn({ arranged, mark }: ArrangedStep, direction: Direction): Promise<void> {
    this.#document.steps.turn(direction);
    await this.#arrange(direction === "undo" ? arranged.before : arranged.after, mark, direction);
  }

  /** Makes the arrangement of a new step, or of one that is taken back or made again. */
  async #arrange(wanted: Arrangement, mark: ArrangedStep["mark"], direction?: Direction): Promise<void> {
    const { steps } = this.#document;
    const sending = this.#last?.join(wanted) ? this.#last : this.#send(wanted, direction && GONE);
    this.#last = sending;
    this.#show();
    const outcome = await sending.made;
    if (outcome === "made") mark.isStored = true;
    else if (outcome === "failed" && direction !== undefined && mark.isStored)
      steps.turnBack(direction, mark);
    else steps.drop(mark);
    this.#show();
  }

  #send(wanted: Arrangement, gone?: string): Sending {
    const { join, edit, end } = this.#document.show(wanted);
    const made = this.#store(
      () => {
        this.#document.steps.rearrange(renewing(wanted, this.#document.frame));
        return edit();
      },
      (edited) => nameStored(wanted, this.#document.frame, edited),
      gone,
    );
    return { join, made: made.finally(end) };
  }
}
