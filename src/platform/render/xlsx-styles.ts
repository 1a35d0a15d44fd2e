/**
 * The styles of a workbook: each that is asked for is written once and known by its number. Invariant: a
 * number, once given, never changes, so that cells may be written before the styles are.
 */
import { FIRST_OWN } from "../workbooks/number-formats.ts";
import { styleSheet } from "../workbooks/parts/style-sheet.ts";
import { tag } from "../workbooks/parts/xml.ts";

/**
 * Negatives in parentheses, a dash for nothing; what is positive leaves room for the parenthesis, so that
 * digits line up.
 */
const AMOUNT_FORMAT = '#,##0.00_);(#,##0.00);"\u2013"_)';
/** The format of what stays text, whatever is typed over it. */
const TEXT_FORMAT_ID = 49;

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
  readonly format: "amount" | "text";
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

  /** The number of a style; what is not given is as in a plain text. */
  of(wanted: Partial<CellStyle>): number {
    const style = { ...PLAIN, ...wanted };
    const key = Object.values(style).join(" ");
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    // The first style is the one of cells that are not there.
    const number = this.#written.length + 1;
    this.#numbers.set(key, number);
    this.#written.push(formatOf(style));
    return number;
  }

  /** The part of the workbook that holds them, for when every cell is written. */
  part(): Uint8Array {
    return styleSheet({
      numberFormats: [[FIRST_OWN, AMOUNT_FORMAT]],
      fonts: Object.values(FONTS).map(fontOf),
      fills: [],
      borders: Object.values(BORDERS).map(borderOf),
      formats: this.#written,
    });
  }
}

function formatOf({ font, border, format, align, indent, wrap }: CellStyle): string {
  const numbers = {
    numFmtId: format === "amount" ? FIRST_OWN : TEXT_FORMAT_ID,
    fontId: Object.keys(FONTS).indexOf(font),
    fillId: 0,
    borderId: Object.keys(BORDERS).indexOf(border),
    xfId: 0,
  };
  const applied = { applyNumberFormat: 1, applyFont: 1, applyBorder: 1, applyAlignment: 1 };
  const alignment = {
    horizontal: align,
    vertical: format === "amount" ? "bottom" : "top",
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
