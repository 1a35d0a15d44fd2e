/**
 * Changes of cells that the service does not have yet, and what became of those that it did not take.
 * Invariant: a change waits until it is stored, or a list tells of it until the person has decided. All of
 * them stay with their lines and the names of worksheets.
 */
import { inputText } from "@daybook/formula/cells";
import { type Cell, type Change, inputOf, isSameCell } from "./cells.ts";
import type { Lost } from "./moving.ts";

/** A change, and the cell that it replaces in the service. */
export interface Pending extends Change {
  readonly base: Cell;
}

/** A cell that two people changed at the same time. */
export interface Conflict {
  readonly worksheet: string;
  readonly row: number;
  readonly column: number;
  readonly mine: string;
  readonly theirs: Cell;
}

/** What becomes of cells when lines move, or worksheets are renamed or deleted. */
interface Following {
  /** Null if the cell is gone. */
  change<C extends Change>(change: C): C | null;
  /** What a cell held that is gone. */
  content<C extends Lost>(lost: C): C;
}

/** Changes that are sent at once. */
const BATCH = 5_000;
/** Characters of the changes that are sent at once, well below the largest body of a request. */
const BATCH_CHARACTERS = 500_000;

type Keyed = ReadonlyMap<string, Pending>;

const keyOf = ({ worksheet, row, column }: Pick<Change, "worksheet" | "row" | "column">): string =>
  `${worksheet} ${row} ${column}`;

const changeOf = ({ base: _base, ...change }: Pending): Change => change;

export class PendingCells {
  #waiting = new Map<string, Pending>();
  #sent: Keyed = new Map();
  /** What the service failed to store again and again, until the person tries it once more or lets it go. */
  failed: readonly Pending[] = [];
  /** Cells in which others wrote something else at the same time. */
  conflicts: Conflict[] = [];
  /** What was written into lines or worksheets that were deleted meanwhile. */
  lost: readonly Lost[] = [];

  get isStored(): boolean {
    return this.#waiting.size + this.#sent.size === 0;
  }

  get waiting(): Iterable<Pending> {
    return this.#waiting.values();
  }

  /** Adds a change of a cell that the page shows as `present`. */
  add(change: Change, present: Cell): void {
    const key = keyOf(change);
    const { value, format } = this.#waiting.get(key)?.base ?? this.#sent.get(key) ?? present;
    this.#waiting.set(key, { ...change, base: { value, format } });
    if (this.failed.length > 0) this.failed = this.failed.filter((each) => keyOf(each) !== key);
  }

  /** The changes to send now. They count as sent until `stored` or `returned` is called. */
  take(): readonly Change[] {
    const batch = new Map<string, Pending>();
    let characters = 0;
    for (const [key, change] of this.#waiting) {
      characters += (inputOf(change.value)?.length ?? 0) + (change.format === null ? 40 : 160);
      if (batch.size >= BATCH || (batch.size > 0 && characters > BATCH_CHARACTERS)) break;
      batch.set(key, change);
    }
    for (const key of batch.keys()) this.#waiting.delete(key);
    this.#sent = batch;
    return [...batch.values()].map(changeOf);
  }

  stored(): void {
    this.#sent = new Map();
  }

  /** The sent changes were not stored and wait again; what was changed meanwhile comes after them. */
  returned(): void {
    const later = this.#waiting;
    this.#waiting = new Map(this.#sent);
    for (const [key, change] of later)
      this.#waiting.set(key, { ...change, base: this.#sent.get(key)?.base ?? change.base });
    this.#sent = new Map();
  }

  /** Gives up the changes that wait. Those that failed may be tried again. Returns the cells as they were. */
  giveUp(reason: "failed" | "refused"): readonly Change[] {
    const given = [...this.#waiting.values()];
    this.conflicts = this.conflicts.filter((each) => !this.#waiting.has(keyOf(each)));
    this.#waiting = new Map();
    if (reason === "failed") this.failed = [...this.failed, ...given];
    return given.map(({ base, ...change }) => ({ ...change, ...base }));
  }

  /** Returns what failed, to be changed anew. What `at` gives of others' cells since then is a conflict. */
  again(at: (worksheet: string, row: number, column: number) => Cell): readonly Change[] {
    const { failed } = this;
    this.failed = [];
    for (const each of failed) this.#compare(each, at(each.worksheet, each.row, each.column));
    return failed.map(changeOf);
  }

  /** Says what the service now has in a cell. False if no change of it waits. */
  meet(theirs: Change): boolean {
    const key = keyOf(theirs);
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) return false;
    const { value, format } = theirs;
    this.#waiting.set(key, { ...waiting, base: { value, format } });
    this.#compare(waiting, theirs);
    return true;
  }

  #compare({ base, ...mine }: Pending, theirs: Cell): void {
    if (isSameCell(theirs, base) || isSameCell(theirs, mine)) return;
    const { worksheet, row, column, value } = mine;
    this.conflicts.push({
      worksheet,
      row,
      column,
      mine: value === null ? "" : inputText(value),
      theirs: { value: theirs.value, format: theirs.format },
    });
  }

  lose({ worksheet, row, column, value }: Lost): void {
    if (value !== null) this.lost = [...this.lost, { worksheet, row, column, value }];
  }

  follow(following: Following): void {
    this.lost = this.lost.map((each) => following.content(each));
    const followed = (pending: Pending): readonly Pending[] => {
      const { base } = pending;
      const change = following.change(pending);
      if (change === null) this.lose(following.content(changeOf(pending)));
      const { value } = following.content({ ...pending, value: base.value });
      return change === null ? [] : [{ ...change, base: { ...base, value } }];
    };
    const keyed = (changes: Keyed): Map<string, Pending> =>
      new Map([...changes.values()].flatMap(followed).map((each) => [keyOf(each), each]));
    this.#waiting = keyed(this.#waiting);
    this.#sent = keyed(this.#sent);
    this.failed = this.failed.flatMap(followed);
    this.conflicts = this.conflicts.flatMap((conflict) => {
      const cell = following.change({ ...conflict, ...conflict.theirs });
      if (cell === null) return [];
      const { row, column, value, format } = cell;
      return [{ ...conflict, row, column, theirs: { value, format } }];
    });
  }
}
