/**
 * Opaque page cursors: a version letter and the base64url of a JSON array of strings and numbers. A cursor is
 * not a secret; code that decodes it checks each part again.
 */
import { hash } from "node:crypto";
import { FIRST_YEAR, LAST_SECOND, LAST_YEAR, type UnixSeconds } from "./civil-date.ts";
import type { Refusal } from "./errors.ts";
import { LIMITS } from "./limits.ts";

type CursorPart = string | number | null;

/** The text of a cursor. */
export function encodeCursor(parts: readonly CursorPart[]): string {
  return `c${Buffer.from(JSON.stringify(parts), "utf8").toString("base64url")}`;
}

/**
 * The length of the longest cursor: one text, of which JSON may write each character as six (`\u0001`), and
 * 500 bytes for ids, dates and numbers, times 4/3 for base64url. It fits in a URL.
 */
const LONGEST = Math.ceil(((LIMITS.text_field_characters.value * 6 + 500) * 4) / 3);

/** The parts of a cursor of exactly `length` parts, or null if the text is not such a cursor. */
export function decodeCursor(text: string, length: number): CursorPart[] | null {
  if (text.length > LONGEST || !/^c[A-Za-z0-9_-]{2,}$/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(text.slice(1), "base64url").toString("utf8"));
    if (!Array.isArray(value) || value.length !== length) return null;
    const valid = value.every(
      (part) => part === null || typeof part === "string" || typeof part === "number",
    );
    // A cursor has one spelling; another text for the same parts was not issued here.
    return valid && encodeCursor(value as CursorPart[]) === text ? (value as CursorPart[]) : null;
  } catch {
    return null;
  }
}

/** Enough of a hash that no two lists share it by chance. */
const BINDING_CHARACTERS = 22;

/**
 * A hash that identifies a list: its company and filters. A cursor that contains this hash is valid only for
 * that list.
 */
export function bindingOf(companyId: string, ...asked: readonly unknown[]): string {
  return hash("sha256", JSON.stringify([companyId, ...asked]), "base64url").slice(0, BINDING_CHARACTERS);
}

/** The kinds of values that stand in a cursor. Each is checked again when a cursor is read. */
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

/** Makes the refusal of a cursor of another list (`foreign`), or of a text that is no cursor (`unreadable`). */
type MakeRefusal = (fault: "foreign" | "unreadable") => Refusal;

/** Writes and reads the cursors of a list. A place is the values of the columns that order it, of one row. */
interface Cursors<Place> {
  /** The cursor of the page after `place`. `binding` is that of `bindingOf`, or null for lists without one. */
  write(binding: string | null, place: Place): string;
  /** The place after which a page begins; null for the first page. Throws what `refused` makes. */
  read(text: string | null, binding: string | null): Place | null;
}

/** Makes the cursors of a list. A cursor holds the binding, if there is one, and then the values of `parts`. */
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

/** A page of rows, with the cursor of the next page: null when no rows follow. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** Makes a page from up to `limit` + 1 rows: one more than fits says that there are more. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursor: (last: Row) => string): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > limit && last !== undefined ? cursor(last) : null };
}
