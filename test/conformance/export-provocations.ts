/** Requests about report exports that are refused, by the expected error: `operation code param`. */
import { LIMITS } from "../../src/core/limits.ts";
import type { Provocation } from "./feed-provocations.ts";

const EXPORTS = "/reports/exports";
const GOOD = {
  report_type: "income_statement",
  start_date: "2025-01-01",
  end_date: "2025-06-30",
  format: "csv",
} as const;

/** Returns a good request for an export, changed by `changes`. Null for `idempotencyKey` sends none. */
export function exportRequest(changes: object, idempotencyKey: string | null = "refused") {
  return {
    target: EXPORTS,
    method: "POST",
    body: { ...GOOD, ...changes },
    headers: idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey },
  };
}

const BY_DEPARTMENT = { group_by: { rows: "department" } };

export const EXPORT_PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  "createReportExport parameter_missing Idempotency-Key": exportRequest({}, null),
  "createReportExport parameter_missing report_type": exportRequest({ report_type: undefined }),
  "createReportExport parameter_missing start_date": exportRequest({ start_date: "" }),
  "createReportExport parameter_missing end_date": exportRequest({ end_date: undefined }),
  "createReportExport invalid_request Idempotency-Key": exportRequest(
    {},
    "k".repeat(LIMITS.idempotency_key_characters.value + 1),
  ),
  "createReportExport invalid_request report_type": exportRequest({ report_type: "trial_balance" }),
  "createReportExport invalid_request start_date": exportRequest({ start_date: 20250101 }),
  "createReportExport invalid_request end_date": exportRequest({ end_date: null }),
  "createReportExport invalid_request format": exportRequest({ format: "docx" }),
  "createReportExport invalid_request group_by": exportRequest({
    ...BY_DEPARTMENT,
    report_type: "cash_flow",
  }),
  "createReportExport invalid_date start_date": exportRequest({ start_date: "2025-02-30" }),
  "createReportExport invalid_date end_date": exportRequest({ end_date: "June" }),
  "createReportExport invalid_date_range start_date": exportRequest({ end_date: "2024-12-31" }),
  "createReportExport invalid_date_range end_date": exportRequest({ start_date: "2015-01-01" }),
  "createReportExport feature_disabled ": exportRequest(BY_DEPARTMENT),
  "createReportExport idempotency_key_conflict ": exportRequest({}, "kept"),
  "createReportExport report_export_failed ": { ...exportRequest({}, "uncertain"), fault: "export.accepted" },
  "getReportExport resource_missing ": `${EXPORTS}/export_nobodys`,
};
