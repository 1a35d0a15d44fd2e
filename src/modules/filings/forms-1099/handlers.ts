/** The operations on 1099 records: turns requests into use cases and rows into responses. */
import type { Handlers } from "../../../contract/operation.ts";
import { pageView } from "../../../contract/schemas.ts";
import type { formsContract } from "./contract.ts";
import type { FormsService } from "./service/index.ts";
import type { FormWithLinks } from "./service/reads.ts";

function formView(row: FormWithLinks) {
  return {
    id: row.id,
    object: "form_1099" as const,
    year: row.year,
    vendor_name: row.vendor_name,
    filing_status: row.filing_status,
    filed_at: row.filed_at,
    filed_elsewhere: row.filed_elsewhere,
    documents: row.documents.map(({ id, type, filename, content_type, download_url, expires_at }) => ({
      id,
      type,
      filename,
      content_type,
      download_url,
      expires_at,
    })),
    created: row.created,
    updated: row.updated,
  };
}

export function formsHandlers(forms: FormsService): Handlers<typeof formsContract> {
  return {
    async listForms1099({ principal, input, now }) {
      const page = await forms.list(principal.companyId, input, now);
      return {
        ...pageView("/forms/1099", page, formView),
        summaries: page.summaries.map(({ year, filing_status, counts }) => ({
          year,
          filing_status,
          counts: { ...counts },
        })),
      };
    },
    async getForm1099({ principal, input, now }) {
      return formView(await forms.get(principal.companyId, input.id, now));
    },
  };
}
