/** Makes what a person arranges beside the cells: it is shown at once, is a step, and is stored in its turn. */
import type { EditedSheet, SheetEdit } from "../api/generated/schemas.ts";
import { type Arrangement, nameStored, renewing } from "./arrangements.ts";
import type { SheetDocument } from "./document.ts";
import type { ArrangedStep, Direction } from "./steps.ts";
import type { Storing } from "./storing.ts";

const GONE = "What this step changed is not there any more, so the step was left out.";

export class Arranging {
  readonly #document: SheetDocument;
  readonly #store: Storing["arrange"];
  /** Shows the document anew. */
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

  /** Makes what a new step arranges, or one that is taken back or made again. */
  async #arrange(wanted: Arrangement, mark: ArrangedStep["mark"], direction?: Direction): Promise<void> {
    const { steps } = this.#document;
    const shown = this.#document.show(wanted);
    this.#show();
    const stored = (edited: EditedSheet): void => nameStored(wanted, this.#document.frame, edited);
    const edit = (): SheetEdit | null => {
      steps.rearrange(renewing(wanted, this.#document.frame));
      return shown.edit();
    };
    const outcome = await this.#store(edit, stored, direction && GONE);
    if (outcome === "made") mark.isStored = true;
    else if (outcome === "failed" && direction !== undefined && mark.isStored)
      steps.turnBack(direction, mark);
    else steps.drop(mark);
    shown.end();
    this.#show();
  }
}
