/**
 * The records of spreadsheets in a bundle (the JSON file with all records of a company), and the encoding of
 * values and formats. A whole number that JSON would write with an exponent is written as a text, because a
 * bundle does not accept exponents in integers.
 */
import { type Authored, cellName, errorOf, FormulaText, isError } from "@daybook/formula/cells";
import Type, { type Static } from "typebox";
import { BundleProblem } from "../../../contract/bundle.ts";
import { patternSchema } from "../../../contract/faults.ts";
import { exactly, nullable } from "../../../contract/operation.ts";
import { recordSchema, wholeRecordSchema } from "../../../contract/record.ts";
import { idSchema } from "../../../contract/schemas.ts";
import { LIMITS } from "@daybook/words/limits";
import type { CellFormat } from "../../../core/spreadsheet.ts";
import { CHARTS, lineSizesSchema, NAMES, SHEETS, WORKSHEETS } from "../record.ts";
import { ALIGNMENTS, COLOR_PATTERN, NUMBER_FORMAT_MAX } from "../rules/checks.ts";

const count = (description: string, most: number) => Type.Integer({ minimum: 1, maximum: most, description });
const worksheetId = (description: string) => idSchema("worksheet", description);
const formulaSchema = (description: string) =>
  patternSchema("^=[\\s\\S]+$", 'must be a formula, which begins with "="', description);
const colorSchema = (description: string) =>
  patternSchema(COLOR_PATTERN, 'must be a color: "#" and six hexadecimal digits', description);

/** Sizes are omitted where all lines have the ordinary one. */
const sizes = (description: string) => Type.Optional({ ...lineSizesSchema, description });
const frozen = (what: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      description: `Its first ${what}, which stay in sight when the others scroll. Default: unchanged, and none for a new worksheet.`,
    }),
  );
const worksheetRecord = wholeRecordSchema(WORKSHEETS, {
  column_widths: sizes("The columns whose width was set. Default: unchanged, and none for a new worksheet."),
  row_heights: sizes("The rows whose height was set. Default: unchanged, and none for a new worksheet."),
  frozen_rows: frozen("rows"),
  frozen_columns: frozen("columns"),
});
const nameRecord = wholeRecordSchema(NAMES);
const chartRecord = wholeRecordSchema(CHARTS);
const valueSchema = Type.Union([
  Type.Number(),
  Type.String(),
  Type.Boolean(),
  Type.Null(),
  exactly({
    formula: formulaSchema('A formula, with its "=".'),
    fills: Type.Optional(
      exactly(
        {
          rows: count("Rows of the range.", LIMITS.sheet_rows.value),
          columns: count("Columns of the range.", LIMITS.sheet_columns.value),
        },
        {
          description:
            "The range that an array formula of older workbooks fills, starting at its cell. Default: none: a result of several cells spills.",
        },
      ),
    ),
  }),
  exactly({ error: Type.String({ description: "An error value that was typed in, such as `#N/A`." }) }),
  exactly({
    number: Type.String({
      description: "A whole number that JSON would write with an exponent, such as `1e+21`.",
    }),
  }),
]);
const formatSchema = exactly({
  number_format: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: NUMBER_FORMAT_MAX,
      description: "A number format as in spreadsheets, such as `#,##0.00`.",
    }),
  ),
  bold: Type.Optional(Type.Boolean({ description: "Whether the text is bold." })),
  italic: Type.Optional(Type.Boolean({ description: "Whether it is italic." })),
  font_color: Type.Optional(colorSchema("Color of the text.")),
  background_color: Type.Optional(colorSchema("Color of the cell.")),
  horizontal_alignment: Type.Optional(
    Type.Enum([...ALIGNMENTS], { description: "Horizontal alignment in the cell." }),
  ),
});
const contentRecord = exactly({
  worksheet_id: worksheetId("The worksheet."),
  cells: Type.Optional(
    Type.Record(Type.String(), valueSchema, {
      description:
        "The contents of cells, by their names, such as `B2`. A text is taken literally, whatever it begins with; null clears the cell.",
    }),
  ),
  formats: Type.Optional(
    Type.Record(Type.String(), nullable(formatSchema), {
      description:
        "The formats of cells, by their names; only the properties that are set. Null removes a format.",
    }),
  ),
});

export const sheetRecord = recordSchema(SHEETS, {
  worksheets: Type.Optional(
    Type.Array(worksheetRecord, {
      minItems: 1,
      maxItems: LIMITS.sheet_worksheets.value,
      description:
        "All worksheets, in the order of their tabs. One that is missing is deleted with its cells. Needed for a new one.",
    }),
  ),
  names: Type.Optional(
    Type.Array(nameRecord, {
      maxItems: LIMITS.sheet_names.value,
      description: "All names that its formulas use. Default: none.",
    }),
  ),
  charts: Type.Optional(
    Type.Array(chartRecord, {
      maxItems: LIMITS.sheet_charts.value,
      description: "All of its charts, in their order. Default: none.",
    }),
  ),
  contents: Type.Optional(
    Type.Array(contentRecord, {
      description: "Cells of its worksheets; cells that are not named are unchanged.",
    }),
  ),
});

export type SheetRecord = Static<typeof sheetRecord>;
export type ContentRecord = Static<typeof contentRecord>;
type WrittenValue = Static<typeof valueSchema>;

/** The smallest number that JSON writes with an exponent. */
const EXPONENT_FROM = 1e21;

/** Encodes a value for a bundle. */
function writeValue(value: Authored): WrittenValue {
  if (value instanceof FormulaText)
    return { formula: value.text, ...(value.fills === null ? {} : { fills: value.fills }) };
  if (isError(value)) return { error: value.code };
  return typeof value === "number" && Math.abs(value) >= EXPONENT_FROM ? { number: String(value) } : value;
}

/** Decodes a value of a bundle; null clears the cell. Throws `BundleProblem` for an invalid value. */
export function readValue(value: WrittenValue, path: string): Authored | null {
  if (typeof value !== "object" || value === null) return value;
  if ("formula" in value) return new FormulaText(value.formula, value.fills);
  if ("number" in value) {
    const number = Number(value.number);
    if (value.number.trim() === "" || !Number.isFinite(number))
      throw new BundleProblem(`${path}.number`, "must be a number");
    return number;
  }
  const error = errorOf(value.error);
  if (error === undefined) throw new BundleProblem(`${path}.error`, "must be an error value, such as #N/A");
  return error;
}

/** Upper bounds for estimates: the bytes of a character in JSON, and the other bytes of a cell. */
const [CHARACTER_BYTES, CELL_BYTES] = [6, 200];
/** The estimated size of a content record. It is well below the limit of a bundle's record. */
const CONTENT_BYTES = 1_000_000;

interface WrittenCell {
  readonly row: number;
  readonly column: number;
}

/** Divides the cells and formats of a worksheet into records of limited size. */
export function contentRecords(
  worksheet_id: string,
  cells: readonly (WrittenCell & { readonly value: Authored })[],
  formats: readonly (WrittenCell & { readonly format: CellFormat })[],
): ContentRecord[] {
  const records: ContentRecord[] = [];
  const add = (name: "cells" | "formats", entries: readonly (readonly [string, unknown])[]): void => {
    let [from, bytes] = [0, 0];
    const cut = (to: number): void => {
      if (to > from) records.push({ worksheet_id, [name]: Object.fromEntries(entries.slice(from, to)) });
      [from, bytes] = [to, 0];
    };
    for (const [index, [, value]] of entries.entries()) {
      const size = CELL_BYTES + CHARACTER_BYTES * charactersOf(value);
      if (bytes + size > CONTENT_BYTES) cut(index);
      bytes += size;
    }
    cut(entries.length);
  };
  add(
    "cells",
    cells.map(({ row, column, value }) => [cellName(row, column), writeValue(value)] as const),
  );
  add(
    "formats",
    formats.map(({ row, column, format }) => [cellName(row, column), format] as const),
  );
  return records;
}

function charactersOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return typeof value === "object" && value !== null
    ? Object.values(value).reduce(
        (sum: number, each: unknown) => sum + (typeof each === "string" ? each.length : 0),
        0,
      )
    : 0;
}
