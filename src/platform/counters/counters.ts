/**
 * Counts requests within windows of time, for the burst limits. Invariant: in every implementation the first
 * call of `count` for a name and a window returns 1, and each later call returns one more.
 */
export interface Counters {
  /**
   * Adds 1 to the count of `name` in the window that begins at `window` (Unix seconds), and returns the
   * count.
   */
  count(name: string, window: number): Promise<number> | number;
  /** Deletes a count, after it turned out that the name belongs to no caller. */
  forget(name: string, window: number): void;
  close(): Promise<void>;
}

/**
 * The largest number of names of a window, more than one machine serves within a window. Beyond it, the
 * oldest name is deleted.
 */
const MAX_NAMES = 500_000;

/** The counts of a window, by name. */
interface Window {
  readonly begins: number;
  readonly counts: Map<string, number>;
}

/**
 * Counts in the memory of this process. A request of one window may be counted after the next window has
 * begun, so two windows are kept: the newest, and the last other one that was used.
 */
export function memoryCounters(): Counters {
  let newest: Window = { begins: Number.NEGATIVE_INFINITY, counts: new Map() };
  let other = newest;
  const find = (begins: number): Window | null =>
    begins === newest.begins ? newest : begins === other.begins ? other : null;
  const open = (begins: number): Window => {
    const opened: Window = { begins, counts: new Map() };
    if (begins > newest.begins) [newest, other] = [opened, newest];
    else other = opened;
    return opened;
  };
  return {
    count(name, window) {
      const { counts } = find(window) ?? open(window);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (counts.size > MAX_NAMES) for (const oldest of counts.keys().take(1)) counts.delete(oldest);
      return count;
    },
    forget(name, window) {
      find(window)?.counts.delete(name);
    },
    close: async () => {},
  };
}
