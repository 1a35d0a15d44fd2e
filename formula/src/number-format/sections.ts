/**
 * Parses a number format into sections, each with its condition and the pieces that it writes. The result is
 * null for a text that Excel would refuse. A format is read in one pass from left to right.
 */

export type Piece =
  | { readonly kind: "text"; readonly text: string }
  /** A placeholder for a digit. */
  | { readonly kind: "digit"; readonly text: "0" | "#" | "?" }
  | { readonly kind: "point" | "comma" | "percent" | "slash" | "general" | "whole text" }
  | { readonly kind: "exponent"; readonly isSigned: boolean; readonly letter: string }
  /** A part of a date or time: its letter and the number of its repetitions, such as "mmm". */
  | { readonly kind: "date"; readonly letter: string; readonly count: number }
  /** Elapsed hours, minutes or seconds, which count beyond a day, as in "[hh]". */
  | { readonly kind: "elapsed"; readonly letter: string; readonly count: number }
  /** The half of the day: "AM/PM" or "a/p" as written. */
  | { readonly kind: "half"; readonly text: string };

export interface Condition {
  readonly operator: string;
  readonly limit: number;
}

export interface Section {
  readonly condition: Condition | null;
  readonly pieces: readonly Piece[];
}

/** The longest format that Excel accepts. */
const FORMAT_MAX = 255;
const SECTIONS_MAX = 4;

const COLOUR = /^(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d{1,2})$/iu;
const ELAPSED = /^(?:h{1,9}|m{1,9}|s{1,9})$/iu;
const CONDITION =
  /^ *(?<operator><=|>=|<>|<|>|=) *(?<limit>-?\d{1,20}(?:\.\d{0,20})?(?:e[+-]?\d{1,3})?) *$/iu;
const DIGIT_SHAPES = /^dbnum\d$/iu;
const DATE_LETTERS = "ymdhsb";
/**
 * The letters that Excel refuses in a format without quotes, with their accented forms. A capital E begins an
 * exponent; a lower-case e is a year.
 */
const FORBIDDEN = /^(?:[EÈÉÊËèéêëĒēĔĕĖėĘęĚěȄȅȆȇȨȩNnÑñŃńŅņŇňǸǹ]|B$)/u;
const CONDITIONS_MAX = 2;

/** Returns the sections of a format, at least one; null if Excel would refuse the format. */
export function sectionsOf(format: string): readonly Section[] | null {
  if (format.length > FORMAT_MAX) return null;
  const sections: Section[] = [];
  let at = 0;
  while (at <= format.length) {
    const reader = new SectionReader(format, at);
    const section = reader.read();
    if (section === null || sections.length === SECTIONS_MAX) return null;
    sections.push(section);
    at = reader.at + 1;
  }
  const ofTexts = sections[3]?.pieces.some(({ kind }) => kind === "digit" || kind === "date") ?? false;
  return ofTexts || sections.filter(({ condition }) => condition !== null).length > CONDITIONS_MAX
    ? null
    : sections;
}

class SectionReader {
  at: number;
  readonly #format: string;
  readonly #pieces: Piece[] = [];
  #condition: Condition | null = null;

  constructor(format: string, from: number) {
    this.#format = format;
    this.at = from;
  }

  /** Reads up to the next ";" or the end and leaves `at` there. */
  read(): Section | null {
    while (this.at < this.#format.length && this.#format.charAt(this.at) !== ";")
      if (!this.#piece()) return null;
    return { condition: this.#condition, pieces: this.#pieces };
  }

  #text(text: string, length: number): true {
    this.at += length;
    if (text !== "") this.#pieces.push({ kind: "text", text });
    return true;
  }

  #push(piece: Piece, length: number): true {
    this.at += length;
    this.#pieces.push(piece);
    return true;
  }

  /** Reads one piece. Returns false for a character that Excel refuses. */
  #piece(): boolean {
    const here = this.#format.charAt(this.at);
    switch (here) {
      case '"': {
        const end = this.#format.indexOf('"', this.at + 1);
        return end >= 0 && this.#text(this.#format.slice(this.at + 1, end), end + 1 - this.at);
      }
      // The next character is literal.
      case "\\":
        return this.#marked(this.#format.charAt(this.at + 1));
      // A space as wide as the next character.
      case "_":
        return this.#marked(" ");
      // The next character fills the width of the cell, which a text does not have.
      case "*":
        return this.#marked("");
      case "[":
        return this.#bracket();
      case "0":
      case "#":
      case "?":
        return this.#push({ kind: "digit", text: here }, 1);
      case ",":
        return this.#followsPlace() ? this.#push({ kind: "comma" }, 1) : this.#text(here, 1);
      default: {
        const kind = SIGNS.get(here);
        return kind === undefined ? this.#letters(here) : this.#push({ kind }, 1);
      }
    }
  }

  /** Reads a marking sign and the following character, which must exist, as `text`. */
  #marked(text: string): boolean {
    return this.at + 1 < this.#format.length && this.#text(text, 2);
  }

  /** Reads a word or a part of a date; any other allowed character is literal. */
  #letters(here: string): boolean {
    const next = this.#format.charAt(this.at + 1);
    const rest = this.#format.slice(this.at, this.at + 7).toLowerCase();
    if (rest === "general") return this.#push({ kind: "general" }, 7);
    if (rest.startsWith("am/pm")) return this.#push({ kind: "half", text: "AM/PM" }, 5);
    if (rest.startsWith("a/p"))
      return this.#push({ kind: "half", text: this.#format.slice(this.at, this.at + 3) }, 3);
    if (here === "E" && (next === "+" || next === "-"))
      return this.#push({ kind: "exponent", isSigned: next === "+", letter: here }, 2);
    // The calendar of the years, and the era. Only the Western calendar is written; it has no eras.
    if (rest.startsWith("b1") || rest.startsWith("b2")) return this.#text("", 2);
    if (here === "g" || here === "G") return this.#text("", 1);
    if (here === "e") return this.#date(here);
    if (FORBIDDEN.test(this.#format.slice(this.at))) return false;
    return DATE_LETTERS.includes(rest.charAt(0)) ? this.#date(rest.charAt(0)) : this.#text(here, 1);
  }

  /**
   * True if a comma follows a placeholder for a digit, a point or another such comma; elsewhere a comma is
   * text.
   */
  #followsPlace(): boolean {
    const last = this.#pieces.at(-1)?.kind;
    return last === "digit" || last === "point" || last === "comma";
  }

  #date(letter: string): true {
    let end = this.at;
    while (this.#format.charAt(end).toLowerCase() === letter) end++;
    return this.#push({ kind: "date", letter, count: end - this.at }, end - this.at);
  }

  #bracket(): boolean {
    const end = this.#format.indexOf("]", this.at);
    if (end < 0) return false;
    const inside = this.#format.slice(this.at + 1, end);
    const length = end + 1 - this.at;
    if (inside.startsWith("$")) return this.#text(inside.slice(1).split("-", 1)[0] ?? "", length);
    if (ELAPSED.test(inside))
      return this.#push(
        { kind: "elapsed", letter: inside.charAt(0).toLowerCase(), count: inside.length },
        length,
      );
    const condition = CONDITION.exec(inside)?.groups;
    if (condition)
      this.#condition = { operator: condition["operator"] ?? "=", limit: Number(condition["limit"]) };
    else if (!COLOUR.test(inside) && !DIGIT_SHAPES.test(inside)) return false;
    this.at += length;
    return true;
  }
}

const SIGNS: ReadonlyMap<string, "point" | "percent" | "slash" | "whole text"> = new Map([
  [".", "point"],
  ["%", "percent"],
  ["/", "slash"],
  ["@", "whole text"],
]);

/** True if a value matches a condition. */
export function meets(value: number, { operator, limit }: Condition): boolean {
  if (operator === "<") return value < limit;
  if (operator === "<=") return value <= limit;
  if (operator === ">") return value > limit;
  if (operator === ">=") return value >= limit;
  return operator === "=" ? value === limit : value !== limit;
}

/** True if only negative values match a condition. */
export function isOfNegatives({ operator, limit }: Condition): boolean {
  return (operator === "<" && limit <= 0) || ((operator === "<=" || operator === "=") && limit < 0);
}
