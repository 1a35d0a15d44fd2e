/**
 * Counts the lines of an imported file: each is imported, or passed over for a reason that the report names.
 * Invariant: every line that a reader meets is counted once.
 */

/** Lines that were passed over for one reason. */
export interface SkippedLines {
  readonly reason: string;
  readonly count: number;
  /** The numbers of the first few lines. */
  readonly lines: readonly number[];
}

const LINES_SHOWN = 5;

export class LineCounts {
  #imported = 0;
  readonly #skipped = new Map<string, { count: number; readonly lines: number[] }>();

  /** Notes that lines became entries. */
  addImported(count = 1): void {
    this.#imported += count;
  }

  /** Notes a line that becomes no entry. `reason` is a noun phrase in the plural, such as `total rows`. */
  skip(reason: string, line: number): void {
    this.#add(reason, line);
  }

  /** Notes that a line that was counted as imported becomes no entry after all. */
  leaveOut(reason: string, line: number): void {
    this.#imported -= 1;
    this.#add(reason, line);
  }

  get imported(): number {
    return this.#imported;
  }

  get skipped(): readonly SkippedLines[] {
    return Array.from(this.#skipped, ([reason, { count, lines }]) => ({ reason, count, lines }));
  }

  #add(reason: string, line: number): void {
    const skipped = this.#skipped.get(reason) ?? { count: 0, lines: [] };
    skipped.count += 1;
    if (skipped.lines.length < LINES_SHOWN) skipped.lines.push(line);
    this.#skipped.set(reason, skipped);
  }
}
