/**
 * Ids that the account has for other lines: the bank numbers lines again in each file, or has changed the day
 * or amount of a line. Invariant: a line under such an id never replaces another one without a note.
 */
import { dayNumber } from "@daybook/words/civil-date";
import { decimalText } from "@daybook/words/money-text";
import { plain } from "../../../../core/plain-text.ts";
import { quoted } from "../../../../platform/text/line-problem.ts";
import type { KnownLine, OtherLine } from "./duplicates.ts";

/** The line that the account has under an id, even if it was removed. */
export interface StoredLine extends OtherLine {
  readonly deleted: boolean;
}

/**
 * What a line is to the one that has its id: the same; perhaps the same with another amount or text
 * (`changed`) or on another day (`moved`); another one, by amount and text; or in place of one that was taken
 * out (`removed`).
 */
type Relation = "same" | "changed" | "moved" | "another" | "removed";

export function relationOf(line: OtherLine, stored: StoredLine): Relation {
  const hasAmount = line.amount_cents === stored.amount_cents;
  const hasText = plain(line.description) === plain(stored.description);
  const isLike = line.date === stored.date && (hasAmount || hasText);
  if (stored.deleted) return isLike ? "same" : "removed";
  if (!hasAmount && !hasText) return "another";
  if (!isLike) return "moved";
  return hasAmount && hasText ? "same" : "changed";
}

/** A line whose id the account has for one that differs. */
export interface DoubtfulLine {
  readonly relation: Exclude<Relation, "same">;
  readonly other: StoredLine;
  /** The line under its fingerprint. */
  readonly own: KnownLine;
  /** True if the account has it under that. */
  readonly isKnown: boolean;
}

/** Banks move the day of a line by less. */
const FAR_DAYS = 7;
/** So many lines with a known id and another day are no accident. */
const MOVED_LEAST = 2;

/**
 * Returns the doubtful lines that are recognised by their fingerprints. If the whole file shows that its ids
 * are numbered again, that is all of them; `same` is the number of its lines that the account has under their
 * ids.
 */
export function renumberedOf(doubtful: readonly DoubtfulLine[], same: number): readonly DoubtfulLine[] {
  const isSure = ({ relation, isKnown }: DoubtfulLine): boolean => isKnown || relation === "another";
  const sure = doubtful.filter(isSure).length;
  const moved = doubtful.filter(({ relation }) => relation === "moved");
  const areAllFar =
    same === 0 &&
    moved.length >= MOVED_LEAST &&
    doubtful.every((each) => each.relation === "removed" || isSure(each) || isFar(each));
  const areAnew = (sure > 0 && sure >= same) || areAllFar;
  return doubtful.filter((each) => areAnew || isSure(each) || each.relation === "removed");
}

function isFar({ own, other }: DoubtfulLine): boolean {
  return Math.abs(dayNumber(own.date) - dayNumber(other.date)) >= FAR_DAYS;
}

/** Returns the note about lines that are recognised by their fingerprints instead of their ids. */
export function renumberedNotes(lines: readonly DoubtfulLine[]): readonly string[] {
  const told = lines.filter(({ relation }) => relation !== "removed");
  const [first] = told;
  if (first === undefined) return [];
  const have = told.length === 1 ? "1 line has the id" : `${told.length} lines have ids`;
  return [
    `${have} of other lines that the account has, such as ${quoted(first.own.external_id ?? "")} of ${first.other.date}. The bank counts its ids anew in each file, so such lines are known again by their day, amount and text.`,
    ...alikeNotes(told.filter(({ relation, isKnown }) => relation !== "another" && !isKnown)),
  ];
}

/** Returns the note about new lines among these that may still be the line with their id. */
function alikeNotes(lines: readonly DoubtfulLine[]): readonly string[] {
  const [first] = lines;
  if (first === undefined) return [];
  const have = lines.length === 1 ? "1 of these lines has" : `${lines.length} of these lines have`;
  return [
    `${have} the amount or the text of the line with that id, such as ${named(first.own)} beside ${named(first.other)}. If they are the same, do not keep this upload.`,
  ];
}

/** Known lines whose amounts the file changes. */
export class ChangedAmounts {
  #first: { readonly line: OtherLine; readonly stored: OtherLine } | null = null;
  #count = 0;

  take(line: OtherLine, stored: StoredLine | undefined): void {
    if (stored === undefined || stored.deleted || stored.amount_cents === line.amount_cents) return;
    this.#first ??= { line, stored };
    this.#count += 1;
  }

  /** Returns the note about them: none or one. */
  notes(): readonly string[] {
    if (this.#first === null) return [];
    const { line, stored } = this.#first;
    const have = this.#count === 1 ? "1 known line has" : `${this.#count} known lines have`;
    return [
      `${have} another amount in this file, which replaces the former one, such as ${decimalText(line.amount_cents)} instead of ${named(stored)}.`,
    ];
  }
}

function named({ amount_cents, date, description }: OtherLine): string {
  return `${decimalText(amount_cents)} of ${date}, ${quoted(description)}`;
}
