/**
 * Finds matches of a pattern with Pike's machine (R. Cox, "Regular Expression Matching: the Virtual Machine
 * Approach"): all paths through the pattern are followed together, in order of preference. A text is read
 * once, each character costs at most the length of the pattern, and there is no backtracking. The matches are
 * the same as those of a backtracking search: leftmost, then by preference.
 */
import { isWord } from "./characters.ts";
import type { Pattern, Program } from "./program.ts";
import type { Place } from "./tree.ts";

/**
 * The start and end of a match and of its groups in the text, in UTF-16 units: two numbers each, -1 for a
 * group that did not participate.
 */
export type Match = readonly number[];

interface Thread {
  readonly step: number;
  readonly saved: readonly number[];
}

/** Finds matches of a pattern in one text. */
export class Matcher {
  readonly #pattern: Pattern;
  /** The code points of the text, and the position of each. */
  readonly #codes: number[] = [];
  readonly #units: number[] = [];
  readonly #spend: (steps: number) => void;
  /** The work that was not reported yet. */
  #work = 0;
  /** The results of lookarounds, by program and position: 1 for true, 2 for false. */
  readonly #looks = new Map<Program, Uint8Array>();

  /** `spend` is called with the number of steps of work. */
  constructor(pattern: Pattern, text: string, spend: (steps: number) => void) {
    this.#pattern = pattern;
    this.#spend = spend;
    for (let at = 0; at < text.length;) {
      const code = text.codePointAt(at) ?? 0;
      this.#codes.push(code);
      this.#units.push(at);
      at += code > 0xff_ff ? 2 : 1;
    }
    this.#units.push(text.length);
  }

  /** Returns all matches from left to right without overlaps, at most `most`. */
  all(most: number): Match[] {
    const matches: Match[] = [];
    let from = 0;
    while (from <= this.#codes.length && matches.length < most) {
      const found = this.#run(this.#pattern.program, from, true);
      if (found === null) break;
      matches.push(found.map((place) => (place < 0 ? -1 : (this.#units[place] ?? 0))));
      const [start = 0, end = 0] = found;
      from = end > start ? end : end + 1;
    }
    return matches;
  }

  /** Returns the positions of the first match at `from` or, with `seeks`, after it; null if there is none. */
  #run(program: Program, from: number, seeks: boolean): readonly number[] | null {
    const { steps, isBackwards } = program;
    this.#work += steps.length >> 3;
    const step = isBackwards ? -1 : 1;
    const last = isBackwards ? 0 : this.#codes.length;
    const none = Array.from({ length: (this.#pattern.groups + 1) * 2 }, () => -1);
    const marks = new Int32Array(steps.length).fill(-1);
    let threads: Thread[] = [];
    let best: readonly number[] | null = null;
    this.#add(program, threads, marks, from, 0, none.with(0, from));
    for (let at = from; ; at += step) {
      if (seeks && best === null && at !== from) this.#add(program, threads, marks, at, 0, none.with(0, at));
      this.#spend(threads.length + this.#work + 1);
      this.#work = 0;
      const next: Thread[] = [];
      const code = this.#codes[isBackwards ? at - 1 : at];
      for (const { step: here, saved } of threads) {
        const each = steps[here];
        if (each?.kind === "match") {
          best = saved.with(1, at);
          break;
        }
        if (each?.kind === "character" && at !== last && code !== undefined && each.test(code))
          this.#add(program, next, marks, at + step, here + 1, saved);
      }
      threads = next;
      if (at === last || (threads.length === 0 && (best !== null || !seeks))) return best;
    }
  }

  /**
   * Adds the paths that continue from a step without reading a character, preferred ones first, each step
   * once.
   */
  #add(
    program: Program,
    threads: Thread[],
    marks: Int32Array,
    at: number,
    from: number,
    saves: readonly number[],
  ): void {
    const waiting: Thread[] = [{ step: from, saved: saves }];
    for (let thread = waiting.pop(); thread !== undefined; thread = waiting.pop()) {
      const { step, saved } = thread;
      this.#work++;
      if (marks[step] === at) continue;
      marks[step] = at;
      const each = program.steps[step];
      if (each === undefined) continue;
      if (each.kind === "character" || each.kind === "match") threads.push(thread);
      else if (each.kind === "jump") waiting.push({ step: each.to, saved });
      else if (each.kind === "split") waiting.push({ step: each.second, saved }, { step: each.first, saved });
      else if (each.kind === "save") waiting.push({ step: step + 1, saved: saved.with(each.slot, at) });
      else if (
        each.kind === "place"
          ? this.#isAt(each.place, at)
          : this.#looksLike(each.program, at) !== each.isNegated
      )
        waiting.push({ step: step + 1, saved });
    }
  }

  #looksLike(program: Program, at: number): boolean {
    let known = this.#looks.get(program);
    if (known === undefined) {
      known = new Uint8Array(this.#codes.length + 1);
      this.#looks.set(program, known);
    }
    if (known[at] === 0) known[at] = this.#run(program, at, false) === null ? 2 : 1;
    return known[at] === 1;
  }

  #isAt(place: Place, at: number): boolean {
    const end = this.#codes.length;
    const before = this.#codes[at - 1];
    const after = this.#codes[at];
    if (place === "text start") return at === 0;
    if (place === "text end") return at === end;
    if (place === "last line end") return at === end || (at === end - 1 && after === 10);
    if (place === "line start") return at === 0 || before === 10;
    if (place === "line end") return at === end || after === 10;
    const isEdge = (before !== undefined && isWord(before)) !== (after !== undefined && isWord(after));
    return isEdge === (place === "word edge");
  }
}
