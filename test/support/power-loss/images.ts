/** Images of what a loss of power could leave of a folder, and what is found when they are opened. */

/** A file of an image: its path in the folder, and the file in `POWER_LOSS_OUT/files` that has its content. */
interface ImageFile {
  readonly path: string;
  readonly content: string;
}

/** An image of the folder. */
export interface Image {
  readonly number: number;
  /** The time of the loss, in milliseconds since 1970. */
  readonly at: number;
  /** The share of unflushed data that is in the image. */
  readonly kept: "none" | "some" | "all";
  readonly folders: readonly string[];
  readonly files: readonly ImageFile[];
}

/** The content of an image. */
export interface Finding {
  readonly number: number;
  readonly at: number;
  readonly kept: Image["kept"];
  /** Why it could not be opened or checked; null if it could. */
  readonly problem: string | null;
  /** The checks of `verify` that failed, and what the checks of tables and indexes found. */
  readonly faults: readonly string[];
  /** The number of indexes that were compared with their tables. */
  readonly indexes: number;
  /** The names that stand in the books, by kind. */
  readonly found: Readonly<Record<string, readonly string[]>>;
}
