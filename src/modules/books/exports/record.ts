/** The columns of `report_exports` and `statement_notes`. */
import { day, id, integer, NOW, type RowOf, seconds, table, text, word } from "../../../core/record.ts";
import { EXPORT_ERROR_CODES, EXPORT_STATUSES } from "./rules/states.ts";
import {
  ADJUSTMENTS,
  BESIDES,
  COMPARES,
  EXPORT_FORMATS,
  EXPORT_TYPES,
  GROUP_PERIODS,
  GROUP_ROWS,
  REPORT_TYPES,
  ROUNDINGS,
  SHARES,
} from "./rules/words.ts";

export const EXPORTS = table("report_exports", {
  id: id("export", "The export's id.", { key: true }),
  user_id: id(
    "user",
    "The user who requested it, whose access is checked again before its file is attached.",
    {
      fixed: true,
    },
  ),
  origin: word(
    ["api", "browser"],
    "Which operation made it: the API's, or the browser application's, which the API does not show.",
    { fixed: true },
  ),
  idempotency_key: text("The request's idempotency key; null for what can't be repeated.", {
    fixed: true,
    nullable: true,
  }),
  report_type: word(EXPORT_TYPES, "The exported report.", { fixed: true }),
  start_date: day("First day.", { fixed: true }),
  end_date: day("Last day.", { fixed: true }),
  format: word(EXPORT_FORMATS, "The format of the file.", { fixed: true }),
  group_period: word(GROUP_PERIODS, "The period that each column covers.", { fixed: true }),
  group_rows: word(GROUP_ROWS, "The unit of each row.", { fixed: true }),
  compare: word(COMPARES, "What the columns beside the current ones compare with.", {
    fixed: true,
    default: "none",
  }),
  adjustments: word(ADJUSTMENTS, "How a trial balance shows adjusting entries.", {
    fixed: true,
    default: "included",
  }),
  category_id: text("The category of a general ledger, with those below it; null for all.", {
    fixed: true,
    nullable: true,
  }),
  beside: word(BESIDES, "What stands beside the periods: the fiscal year up to the last day.", {
    fixed: true,
    default: "none",
  }),
  shares: word(SHARES, "What amounts are shown as percentages of, in columns of their own.", {
    fixed: true,
    default: "none",
  }),
  rounding: word(
    ROUNDINGS,
    "What the amounts of a PDF or workbook are rounded to; those of a CSV are exact.",
    { fixed: true, default: "cents" },
  ),
  status: word(
    EXPORT_STATUSES,
    "`succeeded` and `failed` are final. Poll at growing intervals until it is one of them.",
    { default: "pending" },
  ),
  created: seconds("When it was accepted.", { fixed: true }),
  started_at: seconds("When generation first began; null before that, or if access was revoked first.", {
    nullable: true,
  }),
  completed_at: seconds("When it succeeded or failed; null before.", { nullable: true }),
  attempts: integer("How many attempts have begun; the last of them holds the export.", { default: 0 }),
  generation_ms: integer("Milliseconds of all attempts together; null before the first one ended.", {
    nullable: true,
    least: 0,
  }),
  error_code: word(EXPORT_ERROR_CODES, "Why it failed.", { nullable: true }),
  error_detail: text("A sentence that says more than the code's own.", { nullable: true }),
  file_key: text("The key of the stored file.", { nullable: true }),
  file_name: text("The file's name.", { nullable: true }),
  file_size: integer("The file's size in bytes.", { nullable: true, least: 1 }),
});
export type ExportRow = RowOf<typeof EXPORTS>;
export type Origin = ExportRow["origin"];

export const STATEMENT_NOTES = table("statement_notes", {
  id: id("note", "The note's id, unique in the company.", { key: true }),
  line_id: text(
    "The line that the note is on: a category, a department, a section such as `operating_activities`, or `grp_retained_earnings`.",
    { least: 1, most: 200 },
  ),
  report_type: word(REPORT_TYPES, "The statement that shows the note; null for each that has the line.", {
    nullable: true,
  }),
  start_date: day("The first day of the note's time; null for any time.", { nullable: true }),
  end_date: day("The last day of the note's time; null for any time.", { nullable: true }),
  text: text("What the note says.", { least: 1, most: 2000 }),
  created: seconds("When it was written.", { fixed: true, default: NOW }),
});
export type StatementNoteRow = RowOf<typeof STATEMENT_NOTES>;
