/** The API of spreadsheet documents (specification, "Spreadsheet documents" and "Spreadsheet document"). */
import Type from "typebox";
import { exactly, nullable, operation, READ_HINTS } from "../../../contract/operation.ts";
import {
  limitParam,
  onceParam,
  opaqueParam,
  pathParam,
  revisionParam,
  sequenceParam,
  textParam,
  wordParam,
  wordsParam,
} from "../../../contract/params.ts";
import { membersOf } from "../../../contract/record.ts";
import { idSchema, pageSchema } from "../../../contract/schemas.ts";
import { LIMITS } from "@daybook/words/limits";
import { CHARTS, SHEETS, WORKSHEETS } from "../record.ts";
import { ALIGNMENTS } from "../rules/checks.ts";

export const members = {
  ...membersOf(SHEETS, "id", "name"),
  url: Type.String({ description: "The document's address in the web application." }),
  ...membersOf(SHEETS, "revision"),
};
export const summarySchema = exactly(members, { title: "SheetSummary" });

export const worksheetSchema = exactly(
  {
    ...membersOf(WORKSHEETS, "id", "name"),
    used_range: nullable(
      Type.String({
        description:
          "The smallest rectangle around all cells with content, formulas included; null if all are blank.",
      }),
    ),
    ...membersOf(WORKSHEETS, "row_count", "column_count"),
  },
  { title: "Worksheet" },
);

export const formatMembers = {
  number_format: Type.Optional(
    Type.String({ description: "A number format as in spreadsheets, such as `#,##0.00`." }),
  ),
  bold: Type.Optional(Type.Boolean({ description: "Whether the text is bold." })),
  italic: Type.Optional(Type.Boolean({ description: "Whether it is italic." })),
  font_color: Type.Optional(
    Type.String({ description: "Color of the text: `#` and six hexadecimal digits." }),
  ),
  background_color: Type.Optional(
    Type.String({ description: "Color of the cell: `#` and six hexadecimal digits." }),
  ),
  horizontal_alignment: Type.Optional(
    Type.Enum([...ALIGNMENTS], { description: "Horizontal alignment in the cell." }),
  ),
};
const formatSchema = exactly(
  { cell: Type.String({ description: "The cell, without its worksheet." }), ...formatMembers },
  { title: "CellFormat", description: "The format of a cell: only the properties that are set." },
);

const valueSchema = Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()]);

const rangeSchema = exactly(
  {
    worksheet_id: idSchema("worksheet", "The worksheet."),
    range: Type.String({
      description: "The range with its worksheet's name, such as `'Monthly plan'!A1:B2`.",
    }),
    values: Type.Optional(
      Type.Array(Type.Array(valueSchema), {
        description:
          "Rows of calculated values, in the units of the worksheet; null for a blank cell or a failed formula. Omitted with `view=formulas`, and if the calculation is `unavailable`.",
      }),
    ),
    formulas: Type.Optional(
      Type.Array(Type.Array(nullable(Type.String())), {
        description:
          "Rows of formulas, each beginning with `=`; null where a cell has none. Only with `view=formulas` and `view=both`.",
      }),
    ),
    formats: Type.Optional(
      Type.Array(formatSchema, {
        description:
          "Cells of the range with a format of their own, row after row. Only with `include=formats`.",
      }),
    ),
  },
  { title: "SheetRange" },
);

const calculationSchema = exactly(
  {
    status: Type.Enum(["complete", "error", "unavailable"], {
      description:
        "`complete`: no formula failed. `error`: some formulas failed, and their cells are null. `unavailable`: the calculation did not finish, and there are no values. Applies to this answer only.",
    }),
    errors: Type.Array(
      exactly({
        code: Type.String({
          description:
            "The kind of error, such as `division_by_zero` or `circular_reference`; `calculation_unavailable` when there are no values. New ones may come.",
        }),
        message: Type.String({ description: "A sentence for people." }),
        worksheet_id: Type.Optional(idSchema("worksheet", "Where.")),
        cell: Type.Optional(Type.String({ description: "The cell, without its worksheet." })),
        formula: Type.Optional(Type.String({ description: "Its formula." })),
      }),
      { description: "Formulas of the ranges that failed." },
    ),
    warnings: Type.Array(
      exactly({
        code: Type.String({
          description: "The kind of warning, such as `uncategorized_transactions`. New ones may come.",
        }),
        message: Type.String({ description: "A sentence for people." }),
        formula: Type.Optional(Type.String({ description: "The formula that the warning is about." })),
        count: Type.Optional(Type.Integer({ minimum: 0, description: "How many there are." })),
      }),
      { description: "Warnings: not errors, but values that could mislead." },
    ),
  },
  { title: "SheetCalculation" },
);

const { at_row: row, at_column: column } = membersOf(CHARTS, "at_row", "at_column");
export const positionSchema = exactly(
  { row, column, ...membersOf(CHARTS, "row_span", "column_span") },
  { description: "The chart's position." },
);
export const chartSchema = exactly(
  {
    ...membersOf(CHARTS, "id", "worksheet_id", "type", "title", "ranges"),
    position: positionSchema,
  },
  { title: "SheetChart" },
);

const detailSchema = exactly(
  {
    ...members,
    worksheets: Type.Array(worksheetSchema, { description: "The worksheets, in the order of their tabs." }),
    ranges: Type.Optional(
      Type.Array(rangeSchema, { description: "One for each requested range, in the same order." }),
    ),
    calculation: Type.Optional(calculationSchema),
    charts: Type.Optional(
      Type.Array(chartSchema, { description: "All charts of the document. Only with `include=charts`." }),
    ),
  },
  { title: "Sheet" },
);

const CELLS = "/sheets/{id}/cells";
const hitSchema = exactly(
  {
    worksheet_id: idSchema("worksheet", "The worksheet."),
    worksheet_name: Type.String({ description: "The worksheet's name." }),
    cell: Type.String({ description: "The cell, without its worksheet." }),
    input: Type.String({
      description:
        "The cell's content as it was entered: text, a number or a boolean, or a formula with its `=`.",
    }),
  },
  { title: "CellHit" },
);

export const VIEW = [{ area: "forecast", level: "view" }] as const;
export const MANAGE = [{ area: "forecast", level: "manage" }] as const;
export const ABSENT = "Another company's document is answered like an unknown one.";
export const idParam = { id: pathParam({ description: "The document's id, `sht_...`." }) };
const common = { tag: "Sheets", since: "1.0", unknownQuery: "refused" } as const;
const read = {
  ...common,
  method: "GET",
  requires: VIEW,
  body: { mode: "ignored" },
  idempotency: "A read; repeat it freely.",
  tagged: true,
  hints: READ_HINTS,
} as const;
const limit = onceParam(limitParam());
const cursor = onceParam(
  opaqueParam({ description: "The previous page's `next_cursor`, with the same other parameters." }),
);
export const UNKNOWN = {
  code: "resource_missing",
  when: "There is no such document, or the cursor is unknown.",
} as const;

export const sheetsContract = {
  listSheets: operation({
    ...read,
    id: "listSheets",
    path: "/sheets",
    summary: "List spreadsheets",
    description:
      "The company's spreadsheet documents, newest first. A document that is edited between two pages keeps its place.",
    pathParams: {},
    query: {
      query: onceParam(
        textParam({
          description: "Only documents whose name contains this text, ignoring letter case.",
          most: LIMITS.sheet_name_query_characters.value,
        }),
      ),
      limit,
      starting_after: cursor,
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: {
      status: 200,
      description: "A page of documents.",
      schema: pageSchema("/sheets", summarySchema),
    },
    errors: [
      { code: "resource_missing", when: "The cursor is unknown." },
      {
        code: "invalid_request",
        params: ["starting_after"],
        when: "The cursor is from another `query`, or a parameter is unknown or repeated.",
      },
    ],
    limits: ["page_size_default", "page_size_max", "sheet_name_query_characters", "sheets"],
    examples: [
      { title: "All documents", path: "/sheets" },
      { title: "By name", path: "/sheets?query=forecast" },
    ],
  }),
  getSheet: operation({
    ...read,
    id: "getSheet",
    path: "/sheets/{id}",
    summary: "Read one spreadsheet",
    description:
      "The document with its worksheets; with `ranges`, also cells, calculated now. A range is a cell or a rectangle within the grid, such as `B2` or `A1:C10`, from its top left to its bottom right corner. It may name its worksheet: `'Monthly plan'!A1:C10`, with an apostrophe in the name doubled. A range without a worksheet belongs to `worksheet_id`, or to the only worksheet. Failed formulas and unfinished calculations are reported in `calculation`, with HTTP status 200: always check `calculation.status`. It is `unavailable`, with a message that says why, if the calculation takes too much time or memory, if the texts of the values are too long together, or if the company has too many calculations at once.",
    concealment: ABSENT,
    pathParams: idParam,
    query: {
      ranges: sequenceParam({
        description: "Ranges to read: one as `ranges=`, or several as `ranges[]=`.",
        max: LIMITS.sheet_ranges.value,
      }),
      worksheet_id: onceParam(
        textParam({
          description: "The worksheet of ranges that do not name one. Ranges that do must name this one.",
        }),
      ),
      view: onceParam(
        wordParam(["values", "formulas", "both"], {
          description:
            "Whether to return the calculated values of cells, their formulas, or both. `formulas` calculates nothing. Default: `values`.",
        }),
      ),
      include: onceParam(
        wordsParam(["charts", "formats"], {
          description:
            "What else to return: all charts of the document, and the formats of cells in the ranges.",
        }),
      ),
    },
    paging: { kind: "none" },
    success: { status: 200, description: "The document.", schema: detailSchema },
    errors: [
      { code: "resource_missing", when: "There is no such document." },
      {
        code: "invalid_request",
        params: ["ranges", "worksheet_id"],
        when: "A range is invalid, lies outside the grid or names an unknown worksheet; the ranges or their formulas are too many or too large; or a parameter is unknown or repeated.",
      },
    ],
    limits: [
      "sheet_ranges",
      "sheet_range_cells",
      "sheet_answer_characters",
      "sheet_calculation_cpu_ms",
      "sheet_calculation_ms",
      "sheet_calculation_wait_ms",
      "sheet_company_calculations",
      "sheet_company_calculations_waiting",
      "sheet_overrun_s",
      "sheet_overrun_books_s",
    ],
    examples: [
      { title: "Its worksheets", path: "/sheets/sht_example" },
      { title: "Some cells", path: "/sheets/sht_example?ranges=Plan!A1:C4" },
      {
        title: "Values and formulas of two ranges",
        path: "/sheets/sht_example?ranges[]=Plan!C2:C4&ranges[]=Plan!A1&view=both",
      },
      {
        title: "Charts, and formats of a cell",
        path: "/sheets/sht_example?ranges=Plan!B2&view=formulas&include=charts,formats",
      },
    ],
  }),
  listSheetCells: operation({
    ...read,
    id: "listSheetCells",
    path: CELLS,
    summary: "Search a spreadsheet's cells",
    description:
      "Cells that contain a text, by worksheet and row. The search covers what was entered, formulas included, not the values that formulas return. A page of very long texts may end before `limit`; `has_more` says whether there are more.",
    concealment: ABSENT,
    pathParams: idParam,
    query: {
      query: onceParam(
        textParam({
          description: "The text to find, ignoring letter case.",
          most: LIMITS.sheet_cell_query_characters.value,
          required: true,
        }),
      ),
      match: onceParam(
        wordParam(["contains", "exact"], {
          description:
            "Whether the text may be part of a cell's content, or must be all of it. Default: `contains`.",
        }),
      ),
      worksheet_id: onceParam(textParam({ description: "Only cells of this worksheet." })),
      limit,
      starting_after: cursor,
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: {
      status: 200,
      description: "A page of cells.",
      schema: exactly({
        object: Type.Literal("list", { description: "Always `list`." }),
        url: Type.String({ description: "The path of the list, without a query." }),
        has_more: Type.Boolean({ description: "Whether more results exist." }),
        next_cursor: nullable(Type.String({ description: "Pass as `starting_after` for the next page." })),
        revision: Type.Integer({
          minimum: 1,
          description: "The revision of the document that was searched.",
        }),
        data: Type.Array(hitSchema, { description: "The items of the page." }),
      }),
    },
    errors: [
      UNKNOWN,
      {
        code: "invalid_request",
        params: ["starting_after", "worksheet_id"],
        when: "The cursor is from another search, the worksheet is unknown, or a parameter is unknown or repeated.",
      },
      { code: "revision_conflict", when: "The document has changed since the first page." },
    ],
    limits: ["page_size_default", "page_size_max", "sheet_cell_query_characters", "sheet_answer_characters"],
    examples: [
      { title: "Cells with a word", path: "/sheets/sht_example/cells?query=revenue" },
      { title: "Formulas that sum", path: "/sheets/sht_example/cells?query=SUM(&limit=1" },
    ],
  }),
  deleteSheet: operation({
    ...common,
    id: "deleteSheet",
    method: "DELETE",
    path: "/sheets/{id}",
    summary: "Delete a spreadsheet",
    description:
      "Deletes the document with all its worksheets if it is still at `base_revision`. If it has changed, look at the change before you retry.",
    concealment: ABSENT,
    requires: MANAGE,
    pathParams: idParam,
    query: {
      base_revision: onceParam(
        revisionParam({ description: "The document's current `revision`, from a read." }),
      ),
    },
    paging: { kind: "none" },
    body: { mode: "none" },
    idempotency: "Do not repeat it automatically: a deleted document returns 404.",
    success: { status: 204, description: "The document is deleted.", schema: Type.Null() },
    errors: [
      { code: "resource_missing", when: "There is no such document." },
      { code: "invalid_request", when: "A body was sent, or a parameter is unknown or repeated." },
      {
        code: "revision_conflict",
        when: "The document has changed since that revision; nothing is deleted.",
      },
    ],
    limits: [],
    hints: { readOnly: false, destructive: true, idempotent: false },
    examples: [{ title: "Delete it", path: "/sheets/sht_spare?base_revision=1" }],
  }),
} as const;
