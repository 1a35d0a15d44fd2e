/** Progress of long work, reported to its caller. */

/** How far work has come, in the unit it is counted in; `total` is null while it is not known. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
  readonly unit: "bytes" | "entries";
}

/** Told of progress every so often. What it throws ends the work, whose transaction is then rolled back. */
export type Report = (progress: Progress) => void;
