/**
 * Changes of cells that are not stored yet, and those that the service did not take. Invariant: a change
 * waits until it is stored, or is listed until the person has decided. All of them follow their lines and the
 * names of worksheets.
 */
import { inputText } from "@daybook/formula/cells";
import { type Cell, type Change, inputOf, isSameCell } from "./cells.ts";
import type { Lost } from "./moving.ts";

/** A change, and the cell that it replaces in the service. */
export interface Pending extends Change {
  readonly base: Cell;
}

/** A change that the service failed to store. */
interface Failed extends Pending {
  /** True if others had written into its cell before it was given up. */
  readonly isMet: boolean;
}

/** A cell that two people changed at the same time. */
export interface Conflict {
  readonly worksheet: string;
  readonly row: number;
  readonly column: number;
  readonly mine: string;
  readonly theirs: Cell;
}

/** How cells change when lines move, or worksheets are renamed or deleted. */
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

type Placed = Pick<Change, "worksheet" | "row" | "column">;

const keyOf = ({ worksheet, row, column }: Placed): string => `${worksheet} ${row} ${column}`;

const keyed = <C extends Placed>(cells: Iterable<C>): Map<string, C> => {
  const map = new Map<string, C>();
  for (const each of cells) map.set(keyOf(each), each);
  return map;
};

const changeOf = ({ worksheet, row, column, value, format }: Pending): Change => ({
  worksheet,
  row,
  column,
  value,
  format,
});

export class PendingCells {
  #waiting = new Map<string, Pending>();
  #sent: ReadonlyMap<string, Pending> = new Map();
  #failed = new Map<string, Failed>();
  #conflicts = new Map<string, Conflict>();
  /** What was written into lines or worksheets that were deleted meanwhile. */
  lost: readonly Lost[] = [];

  get isStored(): boolean {
    return this.#waiting.size + this.#sent.size === 0;
  }

  get waiting(): Iterable<Pending> {
    return this.#waiting.values();
  }

  /** What the service failed to store again and again, until the person tries it once more or lets it go. */
  get failed(): readonly Change[] {
    return [...this.#failed.values()].map(changeOf);
  }

  letGo(): void {
    this.#failed = new Map();
  }

  /** Cells in which others wrote something else at the same time. */
  get conflicts(): readonly Conflict[] {
    return [...this.#conflicts.values()];
  }

  settle(conflict: Conflict): void {
    this.#conflicts.delete(keyOf(conflict));
  }

  settleAll(): void {
    this.#conflicts = new Map();
  }

  /** Adds a change of a cell that the page shows as `present`. */
  add(change: Change, present: Cell): void {
    const key = keyOf(change);
    const { value, format } = this.#waiting.get(key)?.base ?? this.#sent.get(key) ?? present;
    this.#waiting.set(key, { ...change, base: { value, format } });
    this.#failed.delete(key);
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
    const given = this.#waiting;
    this.#waiting = new Map();
    for (const [key, pending] of given) {
      const isMet = this.#conflicts.delete(key);
      if (reason === "failed") this.#failed.set(key, { ...pending, isMet });
    }
    return [...given.values()].map(({ base, ...change }) => ({ ...change, ...base }));
  }

  /**
   * Returns what failed, so that it can be changed again. A cell in which others have written since, by `at`,
   * is a conflict.
   */
  again(at: (worksheet: string, row: number, column: number) => Cell): readonly Change[] {
    const failed = this.#failed;
    this.#failed = new Map();
    for (const each of failed.values())
      this.#compare(each, at(each.worksheet, each.row, each.column), each.isMet);
    return [...failed.values()].map(changeOf);
  }

  /** Notes what the service now has in a cell. Returns false if no change of the cell waits. */
  meet(theirs: Change): boolean {
    const key = keyOf(theirs);
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) return false;
    const { value, format } = theirs;
    this.#waiting.set(key, { ...waiting, base: { value, format } });
    this.#compare(waiting, theirs);
    return true;
  }

  #compare(mine: Pending, theirs: Cell, isMet = false): void {
    if ((!isMet && isSameCell(theirs, mine.base)) || isSameCell(theirs, mine)) return;
    const { worksheet, row, column, value } = mine;
    this.#conflicts.set(keyOf(mine), {
      worksheet,
      row,
      column,
      mine: value === null ? "" : inputText(value),
      theirs: { value: theirs.value, format: theirs.format },
    });
  }

  lose(lost: Lost): void {
    if (lost.value !== null) this.lost = [...this.lost, lost];
  }

  follow(following: Following): void {
    const lost: Lost[] = [];
    const followed = <P extends Pending>(pending: P): readonly P[] => {
      const { base } = pending;
      const change = following.change(pending);
      if (change === null) {
        const { worksheet, row, column, value } = following.content(changeOf(pending));
        if (value !== null) lost.push({ worksheet, row, column, value });
        return [];
      }
      const { value } = following.content({ ...pending, value: base.value });
      return [{ ...change, base: { ...base, value } }];
    };
    this.#waiting = keyed([...this.#waiting.values()].flatMap(followed));
    this.#sent = keyed([...this.#sent.values()].flatMap(followed));
    this.#failed = keyed([...this.#failed.values()].flatMap(followed));
    this.lost = [...this.lost.map((each) => following.content(each)), ...lost];
    this.#conflicts = keyed(
      [...this.#conflicts.values()].flatMap((conflict) => {
        const cell = following.change({ ...conflict, ...conflict.theirs });
        if (cell === null) return [];
        const { row, column, value, format } = cell;
        return [{ ...conflict, row, column, theirs: { value, format } }];
      }),
    );
  }
}
