/**
 * Functions that split texts at delimiters: the text before or after a delimiter, and all parts as an array.
 * Several delimiters are alternatives; if several match at one position, the longest counts.
 */
import type { Calculation } from "../calculation.ts";
import { lowerCase } from "../cases.ts";
import { toText } from "../coerce.ts";
import {
  type FormulaFunction,
  asArray,
  asBoolean,
  asElement,
  asInteger,
  asIs,
  asNumber,
  asText,
  define,
  orEmpty,
  within,
} from "../define.ts";
import {
  ArrayValue,
  CALC,
  type Element,
  NOT_AVAILABLE,
  VALUE,
  type Value,
  checkSize,
  isError,
} from "../values.ts";

interface Cut {
  readonly at: number;
  readonly length: number;
}

/** Returns all positions of delimiters from left to right, without overlaps. No delimiter is empty. */
function cutsOf(
  calculation: Calculation,
  written: string,
  delimiters: readonly string[],
  isCaseless: boolean,
): Cut[] {
  const text = isCaseless ? lowerCase(written) : written;
  const sought = isCaseless ? delimiters.map(lowerCase) : delimiters;
  // Each delimiter is searched in the complete text at least once.
  calculation.spend(sought.length * (1 + (text.length >> 5)));
  const next = sought.map((delimiter) => text.indexOf(delimiter));
  const cuts: Cut[] = [];
  for (let from = 0; ;) {
    calculation.spend(sought.length);
    let at = -1;
    let length = 0;
    for (const [index, delimiter] of sought.entries()) {
      let place = next[index] ?? -1;
      if (place >= 0 && place < from) {
        place = text.indexOf(delimiter, from);
        next[index] = place;
      }
      if (place >= 0 && (at < 0 || place < at || (place === at && delimiter.length > length))) {
        at = place;
        length = delimiter.length;
      }
    }
    if (at < 0) return cuts;
    cuts.push({ at, length });
    from = at + length;
  }
}

function textsOf(calculation: Calculation, array: ArrayValue): string[] {
  calculation.spend(array.cells.length);
  return array.cells.map((element) => {
    if (isError(element)) throw element;
    return toText(element);
  });
}

interface Search {
  readonly text: string;
  readonly delimiters: readonly string[];
  /** Null if it is absent. */
  readonly instance: number | null;
  readonly isCaseless: boolean;
  /** True if the end of the text counts as a delimiter; for searches from the end, its start. */
  readonly matchesEnd: boolean;
}

/** The cut at the requested instance; null if it is missing. Throws #VALUE! if a text can't have so many. */
function cutFor(
  calculation: Calculation,
  { text, delimiters, instance, isCaseless, matchesEnd }: Search,
): Cut | null {
  // Excel rounds down: -1.2 is the second one from the end.
  const wanted = Math.floor(instance ?? 1);
  if (wanted === 0) throw VALUE;
  // An empty delimiter matches immediately, at either end.
  if (delimiters.includes("")) return { at: wanted > 0 ? 0 : text.length, length: 0 };
  const shortest = delimiters.reduce(
    (least, delimiter) => Math.min(least, delimiter.length),
    Number.POSITIVE_INFINITY,
  );
  if (instance !== null && Math.abs(wanted) > text.length - shortest + 1) throw VALUE;
  const cuts = cutsOf(calculation, text, delimiters, isCaseless);
  const found = cuts.at(wanted > 0 ? wanted - 1 : wanted);
  if (found) return found;
  if (!matchesEnd || Math.abs(wanted) !== cuts.length + 1) return null;
  return { at: wanted > 0 ? text.length : 0, length: 0 };
}

const asMode = within(orEmpty(asInteger, 0), 0, 1, VALUE);
const PARAMETERS = [
  asText,
  asArray,
  orEmpty(asNumber, null),
  asMode,
  asMode,
  orEmpty(asElement, NOT_AVAILABLE),
] as const;

function piece(name: string, take: (text: string, cut: Cut) => string): FormulaFunction {
  return define(name, PARAMETERS, (calculation, text, delimiters, instance, mode, end, otherwise) => {
    const cut = cutFor(calculation, {
      text,
      delimiters: textsOf(calculation, delimiters),
      instance,
      isCaseless: mode === 1,
      matchesEnd: end === 1,
    });
    return cut === null ? (otherwise ?? "") : take(text, cut);
  });
}

/** Returns the parts of a text between cuts, without empty parts if these are ignored. */
function partsOf(
  calculation: Calculation,
  text: string,
  delimiters: readonly string[] | null,
  isCaseless: boolean,
  ignoresEmpty: boolean,
): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { at, length } of delimiters === null ? [] : cutsOf(calculation, text, delimiters, isCaseless)) {
    parts.push(text.slice(from, at));
    from = at + length;
  }
  parts.push(text.slice(from));
  return ignoresEmpty ? parts.filter((part) => part !== "") : parts;
}

/** Returns the delimiters of an operand; null if it is absent. An empty delimiter is #VALUE!. */
function delimitersOf(calculation: Calculation, value: Value): readonly string[] | null {
  if (value === null) return null;
  const texts = textsOf(calculation, calculation.array(value));
  if (texts.includes("")) throw VALUE;
  return texts;
}

export const TEXT_SPLIT: readonly FormulaFunction[] = [
  piece("TEXTBEFORE", (text, { at }) => text.slice(0, at)),
  piece("TEXTAFTER", (text, { at, length }) => text.slice(at + length)),
  define(
    "TEXTSPLIT",
    [asText, asIs, orEmpty(asIs, null), orEmpty(asBoolean, false), asMode, orEmpty(asElement, NOT_AVAILABLE)],
    (calculation, text, columnValue, rowValue, ignoresEmpty, mode, padding) => {
      const columnDelimiters = delimitersOf(calculation, columnValue);
      const rowDelimiters = delimitersOf(calculation, rowValue);
      if (columnDelimiters === null && rowDelimiters === null) return VALUE;
      const isCaseless = mode === 1;
      const rows = partsOf(calculation, text, rowDelimiters, isCaseless, ignoresEmpty)
        .map((line) => partsOf(calculation, line, columnDelimiters, isCaseless, ignoresEmpty))
        .filter((parts) => parts.length > 0);
      if (rows.length === 0) return CALC;
      let columns = 0;
      for (const parts of rows) columns = Math.max(columns, parts.length);
      checkSize(rows.length, columns);
      calculation.spend(rows.length * columns);
      const cells: Element[] = [];
      for (const parts of rows)
        for (let column = 0; column < columns; column++) cells.push(parts[column] ?? padding);
      return new ArrayValue(rows.length, columns, cells);
    },
    { makesArrays: true },
  ),
];
