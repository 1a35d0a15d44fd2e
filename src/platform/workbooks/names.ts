/**
 * The defined names that formulas of a worksheet may use, and whether a name may stand for several cells.
 * That decides whether a formula may spill.
 */
import type { AuthoredName } from "@daybook/formula/cells";

const ONE_CELL =
  /^=(?:'(?:[^']|'')+'|[^'!:,() ]+)!\$?[A-Z]{1,3}\$?\d+$|^=-?[\d.]+(?:E[+-]?\d+)?%?$|^="[^"]*"$|^=#[A-Z/0!?]+$/iu;

/**
 * Returns the names that formulas of a worksheet may use. A name of the worksheet hides one of the workbook.
 */
export function namesOn(
  names: readonly AuthoredName[],
  sheet: number,
): { isKnown(name: string): boolean; mayBeMany(name: string): boolean } {
  const byName = new Map<string, AuthoredName>();
  for (const each of names) {
    const key = each.name.toLowerCase();
    if (each.sheet === sheet || (each.sheet === null && !byName.has(key))) byName.set(key, each);
  }
  const find = (name: string) => byName.get(name.slice(name.lastIndexOf("!") + 1).toLowerCase());
  return {
    isKnown: (name) => find(name) !== undefined,
    /** True if the name may stand for more than one cell. */
    mayBeMany: (name) => {
      const found = find(name);
      return found !== undefined && !ONE_CELL.test(found.formula);
    },
  };
}
