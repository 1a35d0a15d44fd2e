/**
 * The cell styles of a workbook. Each requested style is written once, and cells refer to it by its number.
 * Invariant: the number of a style never changes, so that cells may be written before the styles.
 */
import type { Rounding } from "@daybook/words/money-text";
import { FIRST_OWN } from "../workbooks/number-formats.ts";
import { styleSheet } from "../workbooks/parts/style-sheet.ts";
import { tag } from "../workbooks/parts/xml.ts";

/**
 * Negative amounts are in parentheses, and zero is a dash. Other amounts leave room for a parenthesis, so
 * that digits are aligned.
 */
const amountFormat = (digits: string): string => `${digits}_);(${digits});"\u2013"_)`;
/** The same with a dollar sign at the left edge of the cell. */
const dollarsFormat = (digits: string): string => `"$"* ${digits}_);"$"* (${digits});"$"* "\u2013"_)`;
/** The digits that a program shows of an amount, whose cell is exact; a comma at the end leaves thousands out. */
const DIGITS: Readonly<Record<Rounding, string>> = {
  cents: "#,##0.00",
  dollars: "#,##0",
  thousands: "#,##0,",
};
const PERCENT_FORMAT = '0.0%_);(0.0%);"\u2013"_)';
/** The number of Excel's built-in format "Text": a cell stays text whatever is typed into it. */
const TEXT_FORMAT_ID = 49;

const FORMAT_IDS = {
  amount: FIRST_OWN,
  dollars: FIRST_OWN + 1,
  percent: FIRST_OWN + 2,
  text: TEXT_FORMAT_ID,
} as const;

const FONTS = {
  plain: { size: 11 },
  bold: { size: 11, bold: true },
  title: { size: 14, bold: true },
  link: { size: 11, link: true },
  quiet: { size: 9, quiet: true },
} as const;
const BORDERS = {
  none: [],
  above: ["top", "thin"],
  below: ["bottom", "thin"],
  double: ["top", "thin", "bottom", "double"],
} as const;

export interface CellStyle {
  readonly font: keyof typeof FONTS;
  readonly border: keyof typeof BORDERS;
  readonly format: keyof typeof FORMAT_IDS;
  readonly align: "left" | "right";
  readonly indent: number;
  readonly wrap: boolean;
}

const PLAIN: CellStyle = {
  font: "plain",
  border: "none",
  format: "text",
  align: "left",
  indent: 0,
  wrap: false,
};

export class Styles {
  readonly #numbers = new Map<string, number>();
  readonly #written: string[] = [];
  readonly #rounding: Rounding;

  constructor(rounding: Rounding) {
    this.#rounding = rounding;
  }

  /** Returns the number of a style; missing properties are those of plain text. */
  numberOf(properties: Partial<CellStyle>): number {
    const style = { ...PLAIN, ...properties };
    const key = Object.values(style).join(" ");
    const existing = this.#numbers.get(key);
    if (existing !== undefined) return existing;
    // Number 0 is the default style of a workbook.
    const number = this.#written.length + 1;
    this.#numbers.set(key, number);
    this.#written.push(formatOf(style));
    return number;
  }

  /** Returns the workbook's file of styles. Call after all cells are written. */
  part(): Uint8Array {
    return styleSheet({
      numberFormats: [
        [FORMAT_IDS.amount, amountFormat(DIGITS[this.#rounding])],
        [FORMAT_IDS.dollars, dollarsFormat(DIGITS[this.#rounding])],
        [FORMAT_IDS.percent, PERCENT_FORMAT],
      ],
      fonts: Object.values(FONTS).map(fontOf),
      fills: [],
      borders: Object.values(BORDERS).map(borderOf),
      formats: this.#written,
    });
  }
}

function formatOf({ font, border, format, align, indent, wrap }: CellStyle): string {
  const numbers = {
    numFmtId: FORMAT_IDS[format],
    fontId: Object.keys(FONTS).indexOf(font),
    fillId: 0,
    borderId: Object.keys(BORDERS).indexOf(border),
    xfId: 0,
  };
  const applied = { applyNumberFormat: 1, applyFont: 1, applyBorder: 1, applyAlignment: 1 };
  const alignment = {
    horizontal: align,
    vertical: format === "text" ? "top" : "bottom",
    indent: indent === 0 ? undefined : indent,
    wrapText: wrap ? 1 : undefined,
  };
  return tag("xf", { ...numbers, ...applied }, tag("alignment", alignment));
}

function fontOf({
  size,
  bold,
  link,
  quiet,
}: {
  readonly size: number;
  readonly bold?: true;
  readonly link?: true;
  readonly quiet?: true;
}): string {
  const color = link ? [tag("color", { rgb: "FF0563C1" })] : quiet ? [tag("color", { rgb: "FF595959" })] : [];
  return tag(
    "font",
    {},
    ...(bold ? [tag("b", {})] : []),
    ...(link ? [tag("u", {})] : []),
    tag("sz", { val: size }),
    ...color,
    tag("name", { val: "Calibri" }),
    tag("family", { val: 2 }),
  );
}

function borderOf(sides: readonly string[]): string {
  const style = (side: string) => (sides.includes(side) ? { style: sides[sides.indexOf(side) + 1] } : {});
  const drawn = (side: string) =>
    sides.includes(side) ? tag(side, style(side), tag("color", { auto: 1 })) : tag(side, {});
  return tag(
    "border",
    {},
    tag("left", {}),
    tag("right", {}),
    drawn("top"),
    drawn("bottom"),
    tag("diagonal", {}),
  );
}
