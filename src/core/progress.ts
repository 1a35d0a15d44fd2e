/** Reports the progress of long work to its caller. */

/** The progress of some work, counted in `unit`; `total` is null while unknown. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
  readonly unit: "bytes" | "entries";
}

/** Receives progress regularly. If it throws, the work stops and its transaction is rolled back. */
export type ReportProgress = (progress: Progress) => void;
