/**
 * Divides a line of text into runs of one font and one direction, in the order in which they stand from left
 * to right. Invariants: the order is that of the Unicode Bidirectional Algorithm; put together in their
 * logical order, the runs are the line.
 */
import type { Bidi } from "bidi-js";
import type { Face, Fallbacks } from "./pdf-fallback.ts";

/** A run in the main font has no face, and its text is in visual order. */
export interface TextRun {
  readonly text: string;
  readonly face: Face | null;
  readonly isRightToLeft: boolean;
}

interface Letter {
  readonly text: string;
  readonly level: number;
  face: Face | null;
}

const LEFT_TO_RIGHT = "\u200E";
const RIGHT_TO_LEFT = "\u200F";
const MARKS = /[\u200E\u200F]/g;
const RTL_LETTER = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
/** Characters without a direction of their own, which may stand between letters of any font. */
const NEUTRAL = /^[\p{P}\p{S}\p{Z}]$/u;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns a text marked as right-to-left, whatever its letters are. */
export function markRightToLeft(text: string): string {
  return `${RIGHT_TO_LEFT}${text}`;
}

/** True if a text or a line has a mark of its direction. */
export function isMarked(text: string): boolean {
  return text.startsWith(RIGHT_TO_LEFT) || text.startsWith(LEFT_TO_RIGHT);
}

export function withoutMarks(text: string): string {
  return text.replaceAll(MARKS, "");
}

/** True if a text begins on the right: if its first letter, or a mark before it, is right-to-left. */
export function isRightToLeft(text: string): boolean {
  if (text.startsWith(RIGHT_TO_LEFT)) return true;
  if (text.startsWith(LEFT_TO_RIGHT)) return false;
  const [first = ""] = /\p{L}/u.exec(text) ?? [];
  return RTL_LETTER.test(first);
}

/** Returns a line of `text` with a mark if the line alone would have another direction than the text. */
export function withDirectionOf(text: string, line: string): string {
  const direction = isRightToLeft(text);
  if (isRightToLeft(line) === direction) return line;
  return `${direction ? RIGHT_TO_LEFT : LEFT_TO_RIGHT}${line}`;
}

/** Returns the runs of a line. `isMissing` says for a letter whether the main font lacks it. */
export function visualRuns(
  line: string,
  bidi: Bidi,
  fallbacks: Fallbacks,
  isMissing: (letter: string) => boolean,
): readonly TextRun[] {
  const text = withoutMarks(line);
  const { levels } = bidi.getEmbeddingLevels(text, isRightToLeft(line) ? "rtl" : "ltr");
  const segments = Array.from(graphemes.segment(text));
  const faces = fallbacks.facesOf(
    segments.map(({ segment }) => segment).filter((segment) => isMissing(segment)),
  );
  const letters = segments.map(({ segment, index }): Letter => ({
    text: segment,
    level: levels[index] ?? 0,
    face: faces.get(segment) ?? null,
  }));
  joinNeutrals(letters);
  joinNeutrals(letters.toReversed());
  return inVisualOrder(runsOf(letters)).map((run) => textOf(run, bidi));
}

/**
 * Gives punctuation and spaces in a right-to-left part the font of the letters before them, so that words are
 * shaped together and brackets are mirrored.
 */
function joinNeutrals(letters: readonly Letter[]): void {
  let last: Face | null = null;
  for (const letter of letters.filter(({ level }) => level % 2 === 1)) {
    const isNeutral = letter.face === null && NEUTRAL.test(letter.text);
    if (isNeutral && last !== null && last.has(letter.text)) letter.face = last;
    // Emoji, too, stand in right-to-left parts, but their font has no punctuation.
    if (RTL_LETTER.test(letter.text)) last = letter.face;
  }
}

/** Joins neighbours of the same font and level. */
function runsOf(letters: readonly Letter[]): readonly (readonly Letter[])[] {
  const runs: Letter[][] = [];
  for (const letter of letters) {
    const last = runs.at(-1)?.at(-1);
    if (last && last.face === letter.face && last.level === letter.level) runs.at(-1)?.push(letter);
    else runs.push([letter]);
  }
  return runs;
}

/** Reverses each sequence of runs above an odd level, from the highest level down: rule L2. */
function inVisualOrder(logical: readonly (readonly Letter[])[]): readonly (readonly Letter[])[] {
  const runs = [...logical];
  const levelOf = (run: readonly Letter[] | undefined) => run?.[0]?.level ?? 0;
  for (let level = Math.max(0, ...runs.map(levelOf)); level > 0; level -= 1) {
    for (let start = 0; start < runs.length; start += 1) {
      let end = start;
      while (end < runs.length && levelOf(runs[end]) >= level) end += 1;
      runs.splice(start, end - start, ...runs.slice(start, end).toReversed());
      start = Math.max(start, end);
    }
  }
  return runs;
}

function textOf(run: readonly Letter[], bidi: Bidi): TextRun {
  const [{ face, level } = { face: null, level: 0 }] = run;
  const isReversed = level % 2 === 1;
  const logical = run.map(({ text }) => text);
  if (face !== null || !isReversed) return { text: logical.join(""), face, isRightToLeft: isReversed };
  const visual = logical.toReversed().map((text) => bidi.getMirroredCharacter(text) ?? text);
  return { text: visual.join(""), face, isRightToLeft: isReversed };
}
