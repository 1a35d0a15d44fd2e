/** The API of report exports (specification, "Report exports" and "Report export"). */
import { operation, READ_HINTS } from "../../../../contract/operation.ts";
import { pathParam } from "../../../../contract/params.ts";
import { REQUIRED } from "../rules/words.ts";
import { exportSchema, NEW_EXPORT, NEW_EXPORT_ERRORS, requestSchema } from "./schemas.ts";

export { exportsConsoleContract } from "./console.ts";

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
      ...NEW_EXPORT_ERRORS,
    ],
    ...NEW_EXPORT,
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
