/**
 * Formulas that go on meaning a worksheet that is renamed. It needs no parser, so that whoever stores
 * formulas can do it: a worksheet stands before "!", in apostrophes or as a plain word, alone or as an end of
 * several worksheets, as in `Jan:Mar!A1`. Invariant: what does not name the worksheet stays as it was
 * written, letter by letter; texts and other workbooks name none.
 */
import { cellAt, quotedSheet, unquotedSheet } from "./places.ts";

const WORD = String.raw`[\p{L}\p{N}_.?\\]+`;
/**
 * A text, which is passed over; a name in apostrophes; or one or two plain words, behind nothing that would
 * make them part of something else.
 */
const NAMED = new RegExp(
  String.raw`"(?:[^"]|"")*"|('(?:[^']|'')*')!|(?<![\p{L}\p{N}_.?\\\]$])(?:(${WORD}):)?(${WORD})!`,
  "gu",
);

/** The formula with `to` wherever it names the worksheet `from`, whatever the letter case. */
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
    // `A1:Plan!B2` is a range whose second corner names a worksheet; no worksheet that is called like a cell
    // or a row is a plain word.
    if (cellAt(first) !== null || /^\d/u.test(first)) return isMeant(last) ? `${first}:${alone}` : written;
    if (!isMeant(first) && !isMeant(last)) return written;
    return isPlain ? `${renamed(first)}:${renamed(last)}!` : inApostrophes([renamed(first), renamed(last)]);
  });
}

/** They are around all ends together. */
function inApostrophes(names: readonly string[]): string {
  return `'${names.join(":").replaceAll("'", "''")}'!`;
}
