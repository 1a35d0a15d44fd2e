/**
 * Parses regular expressions in PCRE2 syntax, except for features that can't be matched in bounded time or
 * aren't regular: backreferences, atomic and possessive parts, recursion. Patterns with those, and malformed
 * patterns, are invalid. The depth of nesting is limited.
 */
import { VALUE } from "../values.ts";
import { caseless, namedClass, not, propertyClass, shortClass } from "./characters.ts";
import type { CharacterTest, Node, Place, Tree } from "./tree.ts";

/** The deepest nesting of groups. */
const NESTING_MAX = 50;
const COUNT_MAX = 1_000;
/** The most capturing groups. Every path through the pattern carries the positions of each group. */
const GROUPS_MAX = 99;

interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
  readonly x: boolean;
}

/** Parses a pattern. Throws #VALUE! if it is invalid. */
export function parsePattern(pattern: string, isCaseless: boolean): Tree {
  return new Parser(pattern, { i: isCaseless, m: false, s: false, x: false }).whole();
}

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ["t", 9],
  ["n", 10],
  ["f", 12],
  ["r", 13],
  ["a", 7],
  ["e", 27],
]);
const PLACES: ReadonlyMap<string, Place> = new Map([
  ["A", "text start"],
  ["z", "text end"],
  ["Z", "last line end"],
  ["b", "word edge"],
  ["B", "no word edge"],
]);
const QUANTIFIERS: ReadonlyMap<string, readonly [least: number, most: number]> = new Map([
  ["*", [0, Number.POSITIVE_INFINITY]],
  ["+", [1, Number.POSITIVE_INFINITY]],
  ["?", [0, 1]],
]);
const COUNT = /^\{(?<least>\d{1,5})?(?<comma>,(?<most>\d{1,5})?)?\}/u;
const GROUP_NAME = /^\?P?(?:<(?<angled>[A-Za-z_]\w{0,31})>|'(?<quoted>[A-Za-z_]\w{0,31})')/u;
const FLAGS = /^\?(?<on>[imsx]*)(?:-(?<off>[imsx]+))?(?<end>[:)])/u;
const LOOKS: readonly (readonly [string, boolean, boolean])[] = [
  ["?=", true, false],
  ["?!", true, true],
  ["?<=", false, false],
  ["?<!", false, true],
];

/** Returns a number of repetitions. Throws #VALUE! if it is too large. */
function bounded(times: number): number {
  if (times > COUNT_MAX) throw VALUE;
  return times;
}

class Parser {
  readonly #text: string;
  #at = 0;
  #flags: Flags;
  #nesting = 0;
  #groups = 0;
  readonly #names = new Map<string, number>();

  constructor(text: string, flags: Flags) {
    this.#text = text;
    this.#flags = flags;
  }

  whole(): Tree {
    const root = this.#choice();
    if (this.#at < this.#text.length) throw VALUE;
    return { root, groups: this.#groups, names: this.#names };
  }

  #choice(): Node {
    const flags = this.#flags;
    const options = [this.#sequence()];
    while (this.#takes("|")) options.push(this.#sequence());
    this.#flags = flags;
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: "choice", options };
  }

  #sequence(): Node {
    const items: Node[] = [];
    for (;;) {
      this.#skipBlanks();
      const here = this.#text.charAt(this.#at);
      if (here === "" || here === "|" || here === ")") return { kind: "sequence", items };
      const item = this.#item();
      if (item !== null) items.push(this.#repeated(item));
    }
  }

  /** Skips blanks and comments, which the extended form ignores. */
  #skipBlanks(): void {
    if (!this.#flags.x) return;
    for (;;) {
      const here = this.#text.charAt(this.#at);
      if (here === "#") {
        const end = this.#text.indexOf("\n", this.#at);
        this.#at = end < 0 ? this.#text.length : end + 1;
      } else if (here !== "" && " \t\n\r\f\v".includes(here)) this.#at++;
      else return;
    }
  }

  #takes(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #found(pattern: RegExp): Readonly<Record<string, string | undefined>> | null {
    const found = pattern.exec(this.#text.slice(this.#at, this.#at + 64));
    if (!found) return null;
    this.#at += found[0].length;
    return found.groups ?? {};
  }

  #repeated(item: Node): Node {
    this.#skipBlanks();
    const times = this.#times();
    if (times === null) return item;
    const isLazy = this.#takes("?");
    const next = this.#text.charAt(this.#at);
    if (next === "*" || next === "+" || (next === "?" && !isLazy)) throw VALUE;
    const [least, most] = times;
    return { kind: "repeat", item, least, most, isLazy };
  }

  /**
   * Reads a quantifier: the least and greatest numbers of repetitions of the previous item; null if there is
   * none.
   */
  #times(): readonly [least: number, most: number] | null {
    const here = this.#text.charAt(this.#at);
    const sign = QUANTIFIERS.get(here);
    if (sign !== undefined) {
      this.#at++;
      return sign;
    }
    if (here !== "{") return null;
    const count = COUNT.exec(this.#text.slice(this.#at, this.#at + 16));
    const { least: from, comma, most: to } = count?.groups ?? {};
    if (count === null || (from === undefined && to === undefined)) return null;
    this.#at += count[0].length;
    const least = Number(from ?? 0);
    if (comma !== undefined && to === undefined) return [bounded(least), Number.POSITIVE_INFINITY];
    const most = Number(to ?? from);
    if (least > most) throw VALUE;
    return [least, bounded(most)];
  }

  /** Reads one item that may be repeated; null for an item that only sets flags. */
  #item(): Node | null {
    const code = this.#text.codePointAt(this.#at) ?? 0;
    const here = String.fromCodePoint(code);
    this.#at += here.length;
    if (here === "(") return this.#group();
    if (here === "[") return { kind: "character", test: this.#set() };
    if (here === "\\") return this.#escape();
    if (here === "^") return { kind: "place", place: this.#flags.m ? "line start" : "text start" };
    if (here === "$") return { kind: "place", place: this.#flags.m ? "line end" : "last line end" };
    if (here === ".") return { kind: "character", test: this.#flags.s ? () => true : (each) => each !== 10 };
    if (here === "*" || here === "+" || here === "?") throw VALUE;
    return this.#character((each) => each === code);
  }

  #character(test: CharacterTest): Node {
    return { kind: "character", test: this.#flags.i ? caseless(test) : test };
  }

  #group(): Node | null {
    if (++this.#nesting > NESTING_MAX) throw VALUE;
    const node = this.#groupInside();
    this.#nesting--;
    return node;
  }

  #groupInside(): Node | null {
    if (this.#takes("?#")) {
      const end = this.#text.indexOf(")", this.#at);
      if (end < 0) throw VALUE;
      this.#at = end + 1;
      return null;
    }
    for (const [sign, isAhead, isNegated] of LOOKS) {
      if (this.#takes(sign)) return { kind: "look", item: this.#closed(), isAhead, isNegated };
    }
    const name = this.#found(GROUP_NAME);
    if (name !== null || !this.#text.startsWith("?", this.#at)) {
      const index = ++this.#groups;
      if (index > GROUPS_MAX) throw VALUE;
      const known = name?.["angled"] ?? name?.["quoted"];
      if (known !== undefined) {
        if (this.#names.has(known)) throw VALUE;
        this.#names.set(known, index);
      }
      return { kind: "group", index, item: this.#closed() };
    }
    const flags = this.#found(FLAGS);
    if (flags === null) throw VALUE;
    const outer = this.#flags;
    const { on = "", off = "", end } = flags;
    const is = (flag: keyof Flags) => !off.includes(flag) && (on.includes(flag) || outer[flag]);
    this.#flags = { i: is("i"), m: is("m"), s: is("s"), x: is("x") };
    if (end === ")") return null;
    const item = this.#closed();
    this.#flags = outer;
    return item;
  }

  #closed(): Node {
    const item = this.#choice();
    if (!this.#takes(")")) throw VALUE;
    return item;
  }

  #escape(): Node {
    const letter = this.#text.charAt(this.#at);
    const place = PLACES.get(letter);
    if (place !== undefined) {
      this.#at++;
      return { kind: "place", place };
    }
    const test = this.#class();
    if (test !== null) return this.#character(test);
    const code = this.#code();
    return this.#character((each) => each === code);
  }

  /** Returns the class of an escape whose backslash has been read; null if it stands for a character. */
  #class(): CharacterTest | null {
    const letter = this.#text.charAt(this.#at);
    const short = shortClass(letter);
    if (short !== undefined) {
      this.#at++;
      return short;
    }
    if (letter !== "p" && letter !== "P") return null;
    this.#at++;
    const braced = this.#found(/^\{(?<hat>\^?)(?<name>\w{1,40})\}/u);
    const test = propertyClass(braced?.["name"] ?? this.#text.charAt(this.#at++));
    if (test === undefined) throw VALUE;
    return (letter === "P") === (braced?.["hat"] === "^") ? test : not(test);
  }

  /** Returns the character of an escape whose backslash has been read. */
  #code(): number {
    const hex = this.#found(/^x(?:\{(?<braced>[\da-f]{1,6})\}|(?<plain>[\da-f]{2}))/iu);
    if (hex !== null) {
      const code = Number.parseInt(hex["braced"] ?? hex["plain"] ?? "0", 16);
      if (code > 0x10_ff_ff) throw VALUE;
      return code;
    }
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) throw VALUE;
    const letter = String.fromCodePoint(code);
    this.#at += letter.length;
    const control = CONTROLS.get(letter);
    if (control !== undefined) return control;
    // A letter or digit with another meaning: a backreference, or an unknown escape.
    if (/[A-Za-z0-9]/u.test(letter)) throw VALUE;
    return code;
  }

  #set(): CharacterTest {
    const isNegated = this.#takes("^");
    const tests: CharacterTest[] = [];
    for (let isFirst = true; ; isFirst = false) {
      if (!isFirst && this.#takes("]")) break;
      if (this.#at >= this.#text.length) throw VALUE;
      const named = this.#found(/^\[:(?<hat>\^?)(?<name>[a-z]{1,10}):\]/u);
      if (named !== null) {
        const test = namedClass(named["name"] ?? "");
        if (test === undefined) throw VALUE;
        tests.push(named["hat"] === "^" ? not(test) : test);
        continue;
      }
      const first = this.#member();
      if (typeof first !== "number") {
        tests.push(first);
        continue;
      }
      const isRange =
        this.#text.charAt(this.#at) === "-" &&
        this.#at + 1 < this.#text.length &&
        this.#text.charAt(this.#at + 1) !== "]";
      if (!isRange) {
        tests.push((code) => code === first);
        continue;
      }
      this.#at++;
      const last = this.#member();
      if (typeof last !== "number" || last < first) throw VALUE;
      tests.push((code) => code >= first && code <= last);
    }
    const inside: CharacterTest =
      tests.length === 1 && tests[0] !== undefined ? tests[0] : (code) => tests.some((test) => test(code));
    // Letter case is ignored before the negation, so that [^a] regardless of case matches neither "a" nor
    // "A".
    const folded = this.#flags.i ? caseless(inside) : inside;
    return isNegated ? not(folded) : folded;
  }

  #member(): number | CharacterTest {
    const code = this.#text.codePointAt(this.#at) ?? 0;
    this.#at += String.fromCodePoint(code).length;
    if (code !== 92) return code;
    if (this.#takes("b")) return 8;
    return this.#class() ?? this.#code();
  }
}
