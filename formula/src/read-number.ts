/**
 * Reads a text as Excel reads a number that is typed into a cell, in the US locale: digits with thousands
 * separators, a currency sign, percent, an exponent, parentheses for negative amounts, fractions, dates and
 * times. Digits beyond the fifteenth become zeros, as in a cell. Dates without a year are read only if `year`
 * is given. A date is not read after a leading blank.
 */
import { fold, readMoment } from "./read-date.ts";

/** The longest text that Excel reads as a number. The limit also bounds the work of the patterns below. */
const WRITTEN_MAX = 255;
const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu;
const AMOUNT =
  /^(?<open>\(?) ?(?<outer>[+-]?) ?(?<lead>[$¥€%]?) ?(?<inner>[+-]?)(?<whole>\d+(?:,\d{3,})*|(?=\.\d))(?<fraction>\.\d*)?(?:e(?<exponent>[+-]?\d{1,4}))? ?(?<trail>[%€]?) ?(?<close>\)?)$/iu;
/** The groups of `AMOUNT`; only two are optional. */
type AmountParts = Readonly<
  Record<"open" | "outer" | "lead" | "inner" | "whole" | "trail" | "close", string> &
    Partial<Record<"fraction" | "exponent", string>>
>;
const GROUPED = /^\d+(?:,\d{3})*$/u;
const FRACTION = /^(?<sign>-?)(?<whole>\d{1,9}) +(?<numerator>\d{1,5})\/(?<denominator>\d{1,5})$/u;
/** The possible beginnings of a number. Most texts have none of them and are not parsed further. */
const BEGINS =
  /^[\s\u3000]*(?:[\d+\-.($¥€%\uff01-\uff5e\uffe5]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|[mtshr]\d|明治|大正|昭和|平成|令和|午前|午後)/iu;
/** The number of digits that Excel keeps of a typed number. */
const DIGITS_KEPT = 15;

/**
 * Returns the number that a text means, or null if it is not a number. `year` is the year for dates without
 * one; with null, such dates are not read.
 */
export function readNumber(text: string, year: number | null = null): number | null {
  if (text.length > WRITTEN_MAX || !BEGINS.test(text)) return null;
  const bare = strip(text);
  if (PLAIN.test(bare)) return plain(bare);
  const folded = fold(bare);
  return (
    readAmount(folded) ?? readFraction(folded) ?? (isBlank(text.charCodeAt(0)) ? null : readDate(text, year))
  );
}

/** Reads a text as an amount: like `readNumber`, without fractions, dates and times. */
export function readAmount(text: string): number | null {
  const found = text.length > WRITTEN_MAX ? null : AMOUNT.exec(text);
  if (!found) return null;
  const parts = found.groups as AmountParts;
  const { open, outer, lead, inner, whole, fraction = "", exponent = "0", trail, close } = parts;
  const signs = open + outer + inner;
  const units = lead + trail;
  const isMisplaced = signs.length > 1 || units.length > 1 || (open === "(") !== (close === ")");
  if (isMisplaced || (whole !== "" && !GROUPED.test(whole))) return null;
  const power = Number(exponent) - (units === "%" ? 2 : 0);
  const value = plain(`${whole.replaceAll(",", "")}${fraction === "." ? "" : fraction}e${power}`);
  return value !== null && (signs === "(" || signs === "-") ? 0 - value : value;
}

const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0x30_00;

/** Trims blanks, but not no-break spaces: Excel does not read a text with one as a number. */
function strip(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}

function plain(written: string): number | null {
  const value = Number(written.length > DIGITS_KEPT ? shortened(written) : written);
  return Number.isFinite(value) ? value : null;
}

function shortened(written: string): string {
  let kept = 0;
  let result = "";
  for (let at = 0; at < written.length; at++) {
    const here = written.charAt(at);
    if (here === "e" || here === "E") return result + written.slice(at);
    const isDigit = here >= "0" && here <= "9";
    if (isDigit && (kept > 0 || here !== "0")) kept++;
    result += isDigit && kept > DIGITS_KEPT ? "0" : here;
  }
  return result;
}

function readFraction(text: string): number | null {
  const { sign, whole, numerator, denominator } = FRACTION.exec(text)?.groups ?? {};
  if (whole === undefined || Number(denominator) === 0) return null;
  const value = Number(whole) + Number(numerator) / Number(denominator);
  return sign === "-" ? 0 - value : value;
}

function readDate(text: string, year: number | null): number | null {
  const moment = readMoment(text, year);
  // Excel ignores blanks after a date, but not before one.
  if (moment === null || (moment.day !== null && isBlank(text.charCodeAt(0)))) return null;
  return (moment.day ?? 0) + (moment.time ?? 0);
}
