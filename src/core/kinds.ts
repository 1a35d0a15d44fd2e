/**
 * Kinds of values that arrive as text, in queries, in bodies and on command lines. A kind has a parser and a
 * phrase that describes what it accepts. The API and the command line add the names, the defaults and the
 * error.
 */
import {
  type CivilDate,
  type CivilMonth,
  FIRST_YEAR,
  LAST_SECOND,
  LAST_YEAR,
  parseCivilDate,
  parseCivilMonth,
  parseDateInput,
} from "@daybook/words/civil-date";
import { type ErrorCode, refuse } from "./errors.ts";
import { type IdKind, parseId, PREFIXES } from "@daybook/words/public-id";

export interface Kind<T> {
  /** Parses a text. Returns null if it is invalid. */
  readonly read: (text: string) => T | null;
  /** Describes valid texts, as the end of a sentence with "must be". */
  readonly accepts: string;
}

/** A day. */
export const DAY: Kind<CivilDate> = { read: parseCivilDate, accepts: "a day that exists, as YYYY-MM-DD" };

/** A day, or an instant, which stands for its day in Los Angeles. */
export const DATE_INPUT: Kind<CivilDate> = {
  read: parseDateInput,
  accepts: "YYYY-MM-DD, or an ISO 8601 datetime with Z or an offset",
};

export const MONTH: Kind<CivilMonth> = { read: parseCivilMonth, accepts: "a month, YYYY-MM" };

/** A whole number from `low` to `high`, written in at most `digits` digits: by default those of `high`. */
export function wholeNumber(low: number, high: number, digits = String(high).length): Kind<number> {
  return {
    read(text) {
      const value = text.length <= digits && /^\d+$/.test(text) ? Number(text) : Number.NaN;
      return value >= low && value <= high ? value : null;
    },
    accepts: `a whole number from ${low} to ${high}`,
  };
}

/** A year of four digits. */
export const YEAR: Kind<number> = {
  ...wholeNumber(FIRST_YEAR, LAST_YEAR),
  accepts: `a year of four digits, from ${FIRST_YEAR} to ${LAST_YEAR}`,
};

/** Whole Unix seconds, never milliseconds. */
export const SECONDS: Kind<number> = {
  ...wholeNumber(0, LAST_SECOND),
  accepts: `whole Unix seconds from 0 to ${LAST_SECOND}`,
};

/** One of some words. */
export function word<const W extends string>(words: readonly W[]): Kind<W> {
  return {
    read: (text) => words.find((candidate) => candidate === text) ?? null,
    accepts: `one of ${words.join(", ")}`,
  };
}

/** A public id. */
export function id(kind: IdKind): Kind<string> {
  return {
    read: (text) => parseId(kind, text),
    accepts: `an id that begins with ${PREFIXES[kind]}`,
  };
}

/** Text that matches a pattern; `accepts` describes the pattern. */
export function pattern(expression: RegExp, accepts: string): Kind<string> {
  return { read: (text) => (expression.test(text) ? text : null), accepts };
}

/** Parses the input `name`. Throws the refusal `code` if its text is invalid. */
export function readAs<T>(kind: Kind<T>, text: string, name: string, code: ErrorCode = "invalid_request"): T {
  const value = kind.read(text);
  if (value === null) throw refuse(code, { param: name, message: `\`${name}\` must be ${kind.accepts}.` });
  return value;
}
