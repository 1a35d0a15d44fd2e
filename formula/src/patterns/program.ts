/**
 * Compiles a regular expression to a list of steps for a machine that follows all paths together. Counted
 * repetitions are written out, so the list is limited, and so is the work for each character of a text.
 */
import { VALUE } from "../values.ts";
import type { CharacterTest, Node, Place, Tree } from "./tree.ts";

export type Step =
  | { readonly kind: "character"; readonly test: CharacterTest }
  /** Continues at two steps; the first one is preferred. */
  | { readonly kind: "split"; first: number; second: number }
  | { readonly kind: "jump"; to: number }
  | { readonly kind: "save"; readonly slot: number }
  | { readonly kind: "place"; readonly place: Place }
  | { readonly kind: "look"; readonly program: Program; readonly isNegated: boolean }
  | { readonly kind: "match" };

export interface Program {
  readonly steps: readonly Step[];
  /** True if the program reads a text backwards, as a lookbehind does. */
  readonly isBackwards: boolean;
}

export interface Pattern {
  readonly program: Program;
  readonly groups: number;
  readonly names: ReadonlyMap<string, number>;
}

const STEPS_MAX = 5_000;
/** The most parts that are written. This is more than the steps if repeated parts are empty. */
const PARTS_MAX = 50_000;

/** Returns the steps of a tree. Throws #VALUE! if there would be too many. */
export function programOf(tree: Tree): Pattern {
  const budget = { steps: STEPS_MAX, parts: PARTS_MAX };
  return { program: new Writer(budget, false).whole(tree.root), groups: tree.groups, names: tree.names };
}

class Writer {
  readonly #budget: { steps: number; parts: number };
  readonly #isBackwards: boolean;
  readonly #steps: Step[] = [];

  constructor(budget: { steps: number; parts: number }, isBackwards: boolean) {
    this.#budget = budget;
    this.#isBackwards = isBackwards;
  }

  whole(root: Node): Program {
    this.#write(root);
    this.#push({ kind: "match" });
    return { steps: this.#steps, isBackwards: this.#isBackwards };
  }

  #push<S extends Step>(step: S): S {
    if (--this.#budget.steps < 0) throw VALUE;
    this.#steps.push(step);
    return step;
  }

  #write(node: Node): void {
    if (--this.#budget.parts < 0) throw VALUE;
    if (node.kind === "character" || node.kind === "place") this.#push(node);
    else if (node.kind === "sequence")
      for (const item of this.#isBackwards ? node.items.toReversed() : node.items) this.#write(item);
    else if (node.kind === "choice") this.#choice(node.options);
    else if (node.kind === "group") {
      this.#push({ kind: "save", slot: node.index * 2 });
      this.#write(node.item);
      this.#push({ kind: "save", slot: node.index * 2 + 1 });
    } else if (node.kind === "look")
      this.#push({
        kind: "look",
        program: new Writer(this.#budget, !node.isAhead).whole(node.item),
        isNegated: node.isNegated,
      });
    else this.#repeat(node.item, node.least, node.most, node.isLazy);
  }

  #choice(options: readonly Node[]): void {
    const ends: { to: number }[] = [];
    for (const [at, option] of options.entries()) {
      if (at === options.length - 1) {
        this.#write(option);
        break;
      }
      const split = this.#push({ kind: "split", first: this.#steps.length + 1, second: 0 });
      this.#write(option);
      ends.push(this.#push({ kind: "jump", to: 0 }));
      split.second = this.#steps.length;
    }
    for (const end of ends) end.to = this.#steps.length;
  }

  #repeat(item: Node, least: number, most: number, isLazy: boolean): void {
    for (let count = 0; count < least; count++) this.#write(item);
    if (most === Number.POSITIVE_INFINITY) {
      const start = this.#steps.length;
      const leave = this.#fork(isLazy);
      this.#write(item);
      this.#push({ kind: "jump", to: start });
      leave();
      return;
    }
    const leaves: (() => void)[] = [];
    for (let count = least; count < most; count++) {
      leaves.push(this.#fork(isLazy));
      this.#write(item);
    }
    for (const leave of leaves) leave();
  }

  /**
   * Writes a choice between the next step and a later one. The returned function sets the later one to the
   * current position.
   */
  #fork(isLazy: boolean): () => void {
    const split = this.#push({ kind: "split", first: 0, second: 0 });
    if (isLazy) split.second = this.#steps.length;
    else split.first = this.#steps.length;
    return () => {
      if (isLazy) split.first = this.#steps.length;
      else split.second = this.#steps.length;
    };
  }
}
