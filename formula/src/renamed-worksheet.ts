/**
 * Adjusts formulas when a worksheet is renamed. No parser is needed, so that code which only stores formulas
 * can use this. A worksheet's name is before "!", in apostrophes or as a plain word, alone or as one end of
 * several worksheets, as in `Jan:Mar!A1`. Invariant: any other text stays exactly as it was written; texts in
 * quotes and references to other workbooks are not changed.
 */
import { cellAt, quotedSheet, unquotedSheet } from "./places.ts";

const WORD = String.raw`[\p{L}\p{N}_.?\\]+`;
/**
 * Matches a text in quotes, which is skipped; a name in apostrophes; or one or two plain words that are not
 * part of a longer word or reference.
 */
const NAMED = new RegExp(
  String.raw`"(?:[^"]|"")*"|('(?:[^']|'')*')!|(?<![\p{L}\p{N}_.?\\\]$])(?:(${WORD}):)?(${WORD})!`,
  "gu",
);

/** Returns the formula with `to` instead of the worksheet name `from`, in any letter case. */
export function withRenamedWorksheet(formula: string, from: string, to: string): string {
  const isMeant = (name: string): boolean => name.toLowerCase() === from.toLowerCase();
  const renamed = (name: string): string => (isMeant(name) ? to : name);
  const [alone, isPlain] = [`${quotedSheet(to)}!`, quotedSheet(to) === to];
  return formula.replaceAll(NAMED, (written: string, quoted?: string, first?: string, last?: string) => {
    if (quoted !== undefined) {
      const names = unquotedSheet(quoted).split(":");
      if (quoted.includes("[") || !names.some(isMeant)) return written;
      return names.length === 1 ? alone : inApostrophes(names.map(renamed));
    }
    if (last === undefined) return written;
    if (first === undefined) return isMeant(last) ? alone : written;
    // `A1:Plan!B2` is a range whose second corner has a worksheet name. A worksheet with a name like a cell
    // or a row is never written as a plain word.
    if (cellAt(first) !== null || /^\d/u.test(first)) return isMeant(last) ? `${first}:${alone}` : written;
    if (!isMeant(first) && !isMeant(last)) return written;
    return isPlain ? `${renamed(first)}:${renamed(last)}!` : inApostrophes([renamed(first), renamed(last)]);
  });
}

/** Puts one pair of apostrophes around all names. */
function inApostrophes(names: readonly string[]): string {
  return `'${names.join(":").replaceAll("'", "''")}'!`;
}
