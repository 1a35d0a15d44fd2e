/**
 * Computes the widths of columns that have none of their own from their cells, because a number that does not
 * fit is shown as "###". Long texts don't widen a column: they extend over the neighbouring cells.
 */
import { type Element, formatNumber } from "@daybook/formula";
import type { LineSizes } from "../../../core/spreadsheet.ts";
import { widthInFile } from "../measures.ts";
import { tag } from "../parts/xml.ts";

/**
 * Widths in characters. A column that needs less than `DEFAULT` gets no width, so that programs use theirs.
 */
const [DEFAULT, WIDEST] = [8, 40];
/** The longest text that widens its column. */
const LONGEST_TEXT = 20;
const GENERAL = "General";
/** Additional width, for bold letters. */
const MARGIN = 2;

/** The least and the greatest number of a column in one format. */
interface Extremes {
  least: number;
  most: number;
}

export class Widths {
  readonly #texts = new Map<number, number>();
  readonly #numbers = new Map<number, Map<string, Extremes>>();

  /** Adds a cell. A number without a format needs no width, because programs round it to fit. */
  add(column: number, value: Element | undefined, format = GENERAL): void {
    if (typeof value === "string" && value.length <= LONGEST_TEXT)
      this.#texts.set(column, Math.max(this.#texts.get(column) ?? 0, value.length));
    if (typeof value !== "number" || format === GENERAL) return;
    const formats = this.#numbers.get(column) ?? new Map<string, Extremes>();
    this.#numbers.set(column, formats);
    const range = formats.get(format);
    if (range === undefined) formats.set(format, { least: value, most: value });
    else [range.least, range.most] = [Math.min(range.least, value), Math.max(range.most, value)];
  }

  /**
   * Returns the element with the columns that have a width, in `set`, or need more than the default one;
   * nothing if there are none. A computed width is marked as one that fits the cells, so that it is not read
   * as set.
   */
  tags(set: LineSizes): readonly string[] {
    const own = new Map(set.map(({ line, pixels }) => [line, pixels]));
    const columns = [...new Set([...own.keys(), ...this.#texts.keys(), ...this.#numbers.keys()])];
    const wide = columns
      .toSorted((a, b) => a - b)
      .flatMap((column) => {
        const place = { min: column + 1, max: column + 1 };
        const pixels = own.get(column);
        if (pixels !== undefined)
          return [tag("col", { ...place, width: widthInFile(pixels), customWidth: 1 })];
        const shown = [...(this.#numbers.get(column) ?? [])].flatMap(([format, { least, most }]) => [
          formatNumber(least, format).length,
          formatNumber(most, format).length,
        ]);
        const width = Math.min(WIDEST, Math.max(this.#texts.get(column) ?? 0, ...shown) + MARGIN);
        return width <= DEFAULT ? [] : [tag("col", { ...place, width, bestFit: 1, customWidth: 1 })];
      });
    return wide.length === 0 ? [] : [tag("cols", {}, ...wide)];
  }
}
