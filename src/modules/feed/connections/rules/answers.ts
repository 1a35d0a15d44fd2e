/** Reads the answers of vendors: exact amounts, days, and members of the expected type. */
import { type Cents, cents, centsFromDecimal } from "@daybook/words/cents";
import {
  type CivilDate,
  dateOfDayNumber,
  DAY_S,
  losAngelesDate,
  type UnixSeconds,
} from "@daybook/words/civil-date";
import { MOST_CENTS } from "@daybook/words/feed-words";
import { sentText, type SkippedLine } from "./pull.ts";

/** An answer does not follow the vendor's documentation. The message is a sentence without secrets. */
export class UnexpectedAnswer extends Error {
  override readonly name = "UnexpectedAnswer";
}

type Members = Readonly<Record<string, unknown>>;

/** Parses JSON whose outermost value is an object. Throws `UnexpectedAnswer`. */
export function objectOf(body: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new UnexpectedAnswer("The answer is not JSON.");
  }
  return members(value, "the answer");
}

export function members(value: unknown, what: string): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UnexpectedAnswer(`${capital(what)} is not an object.`);
  return value as Members;
}

/** A list of any values. */
export function elementsOf(of: Members, name: string): readonly unknown[] {
  const value = of[name];
  if (!Array.isArray(value)) throw new UnexpectedAnswer(`\`${name}\` is not a list.`);
  return value;
}

/** A list of objects. */
export function listOf(of: Members, name: string): readonly Members[] {
  return elementsOf(of, name).map((each) => members(each, `an element of \`${name}\``));
}

/** The elements of a list that could be read, and those that could not. */
export interface ReadList<T> {
  readonly values: readonly T[];
  readonly skipped: readonly SkippedLine[];
}

/**
 * Reads each element of a list by itself, so that an unreadable one does not stop the others; `named`
 * describes such an element.
 */
export function readEach<T>(
  elements: readonly unknown[],
  read: (element: Members) => T,
  named: (element: Members) => Pick<SkippedLine, "account" | "id">,
): ReadList<T> {
  const values: T[] = [];
  const skipped: SkippedLine[] = [];
  for (const element of elements)
    try {
      values.push(read(members(element, "a line")));
    } catch (error) {
      if (!(error instanceof UnexpectedAnswer)) throw error;
      const of = typeof element === "object" && element !== null ? (element as Members) : {};
      skipped.push({
        ...named(of),
        reason: error.message,
        sent: sentText(element),
      });
    }
  return { values, skipped };
}

/** The id in a member of what may be no line; null for none. */
export function idOrNull(of: Members, name: string): string | null {
  return isId(of[name]) ? of[name] : null;
}

export function textOf(of: Members, name: string): string {
  const value = of[name];
  if (typeof value !== "string") throw new UnexpectedAnswer(`\`${name}\` is not text.`);
  return value;
}

/** A text that identifies something: not empty, and not too long for an index. */
export function idOf(of: Members, name: string): string {
  const value = textOf(of, name);
  if (!isId(value)) throw new UnexpectedAnswer(`\`${name}\` is not an id.`);
  return value;
}

function isId(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value !== "" &&
    value.length <= 200 &&
    value.isWellFormed() &&
    !value.includes("\0")
  );
}

/** A text, or null where the member is absent, null or empty. */
export function textOrNull(of: Members, name: string): string | null {
  const value = of[name];
  return typeof value === "string" && value !== "" ? value : null;
}

export function integerOf(of: Members, name: string): number {
  const value = of[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value))
    throw new UnexpectedAnswer(`\`${name}\` is not a whole number.`);
  return value;
}

/** Cents of a decimal text, such as "-33293.43". */
export function centsOfText(of: Members, name: string): Cents {
  return bounded(centsFromDecimal(textOf(of, name)), name);
}

/** Cents of a number of dollars. It must have at most two decimals, so that nothing is rounded. */
export function centsOfDollars(of: Members, name: string): Cents {
  const value = of[name];
  if (typeof value !== "number") throw new UnexpectedAnswer(`\`${name}\` is not a number.`);
  const count = Math.round(value * 100);
  // A quotient is rounded to the nearest double, as the number was when it was parsed.
  return bounded(Number.isSafeInteger(count) && count / 100 === value ? cents(count) : null, name);
}

/** Cents of a whole number of cents. */
export function centsOfInteger(of: Members, name: string): Cents {
  return bounded(cents(integerOf(of, name)), name);
}

function bounded(amount: Cents | null, name: string): Cents {
  if (amount === null || Math.abs(amount) > MOST_CENTS)
    throw new UnexpectedAnswer(`\`${name}\` is not an exact amount in dollars.`);
  return amount;
}

/** The latest second whose day has four digits of a year. */
const LAST_SECOND = 253_402_214_400;

/** The day in UTC of a time in Unix seconds, for vendors that write a bank's day as a time. */
export function utcDayOf(seconds: number): CivilDate {
  return dateOfDayNumber(Math.floor(inRange(seconds) / DAY_S));
}

/** The day in Los Angeles, where the service counts days. */
export function localDayOf(seconds: number): CivilDate {
  return losAngelesDate(inRange(seconds) as UnixSeconds);
}

function inRange(seconds: number): number {
  if (!Number.isSafeInteger(seconds) || seconds < 0 || seconds > LAST_SECOND)
    throw new UnexpectedAnswer(`${seconds} is not a time.`);
  return seconds;
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
