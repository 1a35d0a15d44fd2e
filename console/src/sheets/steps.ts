/** Steps of a person in a spreadsheet, which can be taken back and made again. */
import type { Change } from "./cells.ts";
import type { Mover, SheetMove } from "./moving.ts";
import type { Taken } from "./taking-back.ts";

interface CellStep {
  readonly before: readonly Change[];
  readonly after: readonly Change[];
}

/** The content that a deletion of lines removed: cells, formulas that it changed for good, sizes and ranges. */
interface Deleted extends Taken {
  readonly cells: readonly Change[];
}

/** Inserted or deleted lines. `deleted` is what they took if they are deleted now, or else null. */
export interface MoveStep {
  readonly move: SheetMove;
  readonly deleted: Deleted | null;
}

/** A step of lines that is taken back, or made again. */
export interface TakenStep {
  readonly direction: "undo" | "redo";
  readonly step: MoveStep;
}

export type Step = CellStep | MoveStep;

/** Returns the last steps of cells as they are after a move. Steps of lines before them are left out. */
export function movedSteps(steps: readonly Step[], mover: Mover): Step[] {
  const kept: Step[] = [];
  for (const step of steps.toReversed()) {
    if ("move" in step) break;
    const of = (changes: readonly Change[]) => changes.flatMap((change) => mover.change(change) ?? []);
    kept.unshift({ before: of(step.before), after: of(step.after) });
  }
  return kept;
}
