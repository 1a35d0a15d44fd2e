/**
 * The names of fields in GROUPBY and PIVOTBY: whether the first row of the data has them, and the names that
 * the result shows.
 */
import { type Element, VALUE } from "../../values.ts";
import type { Grid } from "../arrays.ts";

export interface Headers {
  /** True if the first row of the data has names. */
  readonly isFirstRow: boolean;
  /** True if the result shows names. */
  readonly isShown: boolean;
}

/**
 * `code` 0 means no names, 1 names that are not shown, 2 generated names, 3 names that are shown. If
 * undefined, the values decide: a text above a number is a name.
 */
export function headersOf(code: number | undefined, values: Grid, isNested: boolean): Headers {
  if (code === undefined) {
    const isFirstRow =
      values.rows > 1 && typeof values.at(0, 0) === "string" && typeof values.at(1, 0) === "number";
    return { isFirstRow, isShown: isFirstRow && isNested };
  }
  if (code < 0 || code > 3) throw VALUE;
  return { isFirstRow: code % 2 === 1, isShown: code >= 2 };
}

/** Returns the names of columns: those of the data, or `kind` with a number. */
export function namesOf(grid: Grid | null, { isFirstRow }: Headers, kind: string): Element[] {
  return Array.from({ length: grid?.columns ?? 0 }, (_, column) =>
    isFirstRow ? (grid?.at(0, column) ?? null) : `${kind} ${column + 1}`,
  );
}
