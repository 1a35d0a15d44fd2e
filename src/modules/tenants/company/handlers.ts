/** The company's operation: row to view. */
import type { Handlers } from "../../../contract/operation.ts";
import type { companyContract } from "./contract.ts";
import { type CompanyService, profileOf } from "./service.ts";

export function companyHandlers(company: CompanyService): Handlers<typeof companyContract> {
  return {
    async getCompany({ principal }) {
      const row = await company.read(principal.companyId);
      return { id: row.id, object: "company", ...profileOf(row), created: row.created };
    },
  };
}
