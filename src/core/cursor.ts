/**
 * Opaque page cursors: a version letter and the base64url of a JSON array of strings, numbers and nulls.
 * Callers can forge cursors, so each part is validated when a cursor is read.
 */
import { hash } from "node:crypto";
import { FIRST_YEAR, LAST_SECOND, LAST_YEAR, type UnixSeconds } from "@daybook/words/civil-date";
import type { Refusal } from "./errors.ts";
import { LIMITS } from "@daybook/words/limits";

type CursorPart = string | number | null;

/** Returns the text of a cursor. */
export function encodeCursor(parts: readonly CursorPart[]): string {
  return `c${Buffer.from(JSON.stringify(parts), "utf8").toString("base64url")}`;
}

/**
 * The length of the longest cursor: one text field, whose characters may take six bytes each in JSON
 * (`\u0001`), and 500 bytes for ids, dates and numbers, times 4/3 for base64url. It fits in a URL.
 */
const LONGEST = Math.ceil(((LIMITS.text_field_characters.value * 6 + 500) * 4) / 3);

/** Decodes a cursor. Returns null if the text is not a cursor with exactly `length` parts. */
export function decodeCursor(text: string, length: number): CursorPart[] | null {
  if (text.length > LONGEST || !/^c[A-Za-z0-9_-]{2,}$/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(text.slice(1), "base64url").toString("utf8"));
    if (!Array.isArray(value) || value.length !== length) return null;
    const valid = value.every(
      (part) => part === null || typeof part === "string" || typeof part === "number",
    );
    // The same parts always have the same text. Any other text was not made by `encodeCursor`.
    return valid && encodeCursor(value as CursorPart[]) === text ? (value as CursorPart[]) : null;
  } catch {
    return null;
  }
}

/** Long enough that two lists never have the same hash by chance. */
const BINDING_CHARACTERS = 22;

/**
 * Returns a hash that identifies a list by its company and filters. A cursor that contains this hash is valid
 * only for that list.
 */
export function bindingOf(companyId: string, ...filters: readonly unknown[]): string {
  return hash("sha256", JSON.stringify([companyId, ...filters]), "base64url").slice(0, BINDING_CHARACTERS);
}

/** The kinds of values in a cursor, each with the check that is made when a cursor is read. */
const KINDS = {
  text: (value: CursorPart) => typeof value === "string" && !value.includes("\0"),
  second: (value: CursorPart) => isCount(value) && value <= LAST_SECOND,
  year: (value: CursorPart) => isCount(value) && value >= FIRST_YEAR && value <= LAST_YEAR,
  count: isCount,
} as const;

function isCount(value: CursorPart | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

type Parts = Readonly<Record<string, keyof typeof KINDS>>;
type ValueOf<K extends keyof typeof KINDS> = K extends "text"
  ? string
  : K extends "second"
    ? UnixSeconds
    : number;
type PlaceOf<P extends Parts> = { readonly [Name in keyof P]: ValueOf<P[Name]> };

/**
 * Makes the refusal of a cursor of another list (`foreign`) or of a text that is not a cursor (`unreadable`).
 */
type MakeRefusal = (fault: "foreign" | "unreadable") => Refusal;

/** Writes and reads the cursors of a list. A `Place` is a row's values in the columns that order the list. */
interface Cursors<Place> {
  /**
   * Returns the cursor of the page after `place`. `binding` is from `bindingOf`, or null if the list has
   * none.
   */
  write(binding: string | null, place: Place): string;
  /**
   * Returns the place after which a page begins; null for the first page. Throws the refusal of `refused`.
   */
  read(text: string | null, binding: string | null): Place | null;
}

/**
 * Makes the cursors of a list. A cursor contains the binding, if the list has one, and then the values of
 * `parts`.
 */
export function cursorsOf<const P extends Parts>(parts: P, refused: MakeRefusal): Cursors<PlaceOf<P>> {
  const kinds = Object.entries(parts);
  return {
    write(binding, place) {
      const values = kinds.map(([name]): CursorPart => place[name] ?? null);
      return encodeCursor(binding === null ? values : [binding, ...values]);
    },
    read(text, binding) {
      if (text === null) return null;
      const all = decodeCursor(text, kinds.length + (binding === null ? 0 : 1)) ?? [];
      const values = binding === null ? all : all.slice(1);
      const isReadable = kinds.every(([, kind], index) => KINDS[kind](values[index] ?? null));
      if (!isReadable || (binding !== null && !isBinding(all[0]))) throw refused("unreadable");
      if (binding !== null && all[0] !== binding) throw refused("foreign");
      return Object.fromEntries(kinds.map(([name], index) => [name, values[index]])) as PlaceOf<P>;
    },
  };
}

function isBinding(value: CursorPart | undefined): boolean {
  return typeof value === "string" && value.length === BINDING_CHARACTERS;
}

/** A page of rows. `next` is the cursor of the next page, or null on the last page. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/**
 * Makes a page from up to `limit` + 1 rows. The row beyond the limit only shows that another page follows.
 */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursor: (last: Row) => string): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > limit && last !== undefined ? cursor(last) : null };
}
