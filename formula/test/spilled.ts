/** The array results of formulas, in a form for comparisons. */
import { type Element, isError } from "../src/values.ts";
import { type Extras, type Sheets, calculate } from "./sheets.ts";

const SIZE = 12;
const TOP = 101;

/**
 * Returns the rows that a formula spills, at most 11 rows of 11 columns; errors are returned as their codes.
 * The formula is below the cells that it reads.
 */
export function spilled(
  text: string,
  cells: Sheets[string] = {},
  extras: Extras = {},
): (Exclude<Element, object> | string | null)[][] {
  const places = Array.from(
    { length: SIZE * SIZE },
    (_, at) => `${String.fromCodePoint(65 + (at % SIZE))}${TOP + Math.floor(at / SIZE)}`,
  );
  const got = calculate({ Sheet1: { ...cells, [`A${TOP}`]: text } }, places, extras);
  const rows = Array.from({ length: SIZE }, (_, row) =>
    places.slice(row * SIZE, (row + 1) * SIZE).map((place) => {
      const element = got[place] ?? null;
      return isError(element) ? element.code : element;
    }),
  );
  const height = rows.findLastIndex((row) => row.some((element) => element !== null)) + 1;
  const width = Math.max(...rows.map((row) => row.findLastIndex((element) => element !== null) + 1));
  return rows.slice(0, height).map((row) => row.slice(0, width));
}
