/**
 * Writes the digits of a number into the pieces of a section: plain, with an exponent, or as a fraction.
 * Digits fill the placeholders from the point outward; digits without a placeholder go before the first one.
 * The caller writes the sign.
 */
import { type Decimal, decimalOf, fractionDigits, rounded, shifted, wholeDigits } from "./decimal.ts";
import { generalText } from "./general.ts";
import type { Piece } from "./sections.ts";

/** The text that a section writes for the absolute value of a number; `isZero` if it shows only zeros. */
export interface Written {
  readonly text: string;
  readonly isZero: boolean;
}

type DigitPiece = Extract<Piece, { kind: "digit" }>;
const isDigit = (piece: Piece | undefined): piece is DigitPiece => piece?.kind === "digit";

/**
 * Writes the absolute value of a number with the pieces of a section without a date; null if Excel would
 * refuse the section.
 */
export function writeNumber(pieces: readonly Piece[], value: number): Written | null {
  const slash = fractionAt(pieces);
  if (slash >= 0) return writeFraction(pieces, slash, Math.abs(value));
  if (pieces.some((piece) => piece.kind === "slash")) return null;
  const exponent = pieces.findIndex((piece) => piece.kind === "exponent");
  if (exponent > 0 && pieces.slice(0, exponent).some(isDigit))
    return writeScientific(pieces, exponent, decimalOf(value));
  if (exponent >= 0) return null;
  const general = pieces.some((piece) => piece.kind === "general");
  if (general || !pieces.some(isDigit)) {
    const text = pieces
      .map((piece) =>
        piece.kind === "general" || piece.kind === "whole text"
          ? generalText(Math.abs(value))
          : literal(piece),
      )
      .join("");
    return { text, isZero: value === 0 };
  }
  return writeDecimal(pieces, decimalOf(value));
}

const LITERALS: ReadonlyMap<Piece["kind"], string> = new Map([
  ["point", "."],
  ["comma", ","],
  ["percent", "%"],
  ["slash", "/"],
]);

function literal(piece: Piece): string {
  return piece.kind === "text" ? piece.text : (LITERALS.get(piece.kind) ?? "");
}

interface Layout {
  readonly whole: readonly Piece[];
  /** The pieces after the point; null without a point. */
  readonly fraction: readonly Piece[] | null;
  readonly decimals: number;
  readonly isGrouped: boolean;
  /** The power of ten that multiplies the number, from percent signs and thousands' commas. */
  readonly power: number;
}

function layoutOf(pieces: readonly Piece[]): Layout {
  const point = pieces.findIndex((piece) => piece.kind === "point");
  const end = point < 0 ? pieces.length : point;
  const lastDigit = pieces.findLastIndex(isDigit);
  const lastWhole = pieces.findLastIndex((piece, at) => at < end && isDigit(piece));
  let isGrouped = false;
  let power = 0;
  const kept: Piece[] = [];
  let pointAt = -1;
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind === "percent") power += 2;
    if (piece.kind === "comma") {
      const next = pieces.findIndex((each, place) => place > at && each.kind !== "comma");
      if (isDigit(pieces[next])) isGrouped ||= at < lastWhole;
      else if (at > lastDigit || (at > lastWhole && at < end)) power -= 3;
      continue;
    }
    if (at === point) pointAt = kept.length;
    kept.push(piece);
  }
  const fraction = pointAt < 0 ? null : kept.slice(pointAt + 1);
  return {
    whole: pointAt < 0 ? kept : kept.slice(0, pointAt),
    fraction,
    decimals: fraction?.filter(isDigit).length ?? 0,
    isGrouped,
    power,
  };
}

function writeDecimal(pieces: readonly Piece[], decimal: Decimal): Written {
  const layout = layoutOf(pieces);
  const shown = rounded(shifted(decimal, layout.power), layout.decimals);
  return { text: writeParts(layout, shown), isZero: shown.digits === "" };
}

function writeParts({ whole, fraction, isGrouped }: Layout, shown: Decimal): string {
  return (
    layWhole(whole, wholeDigits(shown), isGrouped) +
    (fraction === null ? "" : `.${layFraction(fraction, fractionDigits(shown))}`)
  );
}

const BLANKS = { "0": "0", "#": "", "?": " " } as const;

/** Writes digits into the placeholders of the pieces, from the right. */
function layWhole(pieces: readonly Piece[], digits: string, isGrouped: boolean): string {
  const first = pieces.findIndex(isDigit);
  let left = digits.length;
  let position = 0;
  let text = "";
  const put = (character: string) => {
    if (isGrouped && position > 0 && position % 3 === 0 && character !== "")
      text = (character === " " ? " " : ",") + text;
    text = character + text;
    position++;
  };
  const putAll = () => {
    while (left > 0) put(digits.charAt(--left));
  };
  if (first < 0) putAll();
  for (let at = pieces.length - 1; at >= 0; at--) {
    const piece = pieces[at];
    if (piece === undefined) continue;
    if (!isDigit(piece)) {
      text = literal(piece) + text;
      continue;
    }
    put(left > 0 ? digits.charAt(--left) : BLANKS[piece.text]);
    if (at === first) putAll();
  }
  return text;
}

/**
 * Writes digits into the placeholders of the pieces, from the left. A placeholder without a digit becomes a
 * zero, a blank or nothing, according to its kind.
 */
function layFraction(pieces: readonly Piece[], digits: string): string {
  let next = 0;
  let text = "";
  for (const piece of pieces) {
    if (!isDigit(piece)) {
      text += literal(piece);
      continue;
    }
    text += next < digits.length ? digits.charAt(next) : BLANKS[piece.text];
    next++;
  }
  return text;
}

function writeScientific(pieces: readonly Piece[], at: number, decimal: Decimal): Written | null {
  const sign = pieces[at];
  const after = pieces.slice(at + 1);
  if (sign?.kind !== "exponent" || !after.some(isDigit)) return null;
  const layout = layoutOf(pieces.slice(0, at));
  // With several placeholders before the point, exponents are multiples of their number (engineering
  // notation).
  const places = layout.whole.filter(isDigit).length;
  const step = Math.max(1, places);
  const scaled = shifted(decimal, layout.power);
  let power =
    scaled.digits === "" ? 0 : places === 0 ? scaled.point : Math.floor((scaled.point - 1) / step) * step;
  let mantissa = rounded(shifted(scaled, -power), layout.decimals);
  if (mantissa.point > places) {
    power += step;
    mantissa = rounded(shifted(scaled, -power), layout.decimals);
  }
  // The sign is directly before the first placeholder.
  const first = after.findIndex(isDigit);
  const signText = power < 0 ? "-" : sign.isSigned ? "+" : "";
  const exponent =
    after.slice(0, first).map(literal).join("") +
    signText +
    layWhole(after.slice(first), String(Math.abs(power)), false);
  return { text: writeParts(layout, mantissa) + sign.letter + exponent, isZero: mantissa.digits === "" };
}

const isNumeral = (piece: Piece | undefined): boolean =>
  isDigit(piece) || (piece?.kind === "text" && /^\d$/u.test(piece.text));

const isZeroPlace = (piece: Piece): boolean => isDigit(piece) && piece.text === "0";
const isText = (piece: Piece | undefined): boolean => piece?.kind === "text";

/**
 * Returns the index of a slash between placeholders for digits, perhaps with text around it, which makes a
 * fraction; -1 if there is none.
 */
function fractionAt(pieces: readonly Piece[]): number {
  return pieces.findIndex((piece, at) => {
    if (piece.kind !== "slash") return false;
    const before = pieces.slice(0, at).findLast((each) => !isText(each));
    const after = pieces.slice(at + 1).find((each) => isNumeral(each) || !isText(each));
    return isDigit(before) && isNumeral(after);
  });
}

/** The pieces of a section that shows a fraction. */
interface FractionLayout {
  /** The pieces up to the numerator. */
  readonly before: readonly Piece[];
  /** True if the whole number has its own placeholders. */
  readonly hasWhole: boolean;
  readonly above: readonly Piece[];
  readonly below: readonly Piece[];
  /** The slash, with the text around it. */
  readonly bar: string;
  readonly rest: string;
  /** The denominator that the section states; null if it has placeholders for one. */
  readonly fixed: number | null;
}

function fractionLayout(pieces: readonly Piece[], slash: number): FractionLayout {
  const aboveEnd = pieces.findLastIndex((piece, at) => at < slash && isDigit(piece)) + 1;
  let from = aboveEnd;
  while (isDigit(pieces[from - 1])) from--;
  const start = pieces.findIndex((piece, at) => at > slash && isNumeral(piece));
  let to = start;
  while (isNumeral(pieces[to])) to++;
  const before = pieces.slice(0, from);
  const below = pieces.slice(start, to);
  const literals = (first: number, end: number): string => pieces.slice(first, end).map(literal).join("");
  return {
    before,
    hasWhole: before.some(isDigit),
    above: pieces.slice(from, aboveEnd),
    below,
    bar: `${literals(aboveEnd, slash)}/${literals(slash + 1, start)}`,
    // Separate placeholders for digits are empty.
    rest: pieces
      .slice(to)
      .map((piece) => (isDigit(piece) ? BLANKS[piece.text] : literal(piece)))
      .join(""),
    fixed: below.every(isDigit)
      ? null
      : Number(below.map((piece) => (piece.kind === "text" ? piece.text : "0")).join("")),
  };
}

interface MixedNumber {
  readonly whole: number;
  readonly numerator: number;
  readonly denominator: number;
}

function mixedNumber({ hasWhole, below, fixed }: FractionLayout, size: number): MixedNumber {
  const exact = Number(size.toPrecision(15));
  const whole = hasWhole ? Math.floor(exact) : 0;
  const part = exact - whole;
  const [numerator, denominator] =
    fixed === null ? nearest(part, 10 ** Math.min(below.length, 7) - 1) : [Math.round(part * fixed), fixed];
  return hasWhole && numerator === denominator && numerator > 0
    ? { whole: whole + 1, numerator: 0, denominator: fixed ?? 1 }
    : { whole, numerator, denominator };
}

function writeFraction(pieces: readonly Piece[], slash: number, size: number): Written {
  const layout = fractionLayout(pieces, slash);
  const { before, hasWhole, above, bar, rest } = layout;
  const { whole, numerator, denominator } = mixedNumber(layout, size);
  const isWhole = hasWhole && numerator === 0;
  const wholeText = layWhole(before, whole > 0 || isWhole ? String(whole) : "", false);
  // Placeholders for zeros are always written.
  const shown =
    isWhole && !above.some(isZeroPlace)
      ? besideNoFraction(wholeText, layout)
      : wholeText + layWhole(above, String(numerator), false) + bar + denominatorText(layout, denominator);
  return { text: shown + rest, isZero: size === 0 };
}

/**
 * Returns the text of a whole number without a fraction. The room of the fraction stays blank, so that points
 * in a column stay aligned; optional placeholders take no room.
 */
function besideNoFraction(wholeText: string, { above, bar, below }: FractionLayout): string {
  const isOptional = above.every((piece) => isDigit(piece) && piece.text === "#");
  return isOptional ? wholeText.trimEnd() : wholeText + " ".repeat(above.length + bar.length + below.length);
}

function denominatorText({ below, fixed }: FractionLayout, denominator: number): string {
  const written = String(denominator);
  if (fixed !== null) return written;
  const isPadded = below.some((piece) => isDigit(piece) && piece.text === "?");
  return isPadded ? written.padEnd(below.length) : layWhole(below, written, false);
}

/** Excel ignores parts smaller than this when it searches for a fraction. */
const NOTHING = 5e-8;

/**
 * Approximates a number of at least 0 with the last convergent of its continued fraction whose denominator is
 * at most `most`, as Excel does (O. Aberth, "A method for exact computation with rational numbers"). A
 * fraction between two convergents may be nearer.
 */
function nearest(value: number, most: number): [number, number] {
  let [beforeNumerator, beforeDenominator, numerator, denominator] = [1, 0, Math.floor(value), 1];
  // The loop is short, because denominators grow at least like the Fibonacci numbers.
  for (let part = value - numerator; part >= NOTHING;) {
    const whole = Math.floor(1 / part);
    const next = whole * denominator + beforeDenominator;
    if (next > most) break;
    [beforeNumerator, beforeDenominator, numerator, denominator] = [
      numerator,
      denominator,
      whole * numerator + beforeNumerator,
      next,
    ];
    part = 1 / part - whole;
  }
  return [numerator, denominator];
}
