/**
 * Counters for one window of time, which the burst limits use. Invariant: in every implementation the first
 * count of a window returns 1, and each later one returns one more than the one before.
 */
export interface Counters {
  /**
   * Counts one more under `name` in the window that begins at `window` (Unix seconds); gives how many that
   * makes.
   */
  take(name: string, window: number): Promise<number> | number;
  /** Deletes the count of a name that turned out to belong to no caller. */
  forget(name: string, window: number): void;
  close(): Promise<void>;
}

/**
 * Names that are remembered of a window: more than any machine answers within a window. The oldest goes
 * first.
 */
const MOST_NAMES = 500_000;

/** The counts of a window, by name. */
interface Window {
  readonly begins: number;
  readonly counts: Map<string, number>;
}

/**
 * Counts in the memory of this process. A request that began in a window may be counted after the next one
 * has begun, so two are kept: the newest, and the last other one.
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
    take(name, window) {
      const { counts } = find(window) ?? open(window);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (counts.size > MOST_NAMES) for (const oldest of counts.keys().take(1)) counts.delete(oldest);
      return count;
    },
    forget(name, window) {
      find(window)?.counts.delete(name);
    },
    close: async () => {},
  };
}
