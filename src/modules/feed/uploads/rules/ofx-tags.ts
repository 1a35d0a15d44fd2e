/**
 * The tags of an OFX file, one after the other. Banks send SGML whose elements are not closed, XML, and files
 * that say that they are one and are the other, which no XML parser reads; so both are read as what they
 * share: tags, each with the text behind it. Invariant: nothing outside the file is ever looked at, no entity
 * is declared, and each character is looked at a bounded number of times.
 */
import { LIMITS } from "../../../../core/limits.ts";
import { LineProblem } from "../../../../platform/text/line-problem.ts";

export interface OfxTag {
  readonly closes: boolean;
  /** In capitals. */
  readonly name: string;
  /** The text up to the next tag, without blanks around it. */
  readonly text: string;
  readonly line: number;
}

const TAG = /^<(\/?)([A-Za-z][A-Za-z0-9._-]{0,63})[ \t\r\n]*(\/?)>/;
/** The longest tag, with some blanks in it. */
const TAG_MOST = 100;
/** Far more than an element holds. */
const TEXT_MOST = LIMITS.json_body_bytes.value;
/** Parts that are skipped, by their beginning and end. */
const PASSED = [
  ["<?", "?>"],
  ["<!--", "-->"],
] as const;
const CDATA = ["<![CDATA[", "]]>"] as const;

/** The size of one batch: the number of `<` signs, and of characters. */
const SIGNS_TOGETHER = 100;
const CHARACTERS_TOGETHER = 65_536;
/** Stands where the reader may rest. */
const REST = null;

/**
 * Yields the tags of a text in batches, of which some are empty; after each the reader may pause. Throws
 * `LineProblem` for unterminated parts, and for declarations, after the tags before it.
 */
export function* ofxTags(text: string): Generator<readonly OfxTag[], void, undefined> {
  const found: OfxTag[] = [];
  const given = (): OfxTag[] => found.splice(0);
  try {
    for (const tag of tagsOf(text)) {
      if (tag === REST) yield given();
      else found.push(tag);
    }
  } catch (error) {
    yield given();
    throw error;
  }
  yield given();
}

function* tagsOf(text: string): Generator<OfxTag | typeof REST, void, undefined> {
  const lines = new LineCounter(text);
  let open: Omit<OfxTag, "text"> | null = null;
  let value = "";
  let rested = { at: 0, signs: 0 };
  let at = text.indexOf("<");
  while (at >= 0) {
    const next = tagAt(text, at);
    const passed = next === null ? yield* passedAt(text, at, lines) : null;
    if (next !== null) {
      if (open) yield { ...open, text: decoded(value.trim()) };
      value = "";
      open = { closes: next.closes, name: next.name, line: lines.at(at) };
    } else if (passed !== null) {
      value += passed.text;
    } else {
      // A sign of less that is only that.
      value += "<";
    }
    const from = at + (next?.length ?? passed?.length ?? 1);
    at = text.indexOf("<", from);
    value += at < 0 ? text.slice(from) : text.slice(from, at);
    if (value.length > TEXT_MOST)
      throw new LineProblem(
        lines.at(from),
        `There are more than ${TEXT_MOST} characters here without a tag.`,
      );
    rested.signs += 1;
    if (rested.signs < SIGNS_TOGETHER && from - rested.at < CHARACTERS_TOGETHER) continue;
    yield REST;
    rested = { at: from, signs: 0 };
  }
  if (open) yield { ...open, text: decoded(value.trim()) };
}

function tagAt(text: string, at: number): { closes: boolean; name: string; length: number } | null {
  const match = TAG.exec(text.slice(at, at + TAG_MOST));
  if (!match) return null;
  const [whole, slash, name = "", empty] = match;
  return { closes: slash === "/" && empty === "", name: name.toUpperCase(), length: whole.length };
}

/** A comment, an instruction or a piece of plain text; null for none of them. */
function* passedAt(
  text: string,
  at: number,
  lines: LineCounter,
): Generator<typeof REST, { text: string; length: number } | null, undefined> {
  const [start, end] = [...PASSED, CDATA].find(([mark]) => text.startsWith(mark, at)) ?? [];
  if (start === undefined || end === undefined) {
    if (text.startsWith("<!", at))
      throw new LineProblem(
        lines.at(at),
        "The file declares a document type or entities, which are not supported.",
      );
    return null;
  }
  const line = lines.at(at);
  const closed = yield* endOf(text, end, at + start.length, lines);
  if (closed < 0) throw new LineProblem(line, `The part that begins here with ${start} has no end.`);
  const inner = start === CDATA[0] ? text.slice(at + start.length, closed) : "";
  // It is not decoded, so what would be an entity in it is kept from being one. What is too long is refused
  // as it is.
  return {
    text: inner.length > TEXT_MOST ? inner : inner.replaceAll("&", "&amp;"),
    length: closed + end.length - at,
  };
}

/**
 * Finds a mark after a place; -1 if it is missing. Comments may be as long as the file, so the search goes in
 * parts, and counts lines.
 */
function* endOf(
  text: string,
  mark: string,
  from: number,
  lines: LineCounter,
): Generator<typeof REST, number, undefined> {
  for (let at = from; at < text.length; at += CHARACTERS_TOGETHER) {
    lines.at(at);
    const place = text.slice(at, at + CHARACTERS_TOGETHER + mark.length - 1).indexOf(mark);
    if (place >= 0) return at + place;
    yield REST;
  }
  return -1;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** The usual entities and characters by their numbers; every other `&` is one, as banks write it. */
function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** Counts lines going forward only, and looks for the end of each line once. */
class LineCounter {
  readonly #text: string;
  #line = 1;
  #end: number;

  constructor(text: string) {
    this.#text = text;
    this.#end = text.indexOf("\n");
  }

  at(place: number): number {
    while (this.#end >= 0 && this.#end < place) {
      this.#line += 1;
      this.#end = this.#text.indexOf("\n", this.#end + 1);
    }
    return this.#line;
  }
}
