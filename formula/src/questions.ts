/**
 * The inputs of a reading, and its questions to outside systems, which must be answered before the reading
 * can end.
 */
import type { Scalar, Value } from "./values.ts";

/** A question of a formula to an outside system, such as a company's books. */
export interface Question {
  readonly name: string;
  readonly args: readonly Scalar[];
}

export interface ReadingOptions {
  /** The time of the reading as a serial, in the reader's time zone. */
  readonly now: number;
  /** A number from 0 up to but not including 1. */
  readonly random: () => number;
  /** The known answers, by `questionKey`. */
  readonly answers?: ReadonlyMap<string, Value>;
  /** Called from time to time; false ends the reading with `Exhausted`. */
  readonly mayGoOn?: () => boolean;
}

/** The reading used up its budget. */
export class Exhausted extends Error {
  override readonly name = "Exhausted";
}

export function questionKey({ name, args }: Question): string {
  return JSON.stringify([name, ...args]);
}
