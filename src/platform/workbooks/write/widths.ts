/**
 * How wide columns must be for what is in them: a number that does not fit is shown as "###". Documents know
 * no widths, so that those of a workbook follow from its cells. Longer texts reach over what is beside them,
 * and widen nothing.
 */
import { type Element, formatNumber } from "@daybook/formula";
import { tag } from "../parts/xml.ts";

/** In characters; narrower columns stay as wide as programs make them. */
const [DEFAULT, WIDEST] = [8, 40];
/** The longest text that widens its column. */
const LONGEST_TEXT = 20;
const GENERAL = "General";
/** Beside a number and a text, for letters that are bold. */
const MARGIN = 2;

/** The numbers of a column in one format, between which all of them lie. */
interface Extremes {
  least: number;
  most: number;
}

export class Widths {
  readonly #texts = new Map<number, number>();
  readonly #numbers = new Map<number, Map<string, Extremes>>();

  /** What a cell shows, in its number format; a number without one is rounded to what fits. */
  add(column: number, value: Element | undefined, format = GENERAL): void {
    if (typeof value === "string" && value.length <= LONGEST_TEXT)
      this.#texts.set(column, Math.max(this.#texts.get(column) ?? 0, value.length));
    if (typeof value !== "number" || format === GENERAL) return;
    const formats = this.#numbers.get(column) ?? new Map<string, Extremes>();
    this.#numbers.set(column, formats);
    const known = formats.get(format);
    if (known === undefined) formats.set(format, { least: value, most: value });
    else [known.least, known.most] = [Math.min(known.least, value), Math.max(known.most, value)];
  }

  /** The tag of the columns that must be wider than others; none where there is no such. */
  tags(): readonly string[] {
    const columns = [...new Set([...this.#texts.keys(), ...this.#numbers.keys()])].toSorted((a, b) => a - b);
    const wide = columns.flatMap((column) => {
      const shown = [...(this.#numbers.get(column) ?? [])].flatMap(([format, { least, most }]) => [
        formatNumber(least, format).length,
        formatNumber(most, format).length,
      ]);
      const width = Math.min(WIDEST, Math.max(this.#texts.get(column) ?? 0, ...shown) + MARGIN);
      return width <= DEFAULT
        ? []
        : [tag("col", { min: column + 1, max: column + 1, width, customWidth: 1 })];
    });
    return wide.length === 0 ? [] : [tag("cols", {}, ...wide)];
  }
}
