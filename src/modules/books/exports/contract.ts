/** The API of report exports (specification, "Report exports" and "Report export"). */
import Type from "typebox";
import { changesSchema } from "../../../contract/statement-changes.ts";
import { journalEntrySchema, NEW_ENTRY_ERRORS, newEntrySchema } from "../../../contract/journal-entry.ts";
import {
  BLANK_IS_MISSING,
  exactly,
  nullable,
  operation,
  CONSOLE_READ,
  READ_HINTS,
  CONSOLE_API_ROOT,
} from "../../../contract/operation.ts";
import {
  dateParam,
  limitParam,
  opaqueParam,
  pathParam,
  textParam,
  wordParam,
} from "../../../contract/params.ts";
import { membersOf } from "../../../contract/record.ts";
import { dateSchema, markerSchema, pageSchema, timestampSchema } from "../../../contract/schemas.ts";
import { EXPORTS } from "./record.ts";
import { ENTRY_SUMS } from "./rules/figures.ts";
import {
  COMPARES,
  FORMATS,
  GROUP_PERIODS,
  GROUP_ROWS,
  REPORT_TYPES,
  REQUIRED,
  STEPS,
} from "./rules/words.ts";

const fileSchema = exactly(
  {
    filename: Type.String({ description: "The file's name." }),
    content_type: Type.String({ description: "The file's media type." }),
    size: Type.Integer({ minimum: 1, description: "The file's size in bytes." }),
    download_url: Type.String({
      format: "uri",
      description:
        "The address of the file, for a plain GET. Anyone with this address can download the file: treat it like a password.",
    }),
    expires_at: timestampSchema("When the address expires, seven days after it was issued."),
  },
  { title: "ReportExportFile" },
);

const exportSchema = exactly(
  {
    ...membersOf(EXPORTS, "id"),
    object: markerSchema("report_export"),
    ...membersOf(EXPORTS, "report_type", "start_date", "end_date", "format"),
    group_by: exactly({
      period: Type.Enum([...GROUP_PERIODS], { description: "The period that each column covers." }),
      rows: Type.Enum([...GROUP_ROWS], { description: "The unit of each row." }),
    }),
    ...membersOf(EXPORTS, "status", "created", "started_at", "completed_at"),
    generation_duration_ms: nullable(
      Type.Integer({
        minimum: 0,
        description:
          "The time of all attempts to generate, render and store it, failed ones included, in milliseconds. Waiting between attempts is not counted.",
      }),
    ),
    file: Type.Union([fileSchema, Type.Null()], {
      description:
        "The file, with a link issued by this read; null unless it succeeded, and from 30 days after that.",
    }),
    error: Type.Union(
      [
        exactly(
          {
            code: Type.String({
              description: "`generation_failed` or `access_revoked`; `enqueue_failed` is reserved.",
            }),
            message: Type.String({ description: "A sentence for people; may change without notice." }),
          },
          { title: "ReportExportError" },
        ),
        Type.Null(),
      ],
      { description: "Why it failed; null unless it did." },
    ),
  },
  { title: "ReportExport" },
);

const requestSchema = exactly(
  {
    report_type: Type.Enum([...REPORT_TYPES], { description: "The report to export." }),
    start_date: Type.String({
      description:
        "First day, `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its day in Los Angeles.",
      [BLANK_IS_MISSING]: true,
    }),
    end_date: Type.String({
      description:
        "Last day, in the same forms. The range may cover parts of at most 120 calendar months; a PDF shows at most 13 periods.",
      [BLANK_IS_MISSING]: true,
    }),
    format: Type.Optional(Type.Enum([...FORMATS], { description: "Default: `pdf`." })),
    group_by: Type.Optional(
      exactly(
        {
          period: Type.Optional(
            Type.Enum([...GROUP_PERIODS], {
              description:
                "The period that each column covers, by calendar or by the company's fiscal year; the first and the last may be partial. Default: `month`.",
            }),
          ),
          rows: Type.Optional(
            Type.Enum([...GROUP_ROWS], {
              description:
                "`department` is for the income statement only and needs the departments feature. Default: `category`.",
            }),
          ),
        },
        { description: "How columns and rows are made.", title: "ReportExportGrouping" },
      ),
    ),
  },
  { title: "NewReportExport" },
);

export const exportsContract = {
  createReportExport: operation({
    id: "createReportExport",
    method: "POST",
    path: "/reports/exports",
    tag: "Reports",
    since: "1.0",
    summary: "Export a report as a file",
    description:
      "Generates a file in the background; `GET /reports/exports/{id}` returns its status. The file holds the figures of the reports: a column for each period and one for the total. A balance sheet has no total column; its columns are balances at the end of each period. A cash flow statement is printed by vouchers: investing and financing gross, and without what moved no cash. The books are read when the file is generated, not before.",
    requires: REQUIRED,
    guards: ["departments_feature_when_rows_are_departments"],
    pathParams: {},
    query: {},
    unknownQuery: "ignored",
    body: { mode: "json", schema: requestSchema },
    paging: { kind: "none" },
    idempotencyKey: "required",
    idempotency:
      "The same key and the same input of one user in one company give the same export, as it is by then, for as long as its record lives, which is for ever; other input is refused. After a timeout or `report_export_failed`, send the same again. For another attempt, or newer figures, use a new key.",
    success: {
      status: 201,
      description: "The new export, or the existing one with this key. Only `GET` returns links.",
      schema: exportSchema,
      location: "/reports/exports/{id}",
    },
    errors: [
      {
        code: "parameter_missing",
        params: ["Idempotency-Key", "report_type", "start_date", "end_date"],
        when: "The header or a required field is absent or blank.",
      },
      {
        code: "invalid_request",
        params: ["Idempotency-Key", "report_type", "start_date", "end_date", "format", "group_by"],
        when: "The header or a value is invalid, or the report can't have rows by department.",
      },
      { code: "invalid_date", params: ["start_date", "end_date"], when: "A date is not strict ISO 8601." },
      {
        code: "invalid_date_range",
        params: ["start_date", "end_date"],
        when: "The start is after the end, or the range is too long for an export.",
      },
      { code: "feature_disabled", when: "Rows by department without the departments feature." },
      { code: "idempotency_key_conflict", when: "The key was used before for other input." },
      { code: "report_export_limit_exceeded", when: "Five exports of the company are unfinished." },
      { code: "report_export_failed", when: "The service can't tell whether it accepted the export." },
    ],
    limits: [
      "idempotency_key_characters",
      "export_months",
      "export_pdf_periods",
      "unfinished_exports",
      "export_attempts",
    ],
    hints: { readOnly: false, destructive: false, idempotent: true },
    examples: [
      {
        title: "A quarter by month as PDF",
        path: "/reports/exports",
        body: { report_type: "income_statement", start_date: "2026-01-01", end_date: "2026-03-31" },
      },
    ],
  }),
  getReportExport: operation({
    id: "getReportExport",
    method: "GET",
    path: "/reports/exports/{id}",
    tag: "Reports",
    since: "1.0",
    summary: "Read an export",
    description:
      "Returns an export's status; a teammate's export too. Each read of a succeeded export returns a new link to the file, until 30 days after completion. The record stays.",
    requires: REQUIRED,
    concealment:
      "An export of another company, or of the browser application, is answered like an unknown one.",
    pathParams: { id: pathParam({ description: "The export's id, `export_...`." }) },
    query: {},
    unknownQuery: "ignored",
    body: { mode: "ignored" },
    paging: { kind: "none" },
    idempotency: "A read; repeat it freely. Links issued before keep their own expiry.",
    success: {
      status: 200,
      description: "The export as it is now, even if it failed.",
      schema: exportSchema,
    },
    errors: [
      { code: "resource_missing", when: "There is no such export." },
      {
        code: "feature_disabled",
        when: "Its rows are by department, and the company no longer has the departments feature.",
      },
    ],
    limits: ["export_link_s", "export_file_s"],
    hints: READ_HINTS,
    examples: [{ title: "The export of the other example", path: "/reports/exports/{createReportExport}" }],
  }),
} as const;

const neededDate = (description: string) => dateParam({ description, code: "invalid_date" });

/** The query that says which table is shown. */
const tableQuery = {
  report_type: wordParam(REPORT_TYPES, { description: "The statement. Default: `income_statement`." }),
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
} as const;

const TABLE_ERRORS = [
  { code: "parameter_missing", params: ["start_date", "end_date"], when: "A date is absent." },
  { code: "invalid_date", params: ["start_date", "end_date"], when: "A date is not strict ISO 8601." },
  {
    code: "invalid_date_range",
    params: ["start_date", "end_date"],
    when: "The start is after the end, or there would be too many columns.",
  },
  { code: "invalid_request", params: ["group_by"], when: "The statement has no rows by department." },
] as const;

const tableSchema = exactly(
  {
    object: markerSchema("statement_table"),
    title: Type.String({ description: "The name of the statement." }),
    period: Type.String({ description: "Its days in words." }),
    is_over: Type.Boolean({
      description: "False while its days have not ended: more may be booked on them.",
    }),
    columns: Type.Array(
      exactly(
        {
          label: Type.String({ description: "Its heading." }),
          kind: Type.Enum(["period", "total", "prior", "change", "percent"], {
            description: "What it holds. `prior` has the amounts that the current ones are compared with.",
          }),
          start_date: dateSchema("Its first day."),
          end_date: dateSchema("Its last day. Balances are those at the end of this day."),
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
          figures: nullable(
            Type.Array(nullable(Type.Integer()), {
              description:
                "A figure for each column: cents, or in a column of percentages tenths of a percent, null for those of nothing. Null for a heading.",
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
