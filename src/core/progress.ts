/** Progress of long work, reported to its caller. */

/** The progress of some work, in its unit; `total` is null while unknown. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
  readonly unit: "bytes" | "entries";
}

/** Told of progress every so often. What it throws ends the work, whose transaction is then rolled back. */
export type Report = (progress: Progress) => void;
