/**
 * Fields: descriptions of a command's arguments and options as data. A field defines its form on the command
 * line, how its text is parsed, and its valid values. Values are checked again before a command runs, because
 * they may have come over the control socket. The parsed arguments contain every field: an absent option is
 * null, an absent switch false, an absent list empty.
 */
import { isAbsolute, resolve } from "node:path";
import type { CivilDate } from "@daybook/words/civil-date";
import { isEmail } from "../../core/email.ts";
import * as kinds from "../../core/kinds.ts";
import { HIDDEN_CHARACTERS } from "@daybook/words/names";
import { type IdKind, PREFIXES } from "@daybook/words/public-id";
import { STANDARD_INPUT } from "../../platform/machine/files.ts";

/** An error in a command line: an invalid, unknown or missing argument. The message is a sentence. */
export class UsageProblem extends Error {
  override readonly name = "UsageProblem";
}

/** A kind of value: how its text is parsed, and how the help shows it. */
export interface Kind<T> extends Readonly<kinds.Kind<T>> {
  /** The placeholder for the value in the help. */
  readonly placeholder: string;
  /** True if the value is the path of a file. */
  readonly file?: true;
  /** True if the command reads that file; `-` is the standard input. */
  readonly source?: true;
}

/** True if a value is valid for a kind: parsing the value's text gives the same value again. */
export function isOf(kind: Kind<unknown>, value: unknown): boolean {
  return kind.read(String(value)) === value;
}

export interface Field<T> {
  /**
   * `argument`: a value without a flag. `option`: a value after its flag. `switch`: a flag without a value.
   */
  readonly place: "argument" | "option" | "switch";
  readonly kind: Kind<unknown>;
  readonly required: boolean;
  /** True if the field has a list of values. */
  readonly many: boolean;
  /** The value of an absent field. */
  readonly fallback: T | undefined;
  /** The description in the help. */
  readonly help: string;
  /** The question to a person at a terminal who left the field out. */
  readonly question?: string;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;
/** The type of the parsed arguments of a command with these fields. */
export type ArgsOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer T> ? T : never;
};

type Place = "argument" | "option";

/** A required value. */
export function needed<T>(place: Place, kind: Kind<T>, help: string): Field<T> {
  return { place, kind, required: true, many: false, fallback: undefined, help };
}

/** An optional value, null if absent. */
export function optional<T>(place: Place, kind: Kind<T>, help: string): Field<T | null> {
  return { place, kind, required: false, many: false, fallback: null, help };
}

/** A list of values. An argument must have at least one value; an option may be absent or repeated. */
export function several<T>(place: Place, kind: Kind<T>, help: string): Field<readonly T[]> {
  return { place, kind, required: place === "argument", many: true, fallback: [], help };
}

/**
 * A field that a person at a terminal is asked for if it is absent. An optional one is asked for only
 * together with a required one, and an empty answer leaves it out.
 */
export function asked<T>(question: string, field: Field<T>): Field<T> {
  return { ...field, question };
}

/** A flag without a value. */
export function toggle(help: string): Field<boolean> {
  const kind: Kind<boolean> = { read: () => true, placeholder: "", accepts: "given alone" };
  return { place: "switch", kind, required: false, many: false, fallback: false, help };
}

/**
 * One line of text of 1 to `longest` characters. Invisible and control characters are invalid, because the
 * text may be printed on other people's terminals.
 */
export function text(placeholder: string, longest = 200): Kind<string> {
  return pattern(
    placeholder,
    `^[^${HIDDEN_CHARACTERS}]{1,${longest}}$`,
    `one line of text of 1 to ${longest} characters`,
  );
}

/** Text that matches a regular expression, which `accepts` describes in words. */
export function pattern(placeholder: string, source: string, accepts: string): Kind<string> {
  return { ...kinds.pattern(new RegExp(source, "u"), accepts), placeholder };
}

/** A whole number from `low` to `high`, of up to 15 digits. */
export function wholeNumber(placeholder: string, low: number, high: number): Kind<number> {
  return { ...kinds.wholeNumber(low, high, 15), placeholder };
}

/** One of the given words. */
export function word<const W extends string>(...words: readonly W[]): Kind<W> {
  return { ...kinds.word(words), placeholder: words.join("|") };
}

/** A public id. */
export function id(kind: IdKind): Kind<string> {
  return { ...kinds.id(kind), placeholder: `${PREFIXES[kind]}...` };
}

/** A day, as YYYY-MM-DD. */
export function day(): Kind<CivilDate> {
  return { ...kinds.DAY, placeholder: "date" };
}

/** An e-mail address. */
export function email(): Kind<string> {
  const read = (value: string): string | null => (isEmail(value) ? value : null);
  return { read, placeholder: "e-mail", accepts: "an e-mail address" };
}

const PAIR = `^[^=${HIDDEN_CHARACTERS}]{1,100}=[^${HIDDEN_CHARACTERS}]{1,200}$`;

/** `name=value`; the value begins after the first `=`. */
export function pair(placeholder: string): Kind<string> {
  return pattern(placeholder, PAIR, `written as ${placeholder}`);
}

/** Splits a value of the kind `pair` at its first `=` into name and value. */
export function splitPair(value: string): [string, string] {
  const at = value.indexOf("=");
  return [value.slice(0, at), value.slice(at + 1)];
}

/**
 * A file that the command reads, or `-` for the standard input. The path is made absolute, because another
 * process may run the command.
 */
export function sourceFile(): Kind<string> {
  return {
    read: (path) => (path === STANDARD_INPUT ? path : filePath(path)),
    placeholder: "file",
    accepts: "the name of a file, or - for the standard input",
    file: true,
    source: true,
  };
}

/**
 * The path of a file that the command writes, or of a backup that it restores. `-` has no special meaning.
 */
export function namedFile(): Kind<string> {
  return { read: filePath, placeholder: "file", accepts: "the name of a file", file: true };
}

function filePath(path: string): string | null {
  if (path === "" || path.includes("\0")) return null;
  return isAbsolute(path) ? path : resolve(path);
}

/**
 * The file that a command writes, or the folder for it. The default is this folder as an absolute path,
 * because the command may run in another process.
 */
export function outputOption(help: string): Field<string> {
  return {
    place: "option",
    kind: namedFile(),
    required: false,
    many: false,
    fallback: resolve("."),
    help: `${help}; default: this folder.`,
  };
}

/** Returns the flag of an option or switch: `--trial-ends` for the field `trial_ends`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll("_", "-")}`;
}

/** Returns the name of a field as error messages show it: `--trial-ends`, or `<file>` for an argument. */
export function shownName(name: string, { place }: Field<unknown>): string {
  return place === "argument" ? `<${name.replaceAll("_", "-")}>` : flagOf(name);
}

/**
 * Parses the values of a command line. Throws `UsageProblem`, which names the first invalid or missing field.
 */
export function readFields(
  fields: Fields,
  rawValues: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, readField(field, name, rawValues[name])]),
  );
}

function readField(field: Field<unknown>, name: string, raw: unknown): unknown {
  if (field.place === "switch") return raw === true;
  const shown = shownName(name, field);
  const parse = (value: string): unknown => {
    const parsed = field.kind.read(value);
    if (parsed === null)
      throw new UsageProblem(
        `${shown} must be ${field.kind.accepts}, not ${JSON.stringify(value.slice(0, 80))}.`,
      );
    return parsed;
  };
  if (field.many && Array.isArray(raw)) return raw.map((value) => parse(String(value)));
  if (typeof raw === "string") return parse(raw);
  if (field.required) throw new UsageProblem(`${shown} is required: ${field.help}`);
  return field.fallback;
}
