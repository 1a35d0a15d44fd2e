/**
 * Counters that live for one window of time: where the burst limits count. Invariant: whatever the place, the first
 * who counts in a window is told 1, and everybody after that one more than the one before.
 */
export interface Counters {
  /** Counts one more under `name` in the window that begins at `window` (Unix seconds); gives how many that makes. */
  take(name: string, window: number): Promise<number> | number;
  /** Forgets what was counted under a name that turned out to be nobody's. */
  forget(name: string, window: number): void;
  close(): Promise<void>;
}

/** Names that are remembered at once: more than any machine answers within a window. The oldest goes first. */
const MOST_NAMES = 500_000;

/** Counts in the memory of this process. */
export function memoryCounters(): Counters {
  let current = Number.NaN;
  let counts = new Map<string, number>();
  return {
    take(name, window) {
      if (window !== current) {
        current = window;
        counts = new Map();
      }
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (counts.size > MOST_NAMES) for (const oldest of counts.keys().take(1)) counts.delete(oldest);
      return count;
    },
    forget(name, window) {
      if (window === current) counts.delete(name);
    },
    close: async () => {},
  };
}
