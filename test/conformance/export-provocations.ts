/** Requests about report exports that are refused, by the error that they provoke. */
import { LIMITS } from "../../src/core/limits.ts";
import type { Provocation } from "./feed-provocations.ts";

const EXPORTS = "/reports/exports";
const GOOD = {
  report_type: "income_statement",
  start_date: "2025-01-01",
  end_date: "2025-06-30",
  format: "csv",
} as const;

export function asked(unlike: object, name: string | null = "refused") {
  return {
    target: EXPORTS,
    method: "POST",
    body: { ...GOOD, ...unlike },
    headers: name === null ? {} : { "idempotency-key": name },
  };
}

const BY_DEPARTMENT = { group_by: { rows: "department" } };

export const EXPORT_PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  "createReportExport parameter_missing Idempotency-Key": asked({}, null),
  "createReportExport parameter_missing report_type": asked({ report_type: undefined }),
  "createReportExport parameter_missing start_date": asked({ start_date: "" }),
  "createReportExport parameter_missing end_date": asked({ end_date: undefined }),
  "createReportExport invalid_request Idempotency-Key": asked(
    {},
    "k".repeat(LIMITS.idempotency_key_characters.value + 1),
  ),
  "createReportExport invalid_request report_type": asked({ report_type: "trial_balance" }),
  "createReportExport invalid_request start_date": asked({ start_date: 20250101 }),
  "createReportExport invalid_request end_date": asked({ end_date: null }),
  "createReportExport invalid_request format": asked({ format: "docx" }),
  "createReportExport invalid_request group_by": asked({ ...BY_DEPARTMENT, report_type: "cash_flow" }),
  "createReportExport invalid_date start_date": asked({ start_date: "2025-02-30" }),
  "createReportExport invalid_date end_date": asked({ end_date: "June" }),
  "createReportExport invalid_date_range start_date": asked({ end_date: "2024-12-31" }),
  "createReportExport invalid_date_range end_date": asked({ start_date: "2015-01-01" }),
  "createReportExport feature_disabled ": asked(BY_DEPARTMENT),
  "createReportExport idempotency_key_conflict ": asked({}, "kept"),
  "createReportExport report_export_failed ": { ...asked({}, "uncertain"), fault: "export.accepted" },
  "getReportExport resource_missing ": `${EXPORTS}/export_nobodys`,
};
