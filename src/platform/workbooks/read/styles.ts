/**
 * How the cells of a workbook look, by the numbers that they name. What is as in a plain cell is left out.
 */
import type { CellFormat } from "../../../core/spreadsheet.ts";
import { BUILT_IN, isDateFormat } from "../number-formats.ts";
import { colorOf, type Theme } from "./colors.ts";
import { type Attributes, isOn, readXml } from "./xml.ts";

export interface Style {
  /** Null for a plain one. */
  readonly format: CellFormat | null;
  readonly isDate: boolean;
}

interface Font {
  bold: boolean;
  italic: boolean;
  color: string | null;
}

const ALIGNMENTS = {
  left: "left",
  center: "center",
  centercontinuous: "center",
  right: "right",
  justify: "justify",
  distributed: "justify",
  fill: "fill",
} as const;
const LONGEST_FORMAT = 255;

/** By their numbers. */
export function readStyles(path: string, bytes: Uint8Array | undefined, theme: Theme): readonly Style[] {
  if (!bytes) return [];
  const formats = new Map(BUILT_IN);
  const fonts: Font[] = [];
  const fills: (string | null)[] = [];
  const styles: { readonly attributes: Attributes; alignment: string | undefined }[] = [];
  const within: string[] = [];
  let isSolid = false;
  readXml(path, bytes, {
    open(name, attributes) {
      const [section, item] = [within[1], within[2]];
      within.push(name);
      const font = item === "font" && section === "fonts" ? fonts.at(-1) : undefined;
      if (name === "numFmt" && section === "numFmts")
        formats.set(
          Number(attributes["numFmtId"]),
          (attributes["formatCode"] ?? "").slice(0, LONGEST_FORMAT),
        );
      else if (name === "font" && section === "fonts")
        fonts.push({ bold: false, italic: false, color: null });
      else if (font && name === "b") font.bold = isOn(attributes["val"] ?? "1");
      else if (font && name === "i") font.italic = isOn(attributes["val"] ?? "1");
      else if (font && name === "color") font.color = colorOf(attributes, theme);
      else if (name === "fill" && section === "fills") fills.push(null);
      else if (name === "patternFill" && section === "fills") isSolid = attributes["patternType"] === "solid";
      else if (name === "fgColor" && section === "fills" && isSolid)
        fills[fills.length - 1] = colorOf(attributes, theme);
      else if (name === "xf" && section === "cellXfs") styles.push({ attributes, alignment: undefined });
      else if (name === "alignment" && section === "cellXfs") {
        const style = styles.at(-1);
        if (style) style.alignment = attributes["horizontal"];
      }
    },
    close: () => within.pop(),
  });
  const usual = fonts[0]?.color ?? null;
  return styles.map(({ attributes, alignment }) => {
    const font = fonts[Number(attributes["fontId"] ?? 0)];
    const fill = fills[Number(attributes["fillId"] ?? 0)] ?? null;
    const numbers = formats.get(Number(attributes["numFmtId"] ?? 0));
    const horizontal = ALIGNMENTS[(alignment ?? "").toLowerCase() as keyof typeof ALIGNMENTS] as
      | (typeof ALIGNMENTS)[keyof typeof ALIGNMENTS]
      | undefined;
    const format: CellFormat = {
      ...(numbers === undefined || numbers === "" || /^general$/i.test(numbers)
        ? {}
        : { number_format: numbers }),
      ...(font?.bold ? { bold: true } : {}),
      ...(font?.italic ? { italic: true } : {}),
      ...(font === undefined || font.color === null || font.color === usual
        ? {}
        : { font_color: font.color }),
      ...(fill === null ? {} : { background_color: fill }),
      ...(horizontal === undefined ? {} : { horizontal_alignment: horizontal }),
    };
    return {
      format: Object.keys(format).length === 0 ? null : format,
      isDate: numbers !== undefined && isDateFormat(numbers),
    };
  });
}
