/**
 * Whether the entries of a file count, by a column of states. Invariant: an entry that its file calls a
 * draft, void or the like is refused by its line, and a state that is not known is told.
 */
import { doesNotCount, isKnownStatus } from "../../../core/line-status.ts";
import { LineProblem, quoted } from "../../../platform/text/line-problem.ts";

/** Names of columns that say whether an entry counts. Those of reconciling, such as cleared, do not. */
const NAMES: ReadonlySet<string> = new Set([
  "posted",
  "is posted",
  "posting",
  "draft",
  "void",
  "voided",
  "state",
]);
const OTHERS = /tax|recon|match|review|receipt|budget|payment|ship/;

/** True for the name of a column, in small letters, that says whether an entry counts. */
export function isStatusColumn(name: string): boolean {
  return NAMES.has(name) || (/\bstatus$/.test(name) && !OTHERS.test(name));
}

/** States that are told. */
const TOLD_MOST = 3;

export class EntryStates {
  readonly #column: string;
  readonly #note: (sentence: string) => void;
  readonly #told = new Set<string>();

  constructor(column: string, note: (sentence: string) => void) {
    this.#column = column;
    this.#note = note;
  }

  /** Throws `LineProblem` for a state that says that its entry does not count; an empty one says nothing. */
  check(state: string, line: number): void {
    if (state === "") return;
    if (doesNotCount(state, this.#column))
      throw new LineProblem(
        line,
        `The ${quoted(this.#column)} of the line is ${quoted(state)}, so it does not count. Export the journal without such lines.`,
      );
    // A state may be one of a country.
    if (/^state$/i.test(this.#column) || isKnownStatus(state, this.#column)) return;
    if (this.#told.has(state) || this.#told.size >= TOLD_MOST) return;
    this.#told.add(state);
    this.#note(
      `Line ${line}: ${quoted(state)} under ${quoted(this.#column)} is no known word for whether an entry is posted. Such entries are read; if they do not count, export the journal without them.`,
    );
  }
}
