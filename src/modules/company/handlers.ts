/** The company's operation: row to view. */
import type { Handlers } from "../../contract/operation.ts";
import type { companyContract } from "./contract.ts";
import type { CompanyService } from "./service.ts";

export function companyHandlers(company: CompanyService): Handlers<typeof companyContract> {
  return {
    async getCompany({ principal }) {
      const row = await company.read(principal.companyId);
      return {
        id: row.id,
        object: "company",
        name: row.name,
        legal_name: row.legal_name,
        entity_type: row.entity_type,
        federal_ein_last4: row.federal_ein_last4,
        incorporation: { date: row.incorporation_date, state: row.incorporation_state },
        legal_address: {
          line_1: row.line_1,
          line_2: row.line_2,
          city: row.city,
          state: row.state,
          postal_code: row.postal_code,
          country: row.country,
        },
        created: row.created,
      };
    },
  };
}
