/**
 * Counters that live for one window of time: where the burst limits count. Invariant: whatever the place, the
 * first who counts in a window is told 1, and everybody after that one more than the one before.
 */
export interface Counters {
  /**
   * Counts one more under `name` in the window that begins at `window` (Unix seconds); gives how many that
   * makes.
   */
  take(name: string, window: number): Promise<number> | number;
  /** Forgets what was counted under a name that turned out to be nobody's. */
  forget(name: string, window: number): void;
  close(): Promise<void>;
}

/**
 * Names that are remembered of a window: more than any machine answers within a window. The oldest goes
 * first.
 */
const MOST_NAMES = 500_000;

/** What was counted in a window, by name. */
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
