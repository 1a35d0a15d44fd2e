/**
 * Reads the cell styles of a workbook, by number. Properties that equal those of a plain cell are omitted.
 */
import type { CellFormat } from "../../../core/spreadsheet.ts";
import { BUILT_IN, isDateFormat } from "../number-formats.ts";
import { colorOf, type Theme } from "./colors.ts";
import { type Attributes, isOn, readXml } from "./xml.ts";

export interface Style {
  /** Null for a plain cell. */
  readonly format: CellFormat | null;
  readonly isDate: boolean;
}

interface Font {
  bold: boolean;
  italic: boolean;
  color: string | null;
}

const ALIGNMENTS: ReadonlyMap<string, NonNullable<CellFormat["horizontal_alignment"]>> = new Map([
  ["left", "left"],
  ["center", "center"],
  ["centercontinuous", "center"],
  ["right", "right"],
  ["justify", "justify"],
  ["distributed", "justify"],
  ["fill", "fill"],
] as const);
const LONGEST_FORMAT = 255;

/** Returns the styles of a workbook in the order of their numbers. */
export function readStyles(path: string, bytes: Uint8Array | undefined, theme: Theme): readonly Style[] {
  if (!bytes) return [];
  const sheet = new StyleSheet(theme);
  readXml(path, bytes, {
    open: (name, attributes) => sheet.open(name, attributes),
    close: () => sheet.close(),
  });
  return sheet.styles();
}

interface CellStyle {
  readonly attributes: Attributes;
  alignment: string | undefined;
}

/** Collects the number formats, fonts and fills of a workbook, and the styles that refer to them. */
class StyleSheet {
  readonly #theme: Theme;
  readonly #formats = new Map(BUILT_IN);
  readonly #fonts: Font[] = [];
  readonly #fills: (string | null)[] = [];
  readonly #styles: CellStyle[] = [];
  /** The names of the open elements. */
  readonly #openElements: string[] = [];
  #isSolid = false;

  constructor(theme: Theme) {
    this.#theme = theme;
  }

  open(name: string, attributes: Attributes): void {
    const section = this.#openElements[1];
    const isInFont = this.#openElements[2] === "font";
    this.#openElements.push(name);
    if (section === "numFmts") this.#openInFormats(name, attributes);
    else if (section === "fonts") this.#openInFonts(name, attributes, isInFont);
    else if (section === "fills") this.#openInFills(name, attributes);
    else if (section === "cellXfs") this.#openInStyles(name, attributes);
  }

  close(): void {
    this.#openElements.pop();
  }

  #openInFormats(name: string, { numFmtId, formatCode = "" }: Attributes): void {
    if (name === "numFmt") this.#formats.set(Number(numFmtId), formatCode.slice(0, LONGEST_FORMAT));
  }

  #openInFonts(name: string, attributes: Attributes, isInFont: boolean): void {
    if (name === "font") this.#fonts.push({ bold: false, italic: false, color: null });
    const font = this.#fonts.at(-1);
    if (!isInFont || font === undefined) return;
    if (name === "b") font.bold = isOn(attributes["val"] ?? "1");
    else if (name === "i") font.italic = isOn(attributes["val"] ?? "1");
    else if (name === "color") font.color = colorOf(attributes, this.#theme);
  }

  #openInFills(name: string, attributes: Attributes): void {
    if (name === "fill") this.#fills.push(null);
    else if (name === "patternFill") this.#isSolid = attributes["patternType"] === "solid";
    else if (name === "fgColor" && this.#isSolid)
      this.#fills[this.#fills.length - 1] = colorOf(attributes, this.#theme);
  }

  #openInStyles(name: string, attributes: Attributes): void {
    const style = this.#styles.at(-1);
    if (name === "xf") this.#styles.push({ attributes, alignment: undefined });
    else if (name === "alignment" && style) style.alignment = attributes["horizontal"];
  }

  styles(): readonly Style[] {
    return this.#styles.map((style) => this.#styleOf(style));
  }

  #styleOf({ attributes, alignment }: CellStyle): Style {
    const { fontId = 0, fillId = 0, numFmtId = 0 } = attributes;
    const numbers = this.#formats.get(Number(numFmtId));
    const format: CellFormat = {
      ...(numbers === undefined || numbers === "" || /^general$/i.test(numbers)
        ? {}
        : { number_format: numbers }),
      ...this.#fontFormat(this.#fonts[Number(fontId)]),
      ...fillFormat(this.#fills[Number(fillId)]),
      ...alignmentFormat(alignment),
    };
    return {
      format: Object.keys(format).length === 0 ? null : format,
      isDate: numbers !== undefined && isDateFormat(numbers),
    };
  }

  /** Returns what a font changes. The first font has the color of plain cells. */
  #fontFormat(font: Font | undefined): CellFormat {
    if (font === undefined) return {};
    const { bold, italic, color } = font;
    return {
      ...(bold ? { bold } : {}),
      ...(italic ? { italic } : {}),
      ...(color === null || color === this.#fonts[0]?.color ? {} : { font_color: color }),
    };
  }
}

function fillFormat(fill: string | null | undefined): CellFormat {
  return fill === undefined || fill === null ? {} : { background_color: fill };
}

function alignmentFormat(written: string | undefined): CellFormat {
  const horizontal = ALIGNMENTS.get(written?.toLowerCase() ?? "");
  return horizontal === undefined ? {} : { horizontal_alignment: horizontal };
}
