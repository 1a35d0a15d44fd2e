/**
 * Whether the entries of a file count, by a column of states. Invariant: an entry that its file calls a
 * draft, void or the like is refused by its line; a state that is not known, or is that of something beside
 * the entry, is told.
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
const OTHERS = /tax|match|review|receipt|budget|ship/;
/** Of what stands beside an entry: the bank's clearing of it, or the invoice that it is of. */
const BESIDE = /clear|invoice|bill|payment|recon/i;

/**
 * The place of the column, by names in small letters, that says whether an entry counts, or else of one that
 * says it of something beside the entry; -1 if there is none.
 */
export function statusPlaceOf(names: readonly string[]): number {
  const isStatus = (name: string): boolean =>
    NAMES.has(name) || (/\bstatus$/.test(name) && !OTHERS.test(name));
  const place = names.findIndex((name) => isStatus(name) && !BESIDE.test(name));
  return place >= 0 ? place : names.findIndex(isStatus);
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
    if (BESIDE.test(this.#column)) {
      if (doesNotCount(state, this.#column))
        this.#tell(state, line, "is not taken for whether the entry is posted");
      return;
    }
    if (doesNotCount(state, this.#column))
      throw new LineProblem(
        line,
        `The ${quoted(this.#column)} of the line is ${quoted(state)}, so it does not count. Export the journal without such lines.`,
      );
    // A state may be one of a country.
    if (/^state$/i.test(this.#column) || isKnownStatus(state, this.#column)) return;
    this.#tell(state, line, "is no known word for whether an entry is posted");
  }

  #tell(state: string, line: number, what: string): void {
    if (this.#told.has(state) || this.#told.size >= TOLD_MOST) return;
    this.#told.add(state);
    this.#note(
      `Line ${line}: ${quoted(state)} under ${quoted(this.#column)} ${what}. Such entries are read; if they do not count, export the journal without them.`,
    );
  }
}
