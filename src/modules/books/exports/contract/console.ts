/** What only the web console asks of statements: their tables, the entries of figures, and files. */
import Type from "typebox";
import { changesSchema } from "../../../../contract/statement-changes.ts";
import { journalEntrySchema, NEW_ENTRY_ERRORS, newEntrySchema } from "../../../../contract/journal-entry.ts";
import {
  CONSOLE_API_ROOT,
  CONSOLE_READ,
  exactly,
  nullable,
  operation,
  READ_HINTS,
} from "../../../../contract/operation.ts";
import {
  dateParam,
  limitParam,
  opaqueParam,
  pathParam,
  textParam,
  wordParam,
} from "../../../../contract/params.ts";
import { dateSchema, markerSchema, pageSchema, timestampSchema } from "../../../../contract/schemas.ts";
import { COLUMN_KINDS } from "../../../../core/statement-table.ts";
import { ENTRY_SUMS } from "../rules/figures.ts";
import {
  ADJUSTMENTS,
  BESIDES,
  COMPARES,
  GROUP_ROWS,
  REQUIRED,
  SHARES,
  STATEMENT_TYPES,
  STEPS,
} from "../rules/words.ts";
import { newStatementExportSchema, statementExportSchema, NEW_EXPORT, NEW_EXPORT_ERRORS } from "./schemas.ts";

const neededDate = (description: string) => dateParam({ description, code: "invalid_date" });

/** The query that says which table is shown. */
const tableQuery = {
  report_type: wordParam(STATEMENT_TYPES, { description: "The statement. Default: `income_statement`." }),
  start_date: neededDate("First day."),
  end_date: neededDate("Last day."),
  step: wordParam(STEPS, {
    description: "The period that each column covers; `whole`: one column for all days. Default: `month`.",
  }),
  group_by: wordParam(GROUP_ROWS, {
    description: "The unit of each row. `department` is for the income statement only. Default: `category`.",
  }),
  compare: wordParam(COMPARES, {
    description: "The days that the total is compared with in columns of their own. Default: `none`.",
  }),
  adjustments: wordParam(ADJUSTMENTS, {
    description:
      "Whether a trial balance has adjusting entries: `included`, `excluded` or `separate`. Default: `included`.",
  }),
  category_id: textParam({
    description: "The category of a general ledger, with its descendants. Default: all categories.",
  }),
  beside: wordParam(BESIDES, {
    description:
      "A column of the fiscal year up to the last day, in income and cash flow statements. Default: `none`.",
  }),
  shares: wordParam(SHARES, {
    description: "Columns of percentages of revenue, in an income statement. Default: `none`.",
  }),
} as const;

const TABLE_ERRORS = [
  { code: "parameter_missing", params: ["start_date", "end_date"], when: "A date is absent." },
  { code: "invalid_date", params: ["start_date", "end_date"], when: "A date is not strict ISO 8601." },
  {
    code: "invalid_date_range",
    params: ["start_date", "end_date"],
    when: "The start is after the end, there would be too many columns, or a trial balance or a general ledger is of several fiscal years.",
  },
  {
    code: "invalid_request",
    params: ["group_by", "compare", "adjustments", "category_id", "beside", "shares"],
    when: "The statement has no such rows or columns, or a general ledger has too many lines.",
  },
] as const;

const tableSchema = exactly(
  {
    object: markerSchema("statement_table"),
    title: Type.String({ description: "The name of the statement." }),
    period: Type.String({ description: "Its days in words." }),
    is_over: Type.Boolean({
      description: "False while its days have not ended: more may be booked on them.",
    }),
    text_columns: Type.Array(Type.String(), {
      description: "The headings of the columns of texts after the names; only a general ledger has some.",
    }),
    prepared_by: nullable(
      Type.String({ description: "Who prepared it, as a line of its head; null for nobody." }),
    ),
    legend: nullable(
      Type.String({ description: "What it says of the assurance on it, on every page; null for nothing." }),
    ),
    columns: Type.Array(
      exactly(
        {
          key: Type.String({ description: "Names it, unlike every other column." }),
          label: Type.String({ description: "Its heading." }),
          kind: Type.Enum([...COLUMN_KINDS], {
            description:
              "What it holds. `prior` has the amounts that the current ones are compared with, `effect` whether the change raises or lowers income, `share` the percentages of revenue of the column before it.",
          }),
          start_date: dateSchema("Its first day."),
          end_date: dateSchema("Its last day. Balances are those at the end of this day."),
          side: nullable(
            Type.Enum(["debit", "credit"], {
              description:
                "The side whose amounts it has, in a trial balance of one period; null for others.",
            }),
          ),
        },
        { title: "StatementTableColumn" },
      ),
      { description: "The columns." },
    ),
    rows: Type.Array(
      exactly(
        {
          key: Type.String({ description: "Names the row; the same in every period." }),
          kind: Type.Enum(["heading", "line", "subtotal", "total", "grand_total"], {
            description: "What it is.",
          }),
          section: nullable(Type.String({ description: "Its section of the statement, if any." })),
          depth: Type.Integer({ minimum: 0, description: "0 for a section, one more below each heading." }),
          label: Type.String({ description: "Its name." }),
          notes: Type.Array(Type.Integer(), { description: "The numbers of its notes." }),
          texts: Type.Array(Type.String(), { description: "A text for each column of texts." }),
          figures: nullable(
            Type.Array(nullable(Type.Integer()), {
              description:
                "A figure for each column: cents, null for a side of a general ledger without an amount; in a column of percentages tenths of a percent, null for those of nothing or across a change of sign; in one of effects 1 for favorable, -1 for unfavorable, null for no change. Null for a heading.",
            }),
          ),
          entries_by: nullable(
            Type.Enum([...ENTRY_SUMS], {
              description:
                "How its entries add up to a figure: by their amounts, by credits minus debits, or by debits minus credits. Null if they can't be listed.",
            }),
          ),
        },
        { title: "StatementTableRow" },
      ),
      { description: "The rows from top to bottom." },
    ),
    notes: Type.Array(Type.String(), { description: "The texts of the notes; the first has the number 1." }),
    generated_at: timestampSchema("When the books were read."),
    refreshed_at: nullable(timestampSchema("When the data last changed; null without data.")),
  },
  { title: "StatementTable" },
);

const readTable = {
  ...CONSOLE_READ,
  requires: REQUIRED,
  guards: ["departments_feature_when_grouped_by_department"],
  unknownQuery: "refused",
} as const;

/** What only the web console asks of statements. */
export const exportsConsoleContract = {
  getStatementTable: operation({
    ...readTable,
    id: "getStatementTable",
    path: "/statement_table",
    summary: "Read a statement as a table",
    description: "The columns and rows of the file that an export of the same days would hold.",
    query: tableQuery,
    paging: { kind: "none" },
    success: { status: 200, description: "The table.", schema: tableSchema },
    errors: [...TABLE_ERRORS, { code: "feature_disabled", when: "Rows by department without the feature." }],
    limits: ["export_months"],
    examples: [
      {
        title: "A quarter by month",
        path: "/statement_table?report_type=income_statement&start_date=2026-01-01&end_date=2026-03-31",
      },
    ],
  }),
  listStatementEntries: operation({
    ...readTable,
    id: "listStatementEntries",
    path: "/statement_entries",
    summary: "List the entries of a figure of a statement",
    description: "The journal entries that add up to a figure of the table, latest first.",
    query: {
      ...tableQuery,
      row: textParam({ description: "The key of the figure's row.", required: true }),
      column_start: neededDate("The first day of the figure's column."),
      column_end: neededDate("The last day of the figure's column."),
      column: textParam({
        description: "The key of the figure's column, if another one has the same days.",
      }),
      limit: limitParam(),
      starting_after: opaqueParam({
        description: "The previous page's `next_cursor`, with the same figure.",
      }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: {
      status: 200,
      description: "A page of entries.",
      schema: pageSchema(`${CONSOLE_API_ROOT}/statement_entries`, journalEntrySchema),
    },
    errors: [
      ...TABLE_ERRORS,
      {
        code: "parameter_missing",
        params: ["row", "column_start", "column_end"],
        when: "The figure is not named.",
      },
      { code: "feature_disabled", when: "Rows by department without the feature." },
      {
        code: "resource_missing",
        when: "The table has no such figure, its entries can't be listed, or the cursor is unknown.",
      },
    ],
    limits: ["export_months", "page_size_default", "page_size_max"],
    examples: [
      {
        title: "The entries of a line",
        path: "/statement_entries?start_date=2026-01-01&end_date=2026-03-31&row=revenue.total&column_start=2026-01-01&column_end=2026-01-31",
      },
    ],
  }),
  exportStatement: operation({
    id: "exportStatement",
    since: "1.0",
    method: "POST",
    path: "/statement_exports",
    tag: "Console",
    summary: "Export a statement as a file",
    description: "Generates the file of a table in the background, as an export of a report is.",
    requires: REQUIRED,
    guards: ["departments_feature_when_rows_are_departments"],
    pathParams: {},
    query: {},
    unknownQuery: "ignored",
    body: { mode: "json", schema: newStatementExportSchema },
    paging: { kind: "none" },
    idempotencyKey: "required",
    idempotency: "The same key and the same input of one user make the file once; other input is refused.",
    success: { status: 201, description: "The new export.", schema: statementExportSchema },
    errors: [
      {
        code: "parameter_missing",
        params: ["Idempotency-Key", "report_type", "start_date", "end_date"],
        when: "The header or a required field is absent or blank.",
      },
      {
        code: "invalid_request",
        params: [
          "Idempotency-Key",
          "report_type",
          "start_date",
          "end_date",
          "format",
          "group_by",
          "compare",
          "adjustments",
          "category_id",
          "beside",
          "shares",
          "rounding",
        ],
        when: "The header or a value is invalid, or the statement has no such rows or columns.",
      },
      ...NEW_EXPORT_ERRORS,
    ],
    ...NEW_EXPORT,
    examples: [
      {
        title: "A trial balance",
        path: "/statement_exports",
        body: { report_type: "trial_balance", start_date: "2026-01-01", end_date: "2026-03-31" },
      },
    ],
  }),
  getStatementExport: operation({
    ...CONSOLE_READ,
    id: "getStatementExport",
    path: "/statement_exports/{id}",
    summary: "Read an export",
    description: "Its status, and a new link to the file once it succeeded.",
    requires: REQUIRED,
    concealment:
      "An export of another company, and a package of another member, is answered like an unknown one.",
    pathParams: { id: pathParam({ description: "The export's id, `export_...`." }) },
    query: {},
    paging: { kind: "none" },
    success: { status: 200, description: "The export as it is now.", schema: statementExportSchema },
    errors: [
      { code: "resource_missing", when: "There is no such export." },
      { code: "feature_disabled", when: "Its rows are by department, without the departments feature." },
    ],
    limits: ["export_link_s", "export_file_s"],
    examples: [
      { title: "An export", path: "/statement_exports/export_00000000-0000-4000-8000-000000000000" },
    ],
  }),
  previewManualEntry: operation({
    id: "previewManualEntry",
    since: "1.0",
    method: "POST",
    path: "/manual_entries/preview",
    tag: "Console",
    summary: "Show what an entry would change",
    description:
      "The changes that an entry would make in the three statements, if it were posted. It is not posted. Investing and financing without cash count here as if they moved cash.",
    requires: [...REQUIRED, { area: "accounting_setup", level: "manage" }],
    pathParams: {},
    query: {},
    unknownQuery: "ignored",
    body: { mode: "json", schema: newEntrySchema },
    paging: { kind: "none" },
    idempotency: "It changes nothing.",
    idempotencyKey: "unused",
    success: {
      status: 200,
      description: "The changes.",
      schema: exactly(
        {
          object: markerSchema("entry_preview"),
          statements: changesSchema,
        },
        { title: "EntryPreview" },
      ),
    },
    errors: [...NEW_ENTRY_ERRORS],
    limits: [],
    hints: READ_HINTS,
    examples: [
      {
        title: "An accrual",
        path: "/manual_entries/preview",
        body: {
          date: "2026-03-31",
          memo: "Hosting of March",
          lines: [
            { category: "cat_hosting", debit_cents: 12_000 },
            { category: "cat_corporate-card", credit_cents: 12_000 },
          ],
        },
      },
    ],
  }),
} as const;
