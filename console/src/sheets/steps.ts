/**
 * Steps of a person in a spreadsheet, which can be taken back and made again. Invariants: steps are in the
 * order in which the service makes them, so that each can be taken back from the state that it left; their
 * number and memory are limited, and the oldest are dropped first.
 */
import { FormulaText } from "@daybook/formula/cells";
import { type Arrangement, type Frame, movedArrangement, rewrittenArrangement } from "./arrangements.ts";
import type { Change } from "./cells.ts";
import type { Mover, SheetMove } from "./moving.ts";
import type { Taken } from "./taking-back.ts";

export type Direction = "undo" | "redo";

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
  deleted: Deleted | null;
}

/** A step of lines that is taken back, or made again. */
export interface TakenStep {
  readonly direction: Direction;
  readonly step: MoveStep;
}

/** Sizes, frozen lines or a chart. */
export interface ArrangedStep {
  readonly arranged: { readonly before: Arrangement; readonly after: Arrangement };
  /** Identifies the step, wherever its lines have moved. */
  readonly mark: { isStored: boolean };
}

export type Step = CellStep | MoveStep | ArrangedStep;

const MOST_STEPS = 200;
/** The memory of all steps, about. The last step is kept, however large it is. */
const MOST_BYTES = 64 * 2 ** 20;
/** The memory of a change besides its text. */
const CHANGE_BYTES = 96;

const weights = new WeakMap<Step, number>();

const changeBytes = (changes: readonly Change[]): number =>
  changes.reduce((sum, { value }) => {
    const text = value instanceof FormulaText ? value.text : value;
    return sum + CHANGE_BYTES + (typeof text === "string" ? 2 * text.length : 0);
  }, 0);

function bytesOf(step: Step): number {
  const known = weights.get(step);
  if (known !== undefined) return known;
  const { cells = [], ...frames } = "move" in step ? (step.deleted ?? {}) : {};
  const bytes =
    "before" in step
      ? changeBytes(step.before) + changeBytes(step.after)
      : changeBytes(cells) + 2 * JSON.stringify("arranged" in step ? step.arranged : frames).length;
  weights.set(step, bytes);
  return bytes;
}

/** Returns the last steps as they are after a move. Steps of lines, and all before them, are left out. */
function movedSteps(steps: readonly Step[], mover: Mover): Step[] {
  const kept: Step[] = [];
  for (const step of steps.toReversed()) {
    if ("move" in step) break;
    kept.unshift(movedStep(step, mover));
  }
  return kept;
}

function rearrangedStep(step: Step, change: (arrangement: Arrangement) => Arrangement): Step {
  if (!("arranged" in step)) return step;
  const { before, after } = step.arranged;
  return { ...step, arranged: { before: change(before), after: change(after) } };
}

function movedStep(step: CellStep | ArrangedStep, mover: Mover): Step {
  if ("arranged" in step) return rearrangedStep(step, (each) => movedArrangement(each, mover));
  const of = (changes: readonly Change[]) => changes.flatMap((change) => mover.change(change) ?? []);
  return { before: of(step.before), after: of(step.after) };
}

export const rewrittenChange = <C extends Pick<Change, "value">>(change: C, rewrite: Rewrite): C => {
  const { value } = change;
  if (!(value instanceof FormulaText)) return change;
  const text = rewrite(value.text);
  return text === value.text ? change : { ...change, value: new FormulaText(text, value.fills) };
};

type Rewrite = (formula: string) => string;

function rewrittenStep(step: Step, rewrite: Rewrite): Step {
  const of = (changes: readonly Change[]) => changes.map((change) => rewrittenChange(change, rewrite));
  if ("before" in step) return { before: of(step.before), after: of(step.after) };
  if ("arranged" in step) return rearrangedStep(step, (each) => rewrittenArrangement(each, rewrite));
  if (step.deleted === null) return step;
  const { cells, before, left } = step.deleted;
  const frame = ({ worksheets, names, charts }: Frame): Frame => ({
    worksheets,
    names: names.map((name) => ({ ...name, formula: rewrite(name.formula) })),
    charts: charts.map((chart) => ({ ...chart, ranges: chart.ranges.map(rewrite) })),
  });
  // The same step, because it may be on its way to the service.
  step.deleted = { cells: of(cells), before: frame(before), left: frame(left) };
  return step;
}

export class Steps {
  readonly #steps: Record<Direction, Step[]> = { undo: [], redo: [] };
  readonly #order = new WeakMap<ArrangedStep["mark"], number>();
  /** How many steps were made at once, without waiting for the service. */
  count = 0;

  /** The step that is taken back, or made again, next. */
  next(direction: Direction): Step | null {
    return this.#steps[direction].at(-1) ?? null;
  }

  add(step: CellStep | ArrangedStep): void {
    this.#steps.undo.push(step);
    this.#steps.redo = [];
    this.count += 1;
    if ("mark" in step) this.#order.set(step.mark, this.count);
    this.#bound();
  }

  /** The next step is taken back, or made again. */
  turn(direction: Direction): void {
    const step = this.#steps[direction].pop();
    if (step !== undefined) this.#steps[direction === "undo" ? "redo" : "undo"].push(step);
  }

  /** Corrects a step that could not be taken back, or made again: it is the next one again. */
  turnBack(direction: Direction, mark: ArrangedStep["mark"]): void {
    const other = direction === "undo" ? "redo" : "undo";
    const step = this.#steps[other].find((each) => "mark" in each && each.mark === mark);
    if (step === undefined) return;
    this.#steps[other] = this.#steps[other].filter((each) => each !== step);
    // Of several that were turned back, the one that was made last is taken back first.
    const sign = direction === "undo" ? 1 : -1;
    const orderOf = (each: Step): number => ("mark" in each ? (this.#order.get(each.mark) ?? 0) : 0);
    const steps = this.#steps[direction];
    const place = steps.findIndex((each) => "mark" in each && sign * (orderOf(each) - orderOf(step)) > 0);
    steps.splice(place < 0 ? steps.length : place, 0, step);
  }

  /** Takes a step of lines, which the service has made. Arrangements that still wait come after it. */
  addMove(step: MoveStep, taken: TakenStep | null, mover: Mover): void {
    if (taken !== null) this.#takeOff(taken, mover);
    const { undo, redo } = this.#steps;
    if (taken?.direction === "undo") redo.push(step);
    else {
      const waits = (each: Step): boolean => "arranged" in each && !each.mark.isStored;
      const made = undo.filter((each) => !waits(each));
      this.#steps.undo = [...made, step, ...movedSteps(undo.filter(waits), mover)];
    }
    if (taken === null) this.#steps.redo = [];
    this.#bound();
  }

  /** Takes a step off. The steps that were made while it was taken back move along. */
  #takeOff({ direction, step }: TakenStep, mover: Mover): void {
    const steps = this.#steps[direction];
    const place = steps.indexOf(step);
    if (place < 0) return;
    this.#steps[direction] = [...steps.slice(0, place), ...movedSteps(steps.slice(place + 1), mover)];
  }

  /** Follows a move of someone else. A step of lines, and all before it, can't be taken back any more. */
  follow(mover: Mover): void {
    this.#change((steps) => movedSteps(steps, mover));
  }

  /** Writes formulas and ranges anew, because worksheets have other names. */
  rewrite(rewrite: Rewrite): void {
    this.#change((steps) => steps.map((step) => rewrittenStep(step, rewrite)));
  }

  /** Changes what steps arrange. */
  rearrange(change: (arrangement: Arrangement) => Arrangement): void {
    this.#change((steps) => steps.map((step) => rearrangedStep(step, change)));
  }

  /** Forgets a step that was not made. */
  drop(mark: ArrangedStep["mark"]): void {
    this.#change((steps) => steps.filter((step) => !("mark" in step) || step.mark !== mark));
  }

  clear(): void {
    this.#change(() => []);
  }

  #change(change: (steps: Step[]) => Step[]): void {
    this.#steps.undo = change(this.#steps.undo);
    this.#steps.redo = change(this.#steps.redo);
  }

  #bound(): void {
    const { undo, redo } = this.#steps;
    let bytes = [...undo, ...redo].reduce((sum, step) => sum + bytesOf(step), 0);
    while (undo.length + redo.length > 1 && (undo.length > MOST_STEPS || bytes > MOST_BYTES)) {
      const oldest = (undo.length > 0 ? undo : redo).shift();
      bytes -= oldest === undefined ? 0 : bytesOf(oldest);
    }
  }
}
