/** The handlers of the export operations: they read request bodies, and turn rows into API responses. */
import { journalEntrySchema } from "../../../contract/journal-entry.ts";
import { type CallOf, CONSOLE_API_ROOT, type Handlers } from "../../../contract/operation.ts";
import { missing } from "../../../contract/params.ts";
import type { Principal } from "../../../contract/principal.ts";
import { writtenPage } from "../../../contract/schemas.ts";
import { layoutOf } from "../../../contract/written.ts";
import { refuse } from "../../../core/errors.ts";
import type { exportsConsoleContract, exportsContract } from "./contract/index.ts";
import type { Origin } from "./record.ts";
import { readInput } from "./rules/request.ts";
import { EXPORT_ERRORS } from "./rules/states.ts";
import {
  defaultPeriod,
  type ExportType,
  REPORT_TYPES,
  type ReportType,
  type TableInput,
} from "./rules/words.ts";
import type { ExportsService, ExportWithLink } from "./service/index.ts";

const LAYOUT = layoutOf(journalEntrySchema);

export function exportsHandlers(exports: ExportsService): Handlers<typeof exportsContract> {
  return {
    async createReportExport({ principal, body, idempotencyKey: key, now }) {
      const { companyId, userId } = principal;
      const submission = { companyId, userId, origin: originOf(principal), key, now };
      return exportView(await exports.accept(submission, readInput(body)));
    },
    async getReportExport({ principal, input, now }) {
      const { companyId, features } = principal;
      return exportView(await exports.get(companyId, input.id, features, now, originOf(principal)));
    },
  };
}

/** The handlers of what only the web console asks. */
export function exportsConsoleHandlers(exports: ExportsService): Handlers<typeof exportsConsoleContract> {
  return {
    async getStatementTable({ principal, input }) {
      return exports.readTable(principal.companyId, tableInput(input));
    },
    async listStatementEntries({ principal, input }) {
      const { row, column, column_start, column_end, limit, starting_after } = input;
      const figure = {
        row: needed(row, "row"),
        column,
        start_date: needed(column_start, "column_start"),
        end_date: needed(column_end, "column_end"),
        limit,
        starting_after,
      };
      const rows = await exports.listFigureEntries(principal.companyId, tableInput(input), figure, LAYOUT);
      return writtenPage(`${CONSOLE_API_ROOT}/statement_entries`, rows, limit, ({ id }) => id);
    },
    async exportStatement({ principal, body, idempotencyKey: key, now }) {
      const { companyId, userId } = principal;
      const submission = { companyId, userId, origin: "browser", key, now } as const;
      return statementView(await exports.accept(submission, readInput(body)));
    },
    async getStatementExport({ principal, input, now }) {
      const { companyId, features, userId } = principal;
      const row = await exports.get(companyId, input.id, features, now, "browser");
      // A package has what its member may view, which others may not.
      if (row.report_type === "package" && row.user_id !== userId) throw refuse("resource_missing");
      return statementView(row);
    },
    async previewManualEntry({ principal, body }) {
      return { object: "entry_preview", statements: await exports.previewEntry(principal.companyId, body) };
    },
  };
}

type TableQuery = CallOf<(typeof exportsConsoleContract)["getStatementTable"]>["input"];

function tableInput({
  report_type,
  start_date,
  end_date,
  step,
  group_by,
  compare,
  adjustments,
  category_id,
  beside,
  shares,
}: TableQuery): TableInput {
  const type = report_type ?? "income_statement";
  return {
    report_type: type,
    start_date: needed(start_date, "start_date"),
    end_date: needed(end_date, "end_date"),
    group_period: step ?? defaultPeriod(type),
    group_rows: group_by ?? "category",
    compare: compare ?? "none",
    adjustments: adjustments ?? "included",
    category_id,
    beside: beside ?? "none",
    shares: shares ?? "none",
    // The table has cents; whoever shows it rounds them.
    rounding: "cents",
  };
}

function needed<T>(value: T | null, name: string): T {
  if (value === null) throw missing(name);
  return value;
}

function originOf({ keyId }: Principal): Origin {
  return keyId === null ? "browser" : "api";
}

function exportView(row: ExportWithLink) {
  const { report_type, format } = row;
  // The API has no other files, which only the browser application exports.
  if (!isReport(report_type) || format === "zip") throw refuse("resource_missing");
  return { id: row.id, object: "report_export" as const, report_type, ...outcomeView(row), format };
}

function isReport(type: ExportType): type is ReportType {
  return REPORT_TYPES.some((each) => each === type);
}

function statementView(row: ExportWithLink) {
  const { id, report_type, compare, adjustments, category_id, beside, shares, rounding } = row;
  const asked = { report_type, compare, adjustments, category_id, beside, shares, rounding };
  return { id, object: "statement_export" as const, ...asked, ...outcomeView(row) };
}

function outcomeView(row: ExportWithLink) {
  return {
    start_date: row.start_date,
    end_date: row.end_date,
    format: row.format,
    group_by: { period: row.group_period, rows: row.group_rows },
    status: row.status,
    created: row.created,
    started_at: row.started_at,
    completed_at: row.completed_at,
    generation_duration_ms: row.generation_ms,
    file: row.file,
    error:
      row.error_code === null
        ? null
        : { code: row.error_code, message: row.error_detail ?? EXPORT_ERRORS[row.error_code] },
  };
}
