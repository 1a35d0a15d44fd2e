/**
 * The cell styles of a workbook, each written once. Invariant: the number of a style never changes, so that
 * cells may be written before the styles.
 */
import type { CellFormat } from "../../../core/spreadsheet.ts";
import { BUILT_IN, FIRST_OWN } from "../number-formats.ts";
import { FIRST_FILL, NO_BORDER, styleSheet } from "../parts/style-sheet.ts";
import { tag } from "../parts/xml.ts";

const NUMBERS_OF_BUILT_IN: ReadonlyMap<string, number> = new Map(
  [...BUILT_IN].map(([id, code]) => [code, id]),
);
const FONT_END = [
  tag("sz", { val: 11 }),
  tag("name", { val: "Calibri" }),
  tag("family", { val: 2 }),
] as const;

/** Numbers distinct texts in the order of their first use. */
class StyleNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #first: number;

  constructor(first: number) {
    this.#first = first;
  }

  numberOf(text: string): number {
    const number = this.#numbers.get(text) ?? this.#first + this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }

  get all(): readonly string[] {
    return [...this.#numbers.keys()];
  }
}

export class CellStyles {
  readonly #formats = new StyleNumbers(1);
  readonly #fonts = new StyleNumbers(0);
  readonly #fills = new StyleNumbers(FIRST_FILL);
  readonly #numberFormats = new StyleNumbers(FIRST_OWN);

  constructor() {
    this.#fonts.numberOf(fontOf({}));
  }

  /** Returns the number of a format; 0 for none. */
  numberOf(format: CellFormat | undefined): number {
    if (!format) return 0;
    const { number_format: code, background_color: fill, horizontal_alignment: horizontal } = format;
    const attributes = {
      numFmtId:
        code === undefined ? 0 : (NUMBERS_OF_BUILT_IN.get(code) ?? this.#numberFormats.numberOf(code)),
      fontId: this.#fonts.numberOf(fontOf(format)),
      fillId:
        fill === undefined
          ? 0
          : this.#fills.numberOf(
              tag(
                "fill",
                {},
                tag(
                  "patternFill",
                  { patternType: "solid" },
                  tag("fgColor", { rgb: argb(fill) }),
                  tag("bgColor", { indexed: 64 }),
                ),
              ),
            ),
      borderId: 0,
      xfId: 0,
      applyNumberFormat: code === undefined ? undefined : 1,
      applyFont: 1,
      applyFill: fill === undefined ? undefined : 1,
      applyAlignment: horizontal === undefined ? undefined : 1,
    };
    return this.#formats.numberOf(
      tag("xf", attributes, ...(horizontal === undefined ? [] : [tag("alignment", { horizontal })])),
    );
  }

  part(): Uint8Array {
    const numberFormats = this.#numberFormats.all.map((code, at): [number, string] => [FIRST_OWN + at, code]);
    return styleSheet({
      numberFormats,
      fonts: this.#fonts.all,
      fills: this.#fills.all,
      borders: [NO_BORDER],
      formats: this.#formats.all,
    });
  }
}

function fontOf({ bold, italic, font_color: color }: CellFormat): string {
  const [size, ...rest] = FONT_END;
  return tag(
    "font",
    {},
    ...(bold ? [tag("b", {})] : []),
    ...(italic ? [tag("i", {})] : []),
    size,
    ...(color === undefined ? [] : [tag("color", { rgb: argb(color) })]),
    ...rest,
  );
}

function argb(color: string): string {
  return `FF${color.slice(1).toUpperCase()}`;
}
