/**
 * The fields of a command's arguments, as data. A field defines its form on the command line, how its text is
 * read, and its valid values. Values are checked again before a command runs, from a command line and from
 * the control socket alike. Arguments contain every field: an absent option is null, an absent switch false,
 * an absent list empty.
 */
import { isAbsolute, resolve } from "node:path";
import { isEmail } from "../../core/email.ts";
import * as kinds from "../../core/kinds.ts";
import { UNSEEN } from "../../core/names.ts";
import { type IdKind, PREFIXES } from "../../core/public-id.ts";
import { STANDARD_INPUT } from "../../platform/machine/files.ts";

/** An error in the words of a command line. The message is a sentence. */
export class UsageProblem extends Error {
  override readonly name = "UsageProblem";
}

/** A kind of value, as the help shows it. */
export interface Kind<T> extends Readonly<kinds.Kind<T>> {
  /** The placeholder for the value in the help. */
  readonly placeholder: string;
  /** True if the value names a file of this process. */
  readonly file?: true;
  /** True if that file is read, and `-` is the standard input of this process. */
  readonly source?: true;
}

/** True if a value that came from another process is of a kind: read again from its text, it is the same. */
export function isOf(kind: Kind<unknown>, value: unknown): boolean {
  return (typeof value === "string" || typeof value === "number") && kind.read(String(value)) === value;
}

export interface Field<T> {
  /** `argument` is a plain word, `option` follows its flag, `switch` is a flag alone. */
  readonly place: "argument" | "option" | "switch";
  readonly kind: Kind<unknown>;
  readonly required: boolean;
  readonly many: boolean;
  readonly fallback: T | undefined;
  readonly says: string;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;
/** The arguments that a set of fields gives. */
export type ArgsOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer T> ? T : never;
};

type Place = "argument" | "option";

/** A value that must be given. */
export function needed<T>(place: Place, kind: Kind<T>, says: string): Field<T> {
  return { place, kind, required: true, many: false, fallback: undefined, says };
}

/** A value that may be left out. */
export function optional<T>(place: Place, kind: Kind<T>, says: string): Field<T | null> {
  return { place, kind, required: false, many: false, fallback: null, says };
}

/** Any number of values. Arguments need at least one. */
export function several<T>(place: Place, kind: Kind<T>, says: string): Field<readonly T[]> {
  return { place, kind, required: place === "argument", many: true, fallback: [], says };
}

/** A flag without a value. */
export function toggle(says: string): Field<boolean> {
  const kind: Kind<boolean> = { read: () => true, placeholder: "", accepts: "given alone" };
  return { place: "switch", kind, required: false, many: false, fallback: false, says };
}

/**
 * One line of text of 1 to `longest` characters, all of which show: it comes out again on the terminals of
 * others.
 */
export function text(placeholder: string, longest = 200): Kind<string> {
  return pattern(
    placeholder,
    `^[^${UNSEEN}]{1,${longest}}$`,
    `one line of text of 1 to ${longest} characters`,
  );
}

/** Text of a pattern, which `accepts` puts into words. */
export function pattern(placeholder: string, source: string, accepts: string): Kind<string> {
  return { ...kinds.pattern(new RegExp(source, "u"), accepts), placeholder };
}

/** A whole number within bounds, in up to 15 digits. */
export function wholeNumber(placeholder: string, low: number, high: number): Kind<number> {
  return { ...kinds.wholeNumber(low, high, 15), placeholder };
}

/** One of some words. */
export function word<const W extends string>(...words: readonly W[]): Kind<W> {
  return { ...kinds.word(words), placeholder: words.join("|") };
}

/** A public id. */
export function id(kind: IdKind): Kind<string> {
  return { ...kinds.id(kind), placeholder: `${PREFIXES[kind]}...` };
}

/** An e-mail address. */
export function email(): Kind<string> {
  const read = (given: string): string | null => (isEmail(given) ? given : null);
  return { read, placeholder: "e-mail", accepts: "an e-mail address" };
}

const PAIR = `^[^=${UNSEEN}]{1,100}=[^${UNSEEN}]{1,200}$`;

/** `name=value`; the value begins after the first `=`. */
export function pair(placeholder: string): Kind<string> {
  return pattern(placeholder, PAIR, `written as ${placeholder}`);
}

/** The two sides of a `pair`. */
export function sides(given: string): [string, string] {
  const at = given.indexOf("=");
  return [given.slice(0, at), given.slice(at + 1)];
}

/**
 * A file to read, `-` for the standard input. Its path is made absolute, because another process may read it.
 */
export function sourceFile(): Kind<string> {
  return {
    read: (given) => (given === STANDARD_INPUT ? given : filePath(given)),
    placeholder: "file",
    accepts: "the name of a file, or - for the standard input",
    file: true,
    source: true,
  };
}

/** A file that is named, to be written or to be read by the database itself. */
export function namedFile(): Kind<string> {
  return { read: filePath, placeholder: "file", accepts: "the name of a file", file: true };
}

function filePath(given: string): string | null {
  if (given === "" || given.includes("\0")) return null;
  return isAbsolute(given) ? given : resolve(given);
}

/** The flag of an option: `trial_ends` is `--trial-ends`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll("_", "-")}`;
}

/** The form of a field on the command line. */
export function shownName(name: string, { place }: Field<unknown>): string {
  return place === "argument" ? `<${name.replaceAll("_", "-")}>` : flagOf(name);
}

/** Reads the texts of a command line; throws `UsageProblem` naming the first that does not fit. */
export function readFields(
  fields: Fields,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, readField(field, name, given[name])]),
  );
}

function readField(field: Field<unknown>, name: string, raw: unknown): unknown {
  if (field.place === "switch") return raw === true;
  const shown = shownName(name, field);
  const one = (value: string): unknown => {
    const read = field.kind.read(value);
    if (read === null)
      throw new UsageProblem(
        `${shown} must be ${field.kind.accepts}, not ${JSON.stringify(value.slice(0, 80))}.`,
      );
    return read;
  };
  if (field.many && Array.isArray(raw)) return raw.map((value) => one(String(value)));
  if (typeof raw === "string") return one(raw);
  if (field.required) throw new UsageProblem(`${shown} is required: ${field.says}`);
  return field.fallback;
}
