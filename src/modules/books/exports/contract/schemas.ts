/** The schemas of exports: of requests and of their records, for the API and for the web console. */
import Type from "typebox";
import { BLANK_IS_MISSING, type DeclaredError, exactly, nullable } from "../../../../contract/operation.ts";
import { membersOf } from "../../../../contract/record.ts";
import { markerSchema, timestampSchema } from "../../../../contract/schemas.ts";
import { EXPORTS } from "../record.ts";
import {
  ADJUSTMENTS,
  BESIDES,
  COMPARES,
  EXPORT_FORMATS,
  EXPORT_TYPES,
  FORMATS,
  GROUP_PERIODS,
  GROUP_ROWS,
  REPORT_TYPES,
  ROUNDINGS,
  SHARES,
} from "../rules/words.ts";

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

const exportedSchema = {
  ...membersOf(EXPORTS, "start_date", "end_date", "format"),
  group_by: exactly({
    period: Type.Enum([...GROUP_PERIODS], { description: "The period that each column covers." }),
    rows: Type.Enum([...GROUP_ROWS], { description: "The unit of each row." }),
  }),
} as const;
const outcomeSchema = {
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
} as const;

export const exportSchema = exactly(
  {
    ...membersOf(EXPORTS, "id"),
    object: markerSchema("report_export"),
    report_type: Type.Enum([...REPORT_TYPES], { description: "The exported report." }),
    ...exportedSchema,
    format: Type.Enum([...FORMATS], { description: EXPORTS.columns.format.description }),
    ...outcomeSchema,
  },
  { title: "ReportExport" },
);

export const statementExportSchema = exactly(
  {
    ...membersOf(EXPORTS, "id"),
    object: markerSchema("statement_export"),
    ...membersOf(EXPORTS, "report_type"),
    ...exportedSchema,
    ...membersOf(EXPORTS, "compare", "adjustments", "category_id", "beside", "shares", "rounding"),
    ...outcomeSchema,
  },
  { title: "StatementExport" },
);

const requestFields = {
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
} as const;
export const requestSchema = exactly(
  {
    report_type: Type.Enum([...REPORT_TYPES], { description: "The report to export." }),
    ...requestFields,
  },
  { title: "NewReportExport" },
);
export const newStatementExportSchema = exactly(
  {
    report_type: Type.Enum([...EXPORT_TYPES], {
      description:
        "The statement to export, or `package`: the statements of the days beside those before, ageings, reconciliations, the register of assets and the checklist in one file.",
    }),
    ...requestFields,
    format: Type.Optional(
      Type.Enum([...EXPORT_FORMATS], {
        description: "Default: `pdf`. A package is a `pdf` or a `zip` of workbooks, a statement no `zip`.",
      }),
    ),
    compare: Type.Optional(Type.Enum([...COMPARES], { description: "As of a table. Default: `none`." })),
    adjustments: Type.Optional(
      Type.Enum([...ADJUSTMENTS], { description: "As of a table. Default: `included`." }),
    ),
    category_id: Type.Optional(Type.String({ description: "As of a table. Default: all categories." })),
    beside: Type.Optional(Type.Enum([...BESIDES], { description: "As of a table. Default: `none`." })),
    shares: Type.Optional(Type.Enum([...SHARES], { description: "As of a table. Default: `none`." })),
    rounding: Type.Optional(
      Type.Enum([...ROUNDINGS], {
        description: `${EXPORTS.columns.rounding.description} Default: \`cents\`.`,
      }),
    ),
  },
  { title: "NewStatementExport" },
);

/** The errors of a new export beside those of its fields. */
export const NEW_EXPORT_ERRORS: readonly DeclaredError[] = [
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
];

/** What the cards of all new exports have in common. */
export const NEW_EXPORT = {
  limits: [
    "idempotency_key_characters",
    "export_months",
    "export_pdf_periods",
    "unfinished_exports",
    "export_attempts",
  ],
  hints: { readOnly: false, destructive: false, idempotent: true },
} as const;
