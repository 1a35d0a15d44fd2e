/**
 * The descriptions of `sheets`, `sheet_worksheets`, `sheet_names`, `sheet_charts` and `sheet_changes`.
 */
import type { LineMove } from "@daybook/formula/cells";
import Type from "typebox";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import {
  id,
  integer,
  json,
  NOW,
  patterned,
  type RowOf,
  seconds,
  table,
  text,
  texts,
  word,
} from "../../core/record.ts";
import { CHART_TYPES, LINE_PIXELS, type LineSizes } from "../../core/spreadsheet.ts";

const ROWS = { least: 1, most: LIMITS.sheet_rows.value, inputOnly: true } as const;
const COLUMNS = { least: 1, most: LIMITS.sheet_columns.value, inputOnly: true } as const;
/** Rows and columns of a chart count from 0. */
const ROW = { least: 0, most: LIMITS.sheet_rows.value - 1, inputOnly: true } as const;
const COLUMN = { least: 0, most: LIMITS.sheet_columns.value - 1, inputOnly: true } as const;

export const lineSizesSchema = Type.Array(
  Type.Object(
    {
      line: Type.Integer({ minimum: 0, description: "The row or column, from 0." }),
      pixels: Type.Integer({
        minimum: LINE_PIXELS.least,
        maximum: LINE_PIXELS.most,
        description: "Its height or width in pixels.",
      }),
    },
    { additionalProperties: false, title: "LineSize" },
  ),
  { maxItems: LIMITS.sheet_sized_lines.value },
);
const lineSizes = (description: string) =>
  json<LineSizes>()(lineSizesSchema, description, { internal: true, default: [] });

const FROZEN = { internal: true, default: 0, least: 0 } as const;

const name_key = text("Its name without letter case, as names are compared.", { internal: true });
const sheet_number = integer("The number of its document.", { internal: true, fixed: true });

export const SHEETS = table("sheets", {
  id: id("sheet", "The document's id.", {
    key: true,
    bundleDescription:
      "The document's id, unique in the company. A document may continue in further records with the same id.",
  }),
  number: integer("Its number in the order of creation.", { internal: true, fixed: true }),
  name: text("Its name.", {
    checkedByModule: true,
    fullBundleDescription: "Its name. Needed for a new one.",
  }),
  name_key,
  revision: integer("Grows with each edit of the document, on any worksheet.", {
    default: 1,
    least: 1,
    most: Number.MAX_SAFE_INTEGER,
    inputOnly: true,
    bundleDescription:
      "The number of its edits, its creation included. It never decreases: a changed document gets at least the next revision.",
  }),
  edition: text("Other than a revision, no two contents ever share it.", { derived: true }),
  created: seconds("When it was created.", { default: NOW, fixed: true }),
});
/** A document without its content. */
export type SheetRow = Omit<RowOf<typeof SHEETS>, "name_key">;

export const WORKSHEETS = table("sheet_worksheets", {
  id: id("worksheet", "The worksheet's id, which never changes.", {
    key: true,
    bundleDescription: "The worksheet's id, unique in the company.",
  }),
  sheet_number,
  place: integer("The position of its tab, from 0.", { internal: true }),
  name: text("The worksheet's name.", {
    checkedByModule: true,
    bundleDescription: "Its name, which no other worksheet of the document has.",
  }),
  name_key,
  row_count: integer("Rows of its grid.", {
    ...ROWS,
    bundleDescription: "Rows of its grid, which only grows.",
  }),
  column_count: integer("Columns of its grid.", {
    ...COLUMNS,
    bundleDescription: "Columns of its grid, which only grows.",
  }),
  column_widths: lineSizes("The columns whose width was set."),
  row_heights: lineSizes("The rows whose height was set."),
  frozen_rows: integer("Its first rows, which stay in sight when the others scroll.", FROZEN),
  frozen_columns: integer("Its first columns, which stay in sight when the others scroll.", FROZEN),
});
export type WorksheetRow = Omit<RowOf<typeof WORKSHEETS>, "sheet_number" | "name_key">;

export const NAMES = table("sheet_names", {
  sheet_number,
  place: integer("Its position among the names of the document, from 0.", { internal: true }),
  name: text("The name.", { checkedByModule: true }),
  name_key,
  formula: patterned(
    "^=[\\s\\S]+$",
    'must be a formula, which begins with "="',
    'Its definition, with its "=".',
  ),
  worksheet_id: id("worksheet", "The only worksheet that may use it.", {
    nullable: true,
    fullBundleDescription: "The only worksheet that may use it. Default: null, the whole document.",
  }),
});
/** A name that formulas use. */
export type NameRow = Omit<RowOf<typeof NAMES>, "sheet_number" | "place" | "name_key">;

export const CHARTS = table("sheet_charts", {
  id: id("chart", "The chart's id.", {
    key: true,
    bundleDescription: "The chart's id, unique in the company.",
  }),
  worksheet_id: id("worksheet", "The chart's worksheet."),
  place: integer("Its position among the charts of its document, from 0.", { internal: true }),
  type: word(CHART_TYPES, "The kind of chart."),
  title: text("Its title.", { nullable: true, least: 0 }),
  ranges: texts("The ranges that it shows, with their worksheets.", {
    most: LIMITS.sheet_chart_ranges.value,
    bundleDescription: "Ranges with their worksheets, such as `Plan!B2:B13`.",
  }),
  at_row: integer("The row of its upper edge, from 0.", { ...ROW, bundlePath: "position.row" }),
  at_column: integer("The column of its left edge, from 0.", { ...COLUMN, bundlePath: "position.column" }),
  row_span: integer("Rows that it covers.", { ...ROWS, bundlePath: "position.row_span" }),
  column_span: integer("Columns that it covers.", { ...COLUMNS, bundlePath: "position.column_span" }),
});

/** Blocks of worksheets: the worksheet's id, and the numbers of the blocks. */
export type TouchedBlocks = readonly (readonly [
  worksheet: PublicId<"worksheet">,
  blocks: readonly number[],
])[];

/** Rows or columns of a worksheet that an edit inserted or, with a count less than 0, deleted. */
export interface WorksheetMove extends LineMove {
  readonly worksheet_id: PublicId<"worksheet">;
}

export const CHANGES = table("sheet_changes", {
  sheet_number,
  revision: integer("The revision that the edit made.", { internal: true }),
  blocks: json<TouchedBlocks>()(Type.Array(Type.Unknown()), "The blocks that it may have changed.", {
    internal: true,
  }),
  moves: json<readonly WorksheetMove[]>()(
    Type.Array(Type.Unknown()),
    "The rows and columns that it inserted and deleted, before it changed the blocks.",
    { internal: true },
  ),
});
