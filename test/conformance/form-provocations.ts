/** Requests about 1099 records that are refused, by the expected error: `operation code param`. */
import { form, formReport } from "../support/form-records.ts";
import type { Provocation } from "./feed-provocations.ts";

const FORMS = "/forms/1099";
/** A company with a report that is not ready, because a record has an unknown filing status. */
const unready = {
  unready: true,
  sections: {
    form_1099_reports: [formReport(2025)],
    forms_1099: [form("kept", 2025, { filing_status: "on_hold" })],
  },
} as const;

export const FORM_PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  "listForms1099 invalid_request year": `${FORMS}?year=25`,
  "listForms1099 invalid_request filing_status": `${FORMS}?filing_status=filed,lost`,
  "listForms1099 invalid_request pending": `${FORMS}?pending=yes`,
  "listForms1099 invalid_request vendor_name": `${FORMS}?vendor_name=%20`,
  "listForms1099 invalid_request filed_elsewhere": `${FORMS}?filed_elsewhere=1`,
  "listForms1099 invalid_request limit": `${FORMS}?limit=0`,
  "listForms1099 invalid_request starting_after": `${FORMS}?starting_after=f1099_kept`,
  "listForms1099 forms_not_ready ": { target: FORMS, ...unready },
  "getForm1099 invalid_request id": `${FORMS}/kept`,
  "getForm1099 resource_missing ": `${FORMS}/f1099_nobodys`,
  "getForm1099 forms_not_ready ": { target: `${FORMS}/f1099_kept`, ...unready },
};
