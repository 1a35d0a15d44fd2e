/** The API of spreadsheet documents (specification, "Spreadsheet documents" and "Spreadsheet document"). */
import Type from "typebox";
import { arrivingFileSchema, exactly, nullable, operation, READ_HINTS } from "../../contract/operation.ts";
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
} from "../../contract/params.ts";
import { membersOf } from "../../contract/record.ts";
import { idSchema, markerSchema, pageSchema } from "../../contract/schemas.ts";
import { LIMITS } from "../../core/limits.ts";
import { CHARTS, NAMES, SHEETS, WORKSHEETS } from "./record.ts";
import { ALIGNMENTS } from "./rules/checks.ts";

const members = {
  ...membersOf(SHEETS, "id", "name"),
  url: Type.String({ description: "The document's address in the web application." }),
  ...membersOf(SHEETS, "revision"),
};
const summarySchema = exactly(members, { title: "SheetSummary" });

const worksheetSchema = exactly(
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

const formatMembers = {
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
const chartSchema = exactly(
  {
    ...membersOf(CHARTS, "id", "worksheet_id", "type", "title", "ranges"),
    position: exactly(
      { row, column, ...membersOf(CHARTS, "row_span", "column_span") },
      { description: "The chart's position." },
    ),
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

const VIEW = [{ area: "forecast", level: "view" }] as const;
const MANAGE = [{ area: "forecast", level: "manage" }] as const;
const ABSENT = "Another company's document is answered like an unknown one.";
const idParam = { id: pathParam({ description: "The document's id, `sht_...`." }) };
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
const UNKNOWN = {
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

const frameMembers = {
  ...members,
  worksheets: Type.Array(worksheetSchema, { description: "The worksheets, in the order of their tabs." }),
  names: Type.Array(exactly(membersOf(NAMES, "name", "formula", "worksheet_id"), { title: "SheetName" }), {
    description: "The names that its formulas use.",
  }),
  charts: Type.Array(chartSchema, { description: "Its charts." }),
  blocks: Type.Array(
    exactly(
      {
        worksheet_id: idSchema("worksheet", "The worksheet."),
        block: Type.Integer({
          minimum: 0,
          description: "Its number: the rows 64 times this and the 63 below, counted from 0.",
        }),
        cells: Type.String({ description: "Its cells, as the formula engine reads them." }),
        formats: Type.String({
          description:
            "Its formats as JSON: each different one in `styles`; `rows` of a row, a column, an index in `styles`, a column, and so on.",
        }),
      },
      { title: "SheetBlock" },
    ),
    { description: "Blocks of 64 rows with content." },
  ),
};

const placeSchema = (what: string) => Type.Integer({ minimum: 0, description: `${what}, from 0.` });
const worksheetRef = Type.String({ description: "The worksheet's id." });
const grid = membersOf(WORKSHEETS, "row_count", "column_count");
const worksheetName = Type.String({ description: "The worksheet's name." });

/** An edit of a kind, with members of its own. */
function edit<const K extends string, P extends Parameters<typeof exactly>[0]>(kind: K, own: P) {
  return exactly({ kind: Type.Literal(kind, { description: `Always \`${kind}\`.` }), ...own });
}

export const sheetEditSchema = Type.Union(
  [
    edit("rename", { name: Type.String({ description: "The document's new name." }) }),
    edit("cells", {
      worksheet_id: worksheetRef,
      cells: Type.Array(
        exactly({
          row: placeSchema("Its row"),
          column: placeSchema("Its column"),
          input: Type.Optional(
            nullable(
              Type.String({
                description:
                  "What to write, read as if typed: a formula after `=`, a number, TRUE or FALSE, an error value; anything else is text, as is all after an apostrophe. Null clears the cell. Without it, the cell keeps its content.",
              }),
            ),
          ),
          fills: Type.Optional(
            exactly(
              {
                rows: Type.Integer({ minimum: 1, description: "Rows." }),
                columns: Type.Integer({ minimum: 1, description: "Columns." }),
              },
              { description: "The fixed size that an array formula fills." },
            ),
          ),
          format: Type.Optional(
            nullable(
              exactly(formatMembers, {
                description: "The whole format. Null removes it; without it, the cell keeps its format.",
              }),
            ),
          ),
        }),
        { minItems: 1, maxItems: LIMITS.sheet_edits.value, description: "The cells." },
      ),
    }),
    edit("add_worksheet", {
      name: worksheetName,
      ...grid,
      place: Type.Optional(placeSchema("The position of its tab")),
    }),
    edit("rename_worksheet", { worksheet_id: worksheetRef, name: worksheetName }),
    edit("move_worksheet", { worksheet_id: worksheetRef, place: placeSchema("The position of its tab") }),
    edit("grow_worksheet", { worksheet_id: worksheetRef, ...grid }),
    edit("delete_worksheet", { worksheet_id: worksheetRef }),
  ],
  { title: "SheetEdit", description: "One edit of a spreadsheet." },
);

const scalarSchema = Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()]);
const own = { tag: "Console", since: "1.0", unknownQuery: "refused", paging: { kind: "none" } } as const;
const write = {
  ...own,
  method: "POST",
  requires: MANAGE,
  query: {},
  hints: { readOnly: false, destructive: false, idempotent: false },
} as const;

/** What only the web console asks of spreadsheets. */
export const sheetsConsoleContract = {
  createSheet: operation({
    ...write,
    id: "createSheet",
    path: "/sheets",
    summary: "Make a spreadsheet",
    description: "A new document with one empty worksheet.",
    pathParams: {},
    body: {
      mode: "json",
      schema: exactly({ name: Type.String({ description: "Its name." }) }, { title: "NewSheet" }),
    },
    idempotency: "Each request makes a document of its own; with an Idempotency-Key, only the first does.",
    success: { status: 201, description: "The document.", schema: summarySchema },
    errors: [
      { code: "parameter_missing", params: ["name"], when: "`name` is absent." },
      {
        code: "invalid_request",
        params: ["name"],
        when: "The name is invalid, or the company has too many documents.",
      },
    ],
    limits: ["sheets"],
    examples: [{ title: "A plan", path: "/sheets", body: { name: "Plan 2027" } }],
  }),
  importSheet: operation({
    ...write,
    id: "importSheet",
    path: "/sheet_imports",
    summary: "Import a workbook as a spreadsheet",
    description:
      "Reads an XLSX workbook into a new document, which is named after the file. What can't be imported is told in `notes`.",
    pathParams: {},
    body: {
      mode: "stream",
      schema: exactly({ file: arrivingFileSchema("The workbook.") }, { title: "NewSheetImport" }),
      limit: "workbook_bytes",
    },
    idempotency: "Each request makes a document of its own; with an Idempotency-Key, only the first does.",
    success: {
      status: 201,
      description: "The document.",
      schema: exactly(
        {
          object: markerSchema("sheet_import"),
          sheet: summarySchema,
          notes: Type.Array(Type.String(), { description: "Sentences about what was left out." }),
        },
        { title: "SheetImport" },
      ),
    },
    errors: [
      { code: "parameter_missing", params: ["file"], when: "The form has no `file`." },
      {
        code: "invalid_request",
        params: ["file"],
        when: "The request is not a form, is too large, has other fields, or does not send `file` as a file.",
      },
      { code: "invalid_file", when: "The file is not a workbook that can be read." },
    ],
    limits: ["workbook_bytes", "workbook_read_ms", "workbook_memory_mb", "sheets"],
    examples: [{ title: "A workbook", path: "/sheet_imports", file: { name: "plan.xlsx", content: "PK" } }],
  }),
  getSheetContent: operation({
    ...own,
    id: "getSheetContent",
    method: "GET",
    path: "/sheets/{id}/content",
    summary: "Read a spreadsheet as it is written",
    description:
      "The document with its names, charts and cells, formulas as they were written. A large one comes in parts.",
    concealment: ABSENT,
    requires: VIEW,
    pathParams: idParam,
    query: {
      starting_after: onceParam(opaqueParam({ description: "`next` of the part before." })),
    },
    body: { mode: "ignored" },
    idempotency: "A read; repeat it freely.",
    success: {
      status: 200,
      description: "A part of the document.",
      schema: exactly(
        {
          object: markerSchema("sheet_content"),
          ...frameMembers,
          next: nullable(Type.String({ description: "Where the next part begins; null for the last." })),
        },
        { title: "SheetContent" },
      ),
    },
    errors: [
      UNKNOWN,
      { code: "invalid_request", params: ["starting_after"], when: "The cursor is of another document." },
      { code: "revision_conflict", when: "The document has changed since the first part." },
    ],
    limits: ["sheet_content_characters"],
    hints: READ_HINTS,
    examples: [{ title: "Its beginning", path: "/sheets/sht_example/content" }],
  }),
  getSheetChanges: operation({
    ...own,
    id: "getSheetChanges",
    method: "GET",
    path: "/sheets/{id}/changes",
    summary: "Read what changed in a spreadsheet",
    description:
      "The document with the present content of all blocks that may have changed since a revision. If that is not known any more, `is_known` is false, and the document must be read again.",
    concealment: ABSENT,
    requires: VIEW,
    pathParams: idParam,
    query: { since: onceParam(revisionParam({ description: "The revision that the reader has." })) },
    body: { mode: "ignored" },
    idempotency: "A read; repeat it freely.",
    success: {
      status: 200,
      description: "What changed.",
      schema: exactly(
        {
          object: markerSchema("sheet_changes"),
          ...frameMembers,
          is_known: Type.Boolean({ description: "Whether `blocks` are all that changed." }),
        },
        { title: "SheetChanges" },
      ),
    },
    errors: [
      { code: "resource_missing", when: "There is no such document." },
      { code: "parameter_missing", params: ["since"], when: "`since` is absent." },
      { code: "invalid_request", params: ["since"], when: "`since` is not a whole number." },
    ],
    limits: ["sheet_changes"],
    hints: READ_HINTS,
    examples: [{ title: "Since its creation", path: "/sheets/sht_example/changes?since=1" }],
  }),
  editSheet: operation({
    ...write,
    id: "editSheet",
    path: "/sheets/{id}/edits",
    summary: "Edit a spreadsheet",
    description:
      "Makes all edits or none, if the document is still at `base_revision`. Together they raise the revision by one.",
    concealment: ABSENT,
    pathParams: idParam,
    body: {
      mode: "json",
      schema: exactly(
        {
          base_revision: Type.Integer({
            minimum: 1,
            maximum: Number.MAX_SAFE_INTEGER,
            description: "The revision that the editor has.",
          }),
          edits: Type.Array(sheetEditSchema, {
            minItems: 1,
            maxItems: LIMITS.sheet_batch_edits.value,
            description: "The edits, in their order.",
          }),
        },
        { title: "SheetEdits" },
      ),
    },
    idempotency:
      "A repeated request meets another revision and changes nothing; with an Idempotency-Key, it is answered like the first.",
    success: {
      status: 200,
      description: "The document.",
      schema: exactly(
        {
          object: markerSchema("edited_sheet"),
          ...members,
          worksheets: Type.Array(worksheetSchema, { description: "Its worksheets." }),
        },
        { title: "EditedSheet" },
      ),
    },
    errors: [
      { code: "resource_missing", when: "There is no such document." },
      {
        code: "parameter_missing",
        params: ["base_revision", "edits"],
        when: "`base_revision` or `edits` is absent.",
      },
      {
        code: "invalid_request",
        params: ["base_revision", "edits"],
        when: "An edit is invalid; `message` says why. Nothing is changed.",
      },
      {
        code: "revision_conflict",
        when: "The document has changed since that revision; nothing is changed.",
      },
    ],
    limits: ["sheet_edits", "sheet_batch_edits", "sheet_cells", "sheet_characters", "sheet_formats"],
    examples: [
      {
        title: "Write a cell",
        path: "/sheets/sht_example/edits",
        body: {
          base_revision: 1,
          edits: [{ kind: "cells", worksheet_id: "wks_plan", cells: [{ row: 9, column: 0, input: "=1+1" }] }],
        },
      },
    ],
  }),
  askBooks: operation({
    ...own,
    id: "askBooks",
    method: "POST",
    path: "/book_calls",
    summary: "Answer functions over the books",
    description:
      "The answers to calls of formula functions such as BOOKS.TOTAL, in the order of the calls and all from one state of the books.",
    requires: VIEW,
    pathParams: {},
    query: {},
    body: {
      mode: "json",
      schema: exactly(
        {
          calls: Type.Array(
            exactly({
              name: Type.String({ description: "The function." }),
              args: Type.Array(scalarSchema, { maxItems: 10, description: "Its arguments." }),
            }),
            { maxItems: LIMITS.sheet_book_calls.value, description: "The calls." },
          ),
        },
        { title: "BookCalls" },
      ),
    },
    idempotency: "A read; repeat it freely.",
    idempotencyKey: "unused",
    success: {
      status: 200,
      description: "The answers.",
      schema: exactly(
        {
          object: markerSchema("book_answers"),
          answers: Type.Array(
            exactly({
              rows: Type.Optional(
                Type.Array(Type.Array(scalarSchema), {
                  description: "The result; one row of one for a figure.",
                }),
              ),
              uncategorized: Type.Optional(
                Type.Integer({ minimum: 0, description: "Transactions without a category in the figure." }),
              ),
              error: Type.Optional(Type.String({ description: "The error value of an invalid call." })),
              message: Type.Optional(Type.String({ description: "Why it is invalid." })),
            }),
            { description: "One for each call." },
          ),
        },
        { title: "BookAnswers" },
      ),
    },
    errors: [
      { code: "parameter_missing", params: ["calls"], when: "`calls` is absent." },
      { code: "invalid_request", params: ["calls"], when: "The calls are not calls, or too many." },
    ],
    limits: ["sheet_book_calls"],
    hints: READ_HINTS,
    examples: [
      {
        title: "The cash at the end of a day",
        path: "/book_calls",
        body: { calls: [{ name: "BOOKS.CASH", args: [46_000] }] },
      },
    ],
  }),
} as const;
