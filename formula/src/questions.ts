/** The inputs of a reading, and its questions to the outside, which must be answered before it can end. */
import type { Scalar, Value } from "./values.ts";

/** A question of a formula to the outside, such as a company's books. */
export interface Question {
  readonly name: string;
  readonly args: readonly Scalar[];
}

export interface ReadingOptions {
  /** The moment of the reading as a serial, where its reader is. */
  readonly now: number;
  /** A number from 0 up to but not including 1. */
  readonly random: () => number;
  /** The known answers, by `questionKey`. */
  readonly answers?: ReadonlyMap<string, Value>;
  /** Asked every so often; false ends the reading with `Exhausted`. */
  readonly mayGoOn?: () => boolean;
}

/** The reading used up what it was given. */
export class Exhausted extends Error {
  override readonly name = "Exhausted";
}

export function questionKey({ name, args }: Question): string {
  return JSON.stringify([name, ...args]);
}
