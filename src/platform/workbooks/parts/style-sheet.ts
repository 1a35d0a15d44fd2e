/** Writes the part of a workbook with its styles. Cells refer to a style by its number. */
import { MAIN } from "./package.ts";
import { tag, xmlPart } from "./xml.ts";

export interface StyleSheet {
  readonly numberFormats: readonly (readonly [id: number, code: string])[];
  readonly fonts: readonly string[];
  /** Numbered from `FIRST_FILL`, after the two fills that every workbook must have. */
  readonly fills: readonly string[];
  readonly borders: readonly string[];
  /** The formats of cells, numbered from 1. Number 0 is the default format. */
  readonly formats: readonly string[];
}

/** The number of the first fill in `StyleSheet.fills`. */
export const FIRST_FILL = 2;
export const NO_BORDER = tag(
  "border",
  {},
  ...["left", "right", "top", "bottom", "diagonal"].map((side) => tag(side, {})),
);

export function styleSheet({
  numberFormats,
  fonts,
  fills: own,
  borders,
  formats: cells,
}: StyleSheet): Uint8Array {
  const fills = [
    ...["none", "gray125"].map((patternType) => tag("fill", {}, tag("patternFill", { patternType }))),
    ...own,
  ];
  const formats = [tag("xf", { numFmtId: 0, fontId: 0, fillId: 0, borderId: 0, xfId: 0 }), ...cells];
  return xmlPart(
    tag(
      "styleSheet",
      { xmlns: MAIN },
      ...(numberFormats.length === 0
        ? []
        : [
            tag(
              "numFmts",
              { count: numberFormats.length },
              ...numberFormats.map(([numFmtId, formatCode]) => tag("numFmt", { numFmtId, formatCode })),
            ),
          ]),
      tag("fonts", { count: fonts.length }, ...fonts),
      tag("fills", { count: fills.length }, ...fills),
      tag("borders", { count: borders.length }, ...borders),
      tag("cellStyleXfs", { count: 1 }, tag("xf", { numFmtId: 0, fontId: 0, fillId: 0, borderId: 0 })),
      tag("cellXfs", { count: formats.length }, ...formats),
      tag("cellStyles", { count: 1 }, tag("cellStyle", { name: "Normal", xfId: 0, builtinId: 0 })),
    ),
  );
}
