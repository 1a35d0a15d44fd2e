/** The operations on tax records: queries to the service, rows to views. */
import type { Handlers } from "../../../contract/operation.ts";
import { page } from "../../../contract/schemas.ts";
import type { taxesContract } from "./contract.ts";
import type { TaxesService } from "./service/index.ts";
import type { ToldTax } from "./service/records.ts";

function taxView(row: ToldTax) {
  return {
    id: row.id,
    object: "tax" as const,
    type: row.type,
    year: row.year,
    jurisdictions: [...row.jurisdictions],
    unmapped_jurisdictions: [...row.unmapped_jurisdictions],
    filing_status: row.filing_status,
    filed_at: row.filed_at,
    filed_elsewhere: row.filed_elsewhere,
    extension_filed_at: row.extension_filed_at,
    documents: row.documents.map(({ type, filename, content_type, download_url, expires_at }) => ({
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

export function taxesHandlers(taxes: TaxesService): Handlers<typeof taxesContract> {
  return {
    async listTaxes({ principal, input, now }) {
      const rows = await taxes.list(principal.companyId, input);
      const { data, ...envelope } = page("/taxes", rows, input.limit, (row) => row);
      return {
        ...envelope,
        data: await Promise.all(data.map(async (row) => taxView(await taxes.told(row, now)))),
      };
    },
    async uploadIncomeReturn({ principal, body, now, today }) {
      const { tax_year: year, tax_firm: taxFirm, states_filed: states, file_id: fileId } = body;
      return taxView(
        await taxes.told(
          await taxes.uploadIncome(
            principal.companyId,
            { year, taxFirm, states, fileId },
            { now, today, by: principal.userId },
          ),
          now,
        ),
      );
    },
    async uploadFranchiseConfirmation({ principal, body, now, today }) {
      return taxView(
        await taxes.told(
          await taxes.uploadFranchise(
            principal.companyId,
            { year: body.tax_year, fileId: body.file_id },
            { now, today, by: principal.userId },
          ),
          now,
        ),
      );
    },
    async getTax({ principal, input, now }) {
      return taxView(await taxes.told(await taxes.get(principal.companyId, input.id), now));
    },
  };
}
