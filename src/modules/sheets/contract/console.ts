/** The operations on spreadsheets that only the web console has. */
import Type from "typebox";
import { arrivingFileSchema, exactly, nullable, operation, READ_HINTS } from "../../../contract/operation.ts";
import { onceParam, opaqueParam, revisionParam } from "../../../contract/params.ts";
import { membersOf } from "../../../contract/record.ts";
import { idSchema, markerSchema } from "../../../contract/schemas.ts";
import { LIMITS } from "@daybook/words/limits";
import { LINE_PIXELS } from "../../../core/spreadsheet.ts";
import {
  ABSENT,
  chartSchema,
  formatMembers,
  idParam,
  MANAGE,
  members,
  positionSchema,
  summarySchema,
  UNKNOWN,
  VIEW,
  worksheetSchema,
} from "./index.ts";
import { CHARTS, lineSizesSchema, NAMES, WORKSHEETS } from "../record.ts";

const frozenMembers = membersOf(WORKSHEETS, "frozen_rows", "frozen_columns");
const sizedWorksheetSchema = exactly(
  {
    ...worksheetSchema.properties,
    column_widths: { ...lineSizesSchema, description: "The columns whose width was set." },
    row_heights: { ...lineSizesSchema, description: "The rows whose height was set." },
    ...frozenMembers,
  },
  { title: "SizedWorksheet" },
);
const linesSchema = Type.Enum(["rows", "columns"], { description: "Rows or columns." });
const nameSchema = exactly(membersOf(NAMES, "name", "formula", "worksheet_id"), { title: "SheetName" });

const frameMembers = {
  ...members,
  worksheets: Type.Array(sizedWorksheetSchema, {
    description: "The worksheets, in the order of their tabs.",
  }),
  names: Type.Array(nameSchema, { description: "The names that its formulas use." }),
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
const countSchema = (description: string) => Type.Integer({ minimum: 1, description });
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
    edit("insert_lines", {
      worksheet_id: worksheetRef,
      lines: linesSchema,
      at: placeSchema("The row or column before which they are inserted"),
      count: countSchema("How many are inserted."),
    }),
    edit("delete_lines", {
      worksheet_id: worksheetRef,
      lines: linesSchema,
      at: placeSchema("The first row or column that is deleted"),
      count: countSchema("How many are deleted."),
    }),
    edit("size_lines", {
      worksheet_id: worksheetRef,
      lines: linesSchema,
      sizes: Type.Array(
        exactly({
          line: placeSchema("The row or column"),
          pixels: nullable(
            Type.Integer({
              minimum: LINE_PIXELS.least,
              maximum: LINE_PIXELS.most,
              description: "Its height or width; null is the ordinary one.",
            }),
          ),
        }),
        { minItems: 1, maxItems: LIMITS.sheet_sized_lines.value, description: "The sizes." },
      ),
    }),
    edit("put_chart", {
      chart_id: Type.Optional(
        Type.String({ description: "The chart that is replaced. Without it, one is added." }),
      ),
      place: Type.Optional(
        placeSchema(
          "If a deleted chart comes back under `chart_id`: its position among the charts of the document",
        ),
      ),
      worksheet_id: worksheetRef,
      ...membersOf(CHARTS, "type", "title", "ranges"),
      position: positionSchema,
    }),
    edit("names", {
      names: Type.Array(nameSchema, {
        maxItems: LIMITS.sheet_names.value,
        description: "All names that formulas use from now on.",
      }),
    }),
    edit("delete_chart", { chart_id: Type.String({ description: "The chart." }) }),
    edit("freeze_lines", {
      worksheet_id: worksheetRef,
      ...frozenMembers,
    }),
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
      "The document with the rows and columns that were inserted and deleted since a revision, and with the present content of all blocks that may have changed otherwise. If that is not known any more, or too much, `is_known` is false, and the document must be read again.",
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
          is_known: Type.Boolean({ description: "True if `moves` and `blocks` are all that changed." }),
          are_moves_known: Type.Boolean({
            description: "True if `moves` are all, even if the document must be read again.",
          }),
          moves: Type.Array(
            exactly(
              {
                worksheet_id: idSchema("worksheet", "The worksheet."),
                lines: linesSchema,
                at: placeSchema("The first row or column that was inserted or deleted"),
                count: Type.Integer({ description: "How many; less than 0 if they were deleted." }),
              },
              { title: "SheetMove" },
            ),
            {
              description:
                "The rows and columns that were inserted and deleted, in order. `blocks` are those after them.",
            },
          ),
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
          worksheets: Type.Array(sizedWorksheetSchema, { description: "Its worksheets." }),
          names: Type.Array(nameSchema, { description: "The names that its formulas use." }),
          charts: Type.Array(chartSchema, { description: "Its charts." }),
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
    limits: [
      "sheet_edits",
      "sheet_batch_edits",
      "sheet_names",
      "sheet_sized_lines",
      "sheet_cells",
      "sheet_characters",
      "sheet_formats",
    ],
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
      "The answers to calls of formula functions such as BOOKS.TOTAL, in the order of the calls and all from one state of the books. For editors of spreadsheets: who only views them reads what their stored formulas come to (`getSheet`).",
    requires: MANAGE,
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
