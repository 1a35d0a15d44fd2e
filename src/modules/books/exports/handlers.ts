/** The handlers of the export operations: they read request bodies, and turn rows into API responses. */
import type { Handlers } from "../../../contract/operation.ts";
import type { Principal } from "../../../contract/principal.ts";
import type { exportsContract } from "./contract.ts";
import type { Origin } from "./record.ts";
import { readInput } from "./rules/request.ts";
import { EXPORT_ERRORS } from "./rules/states.ts";
import type { ExportsService, ExportWithLink } from "./service/index.ts";

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

function originOf({ keyId }: Principal): Origin {
  return keyId === null ? "browser" : "api";
}

function exportView(row: ExportWithLink) {
  return {
    id: row.id,
    object: "report_export" as const,
    report_type: row.report_type,
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
