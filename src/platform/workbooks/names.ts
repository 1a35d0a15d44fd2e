/** What the names of a spreadsheet stand for, as far as it decides whether a formula may come to several cells. */
import type { AuthoredName } from "@daybook/formula/cells";

const ONE_CELL = /^=(?:'(?:[^']|'')+'|[^'!:,() ]+)!\$?[A-Z]{1,3}\$?\d+$|^=-?[\d.]+(?:E[+-]?\d+)?%?$|^="[^"]*"$|^=#[A-Z/0!?]+$/iu;

/** Whether a name, told from a worksheet, may stand for more than one cell. */
export function manyNames(names: readonly AuthoredName[], sheet: number): (name: string) => boolean {
  const byName = new Map<string, AuthoredName>();
  for (const each of names) {
    const key = each.name.toLowerCase();
    if (each.sheet === sheet || (each.sheet === null && !byName.has(key))) byName.set(key, each);
  }
  return (name) => {
    const found = byName.get(name.slice(name.lastIndexOf("!") + 1).toLowerCase());
    return found !== undefined && !ONE_CELL.test(found.formula);
  };
}
