/**
 * Reads the tags of an OFX file. Banks send XML, SGML whose elements are not closed, and files that claim to
 * be the one and are the other. So no XML parser is used: both are read as tags, each with the text after it.
 * Invariant: nothing outside the file is read, declarations of entities are refused, and each character is
 * read a bounded number of times.
 */
import { LIMITS } from "@daybook/words/limits";
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
/** The most characters of a tag: its name and some blanks. */
const TAG_MOST = 100;
/** The most characters without a tag, which is far more than any element holds. */
const TEXT_MOST = LIMITS.json_body_bytes.value;
/** The beginnings and ends of the parts that are skipped. */
const SKIPPED = [
  ["<?", "?>"],
  ["<!--", "-->"],
] as const;
const CDATA = ["<![CDATA[", "]]>"] as const;

/** The size of one batch: the number of `<` signs, and of characters. */
const SIGNS_TOGETHER = 100;
const CHARACTERS_TOGETHER = 65_536;
/** Yielded between tags where the reader may pause. */
const PAUSE = null;

/**
 * Yields the tags of a text in batches, some of them empty. The reader may pause after each batch. Throws
 * `LineProblem` for unterminated parts and for declarations, once all tags before them are yielded.
 */
export function* ofxTags(text: string): Generator<readonly OfxTag[], void, undefined> {
  const found: OfxTag[] = [];
  const takeFound = (): OfxTag[] => found.splice(0);
  try {
    for (const tag of tagsOf(text)) {
      if (tag === PAUSE) yield takeFound();
      else found.push(tag);
    }
  } catch (error) {
    yield takeFound();
    throw error;
  }
  yield takeFound();
}

function* tagsOf(text: string): Generator<OfxTag | typeof PAUSE, void, undefined> {
  const lines = new LineCounter(text);
  let open: Omit<OfxTag, "text"> | null = null;
  let value = "";
  let lastPause = { at: 0, signs: 0 };
  let at = text.indexOf("<");
  while (at >= 0) {
    const next = tagAt(text, at);
    const skipped = next === null ? yield* skippedAt(text, at, lines) : null;
    if (next !== null) {
      if (open) yield { ...open, text: decoded(value.trim()) };
      value = "";
      open = { closes: next.closes, name: next.name, line: lines.at(at) };
    } else if (skipped !== null) {
      value += skipped.text;
    } else {
      // A plain less-than sign.
      value += "<";
    }
    const from = at + (next?.length ?? skipped?.length ?? 1);
    at = text.indexOf("<", from);
    value += at < 0 ? text.slice(from) : text.slice(from, at);
    if (value.length > TEXT_MOST)
      throw new LineProblem(
        lines.at(from),
        `There are more than ${TEXT_MOST} characters here without a tag.`,
      );
    lastPause.signs += 1;
    if (lastPause.signs < SIGNS_TOGETHER && from - lastPause.at < CHARACTERS_TOGETHER) continue;
    yield PAUSE;
    lastPause = { at: from, signs: 0 };
  }
  if (open) yield { ...open, text: decoded(value.trim()) };
}

function tagAt(text: string, at: number): { closes: boolean; name: string; length: number } | null {
  const match = TAG.exec(text.slice(at, at + TAG_MOST));
  if (!match) return null;
  const [whole, slash, name = "", empty] = match;
  return { closes: slash === "/" && empty === "", name: name.toUpperCase(), length: whole.length };
}

/** Returns a comment, an instruction or a piece of plain text; null for anything else. */
function* skippedAt(
  text: string,
  at: number,
  lines: LineCounter,
): Generator<typeof PAUSE, { text: string; length: number } | null, undefined> {
  const [start, end] = [...SKIPPED, CDATA].find(([mark]) => text.startsWith(mark, at)) ?? [];
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
  // CDATA holds no entities, so each "&" is escaped before the text is decoded. A text that is too long is
  // refused anyway.
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
): Generator<typeof PAUSE, number, undefined> {
  for (let at = from; at < text.length; at += CHARACTERS_TOGETHER) {
    lines.at(at);
    const place = text.slice(at, at + CHARACTERS_TOGETHER + mark.length - 1).indexOf(mark);
    if (place >= 0) return at + place;
    yield PAUSE;
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

/** Decodes the usual entities and numeric characters. Any other `&` stays, because banks don't escape it. */
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
