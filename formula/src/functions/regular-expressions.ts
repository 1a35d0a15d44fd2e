/**
 * REGEXTEST, REGEXEXTRACT and REGEXREPLACE. The engine has its own matcher, whose work grows with the length
 * of the pattern times the length of the text and is counted, so that no pattern can block a reading.
 * Unsupported features, above all backreferences and atomic groups, are #VALUE!, like malformed patterns.
 */
import type { Calculation } from "../calculation.ts";
import { type FormulaFunction, asInteger, asText, define, orEmpty, within } from "../define.ts";
import { GrowingText } from "../growing-text.ts";
import { type Match, Matcher } from "../patterns/match.ts";
import { parsePattern } from "../patterns/parse.ts";
import { type Pattern, programOf } from "../patterns/program.ts";
import { ArrayValue, NOT_AVAILABLE, VALUE, type Value, checkSize } from "../values.ts";

function patternOf(calculation: Calculation, pattern: string, isCaseless: boolean): Pattern {
  calculation.spend(pattern.length);
  return programOf(parsePattern(pattern, isCaseless));
}

function matchesOf(calculation: Calculation, pattern: Pattern, text: string, most: number): readonly Match[] {
  return new Matcher(pattern, text, (steps) => calculation.spend(steps)).all(most);
}

/** Returns the text of a group of a match, 0 for the whole match; "" for a group that did not participate. */
function groupText(text: string, match: Match, group: number): string {
  const from = match[group * 2] ?? -1;
  return from < 0 ? "" : text.slice(from, match[group * 2 + 1] ?? from);
}

function rowOf(texts: readonly string[]): Value {
  checkSize(1, texts.length);
  return new ArrayValue(1, texts.length, texts);
}

const FIRST = 0;
const ALL = 1;

function extracted(calculation: Calculation, text: string, pattern: Pattern, mode: number): Value {
  const matches = matchesOf(calculation, pattern, text, mode === ALL ? Number.POSITIVE_INFINITY : 1);
  const [first] = matches;
  if (first === undefined) return NOT_AVAILABLE;
  if (mode === FIRST) return groupText(text, first, 0);
  if (mode === ALL) return rowOf(matches.map((match) => groupText(text, match, 0)));
  if (pattern.groups === 0) return VALUE;
  return rowOf(Array.from({ length: pattern.groups }, (_, at) => groupText(text, first, at + 1)));
}

const REFERENCE =
  /\$(?:(?<sign>[$&])|(?<number>\d{1,2})|\{(?<bracedNumber>\d{1,2})\}|\{(?<braced>[A-Za-z_]\w{0,31})\}|<(?<angled>[A-Za-z_]\w{0,31})>)/gu;

/**
 * Parses a replacement into literal texts and numbers of groups. Throws #VALUE! for a group that the pattern
 * does not have.
 */
function partsOf(replacement: string, { groups, names }: Pattern): readonly (string | number)[] {
  const parts: (string | number)[] = [];
  let from = 0;
  for (const found of replacement.matchAll(REFERENCE)) {
    parts.push(replacement.slice(from, found.index));
    from = found.index + found[0].length;
    const { sign, number, bracedNumber, braced, angled } = found.groups ?? {};
    const name = braced ?? angled;
    const group = name === undefined ? (sign === "&" ? 0 : Number(number ?? bracedNumber)) : names.get(name);
    if (sign === "$") parts.push("$");
    else if (group === undefined || group > groups) throw VALUE;
    else parts.push(group);
  }
  parts.push(replacement.slice(from));
  return parts;
}

function replacedBy(
  calculation: Calculation,
  text: string,
  pattern: Pattern,
  replacement: string,
  occurrence: number,
): Value {
  const parts = partsOf(replacement, pattern);
  const matches = matchesOf(
    calculation,
    pattern,
    text,
    occurrence > 0 ? occurrence : Number.POSITIVE_INFINITY,
  );
  const chosen =
    occurrence === 0
      ? matches
      : matches
          .slice(occurrence > 0 ? occurrence - 1 : occurrence)
          .slice(0, Math.abs(occurrence) <= matches.length ? 1 : 0);
  const result = new GrowingText();
  let from = 0;
  for (const match of chosen) {
    const [start = 0, end = 0] = match;
    result.add(text.slice(from, start));
    for (const part of parts) result.add(typeof part === "string" ? part : groupText(text, match, part));
    from = end;
  }
  result.add(text.slice(from));
  return result.text;
}

const asCase = within(orEmpty(asInteger, 0), 0, 1, VALUE);

export const REGULAR_EXPRESSIONS: readonly FormulaFunction[] = [
  define(
    "REGEXTEST",
    [asText, asText, asCase],
    (calculation, text, pattern, isCaseless) =>
      matchesOf(calculation, patternOf(calculation, pattern, isCaseless === 1), text, 1).length > 0,
  ),
  define(
    "REGEXEXTRACT",
    [asText, asText, within(orEmpty(asInteger, 0), 0, 2, VALUE), asCase],
    (calculation, text, pattern, mode, isCaseless) =>
      extracted(calculation, text, patternOf(calculation, pattern, isCaseless === 1), mode),
    { makesArrays: true },
  ),
  define(
    "REGEXREPLACE",
    [asText, asText, asText, orEmpty(asInteger, 0), asCase],
    (calculation, text, pattern, replacement, occurrence, isCaseless) =>
      replacedBy(
        calculation,
        text,
        patternOf(calculation, pattern, isCaseless === 1),
        replacement,
        occurrence,
      ),
  ),
];
