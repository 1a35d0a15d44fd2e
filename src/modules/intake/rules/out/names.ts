/**
 * Names and texts in formats that can't hold every character. A character that a format can't hold is written
 * as its UTF-8 bytes, each as a percent sign and two hexadecimal digits, as in addresses of the web. So each
 * text can be recovered. Invariant: no two accounts, and no two departments, get the same path.
 */
import { foldedName } from "../spellings.ts";

/** A percent sign that would read as one of our escapes. */
const LIKE_AN_ESCAPE = /%(?=[0-9A-Fa-f]{2})/g;
/** No format with lines can hold these within a line. */
export const CONTROLS = String.raw`[\p{Cc}\u2028\u2029]`;
/** Blanks at the ends of a text, which readers cut off. */
export const OUTER_BLANKS = String.raw`^[\s\uFEFF]|[\s\uFEFF]$`;

const BYTES = new TextEncoder();

/** Replaces the characters that `unsafe`, a global pattern, matches by escapes. */
function escaped(text: string, unsafe: RegExp): string {
  return text.replaceAll(LIKE_AN_ESCAPE, "%25").replaceAll(unsafe, escapeOf);
}

function escapeOf(characters: string): string {
  return Array.from(
    BYTES.encode(characters),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
  ).join("");
}

/** Escapes texts, and counts for a note which kinds of them needed it. */
export class Escapes {
  readonly #kinds = new Map<string, { count: number; readonly from: string; readonly to: string }>();

  /** Returns the escaped text; `kind` says in the plural what it is, such as `descriptions`. */
  write(kind: string, text: string, unsafe: RegExp): string {
    const written = escaped(text, unsafe);
    if (written !== text) {
      const known = this.#kinds.get(kind);
      if (known) known.count += 1;
      else this.#kinds.set(kind, { count: 1, from: text, to: written });
    }
    return written;
  }

  /** A sentence for each kind of text that was escaped. */
  notes(): string[] {
    return Array.from(
      this.#kinds,
      ([kind, { count, from, to }]) =>
        `Characters that the format can't hold are written as escapes such as %3B, in ${count} of the ${kind}; the first is ${JSON.stringify(from)}, written ${JSON.stringify(to)}.`,
    );
  }
}

/** A row of a tree of names. */
interface Named {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
}

/** How the path of a row is made. */
export interface PathForm<R extends Named> {
  /** The kind of the rows in the plural, for notes. */
  readonly kind: string;
  /** The levels above a row without a parent. */
  readonly above: (row: R) => string;
  /** The level of the row itself. */
  readonly level: (row: R) => string;
  /** The level for a path that is taken; `attempt` counts from 2. */
  readonly otherLevel: (row: R, level: string, attempt: number) => string;
}

/** The paths of rows by id, with a note for each path that another row has already. */
export interface Paths {
  readonly of: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

/**
 * Returns the path of each row: its levels, separated by colons. Paths that differ only in capitals or blanks
 * are the same, because `import journal` takes them for one. Parents must come before their children.
 */
export function pathsOf<R extends Named>(rows: readonly R[], form: PathForm<R>): Paths {
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  const notes: string[] = [];
  for (const row of rows) {
    const above = (row.parent_id === null ? undefined : paths.get(row.parent_id)) ?? form.above(row);
    const join = (level: string) => (above === "" ? level : `${above}:${level}`);
    const level = form.level(row);
    let path = join(level);
    for (let attempt = 2; taken.has(foldedName(path)); attempt += 1)
      path = join(form.otherLevel(row, level, attempt));
    if (path !== join(level))
      notes.push(
        `Two ${form.kind} would have the name ${JSON.stringify(join(level))}; the second is written ${JSON.stringify(path)}.`,
      );
    taken.add(foldedName(path));
    paths.set(row.id, path);
  }
  return { of: paths, notes };
}

/** The level of a row whose name another one has: the name with the row's id, and again if that is taken too. */
export function withId({ id }: Named, level: string, attempt: number): string {
  return `${level}${` (${id})`.repeat(attempt - 1)}`;
}
