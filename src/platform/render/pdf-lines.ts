/**
 * Breaks texts into lines. Invariants: no line is wider than its column, unless a single letter is; letters
 * of one grapheme stay together; lines of a text keep the text's direction.
 */
import { withDirectionOf } from "./pdf-runs.ts";

/** A part of a text that stays in one line if it fits. */
interface Piece {
  readonly text: string;
  /** True if a space is before it. */
  readonly isSpaced: boolean;
}

const ELLIPSIS = "\u2026";
/** Scripts without spaces, in which lines are broken between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\uFF00-\uFFEF]/u;
/** What does not begin a line, and what does not end one. */
const NOT_FIRST =
  /^[\p{Pe}\p{Pf}\p{Po}\p{Lm}\p{M}\p{N}\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087]/u;
const NOT_LAST = /[\p{Ps}\p{Pi}]$/u;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const words = new Intl.Segmenter("en", { granularity: "word" });

/** Returns the parts of a text that are not broken if they fit into a line. */
export function piecesOf(text: string): readonly Piece[] {
  return text
    .split(" ")
    .flatMap((word, index) =>
      unspacedWordsOf(word).map((piece, at) => ({ text: piece, isSpaced: index > 0 && at === 0 })),
    );
}

function unspacedWordsOf(text: string): readonly string[] {
  if (!UNSPACED.test(text)) return [text];
  const pieces: string[] = [];
  for (const { segment } of words.segment(text)) {
    const last = pieces.at(-1);
    const mayBreak =
      last !== undefined &&
      (UNSPACED.test(last) || UNSPACED.test(segment)) &&
      !NOT_FIRST.test(segment) &&
      !NOT_LAST.test(last);
    if (last === undefined || mayBreak) pieces.push(segment);
    else pieces[pieces.length - 1] = last + segment;
  }
  return pieces;
}

/**
 * Breaks a text into at most `most` lines, none wider than `width`. A longer text is cut off and ends with an
 * ellipsis. `widthOf` measures a line.
 */
export function wrapLines(
  text: string,
  width: number,
  most: number,
  widthOf: (line: string) => number,
): readonly string[] {
  const measure = (line: string) => widthOf(withDirectionOf(text, line));
  const lines: Piece[] = [];
  for (const piece of fittingPiecesOf(text, width, measure)) {
    const last = lines.at(-1);
    const joined = last === undefined ? piece : { ...last, text: joinPieces([last, piece]) };
    if (last === undefined || last.text === "") lines.splice(-1, 1, { ...joined, text: piece.text });
    else if (measure(joined.text) > width) lines.push(piece);
    else lines[lines.length - 1] = joined;
  }
  const whole = lines.slice(0, lines.length > most ? most - 1 : most).map((line) => line.text);
  if (lines.length > most) whole.push(shortened(joinPieces(lines.slice(most - 1)), width, measure));
  return whole.map((line) => withDirectionOf(text, line));
}

function joinPieces(pieces: readonly Piece[]): string {
  return pieces.map(({ text, isSpaced }, index) => (index > 0 && isSpaced ? ` ${text}` : text)).join("");
}

/** Yields the pieces of a text; one wider than a line is cut between letters. */
function* fittingPiecesOf(text: string, width: number, measure: (line: string) => number): Generator<Piece> {
  for (const piece of piecesOf(text)) {
    let { isSpaced } = piece;
    let part = "";
    // Most pieces fit, and then need not be measured letter by letter.
    const letters = measure(piece.text) <= width ? [] : graphemes.segment(piece.text);
    for (const { segment } of letters) {
      if (part !== "" && measure(part + segment) > width) {
        yield { text: part, isSpaced };
        [part, isSpaced] = ["", false];
      }
      part += segment;
    }
    yield part === "" ? piece : { text: part, isSpaced };
  }
}

function shortened(text: string, width: number, measure: (line: string) => number): string {
  let result = "";
  for (const { segment } of graphemes.segment(text)) {
    if (measure(`${result}${segment}${ELLIPSIS}`) > width) return `${result.trimEnd()}${ELLIPSIS}`;
    result += segment;
  }
  return result;
}
