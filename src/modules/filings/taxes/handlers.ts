/** The operations on tax records: turns requests into use cases and rows into responses. */
import type { Handlers } from "../../../contract/operation.ts";
import { viewing } from "../../../contract/record.ts";
import { page } from "../../../contract/schemas.ts";
import { type taxesContract, taxSchema } from "./contract.ts";
import { TAXES } from "./record.ts";
import type { TaxesService } from "./service/index.ts";
import type { TaxWithLinks } from "./service/records.ts";

const taxView = viewing(TAXES, taxSchema, ({ documents }: TaxWithLinks) => ({
  object: "tax",
  documents: documents.map(({ type, filename, content_type, download_url, expires_at }) => ({
    type,
    filename,
    content_type,
    download_url,
    expires_at,
  })),
}));

export function taxesHandlers(taxes: TaxesService): Handlers<typeof taxesContract> {
  return {
    async listTaxes({ principal, input, now }) {
      const rows = await taxes.list(principal.companyId, input);
      const { data, ...envelope } = page("/taxes", rows, input.limit, (row) => row);
      return {
        ...envelope,
        data: await Promise.all(data.map(async (row) => taxView(await taxes.withLinks(row, now)))),
      };
    },
    async uploadIncomeReturn({ principal, body, now, today }) {
      const { tax_year: year, tax_firm: taxFirm, states_filed: states, file_id: fileId } = body;
      return taxView(
        await taxes.withLinks(
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
        await taxes.withLinks(
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
      return taxView(await taxes.withLinks(await taxes.get(principal.companyId, input.id), now));
    },
  };
}
